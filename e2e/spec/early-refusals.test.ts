import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { assertProblem } from '../assert-answer.ts';
import { createOwner, type Owner } from '../hold-to-ledger.ts';
import { startLyingNode } from '../lying-node.ts';
import { startReplica } from '../replica.ts';
import {
  advanceEpochs,
  createCalls,
  createCleanup,
  createFundedWallet,
  fundUsdc,
  requestCounts,
  startWorld,
  type World,
  withoutUsdcStrategies,
} from '../world.ts';

const NATIVE = { strategy: 'sol-native-stake' };
const LIQUID = { strategy: 'sol-liquid-stake' };
const LEVERAGED = { strategy: 'sol-leveraged-stake', kind: 'instant' };
const EARN = { strategy: 'usdc-earn', kind: 'instant' };
const FEES = [{ tip: { lamports: '5000' } }, { priority: 'high' }] as const;
const stakeAccount = 'Stake11111111111111111111111111111111111112';
const max = { amount: 'max' };

type Asked = readonly [path: string, body: object];

/** Builds that are orders of the router. */
const ROUTED: readonly Asked[] = [
  ['/stake', { ...LIQUID, amount: '2' }],
  ['/stake', { ...LIQUID, amount: 'max' }],
  ['/unstake', { ...LIQUID, kind: 'instant', amount: '1' }],
  ['/unstake', { ...LIQUID, kind: 'instant', amount: 'max' }],
  ['/unstake', { ...LIQUID, kind: 'slow', amount: '1' }],
  ['/unstake', { ...NATIVE, kind: 'instant', stakeAccount }],
];

/** Requests that nothing has to be known for to refuse them, by code; `amount: 'max'` is what reads the ledger first. */
const REFUSED: Readonly<Record<string, readonly Asked[]>> = {
  FEES_OF_PROVIDER: ROUTED.flatMap(([path, body]) => FEES.map((fee) => [path, { ...body, ...fee }] as const)),
  STAKE_ACCOUNT_FORM_UNKNOWN: [['/stake', { ...NATIVE, ...max, stakeAccountForm: 'paper' }]],
  OUTPUT_ASSET_NOT_OFFERED: [['/unstake', { ...LEVERAGED, ...max, outputAsset: 'USDC' }]],
  MIN_RECEIVE_NOT_OFFERED: [
    ['/stake', { ...NATIVE, ...max, minReceive: '1' }],
    ['/unstake', { ...LEVERAGED, ...max, minReceive: '1' }],
    ['/unstake', { ...EARN, ...max, step: 'request', minReceive: '1' }],
    ['/unstake', { ...EARN, step: 'cancel', minReceive: '1' }],
  ],
  STEP_NOT_OFFERED: [
    ['/unstake', { ...EARN, ...max, step: 'leap' }],
    ['/unstake', { ...EARN, ...max, step: '' }],
    ['/unstake', { ...LIQUID, kind: 'instant', ...max, step: 'claim' }],
  ],
  KIND_NOT_OFFERED: [
    ['/unstake', { ...EARN, kind: 'slow', ...max }],
    ['/unstake', { ...NATIVE, kind: 'slow', stakeAccount }],
  ],
  AMOUNT_MALFORMED: [
    ['/stake', { ...LIQUID, ...max, minReceive: '1e9' }],
    ['/stake', { ...LEVERAGED, amount: '1,5' }],
    ['/unstake', { ...LIQUID, kind: 'slow', amount: 'all' }],
    ['/unstake', { ...NATIVE, kind: 'instant', stakeAccount, amount: 'some' }],
    ['/quote', { ...LIQUID, amount: '-1' }],
  ],
  AMOUNT_ZERO: [
    ['/unstake', { ...LIQUID, kind: 'instant', amount: '0' }],
    ['/unstake', { ...EARN, step: 'request', amount: '0' }],
    ['/split', { stakeAccount, amount: '0' }],
  ],
  AMOUNT_TOO_FINE: [['/stake', { ...LIQUID, amount: '1.0000000001' }]],
  AMOUNT_TOO_LARGE: [['/stake', { ...LIQUID, amount: '18446744073.709551616' }]],
  ADDRESS_MALFORMED: [['/unstake', { ...NATIVE, kind: 'instant', stakeAccount: 'x' }]],
  ADDRESS_IS_PROGRAM: [['/withdraw', { stakeAccount: '11111111111111111111111111111111' }]],
  FIELD_MISSING: [
    ['/unstake', { ...NATIVE, kind: 'instant' }],
    ['/unstake', { ...NATIVE, kind: 'deactivate', ...max }],
    ['/unstake', { ...EARN }],
    ['/unstake', { ...EARN, step: 'request' }],
    ['/quote', { ...NATIVE, ...max }],
    ['/exit-options', { ...LIQUID }],
  ],
  FIELD_INVALID: [['/entry-options', { asset: 'raSOL', ...max }]],
  INCLUDE_UNKNOWN: [['/stake', { ...LEVERAGED, ...max, include: ['poem'] }]],
  PRIORITY_INVALID: [['/unstake', { ...LEVERAGED, ...max, priority: 'highest' }]],
  THEN_NOT_OFFERED: [['/split', { stakeAccount, amount: '1', then: 'leave' }]],
  MERGE_LIST_INVALID: [['/merge', { into: stakeAccount, from: [stakeAccount] }]],
  NOTHING_TO_QUOTE: [['/quote', { ...EARN, ...max }]],
};

