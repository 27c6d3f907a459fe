import type { VaultState } from './accounts.ts';
import {
  VOLTR_VAULT_ERROR__ADAPTOR_EPOCH_INVALID,
  VOLTR_VAULT_ERROR__DIVISION_BY_ZERO,
  VOLTR_VAULT_ERROR__INSTANT_WITHDRAW_NOT_ALLOWED,
  VOLTR_VAULT_ERROR__INVALID_AMOUNT,
  VOLTR_VAULT_ERROR__MATH_OVERFLOW,
  VOLTR_VAULT_ERROR__WITHDRAWAL_NOT_YET_AVAILABLE,
} from './generated/errors/index.ts';
import {
  getRequestWithdrawVaultEventDecoder,
  getRequestWithdrawVaultEventEncoder,
  type RequestWithdrawVaultEvent,
} from './generated/types/index.ts';
import {
  accrueManagementFee,
  accruePerformanceFee,
  assetBitsForLp,
  assetForLp,
  BASIS_POINTS,
  FRACTION_BITS,
  fitsU64,
  liftHighWaterMark,
  lpForAsset,
  lpSupplyIncludingFees,
  performanceFee,
  type RedemptionPrice,
  refuse,
  refuseMissingAccount,
  refuseSwitchedOff,
  unlockedValue,
  type VaultRefusal,
} from './math.ts';

type WithdrawalInput = {
  /** LP or asset base units, as `isAmountInLp` says; must not be zero, even with `isWithdrawAll`. */
  readonly amount: bigint;
  readonly isAmountInLp: boolean;
  /** Withdraws `userLp`, whatever `amount` says. */
  readonly isWithdrawAll: boolean;
  /** LP base units in the user's token account. */
  readonly userLp: bigint;
  /** Unix seconds, the ledger's clock. */
  readonly now: bigint;
  /** `operationalState` of the Protocol account. */
  readonly operationalState: number;
};

/** A withdrawal that is priced, before anything is paid. */
type PricedWithdrawal = {
  readonly ok: true;
  /** Asset base units due to the user. */
  readonly asset: bigint;
  /** LP base units it costs. */
  readonly lp: bigint;
  /** Asset base units of profit still locked. */
  readonly locked: bigint;
  /** The vault with the management fee taken up to now. */
  readonly vault: VaultState;
};

/** Begins both instant withdrawals: the causes that forbid both, fees up to now, the price. */
function priceWithdrawal(vault: VaultState, input: WithdrawalInput): PricedWithdrawal | VaultRefusal {
  const { amount, now } = input;
  if (amount === 0n || vault.lpMintSupply === 0n) return refuse(VOLTR_VAULT_ERROR__INVALID_AMOUNT);
  const free = unlockedValue(vault, now);
  if (!free.ok) return free;
  if (vault.withdrawalWaitingPeriod !== 0n) return refuse(VOLTR_VAULT_ERROR__INSTANT_WITHDRAW_NOT_ALLOWED);
  const accrued = accrueManagementFee(vault, now);
  if (!accrued.ok) return accrued;

  const { redemptionFee } = vault;
  const price = { unlocked: free.unlocked, lpSupply: lpSupplyIncludingFees(accrued.vault), redemptionFee };
  const rest = { ok: true, locked: free.locked, vault: accrued.vault } as const;
  if (input.isWithdrawAll || input.isAmountInLp) {
    const lp = input.isWithdrawAll ? input.userLp : amount;
    return { ...rest, lp, asset: assetForLp(lp, price) };
  }
  const cost = lpForAsset(amount, price);
  return cost.ok ? { ...rest, lp: cost.lp, asset: amount } : cost;
}

/** The effect of an instant withdrawal from the idle funds. */
export type InstantWithdrawal = {
  readonly ok: true;
  /** Paid to the user, in asset base units. */
  readonly assetPaid: bigint;
  /** Burned of the user's, in LP base units. */
  readonly lpBurned: bigint;
  readonly vault: VaultState;
};

/**
 * Computes a withdrawal from the idle funds as `instant_withdraw_vault` does.
 *
 * For an amount of LP the payment is rounded down; for an amount of the asset the LP it costs are rounded up.
 *
 * @param input.idle - asset base units in the vault's idle token account.
 * @returns the withdrawal, or the refusal: 6000 nothing, no LP or all value locked; 6004 a time in the future or more due
 *   than there is; 6005 the fee due is the whole value; 6009 switched off; 6014 an amount of the asset while the redemption
 *   fee is everything; 6015 the vault has a waiting period; or the token program's 1. If several apply, this returns the one
 *   that the program checks first.
 */
