import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import {
  type AccountMeta,
  AccountRole,
  type Address,
  generateKeyPairSigner,
  type Instruction,
} from '@solana/kit';
import { toAddress } from '@staking-agent/chain/address';
import { decodeLookupTable, findAssociatedTokenAddress } from '@staking-agent/chain/ledger';
import { MALICIOUS_VARIANTS } from '@staking-agent/sandbox';
import type { Build, Deployment } from '@staking-agent/sdk';
import { verifyBuild } from '@staking-agent/sdk/verify';
import { LeveragedInstantAnswer, LeveragedQuoteAnswer, LeveragedStrategyAnswer } from '@staking-agent/wire';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { assertRefusedOrHarmless } from '../assert-refused-or-harmless.ts';
import { withInstructions } from '../changed-router.ts';
import { decodeTransaction } from '../decode-transaction.ts';
import { createOwner, holdToLedger } from '../hold-to-ledger.ts';
import { type RouterMarket, startRouterMarket } from '../router-market.ts';
import { createCleanup, DEPLOYMENT } from '../world.ts';

const { market, lookupTables } = DEPLOYMENT.leveraged;
const STAKEDEX = 'stkitrT1Uoy18Dk1fTrgPw8W6MVzoCfYoAFT4MLsmhq';
const SYSTEM = '11111111111111111111111111111111' as Address;

/** One variant of so many; e2e/spec/leveraged-router.slow.test.ts tries all. */
const SHARE = 3;
const JUPITER = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4' as Address;
const STRANGER = DEPLOYMENT.usdcVault;
/** Makes an address that the sandbox does not use. */
const someAddress = (at: number): Address => toAddress(Buffer.alloc(32, `unused ${at}.`));

