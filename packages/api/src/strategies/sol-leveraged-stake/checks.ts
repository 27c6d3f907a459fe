import { type Address, type Decoder, isSolanaError } from '@solana/kit';
import { type Deployment, type LeveragedDeployment, listLackingParts } from '@staking-agent/chain/deployment';
import { decodeTokenAmount, findAssociatedTokenAddress } from '@staking-agent/chain/ledger';
import {
  endsWithGroup,
  findBankVaultAuthorityPda,
  findBankVaultPda,
  findLendingAccountFault,
  findLendingAccountPda,
  getLendingBankDecoder,
  getLendingError,
  getMarginfiAccountDecoder,
  type LendingBank,
} from '@staking-agent/chain/lending';
import {
  getLeveragedPositionCodec,
  getMarketCodec,
  type LeveragedPosition,
  type Market,
} from '@staking-agent/chain/leverage';
import type { StakePool } from '@staking-agent/chain/stake-pool';
import {
  getAdaptorAddReceiptDecoder,
  getStrategyInitReceiptDecoder,
  VOLTR_VAULT_PROGRAM_ADDRESS,
} from '@staking-agent/chain/vault';
import { ASSET_DECIMALS, formatAmount } from '@staking-agent/wire';
import { problem } from '../../problems/problem.ts';
import { type ReadAccount, type ReadAccounts, readAgreed } from '../../upstreams/ledger/client.ts';
import { requireExitAmount } from '../prepare.ts';
import type { StrategyServices } from '../strategy.ts';
import {
  decodePool,
  decodeVaultReading,
  findStrategyAccounts,
  findTokenRefusal,
  findVaultAccounts,
  type NamedVault,
  ownTokens,
  type VaultAccounts,
  type VaultReading,
  vaultAddresses,
} from '../vault.ts';

/** Returns the part of a deployment that leveraged staking stands on. @throws {Error} where it is announced only. */
export function requireLeveraged({ leveraged }: Deployment): LeveragedDeployment {
  if (leveraged === undefined) throw new Error('The deployment names no leveraged vault.');
  return leveraged;
}

export function getLeveragedVault(deployment: Deployment): NamedVault {
  const { rasolMint: assetMint, rasolMaxMint: lpMint } = deployment;
  return { vault: requireLeveraged(deployment).vault, assetMint, lpMint };
}

/** The accounts that an exit of one wallet depends on; `flash` is undefined where the deployment lacks a part for it. */
export type LocatedExit = ReturnType<typeof locateExit>;

/** The accounts that exits through a flash loan name, and what the deployment says of them. */
type FlashAccounts = NonNullable<ReturnType<typeof findFlashAccounts>>;

/** Derives the addresses of everything that an exit of one wallet depends on; all but its own come from a cache. */
export function locateExit(wallet: Address, deployment: Deployment) {
  const leveraged = requireLeveraged(deployment);
  const accounts = findVaultAccounts(getLeveragedVault(deployment), wallet);
  const flash = findFlashAccounts(wallet, accounts, leveraged, deployment);
  const further = flash === undefined ? [] : [deployment.stakePool.address, ...flashAddresses(flash)];
  return { deployment, wallet, accounts, flash, addresses: [...vaultAddresses(accounts), ...further] };
}

function findFlashAccounts(
  wallet: Address,
  accounts: VaultAccounts,
  { adaptor, lending, market, lookupTables }: LeveragedDeployment,
  deployment: Deployment,
) {
  if (adaptor === undefined || lending === undefined || lookupTables === undefined) return undefined;
  const { bank, group, accountIndex, thirdPartyId } = lending;
  const { solMint } = deployment;
  const lender = { programAddress: lending.program };
  const seeds = { group, authority: wallet, accountIndex, thirdPartyId };
  return {
    ...accounts,
    ...findStrategyAccounts(getLeveragedVault(deployment), adaptor),
    lending,
    ...(market && { market }),
    lookupTables,
    position: adaptor.position,
    solMint,
    liquidityVault: findBankVaultPda({ bank }, lender)[0],
    bankLiquidityVaultAuthority: findBankVaultAuthorityPda({ bank }, lender)[0],
    userSol: findAssociatedTokenAddress(wallet, solMint),
    lendingAccount: findLendingAccountPda(seeds, lender)[0],
  };
}