export function previewInstantWithdraw(
  vault: VaultState,
  input: WithdrawalInput & { readonly idle: bigint },
): InstantWithdrawal | VaultRefusal {
  const off = refuseSwitchedOff('withdrawal', vault, input.operationalState);
  if (off) return off;
  const priced = priceWithdrawal(vault, input);
  if (!priced.ok) return priced;
  const { asset, lp } = priced;
  if (lp > input.userLp) return refuseMissingAccount('userLp');
  if (asset > input.idle) return refuseMissingAccount('idle');
  if (asset > vault.totalValue || lp > vault.lpMintSupply) return refuse(VOLTR_VAULT_ERROR__MATH_OVERFLOW);
  const after = liftHighWaterMark({
    ...priced.vault,
    totalValue: vault.totalValue - asset,
    lpMintSupply: vault.lpMintSupply - lp,
  });
  return { ok: true, assetPaid: asset, lpBurned: lp, vault: after };
}

/** Epochs that must have passed since an adaptor was added before it may be called. */
export const ADAPTOR_WAITING_EPOCHS = 2n;

type StrategyPosition = {
  /** Worth of the position as the vault last knew it: `positionValue` of the strategy receipt. */
  readonly reportedValue: bigint;
  /** Its worth as the adaptor finds it before it pays; the reported value where nothing happened since. */
  readonly actualValue: bigint;
  /** By how much the adaptor pays less than it was asked to; one base unit is forgiven. None unless given. */
  readonly shortfall?: bigint;
  /** `lastUpdatedEpoch` of the adaptor receipt. */
  readonly adaptorEpoch: bigint;
  /** The ledger's epoch. */
  readonly epoch: bigint;
};

type StrategyWithdrawal = InstantWithdrawal & {
  /** Worth of the position afterwards, in asset base units. */
  readonly positionValue: bigint;
};

/**
 * Computes a withdrawal from a strategy as `instant_withdraw_strategy` does.
 *
 * The price is that of {@link priceWithdrawal}, from what the vault knew before the adaptor reports: a profit or a loss that
 * is reported by this very withdrawal does not change what its user gets, only the vault. The profit is locked, with what is
 * still locked of earlier ones, and pays the performance fee.
 *
 * A vault that has switched off withdrawals from idle funds alone lets these pass.
 *
 * @returns the withdrawal, or the refusal: those of a withdrawal from idle funds; 6000 also when the adaptor pays short by
 *   more than a base unit, 6004 also when nothing would be paid, 6010 when the adaptor is too new, 6014 also when the
 *   performance fee would be the whole value. An adaptor without enough assets answers with an error of its own, for which
 *   this returns the token program's 1.
 */
export function previewInstantWithdrawStrategy(
  vault: VaultState,
  input: WithdrawalInput & { readonly position: StrategyPosition },
): StrategyWithdrawal | VaultRefusal {
  const { position, now } = input;
  const { shortfall = 0n } = position;
  const off = refuseSwitchedOff('strategyWithdrawal', vault, input.operationalState);
  if (off) return off;
  if (position.epoch < position.adaptorEpoch + ADAPTOR_WAITING_EPOCHS) {
    return refuse(VOLTR_VAULT_ERROR__ADAPTOR_EPOCH_INVALID);
  }
  const priced = priceWithdrawal(vault, input);
  if (!priced.ok) return priced;
  const { asset, lp, locked } = priced;
  if (asset === 0n) return refuse(VOLTR_VAULT_ERROR__MATH_OVERFLOW);
  if (asset > position.actualValue) return refuseMissingAccount('strategy');
  if (shortfall > 1n) return refuse(VOLTR_VAULT_ERROR__INVALID_AMOUNT);
  if (lp > input.userLp) return refuseMissingAccount('userLp');

  const assetPaid = asset - shortfall;
  const reported = reportGain(priced.vault, {
    gain: position.actualValue - position.reportedValue,
    locked,
    now,
  });
  if (reported === undefined) return refuse(VOLTR_VAULT_ERROR__DIVISION_BY_ZERO);
  const totalValue = reported.totalValue - assetPaid;
  if (totalValue < 0n || lp > vault.lpMintSupply) return refuse(VOLTR_VAULT_ERROR__MATH_OVERFLOW);
  const after = liftHighWaterMark({ ...reported, totalValue, lpMintSupply: vault.lpMintSupply - lp });
  return {
    ok: true,
    assetPaid,
    lpBurned: lp,
    positionValue: position.actualValue - assetPaid,
    vault: after,
  };
}

