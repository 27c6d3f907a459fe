import type { Address } from '@solana/kit';
import { FRACTION_BITS, previewCancel, previewClaim, type VaultRefusal } from '@staking-agent/chain/vault';
import type { ReceiptPosition, SuggestedCall } from '@staking-agent/wire';
import { isProblemError } from '../../problems/problem.ts';
import { toQuantity } from '../../runtime/json.ts';
import { redeemReceipt, tryWay } from '../options.ts';
import {
  type ClosedExit,
  type ExitScene,
  printCall,
  refuseUndo,
  type StrategyPosition,
  type StrategyServices,
  type Undo,
} from '../strategy.ts';
import {
  addDeposit,
  findTokenRefusal,
  printLpRate,
  redeemLp,
  type VaultReading,
  vaultRefused,
} from '../vault.ts';
import {
  type AskedExit,
  type ExitReading,
  findClosure,
  findIdle,
  findSources,
  planExit,
  printMoment,
  readExit,
  type SourcePosition,
  type UsdcAccounts,
  type WithdrawalRequest,
} from './checks.ts';

/**
 * Describes the raUSDC of a wallet: worth what the vault would pay now, as if it had all funds at hand; and those in escrow
 * for a withdrawal that it has requested.
 */
export function describeUsdcHoldings(
  wallet: Address,
  accounts: UsdcAccounts,
  reading: VaultReading,
  request: WithdrawalRequest | undefined,
): ReceiptPosition[] {
  return [
    ...((reading.userLp ?? 0n) === 0n ? [] : [describeHeld(wallet, accounts.vaultLpMint, reading, request)]),
    ...(request === undefined ? [] : [describeRequest(wallet, accounts, reading, request)]),
  ];
}

function describeHeld(
  wallet: Address,
  id: Address,
  reading: VaultReading,
  request: WithdrawalRequest | undefined,
): ReceiptPosition {
  const { userLp: held = 0n, state, now } = reading;
  const refusal = findRefusal(held, reading, request);
  return {
    strategy: 'usdc-earn',
    id,
    state: 'active',
    receipt: toQuantity('raUSDC', held),
    value: toQuantity('USDC', redeemLp(state, held, now)),
    rate: printLpRate(state, now, 'USDC'),
    warnings: refusal === undefined ? [] : [{ code: 'EXIT_NOT_POSSIBLE', detail: refusal }],
    next:
      refusal === undefined
        ? [leaveWith({ isWithdrawAll: true }, wallet, state.withdrawalWaitingPeriod)]
        : [],
  };
}

/** Names the call that takes USDC out: at once, or by a request where the vault has a waiting period in seconds. */
function leaveWith(
  asked: { readonly isWithdrawAll: true } | { readonly amount: string },
  wallet: string,
  waits: bigint,
): SuggestedCall {
  const body = { strategy: 'usdc-earn', wallet, kind: 'instant', ...asked };
  const what = 'amount' in asked ? `${asked.amount} USDC` : 'everything as USDC';
  return waits === 0n
    ? printCall('unstake', `Withdraw ${what}, at once.`, body)
    : printCall('unstake', `Request ${what}; it can be claimed ${waits} seconds later.`, {
        ...body,
        step: 'request',
      });
}

function findRefusal(
  held: bigint,
  reading: VaultReading,
  request: WithdrawalRequest | undefined,
): string | undefined {
  const closure = findClosure(reading, request);
  if (closure !== undefined) return closure.message;
  if (redeemLp(reading.state, held, reading.now) > 0n) return undefined;
  return 'All raUSDC of the wallet is worth less than a base unit of USDC.';
}

/**
 * Worth the lesser of what its raUSDC were worth when it was made and are worth now. A claim pays into the wallet's account of
 * USDC, and what is taken back goes into that of raUSDC.
 */
function describeRequest(
  wallet: Address,
  { requestWithdrawVaultReceipt: id, userAssetAta, userLpAta }: UsdcAccounts,
  { state, now, operationalState, evidence: { before } }: VaultReading,
  request: WithdrawalRequest,
): ReceiptPosition {
  const { lpEscrowed, assetBits, withdrawableFrom } = request;
  const present = redeemLp(state, lpEscrowed, now);
  const then = assetBits >> FRACTION_BITS;
  const isDue = now >= withdrawableFrom;
  const refuse = (preview: { readonly ok: true } | VaultRefusal, account: Address) =>
    preview.ok ? findTokenRefusal([account], wallet, (each) => before.get(each)) : vaultRefused(preview);
  const claim = previewClaim(state, { ...request, now, operationalState });
  const noClaim = refuse(isDue ? claim : { ok: true }, userAssetAta);
  const noCancel = refuse(previewCancel(state, { ...request, now, operationalState }), userLpAta);
  const asked = { strategy: 'usdc-earn', wallet, kind: 'instant' };
  const next: SuggestedCall[] = [
    ...(isDue && noClaim === undefined
      ? [printCall('unstake', 'Claim the USDC that was requested.', { ...asked, step: 'claim' })]
      : []),
    ...(noCancel === undefined
      ? [
          printCall('unstake', 'Take the request back: what the requested USDC buy comes back as raUSDC.', {
            ...asked,
            step: 'cancel',
          }),
        ]
      : []),
  ];
  const refusal = noClaim ?? noCancel;
  return {
    strategy: 'usdc-earn',
    id,
    state: isDue ? 'claimable' : 'requested',
    receipt: toQuantity('raUSDC', lpEscrowed),
    value: toQuantity('USDC', present < then ? present : then),
    rate: printLpRate(state, now, 'USDC'),
    claimableAt: printMoment(withdrawableFrom),
    warnings: refusal === undefined ? [] : [{ code: 'EXIT_NOT_POSSIBLE', detail: refusal.message }],
    next,
  };
}