function flashAddresses(flash: FlashAccounts): Address[] {
  const { lending, market } = flash;
  return [
    flash.userSol,
    flash.lendingAccount,
    flash.position,
    flash.strategyInitReceipt,
    flash.adaptorAddReceipt,
    lending.bank,
    lending.group,
    flash.liquidityVault,
    ...(market === undefined ? [] : [market.address, market.solVault]),
  ];
}

// Made once: making a decoder costs as much as decoding.
const DECODERS = {
  position: getLeveragedPositionCodec(),
  strategyReceipt: getStrategyInitReceiptDecoder(),
  adaptorReceipt: getAdaptorAddReceiptDecoder(),
  bank: getLendingBankDecoder(),
  market: getMarketCodec(),
  lendingAccount: getMarginfiAccountDecoder(),
} as const;

/** The ledger at one slot, as far as an exit depends on it. */
export type ExitReading = {
  readonly vault: VaultReading;
  readonly accounts: VaultAccounts;
  /** The accounts themselves; undefined for one that does not exist. */
  readonly before: ReadonlyMap<string, ReadAccount | undefined>;
  /**
   * Decodes what the exit through a flash loan depends on, once that is the way.
   *
   * @throws {ProblemError} `upstream_error` when the deployment lacks a part of it, something it depends on is missing, the
   *   pool is of an earlier epoch, the wallet's account of wrapped SOL is another's, or its lending account is in use;
   *   `service_unavailable` while the operator has stopped the router, where that sells the SOL.
   */
  flash(): FlashReading;
};

/** The ledger as an exit through a flash loan depends on it; amounts in base units. */
export type FlashReading = {
  readonly accounts: FlashAccounts;
  readonly pool: StakePool;
  readonly position: LeveragedPosition;
  /** The worth of the position at its last report to the vault. */
  readonly reportedValue: bigint;
  /** Epoch in which the vault was allowed the adaptor. */
  readonly adaptorEpoch: bigint;
  readonly bank: LendingBank;
  /** The lender wants its group at the end of a loan. */
  readonly endsWithGroup: boolean;
  readonly liquidity: bigint;
  /** Where the SOL is bought, and the lamports it has; undefined where that is the router. */
  readonly market: { readonly state: Market; readonly lamports: bigint } | undefined;
  /** Lamports of wrapped SOL the wallet has already. */
  readonly ownSol: bigint;
  /** Which accounts the wallet does not have yet. */
  readonly lacks: { readonly sol: boolean; readonly asset: boolean; readonly lending: boolean };
};

/**
 * Reads everything that an exit depends on, as {@link readAgreed} reads.
 *
 * @throws {ProblemError} `upstream_error` when the ledger does not answer or has no such vault.
 */
export async function readExit(wallet: Address, services: StrategyServices): Promise<ExitReading> {
  const located = locateExit(wallet, services.config.deployment);
  return decodeExit(await readAgreed(located.addresses, services), located, services.switches);
}

/** Decodes everything that an exit depends on. @throws {ProblemError} as {@link readExit} says. */
export function decodeExit(
  read: ReadAccounts,
  located: LocatedExit,
  switches: StrategyServices['switches'],
): ExitReading {
  const { accounts, flash, addresses, deployment } = located;
  const vault = decodeVaultReading(read, accounts, 'sol-leveraged-stake');
  return {
    vault,
    accounts,
    before: new Map(addresses.map((address) => [address, read(address)])),
    flash: () => {
      // Without a market the router sells the SOL.
      if (flash !== undefined && flash.market === undefined) switches.assertRunning('router');
      if (flash !== undefined) return decodeFlash(read, vault, flash, located);
      throw problem('EXIT_EXCEEDS_IDLE', {
        idle: formatAmount(vault.idle, ASSET_DECIMALS.raSOL),
        lacks: listLackingParts(requireLeveraged(deployment)).map((part) => `leveraged.${part}`),
      });
    },
  };
}

