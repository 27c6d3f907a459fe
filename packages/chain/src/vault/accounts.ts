import type { Address, ProgramDerivedAddress } from '@solana/kit';
import { findProgramAddress, toAddressBytes } from '#address';
import { findAssociatedTokenAddress } from '../ledger.ts';
import type { Vault } from './generated/accounts/index.ts';
import { VOLTR_VAULT_PROGRAM_ADDRESS } from './generated/programs/index.ts';
import type {
  FeeConfiguration,
  FeeUpdate,
  LockedProfitState,
  VaultConfiguration,
} from './generated/types/index.ts';

/** Returns a function that derives an address of the program from a word and the addresses with these names, in order. */
function derivedFrom<Name extends string>(word: string, ...names: readonly Name[]) {
  return (seeds: Readonly<Record<Name, Address>>): ProgramDerivedAddress =>
    findProgramAddress(VOLTR_VAULT_PROGRAM_ADDRESS, [
      word,
      ...names.map((name) => toAddressBytes(seeds[name])),
    ]);
}

/** Finds the program's single account that lists the enabled operations. */
export function findProtocolPda(): ProgramDerivedAddress {
  return derivedFrom('protocol')({});
}

/** Finds the account that permits a vault to call an adaptor. */
export const findAdaptorAddReceiptPda = derivedFrom('adaptor_add_receipt', 'vault', 'adaptorProgram');

/** Finds the account that permits users to withdraw from a strategy directly and states how to call the adaptor. */
export const findDirectWithdrawInitReceiptPda = derivedFrom(
  'direct_withdraw_init_receipt',
  'vault',
  'strategy',
);

/** Finds the account of a user's one pending withdrawal request. */
export const findRequestWithdrawVaultReceiptPda = derivedFrom(
  'request_withdraw_vault_receipt',
  'vault',
  'user',
);

/** Finds the account that records the value a vault has in a strategy. */
export const findStrategyInitReceiptPda = derivedFrom('strategy_init_receipt', 'vault', 'strategy');

/** Finds the owner of the token account that holds a vault's idle funds. */
export const findVaultAssetIdleAuthPda = derivedFrom('vault_asset_idle_auth', 'vault');

/** Finds the authority that mints a vault's LP tokens. */
export const findVaultLpMintAuthPda = derivedFrom('vault_lp_mint_auth', 'vault');

/** Finds the mint of a vault's LP tokens. */
export const findVaultLpMintPda = derivedFrom('vault_lp_mint', 'vault');

/** Finds the authority in whose name a vault acts towards a strategy. */
export const findVaultStrategyAuthPda = derivedFrom('vault_strategy_auth', 'vault', 'strategy');

/** Finds the token account of a vault's idle funds: withdrawals are paid from it, and deposits go to it. */
export function findVaultIdleTokenAccount(vault: Readonly<Record<'vault' | 'assetMint', Address>>): Address {
  const [owner] = findVaultAssetIdleAuthPda(vault);
  return findAssociatedTokenAddress(owner, vault.assetMint);
}

/** Finds the token account through which a strategy pays. */
export function findVaultStrategyTokenAccount(
  strategy: Readonly<Record<'vault' | 'strategy' | 'assetMint', Address>>,
): Address {
  const [owner] = findVaultStrategyAuthPda(strategy);
  return findAssociatedTokenAddress(owner, strategy.assetMint);
}

/**
 * The numbers of a vault that price its LP tokens, and that deposits and withdrawals change.
 *
 * Values are in asset base units, LP amounts in LP base units, fees in basis points, times in Unix seconds.
 */
export type VaultState = Omit<VaultConfiguration, 'reserved'> &
  Omit<FeeConfiguration, 'reserved'> &
  FeeUpdate &
  LockedProfitState & {
    /** The vault's own figure; the idle account is not consulted. */
    readonly totalValue: bigint;
    /** Supply of the LP mint; fees that wait to be harvested are not minted and so not in it. */
    readonly lpMintSupply: bigint;
    /** LP of the first deposit that no account holds. */
    readonly deadWeight: bigint;
    /** LP owed to the manager, the admin and the protocol. */
    readonly managerFees: bigint;
    readonly adminFees: bigint;
    readonly protocolFees: bigint;
    /** The most that an LP base unit was ever worth, in asset base units with 48 fraction bits. */
    readonly highWaterMark: bigint;
  };

/**
 * Takes the numbers of its arithmetic from a vault account.
 *
 * @param lpMintSupply - the supply of the vault's LP mint, read at the same time.
 */
export function getVaultState(vault: Vault, lpMintSupply: bigint): VaultState {
  const { vaultConfiguration, feeConfiguration, feeState, feeUpdate, lockedProfitState } = vault;
  return {
    ...vaultConfiguration,
    ...feeConfiguration,
    ...feeUpdate,
    ...lockedProfitState,
    totalValue: vault.asset.totalValue,
    lpMintSupply,
    deadWeight: vault.deadWeight,
    managerFees: feeState.accumulatedLpManagerFees,
    adminFees: feeState.accumulatedLpAdminFees,
    protocolFees: feeState.accumulatedLpProtocolFees,
    highWaterMark: vault.highWaterMark.highestAssetPerLpDecimalBits,
  };
}

/**
 * Writes a computed state into the vault account as the program does at the end of a deposit or withdrawal, with the time of
 * the update and, if the high-water mark rose, its time. The supply is in the mint.
 *
 * @param now - Unix seconds.
 */
export function withVaultState(vault: Vault, state: VaultState, now: bigint): Vault {
  const mark = vault.highWaterMark;
  const rose = state.highWaterMark !== mark.highestAssetPerLpDecimalBits;
  return {
    ...vault,
    asset: { ...vault.asset, totalValue: state.totalValue },
    deadWeight: state.deadWeight,
    feeState: {
      ...vault.feeState,
      accumulatedLpManagerFees: state.managerFees,
      accumulatedLpAdminFees: state.adminFees,
      accumulatedLpProtocolFees: state.protocolFees,
    },
    feeUpdate: {
      lastPerformanceFeeUpdateTs: state.lastPerformanceFeeUpdateTs,
      lastManagementFeeUpdateTs: state.lastManagementFeeUpdateTs,
    },
    highWaterMark: rose
      ? { ...mark, highestAssetPerLpDecimalBits: state.highWaterMark, lastUpdatedTs: now }
      : mark,
    lockedProfitState: {
      lastUpdatedLockedProfit: state.lastUpdatedLockedProfit,
      lastReport: state.lastReport,
    },
    lastUpdatedTs: now,
  };
}