/**
 * Computes a vault after an adaptor's report of a gain or a loss, in asset base units.
 *
 * @param report.locked - what is still locked of earlier profits.
 * @returns undefined when the performance fee would be the whole value.
 */
export function reportGain(
  vault: VaultState,
  { gain, locked, now }: { readonly gain: bigint; readonly locked: bigint; readonly now: bigint },
): VaultState | undefined {
  const changed = { ...vault, totalValue: vault.totalValue + gain };
  if (gain <= 0n) return changed;
  if (performanceFee(changed) >= changed.totalValue) return undefined;
  return { ...accruePerformanceFee(changed, now), lastUpdatedLockedProfit: locked + gain, lastReport: now };
}

type WithdrawalRequest = {
  readonly ok: true;
  /** Put into escrow of the user's, to be burned when it is paid, in LP base units. */
  readonly lpBurned: bigint;
  /** The most that the request will pay, in asset base units with 48 fraction bits. */
  readonly assetBits: bigint;
};

/**
 * Computes a request as `request_withdraw_vault` does. It takes no management fee: its price is that of the last update.
 *
 * For an amount of LP what they are worth is rounded down; for an amount of the asset the LP it costs are rounded up.
 *
 * @returns the request, or the refusal: 6000 nothing, no LP or all value locked; 6004 a time in the future or more LP than
 *   64 bits hold; 6009 switched off; 6014 an amount of the asset while the redemption fee is everything; or the token
 *   program's 1.
 */
export function previewRequest(
  vault: VaultState,
  input: Omit<WithdrawalInput, 'isAmountInLp'>,
): WithdrawalRequest | VaultRefusal {
  const off = refuseSwitchedOff('withdrawal', vault, input.operationalState);
  if (off) return off;
  if (input.amount === 0n) return refuse(VOLTR_VAULT_ERROR__INVALID_AMOUNT);
  const price = priceNow(vault, input.now);
  if (!price.ok) return price;
  const request = input.isWithdrawAll
    ? { lp: input.userLp, assetBits: assetBitsForLp(input.userLp, price) }
    : requestAsset(input.amount, price);
  if ('ok' in request) return request;
  if (!fitsU64(request.lp)) return refuse(VOLTR_VAULT_ERROR__MATH_OVERFLOW);
  if (request.lp > input.userLp) return refuseMissingAccount('userLp');
  return { ok: true, lpBurned: request.lp, assetBits: request.assetBits };
}

/** A requested withdrawal, and the moment of its claim. */
export type ClaimInput = {
  /** As the receipt of the request keeps them. */
  readonly lpEscrowed: bigint;
  readonly assetBits: bigint;
  readonly withdrawableFrom: bigint;
  /** Unix seconds, the ledger's clock. */
  readonly now: bigint;
  /** `operationalState` of the Protocol account. */
  readonly operationalState: number;
};

/**
 * Computes what a request pays: the lesser of what its LP were worth when it was made and are worth now, after the
 * management fee up to now, rounded down. Whether funds suffice is not looked at.
 *
 * @returns asset base units, or the refusal: 6000 no LP or all value locked; 6004 a time in the future; 6005 the fee due is
 *   the whole value; 6009 switched off; 6012 the waiting period is not over.
 */
export function previewClaim(
  vault: VaultState,
  { lpEscrowed, assetBits, withdrawableFrom, now, operationalState }: ClaimInput,
): { readonly ok: true; readonly asset: bigint } | VaultRefusal {
  const off = refuseSwitchedOff('withdrawal', vault, operationalState);
  if (off) return off;
  if (now < withdrawableFrom) return refuse(VOLTR_VAULT_ERROR__WITHDRAWAL_NOT_YET_AVAILABLE);
  const accrued = accrueManagementFee(vault, now);
  if (!accrued.ok) return accrued;
  const price = priceNow(accrued.vault, now);
  if (!price.ok) return price;
  const present = assetBitsForLp(lpEscrowed, price);
  return { ok: true, asset: (present < assetBits ? present : assetBits) >> FRACTION_BITS };
}

