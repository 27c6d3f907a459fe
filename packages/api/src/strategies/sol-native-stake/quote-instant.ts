import type { Deployment } from '@staking-agent/chain/deployment';
import { requireAddress } from '../../request-fields.ts';
import { outputInSol, priceImpactOf, requestOrder, stakeAmountOf } from '../router-order.ts';
import type { Quote } from '../strategy.ts';
import { assertWholeAccount, readExitAmount } from './assert-whole-account.ts';
import { requireStakeAccount } from './require-stake-account.ts';

/**
 * Previews the instant exit of a stake account to SOL.
 *
 * `outAmount` is SOL as the router prices the whole account now; `priceImpactPct` a fraction, or null.
 *
 * @throws {ProblemError} `invalid_request` for wallet, stakeAccount or amount, `upstream_error` when the router
 *   names no price.
 */
export function createQuote({ solMint }: Deployment): Quote<'sol-native-stake'> {
  return async (body, services) => {
    requireAddress(body.wallet, 'wallet');
    const stakeAccount = requireStakeAccount(body.stakeAccount);
    const amount = readExitAmount(body.amount);
    const parameters = { inpAcc: stakeAccount.text, out: solMint };
    const order = await requestOrder('depositStake', parameters, { out: solMint }, services);
    const { staked, unstaked } = stakeAmountOf(order.inpAmt);
    assertWholeAccount(amount, staked + unstaked);
    return {
      strategy: 'sol-native-stake',
      kind: 'instant',
      inAsset: 'SOL',
      outAsset: 'SOL',
      inAmount: body.amount,
      outAmount: outputInSol(order),
      priceImpactPct: priceImpactOf(order),
    };
  };
}
