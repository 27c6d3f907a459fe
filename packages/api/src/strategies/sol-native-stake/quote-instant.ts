import type { Deployment } from '@staking-agent/chain/deployment';
import { decodeAuthorities } from '@staking-agent/chain/stake';
import { ASSET_DECIMALS, formatAmount } from '@staking-agent/wire';
import { problem } from '../../problems/problem.ts';
import { type Key, requireAddress } from '../request-fields.ts';
import { MARKET_SLIPPAGE_BPS } from '../slippage.ts';
import type { Quote, StrategyPorts } from '../strategy.ts';
import { assertWholeAccount, readExitAmount } from './assert-whole-account.ts';
import { fetchStakeAccount } from './fetch-stake-account.ts';
import { requireStakeAccount } from './require-stake-account.ts';

/**
 * Previews the instant exit of a stake account to SOL.
 *
 * `outAmount` is SOL for the `amount` asked about, in proportion to what the router gives for the whole account now,
 * rounded down; `priceImpactPct` a fraction, or null.
 *
 * @throws {ProblemError} `invalid_request` for wallet, stakeAccount or amount, and for an account that is not the
 *   wallet's; `upstream_error` when there is no such account or the router names no price.
 */
export function createQuote({ solMint }: Deployment): Quote<'sol-native-stake'> {
  return async (body, services) => {
    const wallet = requireAddress(body.wallet, 'wallet');
    const stakeAccount = requireStakeAccount(body.stakeAccount);
    const amount = readExitAmount(body.amount);
    await assertOwned(stakeAccount, wallet, services);
    const sale = { stakeAccount: stakeAccount.text, buy: solMint, slippageBps: MARKET_SLIPPAGE_BPS };
    const { sold, bought, priceImpact } = await services.router.quoteStakeSale(sale);
    await assertWholeAccount({ wallet, stakeAccount, amount }, sold, services);
    return {
      strategy: 'sol-native-stake',
      kind: 'instant',
      inAsset: 'SOL',
      outAsset: 'SOL',
      inAmount: body.amount ?? formatAmount(sold, ASSET_DECIMALS.SOL),
      outAmount: formatAmount(getShare(bought, amount, sold), ASSET_DECIMALS.SOL),
      priceImpactPct: priceImpact,
    };
  };
}

// An account may have grown since the caller looked: what is answered is for the amount that is echoed.
function getShare(bought: bigint, asked: bigint | undefined, whole: bigint): bigint {
  return asked === undefined ? bought : (bought * asked) / whole;
}

// The router prices anybody's account; whoever asks with another wallet could not exit at that price.
async function assertOwned(
  stakeAccount: Key,
  { text: wallet }: Key,
  services: Pick<StrategyPorts, 'ledger'>,
): Promise<void> {
  const { data } = await fetchStakeAccount(stakeAccount, services);
  const authorities = decodeAuthorities(data);
  if (authorities?.staker === wallet && authorities.withdrawer === wallet) return;
  throw problem('STAKE_ACCOUNT_OF_ANOTHER', { field: 'stakeAccount', account: stakeAccount.text });
}
