import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { pino } from 'pino';
import { UpstreamFault, UpstreamRefusal } from '../problems/faults.ts';
import type { JsonCall } from './http.ts';
import type { Router, RouterCalls } from './router.ts';
import { createRouter, type RouterOrder } from './sanctum.ts';

const SELL = 'sell-mint';
const BUY = 'buy-mint';
const AMOUNT = 1_000_000n;
const HONEST: RouterOrder = {
  inp: SELL,
  out: BUY,
  inpAmt: '1000000',
  outAmt: '1000000',
  tx: 'AQ==',
  swapSrcData: { swapSrc: 'Inf' },
};

/** A router that answers with one order; `asked` is what it was asked. */
function start(order: RouterOrder) {
  const asked: [operation: string, query: object][] = [];
  const calls = {
    order: async ({ operation, query }: JsonCall<never>) => {
      const { apiKey, ...rest } = query ?? {};
      assert.equal(apiKey, 'key');
      asked.push([operation, rest]);
      return order;
    },
  } as unknown as RouterCalls;
  return { router: createRouter(calls, 'key', pino({ level: 'silent' })), asked };
}

const SWAP = { sell: SELL, buy: BUY, amount: AMOUNT, slippageBps: 50 };
const SALE = { stakeAccount: 'account', buy: BUY, slippageBps: 50 };
const EXIT = { sell: SELL, amount: AMOUNT, slippageBps: 50, seed: 9 };

type Deed = (router: Router) => Promise<unknown>;
const SWAPS: Readonly<Record<string, Deed>> = {
  quoteSwap: (router) => router.quoteSwap(SWAP),
  orderSwap: (router) => router.orderSwap(SWAP, 'wallet'),
};
const PURCHASES: Readonly<Record<string, Deed>> = {
  quotePurchase: (router) => router.quotePurchase(SWAP),
  orderPurchase: (router) => router.orderPurchase(SWAP, 'wallet'),
};
const SALES: Readonly<Record<string, Deed>> = {
  quoteStakeSale: (router) => router.quoteStakeSale(SALE),
  orderStakeSale: (router) => router.orderStakeSale(SALE, 'wallet'),
};
const EXITS: Readonly<Record<string, Deed>> = {
  orderStakeExit: (router) => router.orderStakeExit(EXIT, 'wallet'),
};

const isMismatch = (error: unknown) => error instanceof UpstreamFault && error.kind === 'mismatched';

suite('an order that is not about what was asked is refused', () => {
  const lies: readonly (readonly [
    string,
    Partial<RouterOrder>,
    readonly Readonly<Record<string, Deed>>[],
  ])[] = [
    ['another asset is sold', { inp: BUY }, [SWAPS, PURCHASES, EXITS]],
    ['another asset is bought', { out: SELL }, [SWAPS, PURCHASES, SALES]],
    ['a unit more is sold', { inpAmt: '1000001' }, [SWAPS, EXITS]],
    ['a unit less is sold', { inpAmt: '999999' }, [SWAPS, EXITS]],
    ['stake is sold', { inpAmt: { amtStaked: '1000000', amtUnstaked: '0' } }, [SWAPS, EXITS]],
    ['a unit less is bought', { outAmt: '999999' }, [PURCHASES]],
  ];
  for (const [name, lie, groups] of lies) {
    for (const [deed, run] of Object.entries(Object.assign({}, ...groups) as Record<string, Deed>)) {
      test(`${deed}: ${name}`, async () => {
        await assert.rejects(run(start({ ...HONEST, ...lie }).router), isMismatch);
        await run(start(HONEST).router);
      });
    }
  }

  test('an order without a transaction', async () => {
    const { tx: _, ...rest } = HONEST;
    for (const [deed, run] of Object.entries({ ...SWAPS, ...PURCHASES, ...SALES, ...EXITS })) {
      const asked = run(start(rest).router);
      if (deed.startsWith('order')) await assert.rejects(asked, isMismatch);
      else await asked;
    }
  });
});

test('what is bought at least may be more', async () => {
  const { router } = start({ ...HONEST, inpAmt: '7', outAmt: '1000001' });
  assert.deepEqual(await router.quotePurchase(SWAP), { sold: 7n, bought: 1_000_001n, priceImpact: null });
});

test('of a stake account all lamports are sold, and nothing bought is no offer', async () => {
  const inpAmt = { amtStaked: '40', amtUnstaked: '2' };
  assert.equal((await start({ ...HONEST, inpAmt }).router.quoteStakeSale(SALE)).sold, 42n);
  assert.equal((await start({ ...HONEST, inpAmt }).router.orderStakeSale(SALE, 'wallet')).sold, 42n);
  await assert.rejects(start({ ...HONEST, outAmt: '0' }).router.quoteStakeSale(SALE), UpstreamRefusal);
});

