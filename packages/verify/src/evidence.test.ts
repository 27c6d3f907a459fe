import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { base58 } from '@scure/base';
import { MalformedMessage, readTransaction } from './bytes/message.ts';
import {
  type EvidenceNode,
  gatherEvidence,
  planEvidence,
  SimulationFailed,
  StateUnsettled,
  UnusableReading,
} from './evidence.ts';
import { DEPLOYMENT as SANDBOX } from './exact/keys.world.ts';
import type { InnerInstruction, VerifyRequest } from './verification.ts';

const key = (fill: number) => new Uint8Array(32).fill(fill);
const text = (fill: number) => base58.encode(key(fill));
const [WALLET, OWN, FOREIGN, PROGRAM, TABLE, POOL, LIST, LOADED] = [1, 2, 3, 4, 5, 6, 7, 8] as const;
const SIGNATURE_FEE = 5_000n;
const CLOCK = 'SysvarC1ock11111111111111111111111111111111';
const RENT = 'SysvarRent111111111111111111111111111111111';
const DEPLOYMENT = { ...SANDBOX, stakePool: { program: text(PROGRAM), address: text(POOL) } };
const EXIT = { strategy: 'sol-liquid-stake', kind: 'instant', wallet: text(WALLET) };

/** A transaction of the wallet that writes to two accounts, and to one of a lookup table where there is one. */
function createTransaction({ lookup = false } = {}): string {
  const keys = [WALLET, OWN, FOREIGN, PROGRAM].map(key);
  const instruction = [3, 3, 0, 1, 2, 1, 9];
  const legacy = [1, 0, 1, keys.length, ...keys.flatMap((each) => [...each]), ...key(10), 1, ...instruction];
  const message = lookup ? [0x80, ...legacy, 1, ...key(TABLE), 1, 0, 0] : legacy;
  return Buffer.from([1, ...new Uint8Array(64), ...message]).toString('base64');
}

type State = { lamports: bigint; owner: string; data: [string, 'base64'] };
const account = (lamports: bigint, data: Uint8Array = new Uint8Array(0)): State => ({
  lamports,
  owner: text(PROGRAM),
  data: [Buffer.from(data).toString('base64'), 'base64'],
});
const clock = (epoch: bigint) => {
  const data = Buffer.alloc(40);
  data.writeBigUInt64LE(epoch, 16);
  data.writeBigInt64LE(1_700_000_000n, 32);
  return account(1n, data);
};
const rent = (perByteYear: bigint, years = 2) => {
  const data = Buffer.alloc(17);
  data.writeBigUInt64LE(perByteYear, 0);
  data.writeDoubleLE(years, 8);
  return account(1n, data);
};

/** A node whose slots and states a test decides; `slots` are those of its answers, in the order of the calls. */
function createNode(options: {
  slots?: readonly number[];
  state?: (call: number) => Record<string, State>;
  after?: Record<string, State>;
  simulation?: (call: number) => object;
  fault?: (method: string, call: number) => Error | undefined;
  isBehind?: (method: string, call: number) => boolean;
}) {
  const calls: { method: string; params: readonly unknown[] }[] = [];
  const count = (method: string) => calls.filter((each) => each.method === method).length;
  const base = { [CLOCK]: clock(700n), [RENT]: rent(3_480n) };
  const state =
    options.state ?? (() => ({ [text(WALLET)]: account(9n), [text(OWN)]: account(5n, key(WALLET)) }));
  const answer = async (method: string, params: readonly unknown[]) => {
    const slot = options.slots?.[calls.length] ?? 100;
    const place = count(method);
    calls.push({ method, params });
    const fault = options.fault?.(method, place);
    if (fault !== undefined) throw fault;
    return options.isBehind?.(method, place) ? undefined : { slot, place };
  };
  const listStates = (addresses: readonly string[], states: Record<string, State>) =>
    addresses.map((address) => states[address] ?? null);
  const node: EvidenceNode = {
    async getMultipleAccounts(params) {
      const at = await answer('getMultipleAccounts', params);
      if (at === undefined) return undefined;
      const states = { ...base, ...state(at.place) };
      return { context: { slot: at.slot }, value: listStates(params[0] as string[], states) };
    },
    async simulateTransaction(params) {
      const at = await answer('simulateTransaction', params);
      if (at === undefined) return undefined;
      const { accounts: asked } = params[1] as { accounts: { addresses: string[] } };
      const accounts = listStates(asked.addresses, options.after ?? state(0));
      const shown = {
        err: null,
        logs: [],
        accounts,
        innerInstructions: [],
        ...options.simulation?.(at.place),
      };
      return { context: { slot: at.slot }, value: shown };
    },
  };
  return { node, calls, count };
}

