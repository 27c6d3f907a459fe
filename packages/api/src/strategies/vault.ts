import {
  type AccountMeta,
  AccountRole,
  type Address,
  createNoopSigner,
  type Decoder,
  type Instruction,
  isAddress,
} from '@solana/kit';
import type { Adaptor } from '@staking-agent/chain/deployment';
import { CLOCK_ADDRESS, decodeClock } from '@staking-agent/chain/sysvar';
import {
  decodeMintSupply,
  decodeTokenAmount,
  findAssociatedTokenAddress,
  TOKEN_PROGRAM_ADDRESS,
} from '@staking-agent/chain/token';
import {
  describeVaultRefusal,
  findAdaptorAddReceiptPda,
  findDirectWithdrawInitReceiptPda,
  findProtocolPda,
  findStrategyInitReceiptPda,
  findVaultAssetIdleAuthPda,
  findVaultIdleTokenAccount,
  findVaultLpMintAuthPda,
  findVaultStrategyAuthPda,
  findVaultStrategyTokenAccount,
  getDepositVaultInstruction,
  getInstantWithdrawStrategyInstruction,
  getInstantWithdrawVaultInstruction,
  getProtocolDecoder,
  getVaultDecoder,
  getVaultState,
  type VaultRefusal,
  type VaultState,
  VOLTR_VAULT_PROGRAM_ADDRESS,
} from '@staking-agent/chain/vault';
import type { Evidence } from '@staking-agent/verify';
import type { StrategyKey } from '@staking-agent/wire';
import { type ProblemError, problem } from '../problems/problem.ts';
import type { ReadAccounts } from '../upstreams/ledger/client.ts';
import { RENT, readRent } from '../upstreams/ledger/witnesses.ts';

/** The accounts of a vault that all wallets share. */
export type VaultAccounts = {
  readonly vault: Address;
  readonly protocol: Address;
  readonly assetMint: Address;
  readonly lpMint: Address;
  readonly lpMintAuthority: Address;
  readonly idle: Address;
  readonly idleAuthority: Address;
};

/** The accounts of one wallet in it. */
export type WalletAccounts = { readonly userAsset: Address; readonly userLp: Address };

/** Derives what all wallets share of a vault. */
export async function findVaultAccounts(
  named: Pick<VaultAccounts, 'vault' | 'assetMint' | 'lpMint'>,
): Promise<VaultAccounts> {
  const { vault, assetMint } = named;
  const [[protocol], [lpMintAuthority], [idleAuthority], idle] = await Promise.all([
    findProtocolPda(),
    findVaultLpMintAuthPda({ vault }),
    findVaultAssetIdleAuthPda({ vault }),
    findVaultIdleTokenAccount({ vault, assetMint }),
  ]);
  return { ...named, protocol, lpMintAuthority, idle, idleAuthority };
}

/** Derives a wallet's own accounts. */
export async function findWalletAccounts(
  wallet: Address,
  { assetMint, lpMint }: VaultAccounts,
): Promise<WalletAccounts> {
  const [userAsset, userLp] = await Promise.all([
    findAssociatedTokenAddress(wallet, assetMint),
    findAssociatedTokenAddress(wallet, lpMint),
  ]);
  return { userAsset, userLp };
}

/** Accounts that one decoder remembers: a deployment names few. */
const ACCOUNTS = 64;

/**
 * Makes a decoder of accounts that change seldom: the same bytes as the last ones of that account are the same value, which
 * nobody changes. Comparing them takes a hundredth of decoding them, most of which is printing addresses.
 */
export function decodeUnlessSame<Value>(
  decoder: Decoder<Value>,
): (address: Address, data: Uint8Array) => Value {
  const last = new Map<Address, { readonly data: Uint8Array; readonly value: Value }>();
  return (address, data) => {
    const known = last.get(address);
    if (known !== undefined && Buffer.compare(known.data, data) === 0) return known.value;
    const value = decoder.decode(data);
    if (last.size >= ACCOUNTS) last.clear();
    last.set(address, { data: data.slice(), value });
    return value;
  };
}

// Made once: making a decoder costs as much as decoding.
const decodeProtocol = decodeUnlessSame(getProtocolDecoder());

/** What one read shows of a vault and of a wallet in it; amounts in base units. */
export type VaultReading = PricedVault & {
  readonly operationalState: number;
  /** Asset in the vault's idle account. */
  readonly idle: bigint;
  /** Asset and LP of the wallet; undefined where it has no account for it. */
  readonly userAsset: bigint | undefined;
  readonly userLp: bigint | undefined;
  /** The accounts themselves, as the proof of what is built on them takes them. */
  readonly evidence: Pick<Evidence, 'before' | 'unixTimestamp' | 'slot' | 'rentExemption'>;
};