function decodeFlash(
  read: ReadAccounts,
  vault: VaultReading,
  accounts: FlashAccounts,
  { wallet, deployment }: LocatedExit,
): FlashReading {
  const { lending, market } = accounts;
  const ownSol = ownTokens(read, accounts.userSol, accounts.solMint, wallet);
  const refused = findTokenRefusal([accounts.userSol], wallet, read);
  if (refused !== undefined) throw refused;
  const pool = decodeCurrentPool(read, deployment, vault.epoch);
  const decode = <T>(decoder: Decoder<T>, address: Address, owner: Address) =>
    decodeOwned(read, decoder, address, owner);
  const ofVault = VOLTR_VAULT_PROGRAM_ADDRESS;
  return {
    accounts,
    pool,
    position: decode(DECODERS.position, accounts.position, accounts.adaptorProgram),
    reportedValue: decode(DECODERS.strategyReceipt, accounts.strategyInitReceipt, ofVault).positionValue,
    adaptorEpoch: decode(DECODERS.adaptorReceipt, accounts.adaptorAddReceipt, ofVault).lastUpdatedEpoch,
    bank: decode(DECODERS.bank, lending.bank, lending.program),
    endsWithGroup: endsWithGroup(read(lending.group)),
    liquidity: decodeTokenAmount(read(accounts.liquidityVault)?.data) ?? 0n,
    market: market && {
      state: decode(DECODERS.market, market.address, market.program),
      lamports: decodeTokenAmount(read(market.solVault)?.data) ?? 0n,
    },
    ownSol: ownSol ?? 0n,
    lacks: {
      sol: ownSol === undefined,
      asset: vault.userAsset === undefined,
      lending: isLendingAccountMissing(read, wallet, accounts),
    },
  };
}

/** @throws {ProblemError} `upstream_error` when the account is there but cannot take a flash loan. */
function isLendingAccountMissing(
  read: ReadAccounts,
  wallet: Address,
  { lendingAccount, lending }: FlashAccounts,
): boolean {
  const { group, bank, program } = lending;
  if (read(lendingAccount)?.owner !== program) return true;
  const state = decodeOwned(read, DECODERS.lendingAccount, lendingAccount, program);
  const fault = findLendingAccountFault(state, { authority: wallet, group, bank });
  if (fault === undefined) return false;
  const reason = getLendingError(fault)?.name ?? String(fault);
  throw problem('LENDING_ACCOUNT_IN_USE', { address: lendingAccount, reason });
}

/** Decodes an account of a program. @throws {ProblemError} `upstream_error` where there is none, or one of another kind. */
export function decodeOwned<T>(read: ReadAccounts, decoder: Decoder<T>, address: Address, owner: Address): T {
  const account = read(address);
  if (account?.owner !== owner) throw problem('VAULT_ACCOUNT_NOT_FOUND', { address });
  try {
    return decoder.decode(account.data);
  } catch (error) {
    throw isSolanaError(error) ? problem('VAULT_ACCOUNT_NOT_FOUND', { address }) : error;
  }
}

/**
 * Decodes the pool of raSOL as the current epoch knows it.
 *
 * @param epoch - of the ledger.
 * @throws {ProblemError} `upstream_error` when there is no such pool, or it has not been updated in the epoch: then its
 *   program refuses deposits, and its price is out of date.
 */
export function decodeCurrentPool(read: ReadAccounts, deployment: Deployment, epoch: bigint): StakePool {
  const pool = decodePool(read, deployment);
  if (pool.lastUpdateEpoch < epoch) throw problem('POOL_NOT_UPDATED');
  return pool;
}

/** Reads the raSOL Max LP that an exit burns, in base units. */
export function requireLpAmount(amount: string | undefined): bigint {
  const rule = 'sol-leveraged-stake needs the raSOL Max LP to burn, as decimal text.';
  return requireExitAmount(amount, 'raSOLMax', rule);
}