/**
 * Computes the LP that a cancelled request gives back, rounded down: those that what was requested would buy of the vault
 * without it, at the price of its last update, were the redemption fee one of issuance. The rest is burned.
 *
 * That price is of whole base units of the asset, while what buys has its fraction.
 *
 * @returns LP base units, at most those in escrow; or the refusal: 6000 no LP or all value locked; 6004 a time in the future;
 *   6009 switched off.
 */
export function previewCancel(
  vault: VaultState,
  { lpEscrowed, assetBits, now, operationalState }: Omit<ClaimInput, 'withdrawableFrom'>,
): { readonly ok: true; readonly lp: bigint } | VaultRefusal {
  const off = refuseSwitchedOff('withdrawal', vault, operationalState);
  if (off) return off;
  const price = priceNow(vault, now);
  if (!price.ok) return price;
  const fee = BigInt(vault.redemptionFee);
  const asset = assetBits >> FRACTION_BITS;
  const rest = price.unlocked - asset;
  if (rest <= 0n) return { ok: true, lp: lpEscrowed };
  const divisor = (rest * BASIS_POINTS + asset * fee) << FRACTION_BITS;
  const lp = (assetBits * (price.lpSupply - lpEscrowed) * (BASIS_POINTS - fee)) / divisor;
  return { ok: true, lp: lp < lpEscrowed ? lp : lpEscrowed };
}

/**
 * Computes the LP base units that an amount of the asset costs at once, or by request where the vault has a waiting period:
 * for any holder, and also for an amount beyond the value of the vault.
 */
export function previewCost(
  vault: VaultState,
  { amount, now }: { readonly amount: bigint; readonly now: bigint },
): ReturnType<typeof lpForAsset> {
  const isRequested = vault.withdrawalWaitingPeriod !== 0n;
  const accrued = isRequested ? ({ ok: true, vault } as const) : accrueManagementFee(vault, now);
  if (!accrued.ok) return accrued;
  const price = priceNow(accrued.vault, now);
  return price.ok ? lpForAsset(amount, price) : price;
}

function priceNow(vault: VaultState, now: bigint): ({ readonly ok: true } & RedemptionPrice) | VaultRefusal {
  if (vault.lpMintSupply === 0n) return refuse(VOLTR_VAULT_ERROR__INVALID_AMOUNT);
  const free = unlockedValue(vault, now);
  if (!free.ok) return free;
  const { redemptionFee } = vault;
  return { ok: true, unlocked: free.unlocked, lpSupply: lpSupplyIncludingFees(vault), redemptionFee };
}

function requestAsset(asset: bigint, price: RedemptionPrice) {
  const cost = lpForAsset(asset, price);
  return cost.ok ? { lp: cost.lp, assetBits: asset << FRACTION_BITS } : cost;
}

/** The first eight bytes of the SHA-256 of `event:RequestWithdrawVaultEvent`. */
const REQUEST_WITHDRAW_VAULT_EVENT_DISCRIMINATOR: Uint8Array = Uint8Array.from([
  59, 94, 26, 38, 47, 131, 158, 162,
]);

/** Encodes the event of a request as the program logs it (Anchor's `emit!`, a line `Program data: `). */
export function encodeRequestEvent(event: RequestWithdrawVaultEvent): Uint8Array {
  return Uint8Array.from([
    ...REQUEST_WITHDRAW_VAULT_EVENT_DISCRIMINATOR,
    ...getRequestWithdrawVaultEventEncoder().encode(event),
  ]);
}

/** Decodes what the program logged; undefined for another event. A newer program may have added members at the end. */
export function decodeRequestEvent(logged: Uint8Array): RequestWithdrawVaultEvent | undefined {
  const head = REQUEST_WITHDRAW_VAULT_EVENT_DISCRIMINATOR;
  const decoder = getRequestWithdrawVaultEventDecoder();
  if (logged.length < head.length + decoder.fixedSize) return undefined;
  return head.every((byte, i) => logged[i] === byte) ? decoder.decode(logged, head.length) : undefined;
}
