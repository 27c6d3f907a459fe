import type { Address } from '@solana/kit';
import type { Deployment } from '@staking-agent/chain/deployment';
import { describeVaultRefusal, FRACTION_BITS, previewCancel, previewClaim } from '@staking-agent/chain/vault';
import type { PositionWarning, ReceiptPosition, SuggestedCall } from '@staking-agent/wire';
import { toQuantity } from '../../runtime/to-quantity.ts';
import type { FindHolding } from '../holding.ts';
import { printCall } from '../print-call.ts';
import { printLpRate, redeemLp } from '../vaults/redeem-lp.ts';
import { findVaultAccounts, findWalletAccounts } from '../vaults/vault-accounts.ts';
import { decodeVaultReading, type VaultReading, vaultAddresses } from '../vaults/vault-reading.ts';
import { decodeRequest, findRequestAccounts, type WithdrawalRequest } from '../vaults/withdrawal-request.ts';
import { priceExit } from './plan-exit.ts';
import { printMoment } from './print-moment.ts';
import { getUsdcVault } from './usdc-vault.ts';

/**
 * raUSDC of a wallet: worth what the vault would pay for it now, as if it had all funds at hand; and that in escrow for a
 * withdrawal it has requested.
 */
export function createFindHolding(deployment: Deployment): FindHolding {
  const shared = findVaultAccounts(getUsdcVault(deployment));
  return async (wallet) => {
    const vault = await shared;
    const accounts = { ...vault, ...(await findWalletAccounts(wallet, vault)) };
    const requested = await findRequestAccounts(wallet, vault);
    return {
      addresses: [...vaultAddresses(accounts), requested.request],
      describe: (read) => {
        const reading = decodeVaultReading(read, accounts, 'usdc-earn');
        const request = decodeRequest(read, requested.request);
        const isFree = request === undefined;
        return [
          ...((reading.userLp ?? 0n) === 0n ? [] : [describeHeld(wallet, vault.lpMint, reading, isFree)]),
          ...(isFree ? [] : [describeRequest(wallet, requested.request, reading, request)]),
        ];
      },
    };
  };
}

/** @param isFree - whether the wallet has no pending request. */
function describeHeld(wallet: Address, id: Address, reading: VaultReading, isFree: boolean): ReceiptPosition {
  const { userLp: held = 0n, state, now } = reading;
  const waits = state.withdrawalWaitingPeriod;
  const asked = { strategy: 'usdc-earn', wallet, kind: 'instant', isWithdrawAll: true };
  const refusal = waits === 0n ? findRefusal(held, reading) : undefined;
  const atOnce = printCall('unstake', 'Withdraw everything as USDC, at once.', asked);
  const request = printCall(
    'unstake',
    `Request everything as USDC; it can be claimed ${waits} seconds later.`,
    { ...asked, step: 'request' },
  );
  const possible = waits === 0n ? [atOnce] : isFree ? [request] : [];
  return {
    strategy: 'usdc-earn',
    id,
    state: 'active',
    receipt: toQuantity('raUSDC', held),
    value: toQuantity('USDC', redeemLp(state, held, now)),
    rate: printLpRate(state, now, 'USDC'),
    warnings: refusal === undefined ? [] : [refusal],
    next: refusal === undefined ? possible : [],
  };
}

function findRefusal(held: bigint, reading: VaultReading): PositionWarning | undefined {
  const priced = priceExit({ amount: held, isWithdrawAll: true }, reading);
  if (priced.ok && priced.assetPaid > 0n) return undefined;
  return {
    code: 'EXIT_NOT_POSSIBLE',
    detail: priced.ok
      ? 'All raUSDC of the wallet is worth less than a base unit of USDC.'
      : `The vault pays nothing out now: ${describeVaultRefusal(priced).name}.`,
  };
}

/** Worth the lesser of what its raUSDC were worth when it was made and are worth now. */
function describeRequest(
  wallet: Address,
  id: Address,
  { state, now, operationalState }: VaultReading,
  request: WithdrawalRequest,
): ReceiptPosition {
  const { lpEscrowed, assetBits, withdrawableFrom } = request;
  const present = redeemLp(state, lpEscrowed, now);
  const then = assetBits >> FRACTION_BITS;
  const isDue = now >= withdrawableFrom;
  const claim = previewClaim(state, { ...request, now, operationalState });
  const asked = { strategy: 'usdc-earn', wallet, kind: 'instant' };
  const next: SuggestedCall[] = [
    ...(claim.ok
      ? [printCall('unstake', 'Claim the USDC that was requested.', { ...asked, step: 'claim' })]
      : []),
    ...(previewCancel(state, { ...request, now, operationalState }).ok
      ? [
          printCall('unstake', 'Take the request back: what the requested USDC buy comes back as raUSDC.', {
            ...asked,
            step: 'cancel',
          }),
        ]
      : []),
  ];
  const detail = claim.ok ? '' : `The vault pays nothing out now: ${describeVaultRefusal(claim).name}.`;
  return {
    strategy: 'usdc-earn',
    id,
    state: isDue ? 'claimable' : 'requested',
    receipt: toQuantity('raUSDC', lpEscrowed),
    value: toQuantity('USDC', present < then ? present : then),
    rate: printLpRate(state, now, 'USDC'),
    claimableAt: printMoment(withdrawableFrom),
    warnings: isDue && !claim.ok ? [{ code: 'EXIT_NOT_POSSIBLE', detail }] : [],
    next,
  };
}
