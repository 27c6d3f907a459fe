import { type Address, createNoopSigner, type Instruction } from '@solana/kit';
import type { Adaptor } from '@staking-agent/chain/deployment';
import {
  findAssociatedTokenAddress,
  getCreateTokenAccountInstruction,
  getRequireBalanceInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@staking-agent/chain/token';
import {
  type ClaimInput,
  findRequestWithdrawVaultReceiptPda,
  getCancelRequestWithdrawVaultInstruction,
  getDirectWithdrawStrategyInstruction,
  getRequestWithdrawVaultInstruction,
  getRequestWithdrawVaultReceiptDecoder,
  getWithdrawVaultInstruction,
  LP_DECIMALS,
  previewDeposit,
  redeemableValue,
  type VaultDeposit,
  type VaultState,
  VOLTR_VAULT_ERROR__INVALID_AMOUNT,
  VOLTR_VAULT_PROGRAM_ADDRESS,
} from '@staking-agent/chain/vault';
import { type AmountAsset, ASSET_DECIMALS, formatAmount } from '@staking-agent/wire';
import { problem } from '../problems/problem.ts';
import type { ReadAccounts } from '../upstreams/ledger/client.ts';
import { printQuotient } from '../yields/figures.ts';
import {
  listAdaptorAccounts,
  type StrategyAccounts,
  type VaultAccounts,
  type VaultReading,
  vaultRefused,
  type WalletAccounts,
  type WithdrawalTerms,
} from './vault.ts';

/** What goes into a vault and what comes of it. */
export type DepositAssets =
  | { readonly asset: 'USDC'; readonly receipt: 'raUSDC' }
  | { readonly asset: 'raSOL'; readonly receipt: 'raSOL Max' };

/**
 * Computes what a deposit comes to.
 *
 * @param amount - base units of the asset, above zero.
 * @throws {ProblemError} `upstream_error` when the vault would refuse, with its reason by name, or would mint nothing.
 */
export function planDeposit(
  amount: bigint,
  { asset, receipt }: DepositAssets,
  { state, now, operationalState }: Pick<VaultReading, 'state' | 'now' | 'operationalState'>,
): VaultDeposit {
  const preview = previewDeposit(state, {
    amount,
    assetDecimals: ASSET_DECIMALS[asset],
    now,
    operationalState,
  });
  // Of an amount above zero it says so only for a first deposit below the dead weight.
  const isTooSmall = preview.ok
    ? preview.lpMinted === 0n
    : preview.by === 'vault' && preview.code === VOLTR_VAULT_ERROR__INVALID_AMOUNT;
  if (isTooSmall) throw problem('AMOUNT_BELOW_ONE_SHARE', { receipt });
  if (!preview.ok) throw vaultRefused(preview);
  return preview;
}

/** So many whole LP that their worth in base units has all places of a rate. */
const MANY = 10n ** 18n;

/** Computes what LP would pay now, in asset base units, rounded down; zero while the vault does not redeem. */
export function redeemLp(state: VaultState, lp: bigint, now: bigint): bigint {
  const value = redeemableValue(state, lp, now);
  return value.ok ? value.asset : 0n;
}

/** What one LP would pay now, in the asset: decimal text with 18 places, rounded down. */
export function printLpRate(
  state: VaultState,
  now: bigint,
  asset: 'USDC' | 'raSOL',
  price: { readonly worth: bigint; readonly of: bigint } = { worth: 1n, of: 1n },
): string {
  const paid = redeemLp(state, MANY * 10n ** BigInt(LP_DECIMALS), now);
  return printQuotient(paid * price.worth, MANY * 10n ** BigInt(ASSET_DECIMALS[asset]) * price.of);
}

/** What a vault may give less than it promises now, for reports, fees and trades until the transaction lands: 0.5 %. */
const TOLERANCE = { numerator: 995n, denominator: 1_000n };

/**
 * Requires that a withdrawal of an asset amount burns at most 0.5 % more LP than it would now: the vault's program takes no
 * maximum, and burns as many as a lower price asks for.
 *
 * @param terms - base units of LP: what the wallet holds, and what would be burned now.
 */
export function requireKept({
  account,
  owner,
  held,
  burned,
}: Pick<Payout, 'account' | 'owner'> & { readonly held: bigint; readonly burned: bigint }): Instruction {
  const most = burned + (burned * (TOLERANCE.denominator - TOLERANCE.numerator)) / TOLERANCE.denominator;
  return getRequireBalanceInstruction({ account, owner, amount: held > most ? held - most : 0n });
}

/** What a vault is about to pay a wallet, in base units. */
export type Payout = {
  readonly asset: AmountAsset;
  readonly account: Address;
  readonly owner: Address;
  /** What the account holds now; undefined where there is none yet. */
  readonly held: bigint | undefined;
  /** What the vault would pay now. */
  readonly promised: bigint;
  /** What the caller wants at least; absent where that was not asked. */
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

/** The accounts of a wallet's one request of a withdrawal. */
export type RequestAccounts = {
  readonly request: Address;
  /** The token account that holds its LP; it stays when the request is paid. */
  readonly escrow: Address;
};

/** Accounts of a vault, of a wallet in it, and of its request. */
export type RequestPlace = VaultAccounts & WalletAccounts & RequestAccounts;

/** What a request keeps; amounts in base units, the time in Unix seconds. */
export type WithdrawalRequest = Pick<ClaimInput, 'lpEscrowed' | 'assetBits' | 'withdrawableFrom'>;

/** Derives the accounts of a wallet's request. */
export async function findRequestAccounts(
  wallet: Address,
  { vault, lpMint }: VaultAccounts,
): Promise<RequestAccounts> {
  const [request] = await findRequestWithdrawVaultReceiptPda({ vault, user: wallet });
  return { request, escrow: await findAssociatedTokenAddress(request, lpMint) };
}

/** Decodes a wallet's request; undefined where it has made none, or it was paid. */
export function decodeRequest(read: ReadAccounts, request: Address): WithdrawalRequest | undefined {
  const account = read(request);
  const decoder = getRequestWithdrawVaultReceiptDecoder();
  if (account?.owner !== VOLTR_VAULT_PROGRAM_ADDRESS || account.data.length < decoder.fixedSize)
    return undefined;
  const decoded = decoder.decode(account.data);
  return {
    lpEscrowed: decoded.amountLpEscrowed,
    assetBits: decoded.amountAssetToWithdrawDecimalBits,
    withdrawableFrom: decoded.withdrawableFromTs,
  };
}

/** Builds a request of a withdrawal, with the account that its LP wait in. */
export function requestWithdrawal(
  { request, escrow, protocol, vault, lpMint, userLp }: RequestPlace,
  wallet: Address,
  terms: WithdrawalTerms,
): Instruction[] {
  const signer = createNoopSigner(wallet);
  return [
    getCreateTokenAccountInstruction({ owner: request, mint: lpMint, account: escrow, payer: wallet }),
    getRequestWithdrawVaultInstruction({
      payer: signer,
      userTransferAuthority: signer,
      protocol,
      vault,
      vaultLpMint: lpMint,
      userLpAta: userLp,
      requestWithdrawLpAta: escrow,
      requestWithdrawVaultReceipt: request,
      ...terms,
    }),
  ];
}

/** Builds the payment of a request out of the idle funds. */
export function claimFromIdle(place: RequestPlace, wallet: Address): Instruction {
  return getWithdrawVaultInstruction({
    ...sharedAccounts(place, wallet),
    vaultAssetIdleAta: place.idle,
    vaultAssetIdleAuth: place.idleAuthority,
  });
}

/**
 * Builds the payment of a whole request out of one strategy.
 *
 * @param own - the accounts of the wallet that an adaptor may name.
 */
export function claimFromStrategy<Own extends string>(
  place: RequestPlace & StrategyAccounts,
  adaptor: Adaptor<Own>,
  wallet: Address,
  own: Readonly<Record<Own, Address>>,
): Instruction {
  const instruction = getDirectWithdrawStrategyInstruction({
    ...sharedAccounts(place, wallet),
    adaptorAddReceipt: place.adaptorReceipt,
    strategyInitReceipt: place.strategyReceipt,
    directWithdrawInitReceipt: place.directReceipt,
    strategy: adaptor.strategy,
    vaultStrategyAuth: place.strategyAuthority,
    vaultStrategyAssetAta: place.strategyAsset,
    adaptorProgram: adaptor.program,
    userArgs: adaptor.arguments ?? null,
  });
  return { ...instruction, accounts: [...instruction.accounts, ...listAdaptorAccounts(adaptor, own)] };
}

/** Builds the end of a request that is not to be paid: its LP go back to the wallet. */
export function cancelRequest(
  { protocol, vault, lpMint, userLp, escrow, request }: RequestPlace,
  wallet: Address,
): Instruction {
  return getCancelRequestWithdrawVaultInstruction({
    userTransferAuthority: createNoopSigner(wallet),
    protocol,
    vault,
    vaultLpMint: lpMint,
    userLpAta: userLp,
    requestWithdrawLpAta: escrow,
    requestWithdrawVaultReceipt: request,
  });
}

function sharedAccounts(place: RequestPlace, wallet: Address) {
  return {
    userTransferAuthority: createNoopSigner(wallet),
    protocol: place.protocol,
    vault: place.vault,
    vaultAssetMint: place.assetMint,
    vaultLpMint: place.lpMint,
    requestWithdrawLpAta: place.escrow,
    userAssetAta: place.userAsset,
    requestWithdrawVaultReceipt: place.request,
    assetTokenProgram: TOKEN_PROGRAM_ADDRESS,
  };
}