function gather(node: EvidenceNode, { lookup = false, request = EXIT as VerifyRequest } = {}) {
  const base64 = createTransaction({ lookup });
  const transaction = readTransaction(base64);
  const subject = { transaction, base64, request, deployment: DEPLOYMENT, signatureFee: SIGNATURE_FEE };
  return gatherEvidence(subject, node, async () => undefined);
}

suite('evidence', () => {
  test('is one reading and one simulation of one slot, asked for at once', async () => {
    const { node, calls } = createNode({});
    const evidence = await gather(node);
    assert.deepEqual(
      calls.map(({ method }) => method),
      ['getMultipleAccounts', 'simulateTransaction'],
    );
    assert.deepEqual([evidence.slot, evidence.epoch, evidence.unixTimestamp], [100n, 700n, 1_700_000_000n]);
    assert.equal(evidence.before.get(text(WALLET))?.lamports, 9n);
    assert.equal(evidence.before.has(text(POOL)), true);
    assert.deepEqual([...(evidence.after?.keys() ?? [])], [WALLET, OWN, FOREIGN].map(text));
    assert.equal(evidence.rentExemption(165), (128n + 165n) * 3_480n * 2n);
    assert.equal(evidence.signatureFee, SIGNATURE_FEE);
  });

  test('has the fee that the simulation shows, spread over the signatures and rounded up', async () => {
    const { node } = createNode({ simulation: () => ({ fee: 8_001 }) });
    assert.equal((await gather(node)).signatureFee, 8_001n);
  });

  test('of two slots is proved by one more reading, which the simulation is not older than', async () => {
    const { node, calls } = createNode({ slots: [100, 101, 102] });
    assert.equal((await gather(node)).slot, 101n);
    assert.deepEqual(
      calls.map(({ method, params }) => [method, (params[1] as { minContextSlot?: number }).minContextSlot]),
      [
        ['getMultipleAccounts', undefined],
        ['simulateTransaction', undefined],
        ['getMultipleAccounts', 101],
      ],
    );
  });

  test('is asked for anew where the simulation is older than the reading', async () => {
    const { node, count } = createNode({ slots: [100, 99, 100, 100] });
    assert.equal((await gather(node)).slot, 100n);
    assert.equal(count('simulateTransaction'), 2);
  });

  test('is asked for anew where another transaction of the wallet lands in between', async () => {
    const spent = { [text(WALLET)]: account(7n), [text(OWN)]: account(5n, key(WALLET)) };
    const held = { ...spent, [text(WALLET)]: account(9n) };
    const { node, count } = createNode({
      slots: [100, 101, 102, 103, 103],
      state: (call) => (call === 0 ? held : spent),
      after: spent,
    });
    const evidence = await gather(node);
    assert.equal(evidence.before.get(text(WALLET))?.lamports, 7n);
    assert.equal(count('simulateTransaction'), 2);
  });

  test('does not mind that accounts of others change all the time', async () => {
    const { node, calls } = createNode({
      slots: [100, 101, 102],
      state: (call) => ({ [text(FOREIGN)]: account(BigInt(call + 1)) }),
    });
    await gather(node);
    assert.equal(calls.length, 3);
  });

  test('minds an account that names the wallet only afterwards', async () => {
    const { node, count } = createNode({
      slots: [100, 101, 102, 103, 103],
      state: (call) => ({ [text(FOREIGN)]: account(BigInt(call === 0 ? 1 : 2)) }),
      after: { [text(FOREIGN)]: account(3n, key(WALLET)) },
    });
    await gather(node);
    assert.equal(count('simulateTransaction'), 2);
  });

  test('waits for a backend that has not reached the slot, and for a blockhash it does not know yet', async () => {
    const behind = createNode({
      slots: [100, 101, 102, 102],
      isBehind: (method, call) => method === 'getMultipleAccounts' && call === 1,
    });
    assert.equal((await gather(behind.node)).slot, 101n);
    const unknown = createNode({ simulation: (call) => (call === 0 ? { err: 'BlockhashNotFound' } : {}) });
    assert.equal((await gather(unknown.node)).slot, 100n);
  });

  test('is given up, saying why, while the wallet keeps changing', async () => {
    let slot = 100;
    const { node } = createNode({
      slots: Array.from({ length: 20 }, () => {
        slot += 1;
        return slot;
      }),
      state: (call) => ({ [text(WALLET)]: account(BigInt(call + 1)) }),
    });
    await assert.rejects(gather(node), StateUnsettled);
  });

  test('says that the ledger would refuse, at once', async () => {
    const fault = { InstructionError: [0, { Custom: 1 }] };
    const { node, count } = createNode({ simulation: () => ({ err: fault, logs: ['why'] }) });
    await assert.rejects(gather(node), new SimulationFailed(fault, ['why']));
    assert.equal(count('simulateTransaction'), 1);
    const never = createNode({ simulation: () => ({ err: 'BlockhashNotFound' }) });
    await assert.rejects(gather(never.node), new SimulationFailed('BlockhashNotFound', null));
  });

  test('has what lookup tables hold and the validator list of a pool, with one more call', async () => {
    const table = Buffer.concat([Uint8Array.of(1), Buffer.alloc(55), key(LOADED)]);
    const pool = Buffer.concat([Buffer.alloc(98), key(LIST), Buffer.alloc(400)]);
    const { node, calls } = createNode({
      state: () => ({
        [text(TABLE)]: { ...account(1n, table), owner: 'AddressLookupTab1e1111111111111111111111111' },
        [text(POOL)]: account(1n, pool),
        [text(LIST)]: account(4n),
      }),
    });
    const evidence = await gather(node, { lookup: true, request: { ...EXIT, kind: 'slow' } });
    assert.equal(calls.length, 3);
    assert.deepEqual(evidence.lookupTables, new Map([[text(TABLE), [text(LOADED)]]]));
    assert.equal(evidence.before.get(text(LIST))?.lamports, 4n);
    assert.equal(evidence.after?.has(text(LOADED)), true);
  });

  test('has no account without lamports', async () => {
    const { node } = createNode({ after: { [text(OWN)]: account(0n) } });
    const { after } = await gather(node);
    assert.equal(after?.get(text(OWN)), undefined);
  });

  test('has what programs invoked', async () => {
    const innerInstructions = [
      {
        index: 0,
        instructions: [{ programIdIndex: 3, accounts: [1, 2], data: base58.encode(Uint8Array.of(9)) }],
      },
    ];
    const { node } = createNode({ simulation: () => ({ innerInstructions }) });
    const expected: InnerInstruction[] = [
      { program: text(PROGRAM), accounts: [text(OWN), text(FOREIGN)], data: Uint8Array.of(9) },
    ];
    assert.deepEqual((await gather(node)).innerInstructions, new Map([[0, expected]]));
  });

  const faults: Record<string, Parameters<typeof createNode>[0]> = {
    'leaves the accounts out': { simulation: () => ({ accounts: null }) },
    'leaves an account out': { simulation: () => ({ accounts: [] }) },
    'does not say what was invoked': { simulation: () => ({ innerInstructions: undefined }) },
    'names an account the transaction does not have': {
      simulation: () => ({
        innerInstructions: [{ index: 0, instructions: [{ programIdIndex: 9, accounts: [], data: '' }] }],
      }),
    },
    'has no clock': { state: () => ({ [CLOCK]: account(1n) }) },
    'has no rent': { state: () => ({ [RENT]: account(1n) }) },
    'says that rent is 90 SOL': { state: () => ({ [RENT]: rent(137_195_121n) }) },
    'says that rent is nothing': { state: () => ({ [RENT]: rent(0n) }) },
    'says that rent is for no time at all': { state: () => ({ [RENT]: rent(3_480n, Number.NaN) }) },
  };
  for (const [name, options] of Object.entries(faults)) {
    test(`is not taken from a node that ${name}`, async () => {
      await assert.rejects(gather(createNode(options).node), UnusableReading);
    });
  }

  test('is not taken from a node that cannot simulate', async () => {
    const refusal = new Error('Method not found');
    const { node } = createNode({
      fault: (method) => (method === 'simulateTransaction' ? refusal : undefined),
    });
    await assert.rejects(gather(node), refusal);
  });

  test('is none of a message that names a place no table has', async () => {
    await assert.rejects(gather(createNode({}).node, { lookup: true }), MalformedMessage);
  });

  const { usdcVault, rausdcMint, rasolMaxMint, leveraged } = DEPLOYMENT;
  const plans: readonly (readonly [VerifyRequest, readonly (string | undefined)[], string?])[] = [
    [EXIT, [text(POOL)]],
    [{ ...EXIT, kind: 'slow' }, [text(POOL)], text(POOL)],
    [{ ...EXIT, strategy: 'sol-native-stake', stakeAccount: text(OWN) }, [text(POOL), text(OWN)]],
    [{ ...EXIT, strategy: 'usdc-earn' }, [usdcVault, rausdcMint]],
    [
      { ...EXIT, strategy: 'sol-leveraged-stake' },
      [text(POOL), rasolMaxMint, leveraged?.vault, leveraged?.adaptor?.position],
    ],
  ];
  for (const [request, accounts, listOf] of plans) {
    test(`of ${request.strategy} ${request.kind} has the accounts that its price rests on`, () => {
      assert.deepEqual(planEvidence(request, DEPLOYMENT), { accounts, listOf });
    });
  }
});
