import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { KeyPairSigner } from '@solana/kit';
import { getRequestWithdrawVaultReceiptDecoder } from '@staking-agent/chain/vault';
import type { ExecutionResult } from '../src/vm/transaction-history.ts';
import { listImplementations } from './implementations.ts';
import { startVaultSandbox, USDC, type VaultSandbox } from './start-vault-sandbox.ts';
import { type Amount, cancel, deposit, requestWithdraw } from './vault-steps.ts';

const TRANSFER_CHECKED = 12;
const BURN = 8;
const VERSION_OFFSET = 105;
const EVERYTHING = 872_769_588_828_549n;

/** A request that is cancelled at another value of the vault, and the LP that the published binary gives back. */
type Case = readonly [
  redemptionFee: number,
  valueAtRequest: bigint,
  valueAtCancel: bigint,
  how: Amount,
  escrowed: bigint,
  returned: bigint,
];

const inLp = (amount: bigint): Amount => ({ amount, isAmountInLp: true });
const ALL: Amount = { amount: 1n, isWithdrawAll: true };

const CASES: readonly Case[] = [
  [0, 8_900_000_000_001n, 8_900_000_000_001n, ALL, EVERYTHING, 872_769_588_828_537n],
  [0, 8_900_000_000_001n, 9_345_000_000_017n, ALL, EVERYTHING, 826_779_953_891_666n],
  [0, 125_976_315_389n, 135_976_315_389n, ALL, EVERYTHING, 801_949_249_513_933n],
  [0, 1_000_928n, 1_000_928n, ALL, EVERYTHING, 872_769_163_748_056n],
  [0, 1_279n, 1_718n, inLp(677_938_593_200n), 677_938_593_200n, 504_665_513_246n],
  [0, 8_900_000_000_001n, 1_000n, ALL, EVERYTHING, EVERYTHING],
  [0, 8_900_000_000_001n, 0n, inLp(1_000n), 1_000n, 1_000n],
  [1, 8_000_000_000_322n, 8_000_000_000_322n, ALL, EVERYTHING, 872_575_411_673_352n],
  [37, 1_434n, 1_500n, ALL, EVERYTHING, 823_187_369_507_935n],
  [37, 123_456_789_725n, 127_713_919_676n, ALL, EVERYTHING, 833_649_787_403_645n],
  [500, 61_937_013_775n, 61_937_013_775n, ALL, EVERYTHING, 779_128_488_306_093n],
  [500, 1_000_122n, 1_000_122n, inLp(251_354_725_600n), 251_354_725_600n, 226_846_851_223n],
  [500, 1_027n, 1_100n, inLp(820_060_680_400n), 820_060_680_400n, 690_923_065_319n],
  [9_999, 512_292n, 512_292n, ALL, EVERYTHING, 7_845_119n],
  [10_000, 512_292n, 512_292n, ALL, EVERYTHING, 0n],
];

/** Requests of an amount of USDC that are too large, and what the published binary says of them. */
const TOO_LARGE: readonly (readonly [
  redemptionFee: number,
  value: bigint,
  amount: bigint,
  error: unknown,
])[] = [
  [0, 8_900_000_000_001n, 900_000n * USDC * 2n, { Custom: 1 }],
  // Of more than 64 bits of LP it takes the lowest, which are more than the user has.
  [1, 8_900_000_000_298n, 2n ** 63n, { Custom: 1 }],
  [9_999, 123_456_789_424n, 87_800_488_800n, { Custom: 1 }],
  // More than 80 do not fit, with the fee or without.
  [500, 1_218n, 197_077_986_400n, 'ProgramFailedToComplete'],
  [1, 1_000_277n, 2n ** 63n, 'ProgramFailedToComplete'],
  [9_999, 1_444n, 1_201_041_884n, 'ProgramFailedToComplete'],
  [10_000, 1_827n, 612_941_251_600n, 'ProgramFailedToComplete'],
  [10_000, 8_900_000_000_534n, 1_000n, { Custom: 6014 }],
];