/** Adds the request that a vault with a waiting period wants first, where it is built. */
async function openByRequest(
  way: ClosedExit,
  body: Parameters<ExitScene['tryUnstake']>[0],
  { tryUnstake }: ExitScene,
): Promise<ClosedExit> {
  const request = { ...body, step: 'request' } as const;
  if (isProblemError(await tryUnstake(request))) return way;
  return {
    ...way,
    next: [printCall('unstake', 'Requests it; it can be claimed once it has waited.', request)],
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
      const way = await tryWay('USDC', body, scene, 'Withdraws USDC, at once.');
      return [
        'refusal' in way && way.refusal.code === 'EXIT_NEEDS_REQUEST'
          ? await openByRequest(way, body, scene)
          : way,
      ];
    },
  },
  async describeUndo({ wallet, receive, proof }, services) {
    const found = await readExit(wallet, services);
    const put = proof.effects.leaves[0]?.amount ?? 0n;
    const lp = BigInt(receive?.expected.baseUnits ?? 0);
    const reading = addDeposit(found.reading, put, lp);
    const { state, now, userLp: held = 0n } = reading;
    const refusal = findRefusal(held, reading, found.request);
    if (refusal !== undefined) return refuseUndo(refusal);
    const stake = { put, worth: redeemLp(state, lp, now) };
    const { withdrawalWaitingPeriod: waits } = state;
    if (waits > 0n) {
      return {
        isPossible: true,
        description: `Today the vault pays nothing at once. By its present price it would pay ${sayShare(stake)}, ${waits} seconds after a request has landed. The call requests the whole position, with what was in the vault before.`,
        next: [leaveWith({ isWithdrawAll: true }, wallet, waits)],
      };
    }
    return await describePayment(stake, found, reading, services);
  },
  // The vault pays USDC; fees are SOL, and no part of it.
  roundTripValue: async (stake) => redeemReceipt(stake),
};

/**
 * Describes how the vault would pay a stake back today, and names a call that it can pay once the stake has landed.
 *
 * @param after - the vault once it has landed.
 */
async function describePayment(
  stake: UsdcStake,
  { accounts, reading: today, positions }: ExitReading,
  after: VaultReading,
  services: StrategyServices,
): Promise<Undo> {
  const { address: wallet } = accounts.userTransferAuthority;
  const { state, now, userLp: held = 0n } = after;
  const { worth } = stake;
  const whole = redeemLp(state, held, now);
  const sources = await findSources(whole, positions, services);
  const canPay = (exit: AskedExit, asset: bigint) => planExit(exit, asset, after, sources)?.ok === true;
  const atHand = sum(sources) + findIdle(after);
  const description = sayToday(stake, findIdle(today), sources, atHand);
  if (canPay({ amount: held, isWithdrawAll: true }, whole)) {
    const next = [leaveWith({ isWithdrawAll: true }, wallet, 0n)];
    return { isPossible: true, description: `${description} The call takes the whole position.`, next };
  }
  const amount = worth < atHand ? worth : atHand;
  if (amount === 0n || !canPay({ amount, isWithdrawAll: false }, amount)) return refuseUndo(OF_PROVIDER);
  const next = [leaveWith({ amount: toQuantity('USDC', amount).amount }, wallet, 0n)];
  return { isPossible: true, description: `${description} The call takes what can be had at once.`, next };
}

const OF_PROVIDER =
  "Nothing of the vault that this service knows of can pay now: an exit is asked of the vault's provider, or waits until funds are paid back.";

const sum = (sources: readonly SourcePosition[]) => sources.reduce((total, { holds }) => total + holds, 0n);

/** Base units of USDC that a stake puts in, and those that it is worth once it has landed. */
type UsdcStake = { readonly put: bigint; readonly worth: bigint };

const printUsdc = (asset: bigint) => toQuantity('USDC', asset).amount;

function sayShare({ put, worth }: UsdcStake): string {
  return worth < put ? `${printUsdc(worth)} of these ${printUsdc(put)} USDC` : 'all of it';
}

/**
 * Says how much of a stake the vault would pay at once, from what it has before the stake lands.
 *
 * @param atHand - what it has once the stake has landed.
 */
function sayToday(
  stake: UsdcStake,
  idle: bigint,
  sources: readonly SourcePosition[],
  atHand: bigint,
): string {
  const { put, worth } = stake;
  const whole = sayShare(stake);
  if (worth <= idle) return `Withdraw from the vault. Today it would pay ${whole} at once, from idle funds.`;
  const atOnce = idle + sum(sources);
  if (atOnce >= worth) {
    const count = 1 + sources.findIndex((_, i) => sum(sources.slice(0, i + 1)) >= worth - idle);
    const strategies = count === 1 ? 'a strategy' : `${count} strategies`;
    return `Withdraw from the vault. Today it would pay ${whole} at once, out of ${strategies} that it has lent to; ${printUsdc(idle)} USDC of the vault are idle.`;
  }
  const rest =
    worth <= atHand
      ? ', and the rest from what the stake puts in, while it has not been lent'
      : "; the rest is asked of the vault's provider, or waits until it is paid back";
  return `Withdraw from the vault. Today ${printUsdc(atOnce)} of the ${printUsdc(worth)} USDC that these ${printUsdc(put)} are worth can be had at once from what this service knows of the vault${rest}.`;
}
