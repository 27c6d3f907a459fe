import {
  type AccountMeta,
  AccountRole,
  type Address,
  type AddressesByLookupTableAddress,
  createNoopSigner,
  type Instruction,
  isAddress,
} from '@solana/kit';
import type { Adaptor, Deployment } from '@staking-agent/chain/deployment';
import {
  CLOCK_ADDRESS,
  decodeClock,
  decodeMintSupply,
  decodeTokenAmount,
  findAssociatedTokenAddress,
  findTokenFault,
  getRequireBalanceInstruction,
  isOfMint,
  TOKEN_PROGRAM_ADDRESS,
} from '@staking-agent/chain/ledger';
import { describeProgramError } from '@staking-agent/chain/program-errors';
import { STAKE_POOL_CODEC, type StakePool } from '@staking-agent/chain/stake-pool';
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
  getInstantWithdrawStrategyInstruction,
  getProtocolDecoder,
  getVaultDecoder,
  getVaultState,
  LP_DECIMALS,
  previewDeposit,
  redeemableValue,
  type VaultDeposit,
  type VaultRefusal,
  type VaultState,
  VOLTR_VAULT_ERROR__INVALID_AMOUNT,
  VOLTR_VAULT_PROGRAM_ADDRESS,
} from '@staking-agent/chain/vault';
import type { Evidence } from '@staking-agent/verify';
import { type AmountAsset, ASSET_DECIMALS, formatAmount, type StrategyKey } from '@staking-agent/wire';
import { printError } from '../builds/failures.ts';
import { UpstreamFault } from '../problems/faults.ts';
import { type ProblemError, problem } from '../problems/problem.ts';
import { RENT, type ReadAccounts, readRent } from '../upstreams/ledger/client.ts';
import { printQuotient } from '../yields/figures.ts';

export type NamedVault = { readonly vault: Address; readonly assetMint: Address; readonly lpMint: Address };

/** The accounts of a vault and of one wallet in it, by the names that the program's instructions have for them. */
export type VaultAccounts = ReturnType<typeof findVaultAccounts>;

/** Derives the accounts of a vault and of a wallet in it; all but the wallet's own come from a cache. */
export function findVaultAccounts({ vault, assetMint, lpMint }: NamedVault, wallet: Address) {
  return {
    vault,
    protocol: findProtocolPda()[0],
    vaultAssetMint: assetMint,
    vaultLpMint: lpMint,
    vaultLpMintAuth: findVaultLpMintAuthPda({ vault })[0],
    vaultAssetIdleAta: findVaultIdleTokenAccount({ vault, assetMint }),
    vaultAssetIdleAuth: findVaultAssetIdleAuthPda({ vault })[0],
    assetTokenProgram: TOKEN_PROGRAM_ADDRESS,
    userTransferAuthority: createNoopSigner(wallet),
    userAssetAta: findAssociatedTokenAddress(wallet, assetMint),
    userLpAta: findAssociatedTokenAddress(wallet, lpMint),
  };
}

/** The accounts of one strategy of a vault, by the names that the program's instructions have for them. */
export type StrategyAccounts = ReturnType<typeof findStrategyAccounts>;

/** Derives the accounts of a strategy; all come from a cache. */
export function findStrategyAccounts({ vault, assetMint }: NamedVault, adaptor: Adaptor<string>) {
  const { program: adaptorProgram, strategy } = adaptor;
  const seeds = { vault, strategy, adaptorProgram };
  return {
    adaptor,
    adaptorProgram,
    userArgs: adaptor.arguments ?? null,
    strategy,
    adaptorAddReceipt: findAdaptorAddReceiptPda(seeds)[0],
    strategyInitReceipt: findStrategyInitReceiptPda(seeds)[0],
    directWithdrawInitReceipt: findDirectWithdrawInitReceiptPda(seeds)[0],
    vaultStrategyAuth: findVaultStrategyAuthPda(seeds)[0],
    // The token account through which the strategy pays.
    vaultStrategyAssetAta: findVaultStrategyTokenAccount({ ...seeds, assetMint }),
    // Tables beside the deployment's, which hold accounts of the adaptor.
    furtherTables: {} as AddressesByLookupTableAddress,
  };
}