async function start(t: Parameters<typeof startVaultSandbox>[0], directory: string | undefined) {
  const world = await startVaultSandbox(t, directory);
  const wallet = await world.createDepositor(900_000n * USDC);
  const { err } = await world.send(wallet, [await deposit(world, wallet.address, 900_000n * USDC)]);
  assert.equal(err, null);
  return { world, wallet };
}

async function getLp(world: VaultSandbox, { address }: KeyPairSigner): Promise<bigint> {
  return world.tokens((await world.findAccounts(address)).lp);
}

/** The first byte of each inner instruction. */
function tagsOf({ innerInstructions }: ExecutionResult): (number | undefined)[] {
  return innerInstructions.flatMap(({ instructions }) => instructions.map(({ data }) => data[0]));
}

for (const { name, directory, skip } of listImplementations('voltr_vault.so')) {
  describe(`requests of the vault, ${name}`, { skip }, () => {
    test('a cancelled one gives back, to the last LP, what it would buy of the rest', async (t) => {
      const { world, wallet } = await start(t, directory);
      const saved = world.ledger.save();
      for (const [redemptionFee, before, after, how, escrowed, returned] of CASES) {
        world.ledger.restore(saved);
        const held = await getLp(world, wallet);
        world.setVault({ totalValue: before, fees: { redemptionFee } });
        const requested = await world.send(wallet, [await requestWithdraw(world, wallet.address, how)]);
        assert.equal(requested.err, null, requested.logs.join('\n'));
        const left = await getLp(world, wallet);
        world.setVault({ totalValue: after, fees: { redemptionFee } });
        const cancelled = await world.send(wallet, [await cancel(world, wallet.address)]);
        assert.equal(cancelled.err, null, cancelled.logs.join('\n'));
        const why = `${redemptionFee} ${before} ${after} ${how.amount}`;
        assert.equal(held - left, escrowed, why);
        assert.equal((await getLp(world, wallet)) - left, returned, why);
      }
    });

    test('one that is too large is refused, or ends in a panic, as by the binary', async (t) => {
      const { world, wallet } = await start(t, directory);
      const saved = world.ledger.save();
      for (const [redemptionFee, totalValue, amount, error] of TOO_LARGE) {
        world.ledger.restore(saved);
        world.setVault({ totalValue, fees: { redemptionFee } });
        const { err, logs } = await world.send(wallet, [
          await requestWithdraw(world, wallet.address, { amount }),
        ]);
        assert.deepEqual(
          err,
          { InstructionError: [0, error] },
          `${amount} of ${totalValue}: ${logs.join('\n')}`,
        );
      }
    });

    test('one can be made, taken back and made again within a transaction', async (t) => {
      const { world, wallet } = await start(t, directory);
      const { address } = wallet;
      const { receipt, escrow } = await world.findAccounts(address);
      const request = await requestWithdraw(world, address, inLp(1_000_000n));
      const back = await cancel(world, address);
      const result = await world.send(wallet, [request, back, request]);
      assert.equal(result.err, null, result.logs.join('\n'));
      assert.equal(world.tokens(escrow), 1_000_000n);
      const { amountLpEscrowed } = getRequestWithdrawVaultReceiptDecoder().decode(world.readData(receipt));
      assert.equal(amountLpEscrowed, 1_000_000n);
      assert.equal(world.readData(receipt)[VERSION_OFFSET], 0);
    });

    test('moves LP by checked transfers, and burns what does not come back last', async (t) => {
      const { world, wallet } = await start(t, directory);
      const { address } = wallet;
      const requested = await world.send(wallet, [await requestWithdraw(world, address, ALL)]);
      assert.deepEqual(tagsOf(requested), [0, TRANSFER_CHECKED]);
      const cancelled = await world.send(wallet, [await cancel(world, address)]);
      assert.deepEqual(tagsOf(cancelled), [TRANSFER_CHECKED, BURN]);
    });
  });
}
