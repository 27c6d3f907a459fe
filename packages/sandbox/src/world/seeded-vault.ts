import type { Address } from '@solana/kit';
import * as vaults from '@staking-agent/chain/vault';
import { findRequestReceipt, findStrategyKeys, findVaultKeys, PROTOCOL } from '../programs/vault/call.ts';
import { ADAPTOR_WITHDRAW_DISCRIMINATOR } from '../programs/vault/strategies.ts';
import type { Bank } from '../vm/bank.ts';
import { findAssociated } from '../vm/player/model.ts';
import { SYSTEM_PROGRAM_ADDRESS } from '../vm/program-addresses.ts';
import { findProgramAccount, SEEDED_AT, setMint, setProgramAccount, setTokenAccount } from './accounts.ts';

const VERSION = 4;
const NAME_SIZE = 32;
const DESCRIPTION_SIZE = 64;

/** Part of a vault's value. */
export type Part = { readonly numerator: bigint; readonly denominator: bigint };
/** Operations the protocol has on, as on mainnet: all. */
const ALL_OPERATIONS = 0x1fff;

/** Where a vault is. */
export type SeededVault = ReturnType<typeof findSeededVault>;

/** Where a strategy of a vault is. */
export type SeededStrategy = ReturnType<typeof findSeededStrategy>;

/** A vault and its holdings at genesis. */
export type VaultTerms = {
  readonly name: string;
  readonly description: string;
  /** Whom the LP belong to, in the names of the world. */
  readonly lpHolder: string;
  /** Asset base units. */
  readonly totalValue: bigint;
  /** Base units of one whole asset. */
  readonly assetUnit: bigint;
  /** Whole assets per whole LP. */
  readonly price: { readonly numerator: bigint; readonly denominator: bigint };
  /** Asset base units that deposits may lift the vault to. */
  readonly maxCap: bigint;
  /** The idle part of the value, at genesis and after each epoch. */
  readonly idlePart: Part;
};

/**
 * Derives the addresses of a vault.
 *
 * @throws {Error} when the LP mint is not the one that is derived from the vault.
 */
export function findSeededVault(input: {
  readonly vault: Address;
  readonly assetMint: Address;
  readonly lpMint: Address;
}) {
  const { vault, assetMint } = input;
  const { lpMint, lpMintAuth, idleAuth } = findVaultKeys(vault);
  if (lpMint.address !== input.lpMint) {
    throw new Error(
      `The LP mint of the vault ${vault} is ${lpMint.address}, not the deployment's ${input.lpMint}.`,
    );
  }
  return {
    programAddress: vaults.VOLTR_VAULT_PROGRAM_ADDRESS,
    protocol: PROTOCOL.address,
    vault,
    assetMint,
    lpMint: lpMint.address,
    lpMintAuth: lpMintAuth.address,
    idleAuth: idleAuth.address,
    idleAta: findAssociated(idleAuth.address, assetMint),
  };
}

/** Derives the addresses of a strategy. */
export function findSeededStrategy(
  { vault, assetMint }: SeededVault,
  { strategy, adaptorProgram }: { readonly strategy: Address; readonly adaptorProgram: Address },
) {
  const keys = findStrategyKeys(vault, strategy, adaptorProgram);
  return {
    adaptorProgram,
    strategy,
    strategyAuth: keys.strategyAuth.address,
    strategyAta: findAssociated(keys.strategyAuth.address, assetMint),
    adaptorReceipt: keys.adaptorReceipt.address,
    strategyReceipt: keys.strategyReceipt.address,
    directReceipt: keys.directReceipt.address,
  };
}

/** The accounts of a wallet that a vault deals with. */
export type HolderAccounts = ReturnType<typeof findHolderAccounts>;

/** Derives the accounts of a wallet that a vault deals with. */
export function findHolderAccounts({ vault, assetMint, lpMint }: SeededVault, user: Address) {
  const { address: receipt } = findRequestReceipt(vault, user);
  return {
    asset: findAssociated(user, assetMint),
    lp: findAssociated(user, lpMint),
    receipt,
    escrow: findAssociated(receipt, lpMint),
  };
}

/** Takes a part of an amount, rounded down. */
export function getPart(amount: bigint, { numerator, denominator }: Part): bigint {
  return (amount * numerator) / denominator;
}

/** Returns the idle part of a vault's value at genesis, in asset base units, rounded down. */
export function idleAtGenesis({ totalValue, idlePart }: VaultTerms): bigint {
  return getPart(totalValue, idlePart);
}

/** Writes the one account of the vault program that all vaults share. */
export function seedProtocol(bank: Bank): void {
  const { address: protocol, bump } = PROTOCOL;
  const data = vaults.getProtocolEncoder().encode({
    admin: findProgramAccount('vault protocol admin'),
    operationalState: ALL_OPERATIONS,
    bump,
    pendingAdmin: SYSTEM_PROGRAM_ADDRESS,
  });
  setProgramAccount(bank, protocol, vaults.VOLTR_VAULT_PROGRAM_ADDRESS, data);
}

