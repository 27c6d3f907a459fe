import type { Deployment } from '@staking-agent/chain/deployment';
import { ASSET_DECIMALS, formatAmount } from '@staking-agent/wire';
import { tellsOfNoRoute } from '../../problems/own-words.ts';
import { problem } from '../../problems/problem.ts';
import { UpstreamRefusal } from '../../problems/upstream-fault.ts';
import { requireAddress } from '../request-fields.ts';
import { MARKET_SLIPPAGE_BPS } from '../slippage.ts';
import type { Exit } from '../strategy.ts';
import { assertWholeAccount, readExitAmount } from './assert-whole-account.ts';
import { requireStakeAccount } from './require-stake-account.ts';

/**
 * Hands an active stake account to the router for SOL at once.
 *
 * The whole account is consumed; `amount` is optional and only checked against what it holds. With `minReceive` the router
 * is asked for its market route, since the price of its Reserve is in no bytes. One call to the router, then a simulation on
 * our own ledger node.
 *
 * @throws {ProblemError} `invalid_request` for wallet, stakeAccount or amount; `upstream_error` when the router
 *   makes no order (no such account, not active; with `minReceive`, no market), or one that does not do what was asked.
 */
export function createUnstakeInstant(deployment: Deployment): Exit<'sol-native-stake', 'instant'> {
  const { solMint } = deployment;
  return async (body, services) => {
    const wallet = requireAddress(body.wallet, 'wallet');
    const stakeAccount = requireStakeAccount(body.stakeAccount);
    const amount = readExitAmount(body.amount);

    const sale = {
      stakeAccount: stakeAccount.text,
      buy: solMint,
      slippageBps: MARKET_SLIPPAGE_BPS,
      hasMinimum: body.minReceive !== undefined,
    };
    const { transaction, routing, sold } = await services.router
      .orderStakeSale(sale, wallet.text)
      .catch((refusal: unknown) => {
        throw sale.hasMinimum && isUnroutable(refusal)
          ? problem('MIN_RECEIVE_NOT_HELD', { exit: 'unroutable' }, { cause: refusal })
          : refusal;
      });
    await assertWholeAccount({ wallet, stakeAccount, amount }, sold, services);

    return {
      by: 'router',
      operation: 'unstake',
      request: body,
      spends: { asset: 'SOL', amount: 0n },
      transaction,
      route: 'depositStake',
      wallet: wallet.text,
      lifetime: await services.blockhash.get(),
      fields: () => ({
        strategy: 'sol-native-stake',
        kind: 'instant',
        ...routing,
        notes: describeWhole(amount, sold),
      }),
    };
  };
}

function isUnroutable(error: unknown): boolean {
  return error instanceof UpstreamRefusal && tellsOfNoRoute(error.message);
}

// What becomes of the account is the buyer's matter: a pool merges it, the router's Reserve keeps it.
function describeWhole(amount: bigint | undefined, held: bigint): string {
  const whole = formatAmount(held, ASSET_DECIMALS.SOL);
  const though = amount === undefined || amount === held ? '' : ', although amount is less';
  return `The whole stake account is given up for SOL, all ${whole} SOL that it holds${though}. It is not the wallet's any more afterwards.`;
}
