import { type Address, type Decoder, isSolanaError } from '@solana/kit';
import type { Deployment } from '@staking-agent/chain/deployment';
import {
  endsWithGroup,
  findLendingAccountFault,
  getLendingBankDecoder,
  getLendingError,
  getMarginfiAccountDecoder,
  type LendingBank,
} from '@staking-agent/chain/lending';
import { getLeveragedPositionCodec, type LeveragedPosition } from '@staking-agent/chain/leverage';
import { getMarketCodec, type Market } from '@staking-agent/chain/market';
import type { StakePool } from '@staking-agent/chain/stake-pool';
import {
  getAdaptorAddReceiptDecoder,
  getStrategyInitReceiptDecoder,
  VOLTR_VAULT_PROGRAM_ADDRESS,
} from '@staking-agent/chain/vault';
import { ASSET_DECIMALS, formatAmount } from '@staking-agent/wire';
import { problem } from '../../problems/problem.ts';
import { type AgreementPorts, readAgreed } from '../../upstreams/ask-witnesses.ts';
import type { ReadAccount, ReadAccounts } from '../../upstreams/ledger/read-accounts.ts';
import { findWalletAccounts, type VaultAccounts, type WalletAccounts } from '../vaults/vault-accounts.ts';
import {
  decodeVaultReading,
  tokenAmount,
  type VaultReading,
  vaultAddresses,
} from '../vaults/vault-reading.ts';
import { type ExitPlace, type FlashAccounts, findUserAccounts } from './leveraged-accounts.ts';
import { decodeCurrentPool } from './read-stake-pool.ts';

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