/**
 * Writes a vault, its LP and its idle funds; the rest of its value is in strategies, see {@link seedStrategy}.
 *
 * The idle funds are new tokens: the caller accounts for them in the supply.
 */
export function seedVault(bank: Bank, seed: SeededVault, terms: VaultTerms): void {
  const { totalValue, price, assetUnit } = terms;
  const idle = idleAtGenesis(terms);
  const shares =
    (totalValue * 10n ** BigInt(vaults.LP_DECIMALS) * price.denominator) / (assetUnit * price.numerator);
  const supply = shares - vaults.DEAD_WEIGHT;
  setMint(bank, seed.lpMint, { mintAuthority: seed.lpMintAuth, decimals: vaults.LP_DECIMALS, supply });
  const others = { mint: seed.lpMint, owner: findProgramAccount('everybody else'), amount: supply };
  setTokenAccount(bank, findProgramAccount(terms.lpHolder), others);
  setTokenAccount(bank, seed.idleAta, { mint: seed.assetMint, owner: seed.idleAuth, amount: idle });
  setProgramAccount(bank, seed.vault, seed.programAddress, encodeVault(seed, terms, shares));
}

/**
 * Writes a vault's receipts of a strategy and the token account it pays through; the caller writes the position.
 *
 * @param positionValue - asset base units that the strategy is worth.
 */
export function seedStrategy(
  bank: Bank,
  { vault, assetMint, programAddress }: SeededVault,
  place: SeededStrategy,
  positionValue: bigint,
): void {
  const { strategy, adaptorProgram } = place;
  setTokenAccount(bank, place.strategyAta, { mint: assetMint, owner: place.strategyAuth, amount: 0n });
  const keys = findStrategyKeys(vault, strategy, adaptorProgram);
  const bump = (key: keyof typeof keys): number => keys[key].bump;
  const own = (address: Address, data: ArrayLike<number>): void =>
    setProgramAccount(bank, address, programAddress, data);
  const common = { vault, strategy, adaptorProgram, version: 1 };
  own(
    place.adaptorReceipt,
    vaults.getAdaptorAddReceiptEncoder().encode({
      vault,
      adaptorProgram,
      version: 1,
      bump: bump('adaptorReceipt'),
      lastUpdatedEpoch: 0n,
    }),
  );
  own(
    place.strategyReceipt,
    vaults.getStrategyInitReceiptEncoder().encode({
      ...common,
      positionValue,
      lastUpdatedTs: SEEDED_AT,
      bump: bump('strategyReceipt'),
      vaultStrategyAuthBump: bump('strategyAuth'),
    }),
  );
  own(
    place.directReceipt,
    vaults.getDirectWithdrawInitReceiptEncoder().encode({
      ...common,
      instructionDiscriminator: ADAPTOR_WITHDRAW_DISCRIMINATOR,
      additionalArgs: null,
      allowUserArgs: false,
      bump: bump('directReceipt'),
    }),
  );
}

function encodeVault(seed: SeededVault, terms: VaultTerms, shares: bigint): ArrayLike<number> {
  const keys = findVaultKeys(seed.vault);
  const blank = new Uint8Array(vaults.getVaultSize());
  blank.set(Array.from<number>(vaults.VAULT_DISCRIMINATOR));
  const none = vaults.getVaultDecoder().decode(blank);
  return vaults.getVaultEncoder().encode({
    ...none,
    name: padded(terms.name, NAME_SIZE),
    description: padded(terms.description, DESCRIPTION_SIZE),
    asset: {
      ...none.asset,
      mint: seed.assetMint,
      idleAta: seed.idleAta,
      totalValue: terms.totalValue,
      idleAtaAuthBump: keys.idleAuth.bump,
    },
    lp: { ...none.lp, mint: seed.lpMint, mintBump: keys.lpMint.bump, mintAuthBump: keys.lpMintAuth.bump },
    manager: findProgramAccount('vault manager'),
    admin: findProgramAccount('vault admin'),
    vaultConfiguration: { ...none.vaultConfiguration, maxCap: terms.maxCap },
    feeUpdate: { lastPerformanceFeeUpdateTs: SEEDED_AT, lastManagementFeeUpdateTs: SEEDED_AT },
    deadWeight: vaults.DEAD_WEIGHT,
    highWaterMark: {
      highestAssetPerLpDecimalBits: vaults.assetPerLpBits(terms.totalValue, shares),
      lastUpdatedTs: SEEDED_AT,
    },
    lastUpdatedTs: SEEDED_AT,
    version: VERSION,
    lockedProfitState: { lastUpdatedLockedProfit: 0n, lastReport: SEEDED_AT },
  });
}

function padded(text: string, size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  bytes.set(new TextEncoder().encode(text));
  return bytes;
}