/** Lists the accounts that all deposits into a vault and withdrawals from it write. */
export function contendedAccounts(
  { vault, vaultAssetMint, vaultLpMint, vaultAssetIdleAta, vaultAssetIdleAuth }: VaultAccounts,
  strategies: readonly StrategyAccounts[],
): Address[] {
  const own = strategies.flatMap((each) => {
    const further = each.adaptor.accounts.flatMap(({ account, isWritable }) =>
      isWritable && isAddress(account) ? [account] : [],
    );
    return [
      vaultAssetMint,
      each.strategyInitReceipt,
      each.vaultStrategyAuth,
      each.vaultStrategyAssetAta,
      ...further,
    ];
  });
  return [...new Set([vault, vaultLpMint, vaultAssetIdleAta, vaultAssetIdleAuth, ...own])];
}

// Made once: making a decoder costs as much as decoding.
const VAULT = getVaultDecoder();
const PROTOCOL = getProtocolDecoder();

/** The price of a vault at one slot; time in Unix seconds. */
export type PricedVault = { readonly state: VaultState; readonly epoch: bigint; readonly now: bigint };

/**
 * Decodes a vault with the supply of its LP and the ledger's time, out of a read of vault, LP mint and clock.
 *
 * @returns undefined when one of them does not exist, or the vault is not one whose LP has that mint.
 */
export function decodePricedVault(
  read: ReadAccounts,
  vault: Address,
  lpMint: Address,
): PricedVault | undefined {
  const account = read(vault);
  const [supply, clock] = [decodeMintSupply(read(lpMint)?.data), decodeClock(read(CLOCK_ADDRESS)?.data)];
  if (account?.owner !== VOLTR_VAULT_PROGRAM_ADDRESS || account.data.length < VAULT.fixedSize)
    return undefined;
  const decoded = VAULT.decode(account.data);
  if (decoded.lp.mint !== lpMint || supply === undefined || clock === undefined) return undefined;
  return { state: getVaultState(decoded, supply), epoch: clock.epoch, now: clock.now };
}

/** A vault and a wallet in it at one slot; amounts in base units. */
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
export function vaultAddresses(accounts: VaultAccounts): Address[] {
  const { vault, protocol, vaultLpMint, vaultAssetIdleAta, userAssetAta, userLpAta } = accounts;
  return [vault, protocol, vaultLpMint, vaultAssetIdleAta, CLOCK_ADDRESS, RENT, userAssetAta, userLpAta];
}

/**
 * Decodes vault, protocol, LP supply, idle funds, clock, rent and the wallet's two accounts.
 *
 * @throws {ProblemError} `upstream_error` when the ledger has no such vault.
 * @throws {UpstreamFault} as {@link ownTokens} and {@link readRent} do.
 */
export function decodeVaultReading(
  read: ReadAccounts,
  accounts: VaultAccounts,
  strategy: StrategyKey,
): VaultReading {
  const { vault, protocol, vaultAssetMint, vaultLpMint, vaultAssetIdleAta, userAssetAta, userLpAta } =
    accounts;
  const { address: wallet } = accounts.userTransferAuthority;
  const priced = decodePricedVault(read, vault, vaultLpMint);
  const protocolData = read(protocol)?.data;
  const idle = decodeTokenAmount(read(vaultAssetIdleAta)?.data);
  if (priced === undefined || !protocolData?.length || idle === undefined)
    throw problem('VAULT_NOT_FOUND', { strategy });
  const before = new Map(vaultAddresses(accounts).map((address) => [address, read(address)]));
  const rentExemption = readRent(read);
  return {
    ...priced,
    operationalState: PROTOCOL.decode(protocolData).operationalState,
    idle,
    userAsset: ownTokens(read, userAssetAta, vaultAssetMint, wallet),
    userLp: ownTokens(read, userLpAta, vaultLpMint, wallet),
    evidence: { before, unixTimestamp: priced.now, slot: read.slot, rentExemption },
  };
}