/** Lists what must be read for {@link decodeVaultReading}. */
export function vaultAddresses(accounts: VaultAccounts & WalletAccounts): Address[] {
  const { vault, protocol, lpMint, idle, userAsset, userLp } = accounts;
  return [vault, protocol, lpMint, idle, CLOCK, RENT, userAsset, userLp];
}

/**
 * Decodes vault, protocol, LP supply, idle funds, clock, rent and the wallet's two accounts.
 *
 * @throws {ProblemError} `upstream_error` when the ledger has no such vault.
 */
export function decodeVaultReading(
  read: ReadAccounts,
  accounts: VaultAccounts & WalletAccounts,
  strategy: StrategyKey,
): VaultReading {
  const { vault, protocol, lpMint, idle, userAsset, userLp } = accounts;
  const priced = decodePricedVault(read, { vault, lpMint });
  const protocolData = read(protocol)?.data;
  const idleAmount = tokenAmount(read, idle);
  if (priced === undefined || !protocolData?.length || idleAmount === undefined)
    throw problem('VAULT_NOT_FOUND', { strategy });
  const before = new Map(vaultAddresses(accounts).map((address) => [address, read(address)]));
  return {
    ...priced,
    operationalState: decodeProtocol(protocol, protocolData).operationalState,
    idle: idleAmount,
    userAsset: tokenAmount(read, userAsset),
    userLp: tokenAmount(read, userLp),
    evidence: {
      before,
      unixTimestamp: priced.now,
      slot: read.slot,
      rentExemption: readRent({ accounts: before }),
    },
  };
}

/** What a token account holds, in base units; undefined where there is none. */
export function tokenAmount(read: ReadAccounts, account: Address): bigint | undefined {
  return decodeTokenAmount(read(account)?.data);
}

// Made once: making a decoder costs as much as decoding.
const VAULT = getVaultDecoder();
const decodeVault = decodeUnlessSame(VAULT);

/** The ledger's clock, an account of its own. */
export const CLOCK: Address = CLOCK_ADDRESS;

/** What one read shows of a vault's price; times in Unix seconds. */
export type PricedVault = {
  readonly state: VaultState;
  readonly epoch: bigint;
  readonly epochStart: bigint;
  readonly now: bigint;
};

/**
 * Decodes a vault with the supply of its LP and the ledger's time, out of a read of vault, LP mint and {@link CLOCK}.
 *
 * @returns undefined when one of them does not exist, or the vault is not one whose LP has that mint.
 */
export function decodePricedVault(
  read: ReadAccounts,
  { vault, lpMint }: { readonly vault: Address; readonly lpMint: Address },
): PricedVault | undefined {
  const account = read(vault);
  const [supply, clock] = [decodeMintSupply(read(lpMint)?.data), decodeClock(read(CLOCK)?.data)];
  if (account?.owner !== VOLTR_VAULT_PROGRAM_ADDRESS || account.data.length < VAULT.fixedSize)
    return undefined;
  const decoded = decodeVault(vault, account.data);
  if (decoded.lp.mint !== lpMint) return undefined;
  if (supply === undefined || clock === undefined) return undefined;
  return {
    state: getVaultState(decoded, supply),
    epoch: clock.epoch,
    epochStart: clock.epochStart,
    now: clock.now,
  };
}

/** Builds a deposit of asset base units. */
export function depositInto(
  accounts: VaultAccounts & WalletAccounts,
  wallet: Address,
  amount: bigint,
): Instruction {
  return getDepositVaultInstruction({
    ...sharedAccounts(accounts, wallet),
    vaultLpMintAuth: accounts.lpMintAuthority,
    amount,
  });
}

/** Builds a withdrawal from the idle funds: asset or LP base units, as `isAmountInLp` says, or everything. */
export function withdrawFromIdle(
  accounts: VaultAccounts & WalletAccounts,
  wallet: Address,
  terms: { readonly amount: bigint; readonly isAmountInLp: boolean; readonly isWithdrawAll: boolean },
): Instruction {
  return getInstantWithdrawVaultInstruction({ ...sharedAccounts(accounts, wallet), ...terms });
}

function sharedAccounts(accounts: VaultAccounts & WalletAccounts, wallet: Address) {
  return {
    userTransferAuthority: createNoopSigner(wallet),
    protocol: accounts.protocol,
    vault: accounts.vault,
    vaultAssetMint: accounts.assetMint,
    vaultLpMint: accounts.lpMint,
    userAssetAta: accounts.userAsset,
    userLpAta: accounts.userLp,
    vaultAssetIdleAta: accounts.idle,
    vaultAssetIdleAuth: accounts.idleAuthority,
    assetTokenProgram: TOKEN_PROGRAM_ADDRESS,
  };
}

