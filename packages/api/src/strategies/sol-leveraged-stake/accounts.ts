import { type Address, type Decoder, isSolanaError } from '@solana/kit';
import {
  type Deployment,
  type FlashDeployment,
  type FlashPart,
  hasFlashParts,
  type LeveragedDeployment,
  listLackingParts,
} from '@staking-agent/chain/deployment';
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
import { getLeveragedPositionCodec, type LeveragedPosition } from '@staking-agent/chain/leverage';
import { getMarketCodec, type Market } from '@staking-agent/chain/market';
import {
  type FeeRounding,
  getStakePoolErrorMessage,
  previewDepositSol,
  type StakePool,
} from '@staking-agent/chain/stake-pool';
import { findAssociatedTokenAddress } from '@staking-agent/chain/token';
import {
  getAdaptorAddReceiptDecoder,
  getStrategyInitReceiptDecoder,
  VOLTR_VAULT_PROGRAM_ADDRESS,
} from '@staking-agent/chain/vault';
import { ASSET_DECIMALS, formatAmount } from '@staking-agent/wire';
import { decodePool } from '../../builds/pool-floor.ts';
import { type ProblemError, problem } from '../../problems/problem.ts';
import type { ReadAccount, ReadAccounts } from '../../upstreams/ledger/client.ts';
import { type AgreementPorts, readAgreed } from '../../upstreams/ledger/witnesses.ts';
import {
  decodeVaultReading,
  findStrategyAccounts,
  findVaultAccounts,
  findWalletAccounts,
  type StrategyAccounts,
  tokenAmount,
  type VaultAccounts,
  type VaultReading,
  vaultAddresses,
  type WalletAccounts,
} from '../vault.ts';
import { planDeposit } from '../vault-amounts.ts';

/** What exits go through. */
type ExitPlace = {
  readonly vault: VaultAccounts;
  readonly stakePool: Deployment['stakePool'];
  /** What those beyond the idle funds go through; undefined where the deployment lacks a part of it. */
  readonly flash: FlashPlace | undefined;
  readonly lacks: readonly FlashPart[];
};

/** What exits through a flash loan go through. */
export type FlashPlace = { readonly leveraged: FlashDeployment; readonly shared: SharedAccounts };

/** The same with the accounts of one wallet. */
export type FlashAccounts = FlashPlace & { readonly own: UserAccounts };

/** What all wallets share in an exit through a flash loan. */
export type SharedAccounts = StrategyAccounts & {
  readonly vault: VaultAccounts;
  readonly solMint: Address;
  readonly liquidityVault: Address;
  readonly liquidityVaultAuthority: Address;
};

/** What one wallet has in it. */
export type UserAccounts = WalletAccounts & {
  readonly userSol: Address;
  readonly lendingAccount: Address;
};

/** Derives what all wallets share of the vault. */
export function findLeveragedVault(
  { rasolMint, rasolMaxMint }: Deployment,
  { vault }: Pick<LeveragedDeployment, 'vault'>,
): Promise<VaultAccounts> {
  return findVaultAccounts({ vault, assetMint: rasolMint, lpMint: rasolMaxMint });
}

/** Derives what all wallets share in exits. */
export async function findExitPlace(
  deployment: Deployment,
  leveraged: LeveragedDeployment,
): Promise<ExitPlace> {
  const vault = await findLeveragedVault(deployment, leveraged);
  const { stakePool, solMint } = deployment;
  const flash = hasFlashParts(leveraged)
    ? { leveraged, shared: await findSharedAccounts(vault, solMint, leveraged) }
    : undefined;
  return { vault, stakePool, flash, lacks: listLackingParts(leveraged) };
}

async function findSharedAccounts(
  vault: VaultAccounts,
  solMint: Address,
  { adaptor, lending }: FlashDeployment,
): Promise<SharedAccounts> {
  const bank = { bank: lending.bank };
  const lender = { programAddress: lending.program };
  return {
    solMint,
    vault,
    liquidityVault: (await findBankVaultPda(bank, lender))[0],
    liquidityVaultAuthority: (await findBankVaultAuthorityPda(bank, lender))[0],
    ...(await findStrategyAccounts(vault, adaptor)),
  };
}