/**
 * Returns what the associated token account of a wallet holds, in base units; undefined where there is none, or the wallet has
 * given it away.
 *
 * @throws {UpstreamFault} `malformed` when the node shows what no such account can hold: it would count as given away here,
 *   and as the wallet's where the build is proved.
 */
export function ownTokens(
  read: ReadAccounts,
  account: Address,
  mint: Address,
  wallet: Address,
): bigint | undefined {
  const data = read(account)?.data;
  if (!isOfMint(data, mint)) throw new UpstreamFault('ledger', 'malformed');
  return decodeTokenAmount(data, wallet);
}

/** Finds why nothing that goes through a wallet's token accounts lands: one of them is frozen, or was given away. */
export function findTokenRefusal(
  tokens: readonly Address[],
  wallet: Address,
  read: (account: Address) => { readonly data: Uint8Array } | undefined,
): ProblemError | undefined {
  const fault = tokens.map((account) => findTokenFault(read(account)?.data, wallet)).find((each) => each);
  const error = fault && describeProgramError(fault.program, fault.code);
  return error && problem('TOKEN_REFUSED', { reason: printError(error) });
}

/**
 * Decodes the pool of raSOL, as of its last update.
 *
 * @throws {ProblemError} `upstream_error` when there is no such pool.
 */
export function decodePool(read: ReadAccounts, { stakePool }: Deployment): StakePool {
  const account = read(stakePool.address);
  if (account?.owner !== stakePool.program || account.data.length === 0) throw problem('POOL_NOT_FOUND');
  return STAKE_POOL_CODEC.decode(account.data);
}

/** How much a withdrawal takes: asset or LP base units, or every LP. */
export type WithdrawalTerms = {
  readonly amount: bigint;
  readonly isAmountInLp: boolean;
  readonly isWithdrawAll: boolean;
};

/**
 * Builds a withdrawal from a strategy of a vault.
 *
 * @param own - the accounts of the wallet that the adaptor may name.
 */
export function withdrawFromStrategy(
  accounts: VaultAccounts & StrategyAccounts,
  own: Readonly<Record<string, Address>>,
  terms: WithdrawalTerms,
): Instruction {
  return callAdaptor(getInstantWithdrawStrategyInstruction({ ...accounts, ...terms }), accounts.adaptor, own);
}

/** Appends what an adaptor is called with to the accounts of the vault's instruction. */
export function callAdaptor(
  instruction: Instruction & { readonly accounts: readonly AccountMeta[] },
  adaptor: Adaptor<string>,
  own: Readonly<Record<string, Address>>,
): Instruction {
  const further = adaptor.accounts.map(({ account, isSigner, isWritable }) => ({
    address: own[account] ?? (account as Address),
    role: getRole(isSigner, isWritable),
  }));
  return { ...instruction, accounts: [...instruction.accounts, ...further] };
}

function getRole(isSigner: boolean, isWritable: boolean): AccountRole {
  if (isSigner) return isWritable ? AccountRole.WRITABLE_SIGNER : AccountRole.READONLY_SIGNER;
  return isWritable ? AccountRole.WRITABLE : AccountRole.READONLY;
}

/** Creates the problem of a vault that would refuse, with its reason by name. */
export function vaultRefused(refusal: VaultRefusal): ProblemError {
  return problem('VAULT_REFUSED', describeVaultRefusal(refusal));
}

/**
 * Computes what a deposit comes to.
 *
 * @param amount - base units of the asset, above zero.
 * @param receipt - what the vault mints, for people.
 * @throws {ProblemError} `upstream_error` when the vault would refuse, with its reason by name, or would mint nothing.
 */
export function planDeposit(
  amount: bigint,
  asset: 'USDC' | 'raSOL',
  receipt: 'raUSDC' | 'raSOL Max',
  { state, now, operationalState }: VaultReading,
): VaultDeposit {
  const assetDecimals = ASSET_DECIMALS[asset];
  const preview = previewDeposit(state, { amount, assetDecimals, now, operationalState });
  // Of an amount above zero it says so only for a first deposit below the dead weight.
  const isTooSmall = preview.ok
    ? preview.lpMinted === 0n
    : preview.by === 'vault' && preview.code === VOLTR_VAULT_ERROR__INVALID_AMOUNT;
  if (isTooSmall) throw problem('AMOUNT_BELOW_ONE_SHARE', { receipt });
  if (!preview.ok) throw vaultRefused(preview);
  return preview;
}