describe('an exit that buys the SOL of its loan through the router', () => {
  const cleanup = createCleanup();
  let at: RouterMarket;

  before(async () => {
    at = await startRouterMarket(cleanup);
  });
  beforeEach(() => at.router.change({}));

  test('is offered, and its detail lacks nothing', async () => {
    const detail = await at.get('/strategies/sol-leveraged-stake');
    assertOk(detail, LeveragedStrategyAnswer);
    assert.doesNotMatch(detail.body.strategy.actions.unstake.notes, /leveraged\./);
  });

  test('counts with the dearest price where nothing is ordered, and with the order where one is', async () => {
    const { address: wallet } = at.wallet;
    const { body: positions } = await at.get(`/wallets/${wallet}/positions`);
    const held = positions.positions.find(
      (each: { strategy: string }) => each.strategy === 'sol-leveraged-stake',
    );
    assert.equal(held?.exitPath, 'flash-bracket', JSON.stringify(positions));
    const { body: limits } = await at.get(`/limits?wallet=${wallet}`);
    assert.ok(JSON.stringify(limits).includes('sol-leveraged-stake'));
    const { body } = await at.post('/exit-options', { amount: '300' });
    const way = body.options.find(({ path }: { path: string }) => path === 'instant');
    const quote = await at.post('/quote', { amount: '300' });
    assert.equal(way?.receive.expected.amount, quote.body.outAmount, JSON.stringify(body));
  });

  test('its receipt says what the ledger does, with the rent of what it opens beside the price', async () => {
    const owner = createOwner({ ...at.world, post: at.post }, at.wallet);
    for (const opened of [2, 0]) {
      const exit = await owner.build('/unstake', {
        kind: 'instant',
        amount: '70.000000001',
        include: ['receipt'],
      });
      const { costs, receive } = await holdToLedger(owner, at.wallet.address, exit);
      assert.equal(costs.filter(({ kind }) => kind === 'rent').length, opened);
      assert.equal(receive?.expected.baseUnits, exit.body.expectedPayoutRasolLamports);
    }
  });

  const sources = {
    'the router’s pool of many tokens': { swapSrc: 'Inf', program: market.program, name: 'swap_exact_out' },
    'the pool of raSOL': { swapSrc: 'SanctumRouter', program: STAKEDEX, name: undefined },
  };
  for (const [source, { swapSrc, program, name }] of Object.entries(sources)) {
    test(`lands over ${source}: quoted, promised and received are one`, async () => {
      at.router.change({ query: (query) => query.set('swapSrc', swapSrc) });
      for (const amount of ['120', '45.000000001', '0.001']) {
        const held = await at.rasol();
        const quote = await at.post('/quote', { amount });
        assertOk(quote, LeveragedQuoteAnswer);
        const exit = await at.unstake(amount);
        assertOk(exit, LeveragedInstantAnswer);
        assert.deepEqual([exit.body.path, exit.body.route], ['flash-bracket', 'rpc']);
        assert.equal(exit.body.expectedPayoutRasol, quote.body.outAmount);
        const decoded = decodeTransaction(exit.body.transaction);
        const swapAt = decoded.instructions.findIndex((each) => each.program === program);
        assert.equal(decoded.instructions[swapAt - 1]?.name, 'instant_withdraw_strategy');
        if (name !== undefined) assert.equal(decoded.instructions[swapAt]?.name, name);
        assert.deepEqual(decoded.signers, [at.wallet.address]);
        assert.ok(decoded.bytes <= 1_232 && decoded.accounts <= 64 && decoded.lookupTables > 0);
        await at.land(exit.body);
        assert.equal(await at.rasol(), held + BigInt(exit.body.expectedPayoutRasolLamports));
      }
      const asked = at.router.asked.at(-1) ?? assert.fail();
      assert.equal(asked.get('mode'), 'ExactOut');
      assert.deepEqual(asked.getAll('swapSrc'), ['Inf', 'SanctumRouter']);
      const sol = await findAssociatedTokenAddress(at.wallet.address as Address, DEPLOYMENT.solMint);
      assert.equal(asked.get('outAcc'), sol, 'the wrapped SOL that the first exit opened');
    });
  }

  test('is proved by a client whose own deployment names no market either, and by no other', async () => {
    const request = { strategy: 'sol-leveraged-stake', wallet: at.wallet.address, kind: 'instant' } as const;
    at.router.change({ query: (query) => query.set('swapSrc', 'SanctumRouter') });
    const exit = await at.unstake('110');
    assertOk(exit, LeveragedInstantAnswer);
    const check = (deployment: Deployment) =>
      verifyBuild('unstake', { ...request, amount: '110' }, exit.body as Build, {
        deployment,
        rpc: at.world.sandbox.url,
      });
    const { market: _, ...leveraged } = DEPLOYMENT.leveraged;
    const proof = await check({ ...DEPLOYMENT, leveraged });
    assert.deepEqual(proof.findings, []);
    assert.equal(proof.level, 'exact');
    assert.notDeepEqual((await check(DEPLOYMENT)).findings, []);
  });

  test('takes accounts from a lookup table of the order', async () => {
    const [table = assert.fail()] = lookupTables;
    const account = at.world.sandbox.ledger.findAccount(table) ?? assert.fail();
    const { programAddress: owner, data } = account;
    const held = decodeLookupTable({ owner, data: Uint8Array.from(data) })?.keys.map(toAddress) ?? [];
    at.router.change({ order: (order) => withInstructions(order, (all) => all, { [table]: held }) });
    const exit = await at.unstake('100');
    assertOk(exit, LeveragedInstantAnswer);
    await at.land(exit.body);
  });

  test('leaves out whatever else the router puts into its order', async () => {
    const thief = (await generateKeyPairSigner()).address;
    const data = Buffer.alloc(12);
    data.writeUInt32LE(2);
    data.writeBigUInt64LE(1_000_000_000n, 4);
    const theft = {
      programAddress: SYSTEM,
      accounts: [
        { address: at.wallet.address as Address, role: AccountRole.WRITABLE_SIGNER },
        { address: thief, role: AccountRole.WRITABLE },
      ],
      data,
    };
    at.router.change({ order: (order) => withInstructions(order, (all) => [theft, ...all, theft]) });
    const exit = await at.unstake('100');
    assertOk(exit, LeveragedInstantAnswer);
    await at.land(exit.body);
    assert.equal(await at.ledger.balance(thief), 0n);
  });

  describe('whose order is to stand within it', () => {
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
    const withMore = (...more: readonly AccountMeta[]) =>
      ofSwap((swap) => [{ ...swap, accounts: [...(swap.accounts ?? []), ...more] }]);
    const strangers = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ address: someAddress(at), role: AccountRole.READONLY }));
    const withData = (change: (data: Buffer) => void) =>
      ofSwap((swap) => {
        const data = Buffer.from(swap.data ?? []);
        change(data);
        return [{ ...swap, data }];
      });

    const hostile: Readonly<Record<string, readonly [() => void, RegExp, code?: string]>> = {
      'pays somebody else': [withAccount(3, STRANGER), /account/],
      'draws on another account': [withAccount(2, STRANGER), /account/],
      'wants the signature of somebody else': [withAccount(1, STRANGER), /account of the wallet/],
      'wants one more signature': [
        withMore({ address: STRANGER, role: AccountRole.READONLY_SIGNER }),
        /other signatures|account/,
      ],
      'takes twice as much': [
        withData((data) => data.writeBigUInt64LE(data.readBigUInt64LE(9) * 2n, 9)),
        /less|more|brings/,
      ],
      'buys much more than the loan': [
        withData((data) => data.writeBigUInt64LE(data.readBigUInt64LE(1) * 2n, 1)),
        /takes more/,
      ],
      'ends in a byte of its own': [
        ofSwap((swap) => [{ ...swap, data: Buffer.from([...(swap.data ?? []), 0]) }]),
        /instruction/,
      ],
      'swaps twice': [ofSwap((swap) => [swap, swap]), /instruction/],
      'does not swap': [ofSwap(() => []), /instruction/],
      'goes over the aggregator': [ofSwap((swap) => [{ ...swap, programAddress: JUPITER }]), /instruction/],
      'names the LP beside': [
        () => {
          const lp = findAssociatedTokenAddress(at.wallet.address as Address, DEPLOYMENT.rasolMaxMint);
          withMore({ address: lp, role: AccountRole.WRITABLE })();
        },
        /account/,
      ],
      'is no transaction': [
        () => at.router.change({ order: (order) => ({ ...order, tx: 'AQAB' }) }),
        /cannot be read/,
      ],
      'takes accounts from a table that is none': [
        () =>
          at.router.change({
            order: (order) =>
              withInstructions(order, (all) => all, { [STRANGER]: [market.address, market.solVault] }),
          }),
        /cannot be read/,
      ],
      'needs too many accounts': [
        withMore(...strangers(30)),
        /RouteTooLarge.*64 accounts/,
        'NO_EXIT_LIQUIDITY',
      ],
      'needs too many bytes': [withMore(...strangers(18)), /RouteTooLarge.*1232 bytes/, 'NO_EXIT_LIQUIDITY'],
      'brings less than is bought': [
        () => at.router.change({ order: (order) => ({ ...order, outAmt: '1' }) }),
        /another amount/,
        'ROUTER_ORDER_MISMATCH',
      ],
      'asks too much': [
        () =>
          at.router.change({
            order: (order) => ({ ...order, inpAmt: String((BigInt(order.inpAmt) * 1_003n) / 1_000n) }),
          }),
        /ExceededSlippage: the router asks over 0\.15 %/,
        'NO_EXIT_LIQUIDITY',
      ],
      'is refused': [
        () => at.router.change({ query: (query) => query.set('amt', String(10n ** 18n)) }),
        /no way to trade/,
        'ROUTER_REFUSED',
      ],
    };
    for (const [name, [arrange, detail, code = 'ROUTER_TRANSACTION_REFUSED']] of Object.entries(hostile)) {
      test(`502 by name where the order ${name}`, async () => {
        arrange();
        assertProblem(await at.unstake('2000'), { slug: 'upstream_error', code, detail });
      });
    }

    for (const variant of MALICIOUS_VARIANTS.filter((_, i) => i % SHARE === 0)) {
      test(`${variant}: refused, or without harm`, () => assertRefusedOrHarmless(at, variant));
    }
  });
});
