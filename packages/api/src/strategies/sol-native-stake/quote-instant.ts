import type { Deployment } from '@staking-agent/chain/deployment';
import { ASSET_DECIMALS, formatAmount } from '@staking-agent/wire';
import { requireAddress } from '../../request-fields.ts';
import { MARKET_SLIPPAGE_BPS } from '../slippage.ts';
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
    const sale = { stakeAccount: stakeAccount.text, buy: solMint, slippageBps: MARKET_SLIPPAGE_BPS };
    const { sold, bought, priceImpact } = await services.router.quoteStakeSale(sale);
    assertWholeAccount(amount, sold);
    return {
      strategy: 'sol-native-stake',
      kind: 'instant',
      inAsset: 'SOL',
      outAsset: 'SOL',
      inAmount: body.amount,
      outAmount: formatAmount(bought, ASSET_DECIMALS.SOL),
      priceImpactPct: priceImpact,
    };
  };
}
