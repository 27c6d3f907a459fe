import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Address, Instruction } from '@solana/kit';
import { toAddressBytes } from '@staking-agent/chain/address';
import { listImplementations } from './implementations.ts';
import { startVaultSandbox, USDC, type VaultSandbox } from './start-vault-sandbox.ts';
import {
  cancel,
  deposit,
  instantWithdraw,
  requestWithdraw,
  withdraw,
  withdrawFromStrategy,
} from './vault-steps.ts';

const LINE = 'Program data: ';

/**
 * What the program's interface of release 0.2.0 has in the books of an event and the published binary has not: fees that wait,
 * before and after, and the dead weight.
 */
const NEWER = `${'0000000000000000'.repeat(2)}${'e803000000000000'.repeat(2)}`;

/** What the published binary logs of each operation, in hexadecimal, less what differs from run to run. */
const EVENTS: Readonly<Record<string, string>> = {
  deposit:
    '0b0f075c9664a5e8<user>00282e8cd100000085195081c719030029227988e9421e124c77d602e2d08cc5a8e4af9f214dfcfd9f8c6f89260f693dc6fa7af3bedbad3a3d65f36aabc97431b1bbe4c2d2f6e0e47ca60203452f5d61008028a54607000000a856311808000067c639efd08f1b00ecdf897098a91e009046aa944300000000000000000000009046aa94430000000000000000000000<now>',
  'instant withdrawal':
    '2e393c1406a0a4f7<user>e8030000000000000000e8030000000000008fd50e000000000029227988e9421e124c77d602e2d08cc5a8e4af9f214dfcfd9f8c6f89260f693dc6fa7af3bedbad3a3d65f36aabc97431b1bbe4c2d2f6e0e47ca60203452f5d6100a856311808000000a856311808000018a4563118080000ecdf897098a91e005d0a7b7098a91e009046aa944300000000000000000000009046aa94430000000000000000000000<now>',
  request:
    '3b5e1a262f839ea229227988e9421e124c77d602e2d08cc5a8e4af9f214dfcfd9f8c6f89260f693d<user>88130000000000000000<receipt>c92b4a000000000000000000000088130000000000000000<now>c6fa7af3bedbad3a3d65f36aabc97431b1bbe4c2d2f6e0e47ca60203452f5d6118a456311808000018a45631180800005d0a7b7098a91e00<now>',
  cancellation:
    '2ea518720150cd8829227988e9421e124c77d602e2d08cc5a8e4af9f214dfcfd9f8c6f89260f693d<user><receipt>f6cc490000000000d35e0000000000009046aa944300000000000000000000009046aa94430000000000000000000000<now>',
  'request again':
    '3b5e1a262f839ea229227988e9421e124c77d602e2d08cc5a8e4af9f214dfcfd9f8c6f89260f693d<user>01000000000000000001<receipt>23e54081c71903009800bacdadce81dd1106d10000000000<now>c6fa7af3bedbad3a3d65f36aabc97431b1bbe4c2d2f6e0e47ca60203452f5d6118a456311808000018a45631180800008aab7a7098a91e00<now>',
  payment:
    'c47b4fd704d614c5<user>81dd1106d100000023e54081c719030029227988e9421e124c77d602e2d08cc5a8e4af9f214dfcfd9f8c6f89260f693dc6fa7af3bedbad3a3d65f36aabc97431b1bbe4c2d2f6e0e47ca60203452f5d6118a456311808000018a456311808000097c6442b470700008aab7a7098a91e0067c639efd08f1b009046aa944300000000000000000000006cec8799430000000000000000000000<now>',
  'deposit again':
    '0b0f075c9664a5e8<user>00863ba1010000007605f50e2c06000029227988e9421e124c77d602e2d08cc5a8e4af9f214dfcfd9f8c6f89260f693dc6fa7af3bedbad3a3d65f36aabc97431b1bbe4c2d2f6e0e47ca60203452f5d6197c6442b47070000974c80cc4807000067c639efd08f1b00ddcb2efefc951b006cec87994300000000000000000000006cec8799430000000000000000000000<now>',
  'withdrawal from a strategy':
    'dd170cd7642a6195<user>0027b9290000000001006dfd0a00000000000027b9290000000029227988e9421e124c77d602e2d08cc5a8e4af9f214dfcfd9f8c6f89260f693d800259c65dc9fa5fb40b1c3bf0b76ee8f7d54c2689355eb90948efbf11df5067d603654c81c207174abdd1e960c078b14de707064de845e4ed8cfc5ce3fa18881084790486f3e493a1fb0388a4b17b7ecb58df0af155aa48cd84ff28fbdf828cf68580a4d424900e0a8c2de1b94af1f2f7314e0519a42da7f1dac7719c965282c6fa7af3bedbad3a3d65f36aabc97431b1bbe4c2d2f6e0e47ca60203452f5d61974c80cc48070000974c80cc480700002a4f75cc48070000ddcb2efefc951b00dda475d4fc951b006cec8799430000000000000000000000aeec879943000000000000000000000000e126965d04000093e31b965d040000<now>',
};

const STEPS: readonly (readonly [
  name: string,
  make: (world: VaultSandbox, user: Address) => Promise<Instruction>,
])[] = [
  ['deposit', (world, user) => deposit(world, user, 900_000n * USDC)],
  ['instant withdrawal', (world, user) => instantWithdraw(world, user, { amount: 1_000n })],
  ['request', (world, user) => requestWithdraw(world, user, { amount: 5_000n })],
  ['cancellation', cancel],
  ['request again', (world, user) => requestWithdraw(world, user, { amount: 1n, isWithdrawAll: true })],
  ['payment', withdraw],
  ['deposit again', (world, user) => deposit(world, user, 7_000n * USDC)],
  [
    'withdrawal from a strategy',
    (world, user) => withdrawFromStrategy(world, user, { amount: 700_000_000n, isAmountInLp: true }),
  ],
];

async function readEvents(world: VaultSandbox): Promise<[string, string][]> {
  const wallet = await world.createDepositor(900_000n * USDC);
  const { address } = wallet;
  const { receipt } = await world.findAccounts(address);
  world.setVault({ fees: { redemptionFee: 25, managerPerformanceFee: 1_000 } });
  const events: [string, string][] = [];
  for (const [name, make] of STEPS) {
    const { err, logs } = await world.send(wallet, [await make(world, address)]);
    assert.equal(err, null, logs.join('\n'));
    const line = logs.find((each) => each.startsWith(LINE)) ?? '';
    const now = Buffer.alloc(8);
    now.writeBigInt64LE(world.now());
    const hex = Buffer.from(line.slice(LINE.length), 'base64').toString('hex');
    const masked = [
      ['<user>', toAddressBytes(address)],
      ['<receipt>', toAddressBytes(receipt)],
      ['<now>', now],
    ] as const;
    events.push([
      name,
      masked.reduce((text, [mask, bytes]) => text.replaceAll(Buffer.from(bytes).toString('hex'), mask), hex),
    ]);
  }
  return events;
}

for (const { name, directory, skip } of listImplementations('voltr_vault.so')) {
  test(`events of the vault are those of the program, ${name}`, { skip }, async (t) => {
    const world = await startVaultSandbox(t, directory);
    for (const [step, event] of await readEvents(world)) {
      assert.equal(event.replace(NEWER, ''), EVENTS[step], step);
      const hasBooks = !step.startsWith('request') && step !== 'cancellation';
      assert.equal(event.includes(NEWER), hasBooks && directory === undefined, step);
    }
  });
}
