import { before, beforeEach, describe, test } from 'node:test';
import { AccountRole, type Address, type Instruction } from '@solana/kit';
import { toAddress } from '@staking-agent/chain/address';
import { findAssociatedTokenAddress } from '@staking-agent/chain/ledger';
import { MALICIOUS_VARIANTS } from '@staking-agent/sandbox';
import { assertProblem } from '../assert-answer.ts';
import { assertRefusedOrHarmless } from '../assert-refused-or-harmless.ts';
import { withInstructions } from '../changed-router.ts';
import { type RouterMarket, startRouterMarket } from '../router-market.ts';
import { createCleanup, DEPLOYMENT } from '../world.ts';

const { market } = DEPLOYMENT.leveraged;
const JUPITER = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4' as Address;
const STRANGER = DEPLOYMENT.usdcVault;
/** One variant of so many; leveraged-router.slow.test.ts tries all. */
const SHARE = 3;

describe('a router whose order is to stand within a loan', () => {
  const cleanup = createCleanup();
  let at: RouterMarket;

  before(async () => {
    at = await startRouterMarket(cleanup);
  });
  beforeEach(() => at.router.change({}));

  /** Changes the swap of an order. */
  const ofSwap = (change: (swap: Instruction) => readonly Instruction[]) => () =>
    at.router.change({
      order: (order) =>
        withInstructions(order, (all) =>
          all.flatMap((each) => (each.programAddress === market.program ? change(each) : each)),
        ),
    });
  const withAccount = (place: number, address: Address) =>
    ofSwap((swap) => [
      {
        ...swap,
        accounts: swap.accounts?.map((each, at) => (at === place ? { ...each, address } : each)) ?? [],
      },
    ]);
  const withMore = (count: number) =>
    ofSwap((swap) => [
      {
        ...swap,
        accounts: [
          ...(swap.accounts ?? []),
          ...Array.from({ length: count }, (_each, at) => ({
            address: someAddress(at),
            role: AccountRole.READONLY,
          })),
        ],
      },
    ]);
  const withData = (change: (data: Buffer) => void) =>
    ofSwap((swap) => {
      const data = Buffer.from(swap.data ?? []);
      change(data);
      return [{ ...swap, data }];
    });

  const hostile: Readonly<
    Record<string, readonly [() => void | Promise<void>, { readonly code: string; readonly detail: RegExp }]>
  > = {
    'pays somebody else': [
      withAccount(3, STRANGER),
      { code: 'ROUTER_TRANSACTION_REFUSED', detail: /account/ },
    ],
    'draws on another account': [
      withAccount(2, STRANGER),
      { code: 'ROUTER_TRANSACTION_REFUSED', detail: /account/ },
    ],
    'wants the signature of somebody else': [
      withAccount(1, STRANGER),
      { code: 'ROUTER_TRANSACTION_REFUSED', detail: /account of the wallet/ },
    ],
    'wants one more signature': [
      ofSwap((swap) => [
        {
          ...swap,
          accounts: [...(swap.accounts ?? []), { address: STRANGER, role: AccountRole.READONLY_SIGNER }],
        },
      ]),
      { code: 'ROUTER_TRANSACTION_REFUSED', detail: /other signatures|account/ },
    ],
    'takes twice as much': [
      withData((data) => data.writeBigUInt64LE(data.readBigUInt64LE(9) * 2n, 9)),
      { code: 'ROUTER_TRANSACTION_REFUSED', detail: /less|more|brings/ },
    ],
    'buys much more than the loan': [
      withData((data) => data.writeBigUInt64LE(data.readBigUInt64LE(1) * 2n, 1)),
      { code: 'ROUTER_TRANSACTION_REFUSED', detail: /takes more/ },
    ],
    'ends in a byte of its own': [
      ofSwap((swap) => [{ ...swap, data: Buffer.from([...(swap.data ?? []), 0]) }]),
      { code: 'ROUTER_TRANSACTION_REFUSED', detail: /instruction/ },
    ],
    'swaps twice': [
      ofSwap((swap) => [swap, swap]),
      { code: 'ROUTER_TRANSACTION_REFUSED', detail: /instruction/ },
    ],
    'does not swap': [ofSwap(() => []), { code: 'ROUTER_TRANSACTION_REFUSED', detail: /instruction/ }],
    'goes over the aggregator': [
      ofSwap((swap) => [{ ...swap, programAddress: JUPITER }]),
      { code: 'ROUTER_TRANSACTION_REFUSED', detail: /instruction/ },
    ],
    'names the LP beside': [
      async () => {
        const lp = await findAssociatedTokenAddress(at.wallet.address as Address, DEPLOYMENT.rasolMaxMint);
        ofSwap((swap) => [
          { ...swap, accounts: [...(swap.accounts ?? []), { address: lp, role: AccountRole.WRITABLE }] },
        ])();
      },
      { code: 'ROUTER_TRANSACTION_REFUSED', detail: /account/ },
    ],
    'is no transaction': [
      () => at.router.change({ order: (order) => ({ ...order, tx: 'AQAB' }) }),
      { code: 'ROUTER_TRANSACTION_REFUSED', detail: /cannot be read/ },
    ],
    'takes accounts from a table that is none': [
      () =>
        at.router.change({
          order: (order) =>
            withInstructions(order, (all) => all, { [STRANGER]: [market.address, market.solVault] }),
        }),
      { code: 'ROUTER_TRANSACTION_REFUSED', detail: /cannot be read/ },
    ],
    'needs too many accounts': [
      withMore(30),
      { code: 'NO_EXIT_LIQUIDITY', detail: /RouteTooLarge.*64 accounts/ },
    ],
    'needs too many bytes': [
      withMore(18),
      { code: 'NO_EXIT_LIQUIDITY', detail: /RouteTooLarge.*1232 bytes/ },
    ],
    'brings less than is bought': [
      () => at.router.change({ order: (order) => ({ ...order, outAmt: '1' }) }),
      { code: 'ROUTER_ORDER_MISMATCH', detail: /another amount/ },
    ],
    'asks too much': [
      () =>
        at.router.change({
          order: (order) => ({ ...order, inpAmt: String((BigInt(order.inpAmt) * 1_003n) / 1_000n) }),
        }),
      { code: 'NO_EXIT_LIQUIDITY', detail: /ExceededSlippage: the router asks over 0\.15 %/ },
    ],
    'is refused': [
      () => at.router.change({ query: (query) => query.set('amt', String(10n ** 18n)) }),
      { code: 'ROUTER_REFUSED', detail: /no way to trade/ },
    ],
  };
  for (const [name, [arrange, problem]] of Object.entries(hostile)) {
    test(`502 by name where the order ${name}`, async () => {
      await arrange();
      assertProblem(await at.unstake('2000'), { slug: 'upstream_error', ...problem });
    });
  }

  for (const variant of MALICIOUS_VARIANTS.filter((_, i) => i % SHARE === 0)) {
    test(`${variant}: refused, or without harm`, () => assertRefusedOrHarmless(at, variant));
  }
});

let made = 0;
/** An address of nobody. */
function someAddress(at: number): Address {
  made += 1;
  const bytes = Buffer.alloc(32, 7);
  bytes.writeUInt32LE(made * 1_000 + at);
  return toAddress(bytes);
}
