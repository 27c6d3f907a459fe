import type { Address } from '@solana/kit';
import { describeVaultRefusal, FRACTION_BITS, previewCancel, previewClaim } from '@staking-agent/chain/vault';
import type { PositionWarning, ReceiptPosition, SuggestedCall } from '@staking-agent/wire';
import { toQuantity } from '../../runtime/json.ts';
import { redeemReceipt, tryWay } from '../options.ts';
import { printCall, type StrategyPosition, type StrategyServices } from '../strategy.ts';
import { printLpRate, redeemLp, type VaultReading } from '../vault.ts';
import {
  type ExitReading,
  findSources,
  priceExit,
  printMoment,
  readExit,
  type UsdcAccounts,
  type WithdrawalRequest,
} from './checks.ts';

/**
 * Describes the raUSDC of a wallet: worth what the vault would pay now, as if it had all funds at hand; and those in escrow
 * for a withdrawal that it has requested.
 */
export function describeUsdcHoldings(
  wallet: Address,
  { vaultLpMint, requestWithdrawVaultReceipt: receipt }: UsdcAccounts,
  reading: VaultReading,
  request: WithdrawalRequest | undefined,
): ReceiptPosition[] {
  const isFree = request === undefined;
  return [
    ...((reading.userLp ?? 0n) === 0n ? [] : [describeHeld(wallet, vaultLpMint, reading, isFree)]),
    ...(isFree ? [] : [describeRequest(wallet, receipt, reading, request)]),
  ];
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

/** Describes a position in the vault; an exit is asked for by the USDC that it pays. */
export const usdcPosition: StrategyPosition = {
  receipt: 'raUSDC',
  exits: {
    takes: 'amount',
    asset: 'USDC',
    askAll: { isWithdrawAll: true },
    async find({ amount, isAll }, scene) {
      const asked = isAll ? { isWithdrawAll: true } : { amount };
      const body = { strategy: 'usdc-earn', wallet: scene.wallet, kind: 'instant', ...asked } as const;
      return [await tryWay('USDC', body, scene, 'Withdraws USDC, at once.')];
    },
  },
  async describeUndo({ wallet, receive }, services) {
    const found = await readExit(wallet, services);
    const { reading } = found;
    const waits = reading.state.withdrawalWaitingPeriod;
    const lp = BigInt(receive?.expected.baseUnits ?? 0);
    const worth = redeemLp(reading.state, lp, reading.now);
    const asked = { strategy: 'usdc-earn', wallet, kind: 'instant', isWithdrawAll: true };
    return {
      isPossible: true,
      description:
        waits === 0n
          ? await describePayment(worth, found, services)
          : `Today the vault pays nothing at once: it pays what is requested ${waits} seconds after the request has landed.`,
      next: [
        waits === 0n
          ? printCall('unstake', 'Withdraws the whole position, with what was in the vault before.', asked)
          : printCall('unstake', 'Requests the whole position, with what was in the vault before.', {
              ...asked,
              step: 'request',
            }),
      ],
    };
  },
  // The vault pays USDC; fees are SOL, and no part of it.
  roundTripValue: async (stake) => redeemReceipt(stake),
};

/**
 * Says how the vault would pay an amount today, and how much of it at once.
 *
 * @param worth - base units of USDC.
 */
async function describePayment(
  worth: bigint,
  { reading: { idle }, positions }: ExitReading,
  services: StrategyServices,
): Promise<string> {
  if (worth <= idle) return 'Withdraw from the vault. Today it would pay all of it at once, from idle funds.';
  const sources = await findSources(worth, positions, services);
  const atOnce = sources.reduce((sum, { holds }) => sum + holds, idle);
  const print = (asset: bigint) => toQuantity('USDC', asset).amount;
  if (atOnce >= worth) {
    const strategies = sources.length === 1 ? 'a strategy' : `${sources.length} strategies`;
    return `Withdraw from the vault. Today it would pay all of it at once, out of ${strategies} that it has lent to; ${print(idle)} USDC of the vault are idle.`;
  }
  return `Withdraw from the vault. Today ${print(atOnce)} of these ${print(worth)} USDC can be had at once from what this service knows of the vault; the rest is asked of the vault's provider, or waits until it is paid back.`;
}
