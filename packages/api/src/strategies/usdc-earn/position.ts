import type { Address } from '@solana/kit';
import type { Deployment } from '@staking-agent/chain/deployment';
import { describeVaultRefusal, FRACTION_BITS, previewCancel, previewClaim } from '@staking-agent/chain/vault';
import type { PositionWarning, ReceiptPosition, SuggestedCall } from '@staking-agent/wire';
import { toQuantity } from '../../runtime/json.ts';
import { redeemReceipt, tryWay } from '../options.ts';
import {
  type AmountScene,
  type DescribeUndo,
  type ExitSource,
  type FindHolding,
  type LeaveAtOnce,
  printCall,
  type Way,
} from '../strategy.ts';
import { decodeVaultReading, printLpRate, redeemLp, type VaultReading, vaultAddresses } from '../vault.ts';
import { decodeRequest, findUsdcAccounts, priceExit, printMoment, type WithdrawalRequest } from './checks.ts';

/**
 * raUSDC of a wallet: worth what the vault would pay for it now, as if it had all funds at hand; and that in escrow for a
 * withdrawal it has requested.
 */
export function createFindHolding(deployment: Deployment): FindHolding {
  return async (wallet) => {
    const accounts = await findUsdcAccounts(deployment, wallet);
    const { vaultLpMint, requestWithdrawVaultReceipt: receipt } = accounts;
    return {
      addresses: [...vaultAddresses(accounts), receipt],
      describe: (read) => {
        const reading = decodeVaultReading(read, accounts, 'usdc-earn');
        const request = decodeRequest(read, receipt);
        const isFree = request === undefined;
        return [
          ...((reading.userLp ?? 0n) === 0n ? [] : [describeHeld(wallet, vaultLpMint, reading, isFree)]),
          ...(isFree ? [] : [describeRequest(wallet, receipt, reading, request)]),
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

/** Finds the way out of the USDC vault. */
async function find(scene: AmountScene): Promise<readonly Way[]> {
  const { wallet, amount, isAll } = scene;
  const body = {
    strategy: 'usdc-earn',
    wallet,
    kind: 'instant',
    ...(isAll ? { isWithdrawAll: true } : { amount }),
  } as const;
  return [await tryWay('USDC', body, scene, 'Withdraws USDC, at once.')];
}

/** The way out of the vault; what leaves is named in what it pays. */
export const exits: ExitSource = {
  takes: 'amount',
  asset: 'USDC',
  askAll: { isWithdrawAll: true },
  find,
};

/** Says how a stake can be undone. */
export const describeUndo: DescribeUndo = ({ wallet }) => ({
  isPossible: true,
  description: 'Withdraw from the vault at once, as far as it and its strategies have funds at hand.',
  next: [
    printCall('unstake', 'Withdraws the whole position, with what was in the vault before.', {
      strategy: 'usdc-earn',
      wallet,
      kind: 'instant',
      isWithdrawAll: true,
    }),
  ],
});

/** The vault pays USDC; fees are SOL, and no part of it. */
export const leaveAtOnce: LeaveAtOnce = async (entered, scene) => redeemReceipt(entered, scene);