/** Computes what LP would pay now, in asset base units, rounded down; zero while the vault does not redeem. */
export function redeemLp(state: VaultState, lp: bigint, now: bigint): bigint {
  const value = redeemableValue(state, lp, now);
  return value.ok ? value.asset : 0n;
}

/**
 * Predicts the reading of a vault once a deposit has landed, which lies idle until the manager lends it.
 *
 * @param asset - base units that go in.
 * @param lp - base units that the wallet gets for them.
 */
export function addDeposit<Reading extends VaultReading>(
  reading: Reading,
  asset: bigint,
  lp: bigint,
): Reading {
  const { state, idle, userLp = 0n } = reading;
  const { totalValue, lpMintSupply } = state;
  return {
    ...reading,
    state: { ...state, totalValue: totalValue + asset, lpMintSupply: lpMintSupply + lp },
    idle: idle + asset,
    userLp: userLp + lp,
  };
}

/** So many whole LP that their worth in base units has all places of a rate. */
const MANY = 10n ** 18n;

/** Prints what one LP would pay now, in the asset: decimal text with 18 places, rounded down. */
export function printLpRate(
  state: VaultState,
  now: bigint,
  asset: 'USDC' | 'raSOL',
  price: { readonly worth: bigint; readonly of: bigint } = { worth: 1n, of: 1n },
): string {
  const paid = redeemLp(state, MANY * 10n ** BigInt(LP_DECIMALS), now);
  return printQuotient(paid * price.worth, MANY * 10n ** BigInt(ASSET_DECIMALS[asset]) * price.of);
}

/** The loss against the present promise of a vault that reports, fees and trades may cause until landing: 0.5 %. */
const TOLERANCE = { numerator: 995n, denominator: 1_000n };

/**
 * Requires that a withdrawal of an asset amount burns at most 0.5 % more LP than it would now: the vault's program takes no
 * maximum, and burns as many as a lower price asks for.
 *
 * @param held - base units of LP that the wallet has.
 * @param burned - those that would be burned now.
 */
export function requireKept(account: Address, owner: Address, held: bigint, burned: bigint): Instruction {
  const most = burned + (burned * (TOLERANCE.denominator - TOLERANCE.numerator)) / TOLERANCE.denominator;
  return getRequireBalanceInstruction({ account, owner, amount: held > most ? held - most : 0n });
}

/** A payment of a vault to a wallet, in base units. */
export type Payout = {
  readonly asset: AmountAsset;
  readonly account: Address;
  readonly owner: Address;
  /** Balance of the account now; undefined where there is none yet. */
  readonly held: bigint | undefined;
  /** The payment of the vault now. */
  readonly promised: bigint;
  /** The least that the caller wants; absent where that was not asked. */
  readonly minReceive?: bigint | undefined;
};

/**
 * Ends a transaction with the requirement that what a vault promised has arrived: the vault's program takes no minimum.
 *
 * At least 99.5 % of it, rounded down, or `minReceive` where that is more. Tokens that arrive from elsewhere meanwhile
 * count as well; tokens that leave make the transaction fail.
 *
 * @throws {ProblemError} `PRICE_OUT_OF_BOUNDS` when the vault promises less than `minReceive`.
 */
export function requirePayout({
  asset,
  account,
  owner,
  held = 0n,
  promised,
  minReceive = 0n,
}: Payout): Instruction {
  if (promised < minReceive) {
    const inWords = (amount: bigint) => formatAmount(amount, ASSET_DECIMALS[asset]);
    throw problem('PRICE_OUT_OF_BOUNDS', { asset, least: inWords(minReceive), offered: inWords(promised) });
  }
  const tolerated = (promised * TOLERANCE.numerator) / TOLERANCE.denominator || 1n;
  const least = tolerated > minReceive ? tolerated : minReceive;
  return getRequireBalanceInstruction({ account, owner, amount: held + least });
}
