import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { base58 } from '@scure/base';
import { TOKEN_PROGRAM_ADDRESS } from '@staking-agent/chain/ledger';
import { keyOf, printTransaction, writeMessage } from '../../test/message-bytes.ts';
import { createScriptedLedger, type Script } from '../../test/scripted-ledger.ts';
import { settle } from '../../test/settle.ts';
import { encodeBuildRecord } from '../builds/build.ts';
import { WALLET } from '../builds/provided.world.ts';
import type { LandingPorts } from './landing.ts';
import { assertLeast } from './least.ts';

const TOKENS = keyOf(2);
const TOKEN_PROGRAM = base58.decode(TOKEN_PROGRAM_ADDRESS);

const u64 = (value: bigint) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return [...bytes];
};
/** A message that ends with a transfer of tokens; from an account to itself it is a balance requirement. */
const requiring = (
  least: bigint,
  { accounts = [1, 1, 0], tag = 3, program = TOKEN_PROGRAM, more = [] as number[] } = {},
) =>
  writeMessage(
    [WALLET, TOKENS, keyOf(3), program],
    [
      { program: 2, accounts: [0], data: [] },
      { program: 3, accounts, data: [tag, ...u64(least), ...more] },
    ],
  );

const tokens = (amount: bigint | undefined, owner: Uint8Array = WALLET) => {
  if (amount === undefined) return null;
  const data = Buffer.alloc(165);
  data.set(owner, 32);
  data.writeBigUInt64LE(amount, 64);
  return { lamports: 1, owner: TOKEN_PROGRAM_ADDRESS, data: [data.toString('base64'), 'base64'] };
};

type Arrival = {
  /** What the account holds, reading by reading. */
  readonly holds: readonly (bigint | undefined)[];
  /** What it holds after the simulation; undefined where that is not shown. */
  readonly after?: bigint;
  readonly err?: unknown;
  readonly status?: object | null;
};

function receive({ holds, after, err = null, status = null }: Arrival, message: Uint8Array) {
  const simulated: unknown[] = [];
  let turn = 0;
  const script: Script = {
    getMultipleAccounts(params) {
      assert.deepEqual(params[0], [base58.encode(TOKENS)]);
      turn += 1;
      return { context: { slot: 1 }, value: [tokens(holds[Math.min(turn, holds.length) - 1])] };
    },
    simulateTransaction(params) {
      simulated.push(params);
      return { value: { err, logs: [], accounts: after === undefined ? null : [tokens(after)] } };
    },
    getSignatureStatuses: () => ({ context: { slot: 5 }, value: [status] }),
  };
  const { ledger, calls } = createScriptedLedger([script]);
  const options = {
    encoding: 'base64',
    commitment: 'confirmed',
    sigVerify: false,
    replaceRecentBlockhash: true,
    accounts: { encoding: 'base64', addresses: [base58.encode(TOKENS)] },
  };
  const assertSimulated = () => assert.deepEqual(simulated, [[printTransaction(message), options]]);
  return { ledger, calls, assertSimulated };
}

suite('what a build with a balance requirement brings', () => {
  const BUILD = { operation: 'unstake', request: { strategy: 'usdc-earn', minReceive: '1.5' } } as const;

  async function find(given: Arrival, { message = requiring(2_000_000n), build = BUILD as object } = {}) {
    const world = receive(given, message);
    const { operation } = build as { readonly operation: string };
    const kind = operation === 'stake' ? {} : { kind: 'instant' };
    const request = { ...kind, ...(build as typeof BUILD).request };
    const record = encodeBuildRecord({ ...(build as typeof BUILD), request, figures: {} });
    const promised = { signature: 's', lastValidBlockHeight: 100n, record, built: message };
    const ports = { ledger: world.ledger, blockhash: { blockHeight: () => 1n } };
    const { end, detail } = await settle(assertLeast(promised, ports as unknown as LandingPorts));
    assert.match(end, /^(done|PRICE_OUT_OF_BOUNDS)$/);
    return { lacking: detail, world };
  }

  test('is enough where nothing has arrived since, by one reading', async () => {
    for (const held of [0n, 500_000n, undefined]) {
      const { lacking, world } = await find({ holds: [held] });
      assert.deepEqual([lacking, world.calls.length], [undefined, 1]);
    }
  });

  for (const [name, given, offered] of [
    ['is enough where the simulation shows so', { holds: [500_001n], after: 2_000_001n }, undefined],
    ['is too little by one unit', { holds: [500_001n], after: 2_000_000n }, '1.499999'],
    ['is nothing where the account holds less than before', { holds: [900_000n], after: 5n }, '0'],
    ['leaves out what has arrived meanwhile', { holds: [500_001n, 500_002n], after: 2_000_001n }, '1.499999'],
    ['counts what was spent meanwhile', { holds: [500_001n, 1n], after: 2_000_000n }, '1.499999'],
    [
      'is not known where the ledger would refuse it',
      { holds: [900_000n], after: 5n, err: 'AccountInUse' },
      undefined,
    ],
    ['is not known where the node shows no account', { holds: [900_000n] }, undefined],
  ] as const) {
    test(name, async () => {
      const { lacking, world } = await find(given);
      world.assertSimulated();
      if (offered === undefined) assert.equal(lacking, undefined);
      else assert.match(lacking ?? '', new RegExp(`as little as ${offered} USDC; at least 1.5 USDC`));
    });
  }

  test('is not said of what has landed', async () => {
    const status = { err: null, confirmationStatus: 'confirmed' };
    const { lacking } = await find({ holds: [900_000n], after: 5n, status });
    assert.equal(lacking, undefined);
  });

  test('is of the asset that the build brings', async () => {
    const { lacking } = await find(
      { holds: [900_000n], after: 900_000n },
      { build: { ...BUILD, operation: 'stake' } },
    );
    assert.match(lacking ?? '', /as little as 0 raUSDC; at least 1.5 raUSDC/);
  });

  test('is asked of no build without a minimum or a requirement', async () => {
    const lost = { holds: [2_000_000n], after: 0n };
    for (const given of [
      { build: { ...BUILD, request: { strategy: 'usdc-earn' } } },
      { build: { ...BUILD, request: { strategy: 'sol-liquid-stake', minReceive: '1.5' } } },
      { build: { ...BUILD, request: { strategy: 'usdc-earn', minReceive: 'much' } } },
      { message: requiring(2_000_000n, { accounts: [1, 2, 0] }) },
      { message: requiring(2_000_000n, { accounts: [] }) },
      { message: requiring(2_000_000n, { tag: 4 }) },
      { message: requiring(2_000_000n, { more: [0] }) },
      { message: requiring(2_000_000n, { program: keyOf(9) }) },
      { message: writeMessage([WALLET, TOKENS], []) },
    ]) {
      const { lacking, world } = await find(lost, given);
      assert.deepEqual([lacking, world.calls.length], [undefined, 0]);
    }
  });
});