const cleanup = createCleanup();
let world: World;
let counted: ReturnType<typeof createCalls>;
let calls: readonly string[];
let owner: Owner;
let wallet: string;

describe('what follows from a request alone is refused before anything is asked', () => {
  before(async () => {
    world = await startWorld(cleanup);
    const node = await startLyingNode(cleanup, world.sandbox.url);
    const environment = { LEDGER_RPC_URLS: node.url, RATE_LIMITS: 'off', ...withoutUsdcStrategies(cleanup) };
    counted = createCalls(await startReplica(cleanup, world.sandbox, environment));
    calls = node.calls;
    const funded = await createFundedWallet(world, '40');
    await fundUsdc(world, funded, '50000000');
    owner = createOwner({ ...world, ...counted }, funded);
    wallet = funded.address;
    await owner.broadcast(await owner.build('/stake', { ...EARN, amount: '40000000' }));
    await advanceEpochs(world, 1);
  });

  /** Calls that name the wallet at a node, which those of the background never do, and all of the other two. */
  const countCalls = async () => {
    const others = await Promise.all(
      (['router', 'vault'] as const).map((each) => requestCounts(world, each)),
    );
    const asked = others.flatMap((counts) => Object.entries(counts));
    const ordered = asked.filter(([name]) => !name.startsWith('lsts/'));
    return {
      ledger: calls.filter((each) => each.includes(wallet)).length,
      others: Object.fromEntries(ordered),
    };
  };
  let asked: Awaited<ReturnType<typeof countCalls>>;
  beforeEach(async () => {
    asked = await countCalls();
  });

  for (const [code, requests] of Object.entries(REFUSED)) {
    test(code, async () => {
      for (const [path, body] of requests) {
        const answer = await counted.post(path, { wallet, ...body });
        assertProblem(answer, { slug: 'invalid_request', code });
        assert.deepEqual(await countCalls(), asked, `${path} ${JSON.stringify(body)}`);
      }
    });
  }

  test('fees of an exit that the vault provider makes are refused before it is asked', async () => {
    const exit = { ...EARN, amount: '25000000' };
    for (const fee of FEES) {
      const answer = await owner.build('/unstake', { ...exit, ...fee });
      assertProblem(answer, { slug: 'invalid_request', code: 'FEES_OF_PROVIDER' });
    }
    assert.deepEqual((await countCalls()).others, asked.others);
    const { status, text } = await owner.build('/unstake', exit);
    assert.equal(status, 200, text);
  });

  test('a bid for the refresh of an order is refused before anything is asked', async () => {
    const built = await owner.build('/stake', { ...LIQUID, amount: '2' });
    const ordered = await countCalls();
    const { transaction, service_token } = built.body;
    const answer = await counted.post('/refresh', { transaction, service_token, priority: 'high' });
    assertProblem(answer, { slug: 'invalid_request', code: 'FEES_OF_PROVIDER' });
    assert.deepEqual(await countCalls(), ordered);
  });
});