/** Derives a wallet's own accounts. */
async function findUserAccounts(
  wallet: Address,
  { shared: { vault, solMint }, leveraged: { lending } }: FlashPlace,
): Promise<UserAccounts> {
  const { group, accountIndex, thirdPartyId } = lending;
  const [own, userSol, [lendingAccount]] = await Promise.all([
    findWalletAccounts(wallet, vault),
    findAssociatedTokenAddress(wallet, solMint),
    findLendingAccountPda(
      { group, authority: wallet, accountIndex, thirdPartyId },
      { programAddress: lending.program },
    ),
  ]);
  return { ...own, userSol, lendingAccount };
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

/** What one read shows of everything an exit depends on. */
export type ExitReading = {
  readonly vault: VaultReading;
  readonly accounts: VaultAccounts & WalletAccounts;
  /** The accounts themselves; undefined for one that does not exist. */
  readonly before: ReadonlyMap<string, ReadAccount | undefined>;
  /** What the exit through a flash loan depends on; decoded only when that is the way. */
  flash(): FlashReading;
};

/** What the exit through a flash loan depends on; amounts in base units. */
export type FlashReading = {
  readonly through: FlashAccounts;
  readonly pool: StakePool;
  readonly position: LeveragedPosition;
  /** What the vault last knew the position to be worth. */
  readonly reportedValue: bigint;
  /** Epoch in which the vault was allowed the adaptor. */
  readonly adaptorEpoch: bigint;
  readonly bank: LendingBank;
  /** Whether the lender wants its group at the end of a loan. */
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
 * @throws {ProblemError} `upstream_error` when the ledger does not answer or has no such vault; from `flash` when the
 *   deployment lacks a part of it, something it depends on is missing, the pool is of an earlier epoch, or the wallet's
 *   lending account is in use.
 */
export async function readExit(
  wallet: Address,
  place: ExitPlace,
  ports: AgreementPorts,
): Promise<ExitReading> {
  const located = await locateExit(wallet, place);
  return decodeExit(await readAgreed(located.addresses, ports), wallet, place, located);
}

/** Where everything is that an exit of one wallet depends on. */
export type LocatedExit = {
  readonly accounts: VaultAccounts & WalletAccounts;
  readonly through: FlashAccounts | undefined;
  /** What must be read for {@link decodeExit}. */
  readonly addresses: readonly Address[];
};

/** Derives the addresses of everything that an exit of one wallet depends on. */
export async function locateExit(wallet: Address, place: ExitPlace): Promise<LocatedExit> {
  const accounts = { ...place.vault, ...(await findWalletAccounts(wallet, place.vault)) };
  const through = place.flash && { ...place.flash, own: await findUserAccounts(wallet, place.flash) };
  const addresses = [
    ...vaultAddresses(accounts),
    ...(through === undefined ? [] : [place.stakePool.address, ...flashAddresses(through)]),
  ];
  return { accounts, through, addresses };
}

/** Decodes all that an exit depends on. @throws {ProblemError} as {@link readExit} says. */
export function decodeExit(
  read: ReadAccounts,
  wallet: Address,
  place: ExitPlace,
  { accounts, through, addresses }: LocatedExit,
): ExitReading {
  const vault = decodeVaultReading(read, accounts, 'sol-leveraged-stake');
  const before = new Map(addresses.map((address) => [address, read(address)]));
  const flash = () => {
    if (through !== undefined) return decodeFlash(read, vault, wallet, through, place);
    throw problem('EXIT_EXCEEDS_IDLE', {
      idle: formatAmount(vault.idle, ASSET_DECIMALS.raSOL),
      lacks: place.lacks.map((part) => `leveraged.${part}`),
    });
  };
  return { vault, accounts, before, flash };
}

function flashAddresses({ leveraged, shared, own }: FlashAccounts): Address[] {
  const { adaptor, lending, market } = leveraged;
  return [
    own.userSol,
    own.lendingAccount,
    adaptor.position,
    shared.strategyReceipt,
    shared.adaptorReceipt,
    lending.bank,
    lending.group,
    shared.liquidityVault,
    ...(market === undefined ? [] : [market.address, market.solVault]),
  ];
}

function decodeFlash(
  read: ReadAccounts,
  vault: VaultReading,
  wallet: Address,
  through: FlashAccounts,
  place: Pick<Deployment, 'stakePool'>,
): FlashReading {
  const { leveraged, shared, own } = through;
  const { adaptor, lending, market } = leveraged;
  const pool = decodeCurrentPool(read, place, vault.epoch);
  const decode = <T>(decoder: Decoder<T>, address: Address, owner: Address): T => {
    const account = read(address);
    if (account?.owner !== owner) throw problem('VAULT_ACCOUNT_NOT_FOUND', { address });
    return decodeOr(decoder, account.data, address);
  };
  const ownSol = tokenAmount(read, own.userSol);
  return {
    through,
    pool,
    position: decode(DECODERS.position, adaptor.position, adaptor.program),
    reportedValue: decode(DECODERS.strategyReceipt, shared.strategyReceipt, VOLTR_VAULT_PROGRAM_ADDRESS)
      .positionValue,
    adaptorEpoch: decode(DECODERS.adaptorReceipt, shared.adaptorReceipt, VOLTR_VAULT_PROGRAM_ADDRESS)
      .lastUpdatedEpoch,
    bank: decode(DECODERS.bank, lending.bank, lending.program),
    endsWithGroup: endsWithGroup(read(lending.group)),
    liquidity: tokenAmount(read, shared.liquidityVault) ?? 0n,
    market: market && {
      state: decode(DECODERS.market, market.address, market.program),
      lamports: tokenAmount(read, market.solVault) ?? 0n,
    },
    ownSol: ownSol ?? 0n,
    lacks: {
      sol: ownSol === undefined,
      asset: vault.userAsset === undefined,
      lending: isLendingAccountMissing(read, wallet, through),
    },
  };
}

/** @throws {ProblemError} `upstream_error` when the account is there but cannot take a flash loan. */
function isLendingAccountMissing(
  read: ReadAccounts,
  wallet: Address,
  { own: { lendingAccount }, leveraged: { lending } }: FlashAccounts,
): boolean {
  const account = read(lendingAccount);
  if (account?.owner !== lending.program) return true;
  const { group, bank } = lending;
  const state = decodeOr(DECODERS.lendingAccount, account.data, lendingAccount);
  const fault = findLendingAccountFault(state, { authority: wallet, group, bank });
  if (fault === undefined) return false;
  throw problem('LENDING_ACCOUNT_IN_USE', {
    address: lendingAccount,
    reason: getLendingError(fault)?.name ?? String(fault),
  });
}

/** @throws {ProblemError} `upstream_error` for data of another kind. */
function decodeOr<T>(decoder: Decoder<T>, data: Uint8Array, address: Address): T {
  try {
    return decoder.decode(data);
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
export function decodeCurrentPool(
  read: ReadAccounts,
  deployment: Pick<Deployment, 'stakePool'>,
  epoch: bigint,
): StakePool {
  const pool = decodePool(read, deployment);
  if (pool.lastUpdateEpoch < epoch) throw problem('POOL_NOT_UPDATED');
  return pool;
}

/** What a stake comes to, in base units. */
export type StakePreview = {
  /** raSOL that the pool mints to the wallet, and that go on into the vault. */
  readonly staged: bigint;
  /** raSOL Max LP that the vault mints for them, rounded down. */
  readonly minted: bigint;
};

/**
 * Computes a stake of lamports through pool and vault.
 *
 * @param feeRounding - how the pool's program rounds its fee: pool programs differ, and their accounts do not show it.
 * @throws {ProblemError} `upstream_error` when the pool or the vault would refuse, or mint nothing.
 */
export function previewStake(
  pool: StakePool,
  reading: VaultReading,
  lamports: bigint,
  feeRounding: FeeRounding,
): StakePreview {
  if (pool.solDepositAuthority !== null) {
    throw poolRefused('it takes SOL only from whom its deposit authority lets in');
  }
  const deposit = previewDepositSol(pool, { lamports, epoch: reading.epoch, feeRounding });
  if (!deposit.ok)
    throw poolRefused(deposit.by === 'stake-pool' ? getStakePoolErrorMessage(deposit.code) : deposit.by);
  const { userTokens: staged } = deposit;
  const { lpMinted } = planDeposit(staged, { asset: 'raSOL', receipt: 'raSOL Max' }, reading);
  return { staged, minted: lpMinted };
}

function poolRefused(reason: string): ProblemError {
  return problem('POOL_REFUSED', { reason });
}