suite('the impact on the price', () => {
  for (const [given, expected] of [
    [0.25, 0.25],
    ['0.25', 0.25],
    ['-0.25', 0.25],
    [-1, 1],
    [0, 0],
    [1.01, null],
    ['', null],
    ['much', null],
    [null, null],
    [true, null],
    [undefined, null],
    // What a double does not hold is kept as it was written.
    [JSON.rawJSON('1e400'), null],
  ] as const) {
    test(`is ${expected} where the router says ${JSON.stringify(given)}`, async () => {
      const swapSrcData = { swapSrc: 'Inf', data: { priceImpactPct: given } };
      assert.equal((await start({ ...HONEST, swapSrcData }).router.quoteSwap(SWAP)).priceImpact, expected);
    });
  }

  test('is not known where the router says nothing of it', async () => {
    assert.equal((await start(HONEST).router.quoteSwap(SWAP)).priceImpact, null);
  });
});

test('the router is asked for what the caller wants, and for a transaction only where there is a signer', async () => {
  const { router, asked } = start(HONEST);
  await router.quoteSwap(SWAP);
  await router.orderSwap(SWAP, 'wallet');
  await router.orderSwap({ ...SWAP, hasMinimum: true }, 'wallet');
  const swap = { inp: SELL, out: BUY, amt: '1000000', slippageBps: '50' };
  assert.deepEqual(asked.splice(0), [
    ['order token', swap],
    ['order token', { ...swap, signer: 'wallet' }],
    ['order token', { ...swap, swapSrc: ['Inf', 'Jup'], signer: 'wallet' }],
  ]);
  // The programs of Infinity and of the router over stake pools, and none of either.
  const [INFINITY, POOLS] = [
    '5ocnV1qiCgaQR8Jb8xWnVbApfaygJ8tNoZfgPwsgx9kx',
    'stkitrT1Uoy18Dk1fTrgPw8W6MVzoCfYoAFT4MLsmhq',
  ] as const;
  await router.orderSwap({ ...SWAP, programs: [INFINITY, POOLS] }, 'wallet');
  await router.orderSwap({ ...SWAP, programs: [POOLS, SELL] }, 'wallet');
  await router.orderSwap({ ...SWAP, programs: [INFINITY, POOLS], hasMinimum: true }, 'wallet');
  assert.deepEqual(asked.splice(0), [
    ['order token', { ...swap, swapSrc: ['Inf', 'SanctumRouter'], signer: 'wallet' }],
    ['order token', { ...swap, swapSrc: ['SanctumRouter'], signer: 'wallet' }],
    ['order token', { ...swap, swapSrc: ['Inf'], signer: 'wallet' }],
  ]);
  await assert.rejects(router.orderSwap({ ...SWAP, programs: [POOLS], hasMinimum: true }, 'wallet'), {
    kind: 'mismatched',
  });
  assert.deepEqual(asked, []);
  await router.quotePurchase({ ...SWAP, into: 'account' });
  await router.orderPurchase(SWAP, 'wallet');
  const purchase = { ...swap, mode: 'ExactOut', swapSrc: ['Inf', 'SanctumRouter'] };
  assert.deepEqual(asked.splice(0), [
    ['order token', { ...purchase, outAcc: 'account' }],
    ['order token', { ...purchase, signer: 'wallet' }],
  ]);
  await router.quoteStakeSale(SALE);
  await router.orderStakeSale(SALE, 'wallet');
  await router.orderStakeSale({ ...SALE, hasMinimum: true }, 'wallet');
  const sale = { inpAcc: 'account', out: BUY, slippageBps: '50' };
  assert.deepEqual(asked.splice(0), [
    ['order depositStake', sale],
    ['order depositStake', { ...sale, signer: 'wallet' }],
    ['order depositStake', { ...sale, swapSrc: ['Inf', 'Jup'], signer: 'wallet' }],
  ]);
  await router.orderStakeExit(EXIT, 'wallet');
  assert.deepEqual(asked, [
    [
      'order withdrawStake',
      {
        inp: SELL,
        amt: '1000000',
        signer: 'wallet',
        slippageBps: '50',
        deactivate: 'y',
        bridgeStakeSeed: '9',
      },
    ],
  ]);
});

test('an order is handed on whole, for the broadcast', async () => {
  const { router } = start(HONEST);
  const order = await router.orderSwap(SWAP, 'wallet');
  assert.deepEqual(order, {
    sold: AMOUNT,
    transaction: 'AQ==',
    routing: { route: 'router', routerKind: 'token', router_order: HONEST },
  });
});
