import { parseAmount } from '@staking-agent/wire';
import type { Check } from '../check.ts';
import { memberAt } from '../exchange.ts';
import { expectEqual, expectOk, expectRefusal, expectThat, listAt, textAt } from '../expect.ts';
import { need } from '../subject.ts';
import { expectSigners, verifyBuild } from '../verify-build.ts';
import { makeWallet } from '../wallet.ts';

const SECTION = 'POST /stake';
/** An amount with all nine places. */
const AMOUNT = '1.500000001';
const LAMPORTS = 1_500_000_001;
const NO_FUNDS = 'it needs a wallet with funds: --sandbox or --keypair gives one';

/** Stakes of the other strategies, for a wallet that has what they take. */
const STAKES: readonly Check[] = [
  {
    id: 'builds.usdc-bytes',
    level: 'funded',
    section: SECTION,
    proves:
      'A USDC deposit moves exactly the amount into the vault of the deployment, for its receipt, and does nothing else.',
    run: async (subject) => {
      const { address: wallet } = await need(subject.funds, NO_FUNDS).makeWallet();
      const request = { strategy: 'usdc-earn', wallet, amount: '10.000001' };
      const exchange = expectOk(await subject.post('/stake', request));
      const { leaves } = await verifyBuild(subject, 'stake', request, exchange);
      expectEqual(exchange, 'What leaves the wallet', String(leaves.map(({ amount }) => amount)), '10000001');
      expectEqual(exchange, 'route', textAt(exchange, 'route'), 'vault');
      expectEqual(exchange, 'router_order', memberAt(exchange.answer.body, 'router_order'), undefined);
    },
  },
  {
    id: 'builds.leveraged-bytes',
    level: 'funded',
    section: SECTION,
    proves:
      'A leveraged stake puts exactly the amount into the pool, and what the pool gives for it, rounded down, into the vault, in one transaction.',
    run: async (subject) => {
      const { address: wallet } = await need(subject.funds, NO_FUNDS).makeWallet();
      const request = { strategy: 'sol-leveraged-stake', wallet, amount: AMOUNT };
      const exchange = expectOk(await subject.post('/stake', request));
      await verifyBuild(subject, 'stake', request, exchange);
      expectEqual(
        exchange,
        'depositedSolLamports',
        textAt(exchange, 'depositedSolLamports'),
        String(LAMPORTS),
      );
      expectThat(
        exchange,
        BigInt(textAt(exchange, 'stagedRasolLamports')) > 0n,
        'stagedRasolLamports must be positive.',
      );
      expectEqual(exchange, 'route', textAt(exchange, 'route'), 'rpc');
    },
  },
  {
    id: 'builds.liquid-signers',
    level: 'funded',
    section: SECTION,
    proves:
      'A liquid stake is a transaction of the router that the wallet alone signs and pays, with the order that it is broadcast with.',
    run: async (subject) => {
      const { address: wallet } = await need(subject.funds, NO_FUNDS).makeWallet();
      const exchange = expectOk(
        await subject.post('/stake', { strategy: 'sol-liquid-stake', wallet, amount: '1' }),
      );
      expectSigners(exchange, wallet);
      expectEqual(exchange, 'route', textAt(exchange, 'route'), 'router');
      expectEqual(exchange, 'routerKind', textAt(exchange, 'routerKind'), 'token');
      const order = memberAt(exchange.answer.body, 'router_order');
      expectThat(exchange, typeof order === 'object' && order !== null, 'router_order must be an object.');
    },
  },
  {
    id: 'builds.quote-echo',
    level: 'funded',
    section: 'POST /quote',
    proves:
      'A quote repeats the amount as it was sent, names its assets, and has decimal text and a price impact as a fraction or null.',
    run: async ({ post, funds }) => {
      const { address: wallet } = await need(funds, NO_FUNDS).makeWallet();
      const exchange = expectOk(
        await post('/quote', { strategy: 'sol-liquid-stake', wallet, amount: '1.25' }),
      );
      expectEqual(exchange, 'inAmount', textAt(exchange, 'inAmount'), '1.25');
      expectEqual(exchange, 'inAsset', textAt(exchange, 'inAsset'), 'raSOL');
      expectEqual(exchange, 'outAsset', textAt(exchange, 'outAsset'), 'SOL');
      expectThat(
        exchange,
        parseAmount(textAt(exchange, 'outAmount'), 9).ok,
        'outAmount must be an amount of SOL.',
      );
      const impact = memberAt(exchange.answer.body, 'priceImpactPct');
      expectThat(
        exchange,
        impact === null || (typeof impact === 'number' && Math.abs(impact) <= 1),
        'priceImpactPct must be a fraction or null.',
      );
    },
  },
];

const OTHERS: readonly Check[] = [
  {
    id: 'builds.withdraw-absent',
    level: 'build',
    section: 'POST /withdraw',
    proves: 'A stake account that does not exist is 502.',
    run: async ({ post }) => {
      const [wallet, stakeAccount] = [makeWallet().address, makeWallet().address];
      expectRefusal(
        await post('/withdraw', { wallet, stakeAccount }),
        'STAKE_ACCOUNT_NOT_FOUND',
        'does not exist',
      );
    },
  },
  {
    id: 'builds.withdraw-no-stake',
    level: 'funded',
    section: 'POST /withdraw',
    proves: 'An account that is not a stake account is 502.',
    run: async ({ post, funds }) => {
      const { address: wallet } = await need(funds, NO_FUNDS).makeWallet();
      expectRefusal(await post('/withdraw', { wallet, stakeAccount: wallet }), 'NOT_A_STAKE_ACCOUNT');
    },
  },
  {
    id: 'builds.entry-options',
    level: 'funded',
    section: 'POST /entry-options',
    proves: 'Entry options show every way in for the requested amount, side by side.',
    run: async ({ post, funds }) => {
      const { address: wallet } = await need(funds, NO_FUNDS).makeWallet();
      const exchange = expectOk(await post('/entry-options', { wallet, asset: 'SOL', amount: '2' }));
      expectThat(exchange, listAt(exchange, 'options').length > 0, 'There must be an option.');
    },
  },
];

/** Builds for wallets that have something, and of what there is not. */
export const BUILD_CHECKS: readonly Check[] = [...STAKES, ...OTHERS];
