import {
  FRACTION_BITS,
  lpForAsset,
  lpSupplyIncludingFees,
  unlockedValue,
  type VaultState,
  VOLTR_VAULT_ERROR__INVALID_AMOUNT,
  VOLTR_VAULT_ERROR__OPERATION_NOT_ALLOWED,
} from '@staking-agent/chain/vault';
import { type ModelledCall, ProgramFailure } from '../../vm/models/program-model.ts';
import { type CalledVault, requireOk } from './vault-call.ts';
import { fail } from './vault-failure.ts';

/** Bit of the protocol that must be set, and of the vault that must not be, for withdrawals. */
const PROTOCOL_BIT = 1 << 2;
const VAULT_BIT = 1 << 1;
const BASIS_POINTS = 10_000n;
/** With 48 fraction bits the program keeps LP in 128 bits. */
const LP_LIMIT = 2n ** 80n;

/** What LP of a vault are priced by at a moment. */
export type RequestPrice = {
  readonly vault: VaultState;
  readonly unlocked: bigint;
  readonly lpSupply: bigint;
};

/** @throws {ProgramFailure} 6009 where protocol or vault have switched withdrawals off. */
export function assertMayWithdraw(call: ModelledCall, { state, operationalState }: CalledVault): void {
  const isOn = (operationalState & PROTOCOL_BIT) !== 0 && (state.disabledOperations & VAULT_BIT) === 0;
  if (!isOn) fail(call, VOLTR_VAULT_ERROR__OPERATION_NOT_ALLOWED);
}

/**
 * Prices LP now.
 *
 * @param vault - with the management fee taken for a payment; as stored for a request, which takes none.
 * @throws {ProgramFailure} 6000 or 6004, as the arithmetic of withdrawals says.
 */
export function priceNow(call: ModelledCall, vault: VaultState): RequestPrice {
  if (vault.lpMintSupply === 0n) fail(call, VOLTR_VAULT_ERROR__INVALID_AMOUNT);
  const { unlocked } = requireOk(call, unlockedValue(vault, call.now));
  return { vault, unlocked, lpSupply: lpSupplyIncludingFees(vault) };
}

/** What LP base units are worth before the redemption fee, in asset base units with 48 fraction bits, rounded down. */
export function getAssetBits(lp: bigint, { unlocked, lpSupply }: RequestPrice): bigint {
  return ((lp << FRACTION_BITS) * unlocked) / lpSupply;
}

/** Takes the redemption fee in force off, rounded down; a request keeps what is left of it, and so does a payment. */
export function lessRedemptionFee(
  assetBits: bigint,
  { redemptionFee }: Pick<VaultState, 'redemptionFee'>,
): bigint {
  return (assetBits * (BASIS_POINTS - BigInt(redemptionFee))) / BASIS_POINTS;
}

/**
 * The LP base units that a cancelled request gives back, rounded down: those that what was requested would buy of the
 * vault without it, were the redemption fee one of issuance. Never more than were escrowed; the rest is burned.
 *
 * The price is that without whole base units of the asset, while what buys has its fraction.
 *
 * @param assetBits - of the receipt.
 */
export function lpOfCancelled(escrowed: bigint, assetBits: bigint, price: RequestPrice): bigint {
  const fee = BigInt(price.vault.redemptionFee);
  const asset = assetBits >> FRACTION_BITS;
  const rest = price.unlocked - asset;
  if (rest <= 0n) return escrowed;
  const divisor = (rest * BASIS_POINTS + asset * fee) << FRACTION_BITS;
  const lp = (assetBits * (price.lpSupply - escrowed) * (BASIS_POINTS - fee)) / divisor;
  return lp < escrowed ? lp : escrowed;
}

/**
 * The LP base units that a request of an amount of the asset takes: those it costs, rounded up, of which the program
 * keeps the lowest 64 bits. It panics where they do not fit 80, without the redemption fee or with it.
 *
 * @throws {ProgramFailure} 6014 where the fee is everything, and `ProgramFailedToComplete`.
 */
export function getLp(call: ModelledCall, asset: bigint, price: RequestPrice): bigint {
  const { redemptionFee } = price.vault;
  const beforeFee = requireOk(call, lpForAsset(asset, { ...price, redemptionFee: 0 }));
  if (beforeFee.lp >= LP_LIMIT) throw panic();
  const { lp } = requireOk(call, lpForAsset(asset, { ...price, redemptionFee }));
  if (lp >= LP_LIMIT) throw panic();
  return BigInt.asUintN(64, lp);
}

function panic(): ProgramFailure {
  return new ProgramFailure('ProgramFailedToComplete');
}