/** What all wallets share of one strategy of a vault. */
export type StrategyAccounts = {
  readonly adaptorReceipt: Address;
  readonly strategyReceipt: Address;
  readonly directReceipt: Address;
  readonly strategyAuthority: Address;
  /** The token account through which the strategy pays. */
  readonly strategyAsset: Address;
};

/** How much a withdrawal takes: asset or LP base units, or every LP. */
export type WithdrawalTerms = {
  readonly amount: bigint;
  readonly isAmountInLp: boolean;
  readonly isWithdrawAll: boolean;
};

/** Derives what all wallets share of a strategy. */
export async function findStrategyAccounts(
  { vault, assetMint }: Pick<VaultAccounts, 'vault' | 'assetMint'>,
  { program, strategy }: Pick<Adaptor<string>, 'program' | 'strategy'>,
): Promise<StrategyAccounts> {
  const seeds = { vault, strategy, adaptorProgram: program };
  return {
    adaptorReceipt: (await findAdaptorAddReceiptPda(seeds))[0],
    strategyReceipt: (await findStrategyInitReceiptPda(seeds))[0],
    directReceipt: (await findDirectWithdrawInitReceiptPda(seeds))[0],
    strategyAuthority: (await findVaultStrategyAuthPda(seeds))[0],
    strategyAsset: await findVaultStrategyTokenAccount({ ...seeds, assetMint }),
  };
}

/**
 * Builds a withdrawal from a strategy of a vault.
 *
 * @param own - the accounts of the wallet that an adaptor may name.
 */
export function withdrawFromStrategy<Own extends string>(
  accounts: VaultAccounts & WalletAccounts & StrategyAccounts,
  adaptor: Adaptor<Own>,
  wallet: Address,
  own: Readonly<Record<Own, Address>>,
  terms: WithdrawalTerms,
): Instruction {
  const instruction = getInstantWithdrawStrategyInstruction({
    userTransferAuthority: createNoopSigner(wallet),
    protocol: accounts.protocol,
    vault: accounts.vault,
    adaptorAddReceipt: accounts.adaptorReceipt,
    strategyInitReceipt: accounts.strategyReceipt,
    directWithdrawInitReceipt: accounts.directReceipt,
    strategy: adaptor.strategy,
    vaultAssetMint: accounts.assetMint,
    vaultLpMint: accounts.lpMint,
    userLpAta: accounts.userLp,
    vaultStrategyAuth: accounts.strategyAuthority,
    userAssetAta: accounts.userAsset,
    vaultStrategyAssetAta: accounts.strategyAsset,
    adaptorProgram: adaptor.program,
    assetTokenProgram: TOKEN_PROGRAM_ADDRESS,
    ...terms,
    userArgs: adaptor.arguments ?? null,
  });
  return { ...instruction, accounts: [...instruction.accounts, ...listAdaptorAccounts(adaptor, own)] };
}

/** Lists what an adaptor is called with after the accounts of the vault's instruction. */
export function listAdaptorAccounts<Own extends string>(
  { accounts }: Adaptor<Own>,
  own: Readonly<Record<Own, Address>>,
): AccountMeta[] {
  return accounts.map(({ account, isSigner, isWritable }) => ({
    address: isOwn(account, own) ? own[account] : (account as Address),
    role: getRole(isSigner, isWritable),
  }));
}

function isOwn<Own extends string>(account: string, own: Readonly<Record<Own, Address>>): account is Own {
  return Object.hasOwn(own, account);
}

function getRole(isSigner: boolean, isWritable: boolean): AccountRole {
  if (isSigner) return isWritable ? AccountRole.WRITABLE_SIGNER : AccountRole.READONLY_SIGNER;
  return isWritable ? AccountRole.WRITABLE : AccountRole.READONLY;
}

/** Says by name why the vault would refuse. */
export function vaultRefused(refusal: VaultRefusal): ProblemError {
  return problem('VAULT_REFUSED', describeVaultRefusal(refusal));
}

/** Lists what deposits into a vault and withdrawals from it write, whoever makes them. */
export function contendedAccounts(
  { vault, assetMint, lpMint, idle, idleAuthority }: VaultAccounts,
  strategies: readonly (StrategyAccounts & { readonly adaptor: Adaptor<string> })[],
): Address[] {
  const own = strategies.flatMap(({ strategyReceipt, strategyAuthority, strategyAsset, adaptor }) => {
    const further = adaptor.accounts.flatMap(({ account, isWritable }) =>
      isWritable && isAddress(account) ? [account] : [],
    );
    return [assetMint, strategyReceipt, strategyAuthority, strategyAsset, ...further];
  });
  return [...new Set([vault, lpMint, idle, idleAuthority, ...own])];
}
