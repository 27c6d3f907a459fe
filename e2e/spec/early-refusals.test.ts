import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { assertProblem } from '../assert-answer.ts';
import { startCountingNode } from '../count-rpc.ts';
import { createOwner, type Owner } from '../hold-to-ledger.ts';
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

type Refused = readonly [name: string, path: string, body: object, code: string];

const NATIVE = { strategy: 'sol-native-stake' };
const LIQUID = { strategy: 'sol-liquid-stake' };
const LEVERAGED = { strategy: 'sol-leveraged-stake' };
const EARN = { strategy: 'usdc-earn' };
const TIP = { tip: { lamports: '5000' } };
const FEES = [
  ['a tip', TIP],
  ['a priority', { priority: 'high' }],
] as const;

/** Requests that nothing has to be known for to refuse them; `amount: 'max'` is what reads the ledger first. */
function listRefused(stakeAccount: string): readonly Refused[] {
  const routed = [
    ['a liquid stake', '/stake', { ...LIQUID, amount: '2' }],
    ['a liquid stake of max', '/stake', { ...LIQUID, amount: 'max' }],
    ['a liquid exit', '/unstake', { ...LIQUID, kind: 'instant', amount: '1' }],
    ['a liquid exit of max', '/unstake', { ...LIQUID, kind: 'instant', amount: 'max' }],
    ['a slow exit', '/unstake', { ...LIQUID, kind: 'slow', amount: '1' }],
    ['a native exit', '/unstake', { ...NATIVE, kind: 'instant', stakeAccount }],
  ] as const;
  const fees = routed.flatMap(([name, path, body]) =>
    FEES.map(
      ([fee, member]) => [`${fee} on ${name}`, path, { ...body, ...member }, 'FEES_OF_PROVIDER'] as const,
    ),
  );
  const max = { amount: 'max' };
  const odd = 'AMOUNT_MALFORMED';
  return [
    ...fees,
    [
      'an unknown form of max',
      '/stake',
      { ...NATIVE, ...max, stakeAccountForm: 'paper' },
      'STAKE_ACCOUNT_FORM_UNKNOWN',
    ],
    [
      'an asset that no exit ends in',
      '/unstake',
      { ...LEVERAGED, kind: 'instant', ...max, outputAsset: 'USDC' },
      'OUTPUT_ASSET_NOT_OFFERED',
    ],
    [
      'a least of a native stake',
      '/stake',
      { ...NATIVE, ...max, minReceive: '1' },
      'MIN_RECEIVE_NOT_OFFERED',
    ],
    [
      'a least of a leveraged exit',
      '/unstake',
      { ...LEVERAGED, kind: 'instant', ...max, minReceive: '1' },
      'MIN_RECEIVE_NOT_OFFERED',
    ],
    ['a least that is none', '/stake', { ...LIQUID, ...max, minReceive: '1e9' }, odd],
    [
      'a least of a request',
      '/unstake',
      { ...EARN, kind: 'instant', ...max, step: 'request', minReceive: '1' },
      'MIN_RECEIVE_NOT_OFFERED',
    ],
    [
      'a least of a cancel',
      '/unstake',
      { ...EARN, kind: 'instant', step: 'cancel', minReceive: '1' },
      'MIN_RECEIVE_NOT_OFFERED',
    ],
    ['an unknown step', '/unstake', { ...EARN, kind: 'instant', ...max, step: 'leap' }, 'STEP_NOT_OFFERED'],
    [
      'a step of raSOL',
      '/unstake',
      { ...LIQUID, kind: 'instant', ...max, step: 'claim' },
      'STEP_NOT_OFFERED',
    ],
    ['a kind of another strategy', '/unstake', { ...EARN, kind: 'slow', ...max }, 'KIND_NOT_OFFERED'],
    ['an amount that is none', '/stake', { ...LEVERAGED, amount: '1,5' }, odd],
    ['an exit amount that is none', '/unstake', { ...LIQUID, kind: 'slow', amount: 'all' }, odd],
    ['an exit of nothing', '/unstake', { ...LIQUID, kind: 'instant', amount: '0' }, 'AMOUNT_ZERO'],
    ['a stake too fine', '/stake', { ...LIQUID, amount: '1.0000000001' }, 'AMOUNT_TOO_FINE'],
    ['a stake too large', '/stake', { ...LIQUID, amount: '18446744073.709551616' }, 'AMOUNT_TOO_LARGE'],
    ['a quote of less than nothing', '/quote', { ...LIQUID, amount: '-1' }, odd],
    [
      'a sale of no address',
      '/unstake',
      { ...NATIVE, kind: 'instant', stakeAccount: 'x' },
      'ADDRESS_MALFORMED',
    ],
    ['a sale of nothing', '/unstake', { ...NATIVE, kind: 'instant' }, 'FIELD_MISSING'],
    ['a slow sale', '/unstake', { ...NATIVE, kind: 'slow', stakeAccount }, 'KIND_NOT_OFFERED'],
    [
      'an amount with a stake account that is none',
      '/unstake',
      { ...NATIVE, kind: 'instant', stakeAccount, amount: 'some' },
      odd,
    ],
    ['no amount', '/unstake', { ...EARN, kind: 'instant' }, 'FIELD_MISSING'],
    ['no stake account', '/unstake', { ...NATIVE, kind: 'deactivate', ...max }, 'FIELD_MISSING'],
    ['an unknown part', '/stake', { ...LEVERAGED, ...max, include: ['poem'] }, 'INCLUDE_UNKNOWN'],
    [
      'a bid that is none',
      '/unstake',
      { ...LEVERAGED, kind: 'instant', ...max, priority: 'highest' },
      'PRIORITY_INVALID',
    ],
    ['what follows a split', '/split', { stakeAccount, amount: '1', then: 'leave' }, 'THEN_NOT_OFFERED'],
    ['a split of too little', '/split', { stakeAccount, amount: '0' }, 'AMOUNT_ZERO'],
    ['a merge with itself', '/merge', { into: stakeAccount, from: [stakeAccount] }, 'MERGE_LIST_INVALID'],
    [
      'a withdrawal of a program',
      '/withdraw',
      { stakeAccount: '11111111111111111111111111111111' },
      'ADDRESS_IS_PROGRAM',
    ],
    ['a quote of what is always worth itself', '/quote', { ...EARN, ...max }, 'NOTHING_TO_QUOTE'],
    ['a quote of no stake account', '/quote', { ...NATIVE, ...max }, 'FIELD_MISSING'],
    ['ways out of no amount', '/exit-options', { ...LIQUID }, 'FIELD_MISSING'],
    ['ways in with an asset that is none', '/entry-options', { asset: 'raSOL', ...max }, 'FIELD_INVALID'],
  ];
}

const cleanup = createCleanup();
let world: World;
let counted: ReturnType<typeof createCalls>;
let calls: readonly string[];
let owner: Owner;
let wallet: string;

describe('what follows from a request alone is refused before anything is asked', () => {
  const STAKE_ACCOUNT = 'Stake11111111111111111111111111111111111112';
  before(async () => {
    world = await startWorld(cleanup);
    const node = await startCountingNode(cleanup, world.sandbox.url);
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

  for (const [name, path, body, code] of listRefused(STAKE_ACCOUNT)) {
    test(`${name}: ${code}`, async () => {
      assertProblem(await counted.post(path, { wallet, ...body }), { slug: 'invalid_request', code });
      assert.deepEqual(await countCalls(), asked);
    });
  }

  test('fees of an exit that the vault provider makes are refused before it is asked', async () => {
    const exit = { ...EARN, kind: 'instant', amount: '25000000' };
    for (const [, fee] of FEES) {
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
