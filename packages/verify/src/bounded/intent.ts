import { findAssociatedTokenAddress, VAULT_PROGRAM } from '../bytes/address.ts';
import { isWritableAt, type Message } from '../bytes/message.ts';
import { encodeAddress } from '../bytes/text.ts';
import { deploymentKeys, type VerifyDeployment } from '../deployment.ts';
import {
  assetForLp,
  BASIS_POINTS,
  findShares,
  lamportsForTokens,
  lpForAsset,
  lpForDeposit,
  partOf,
  readMintSupply,
  readStakePool,
  readTokenAccount,
  readVault,
  STAKE_ACCOUNT_SIZE,
  type StakePool,
  stakeForTokens,
  tokensForLamports,
} from '../ledger.ts';
import type { Subject } from '../subject.ts';
import {
  type BuildOperation,
  type Evidence,
  type LedgerAccount,
  parseAmount,
  parseKey,
  parseMinReceive,
  RENT_LIMIT,
  Refusal,
  SOL_DECIMALS,
  USDC_DECIMALS,
  type VerifyRequest,
} from '../verification.ts';

type Token = 'rasol' | 'usdc' | 'rausdc';
type Kind = { readonly build: string; readonly spent?: Token; readonly received?: Token };

/** Transactions of the router and the vault provider by their purpose, and the builds that ask for them. */
const KINDS = {
  /** SOL into raSOL. */
  'swap-in': { build: 'stake sol-liquid-stake', received: 'rasol' },
  /** raSOL into SOL at once. */
  'swap-out': { build: 'unstake sol-liquid-stake instant', spent: 'rasol' },
  /** A stake account into SOL at once. */
  'stake-out': { build: 'unstake sol-native-stake instant' },
  /** raSOL into a stake account of the wallet that cools down. */
  'stake-withdrawal': { build: 'unstake sol-liquid-stake slow', spent: 'rasol' },
  /** USDC into raUSDC. */
  'vault-deposit': { build: 'stake usdc-earn', spent: 'usdc', received: 'rausdc' },
  /** raUSDC into USDC at once. */
  'vault-withdrawal': { build: 'unstake usdc-earn instant', spent: 'rausdc', received: 'usdc' },
} as const satisfies Readonly<Record<string, Kind>>;

export type BoundedKind = keyof typeof KINDS;

/** A token and the wallet's associated account of it. */
export type Holding = { readonly mint: Uint8Array; readonly account: Uint8Array };

/** A request as the proof reads it, before any price. Amounts in base units. */
export type BoundedIntent = {
  readonly kind: BoundedKind;
  readonly wallet: Uint8Array;
  readonly sol: Holding;
  readonly rasol: Holding;
  readonly usdc: Holding;
  readonly rausdc: Holding;
  /** The requested amount: of SOL in `swap-in`, raSOL in exits, USDC at the vault; 0 where everything goes. */
  readonly amount: bigint;
  /** True if the whole position leaves the vault. */
  readonly isAll: boolean;
  /** The stake account that is given up, in `stake-out`. */
  readonly stakeAccount?: Uint8Array;
  /** Least that the wallet wants to receive. */
  readonly minReceive?: bigint;
};

/** Returns the token that the wallet spends; undefined for SOL and stake. */
export function findSpent(intent: BoundedIntent): Holding | undefined {
  const { spent }: Kind = KINDS[intent.kind];
  return spent && intent[spent];
}

/** Returns the token that the wallet receives; undefined for SOL and stake. */
export function findReceived(intent: BoundedIntent): Holding | undefined {
  const { received }: Kind = KINDS[intent.kind];
  return received && intent[received];
}

/** Checks whether the vault makes the transaction, and not the router. */
export function isOfVault({ kind }: { readonly kind: BoundedKind }): boolean {
  return kind === 'vault-deposit' || kind === 'vault-withdrawal';
}

/** Names the asset that arrives as effects do: a mint, that of wrapped SOL for SOL, or `stake`. */
export function arrivingAsset(intent: BoundedIntent): string {
  if (intent.kind === 'stake-withdrawal') return 'stake';
  return encodeAddress(findReceived(intent)?.mint ?? intent.sol.mint);
}

/** Checks whether `minReceive` may be below the operator's bound: true for exits at a market price. */
export function isInstantExit({ kind }: BoundedIntent): boolean {
  return kind === 'swap-out' || kind === 'stake-out';
}

/**
 * Reads from a request what its transaction may do.
 *
 * @throws {Refusal} rule `shape` for a request whose transaction nobody else makes, or whose members do not fit.
 */
export function readBoundedIntent({ operation, request, wallet, deployment }: Subject): BoundedIntent {
  const kind = findKind(operation, request);
  if (kind === undefined) {
    throw new Refusal('shape', 'The request is for none of the known transactions.');
  }
  const isAll = kind === 'vault-withdrawal' && request.isWithdrawAll === true;
  const decimals = isOfVault({ kind }) ? USDC_DECIMALS : SOL_DECIMALS;
  const amount = isAll || kind === 'stake-out' ? 0n : parseAmount(request, decimals);
  const stakeAccount =
    kind === 'stake-out' ? parseKey(request.stakeAccount, 'stakeAccount of the request') : undefined;
  // raUSDC has nine decimals like SOL and raSOL.
  const minReceive = parseMinReceive(request, kind === 'vault-withdrawal' ? USDC_DECIMALS : SOL_DECIMALS);
  const keys = deploymentKeys(deployment);
  const holding = (mint: Uint8Array) => ({ mint, account: findAssociatedTokenAddress(wallet, mint) });
  return {
    kind,
    wallet,
    sol: holding(keys.solMint),
    rasol: holding(keys.rasolMint),
    usdc: holding(keys.usdcMint),
    rausdc: holding(keys.rausdcMint),
    amount,
    isAll,
    ...(stakeAccount && { stakeAccount }),
    ...(minReceive !== undefined && { minReceive }),
  };
}

function findKind(operation: BuildOperation, { strategy, kind }: VerifyRequest): BoundedKind | undefined {
  const build = `${operation} ${strategy}${operation === 'unstake' ? ` ${kind}` : ''}`;
  return (Object.keys(KINDS) as BoundedKind[]).find((each) => KINDS[each].build === build);
}

/** Bounds of an intent, by our own reading of the ledger. Base units. */
export type Terms = {
  /** Most that may be spent: of SOL, the spent token, or lamports of the stake account. */
  readonly most: bigint;
  /** Least that has to arrive. */
  readonly least: bigint;
  /** The pool of raSOL; undefined at the vault. */
  readonly pool?: StakePool;
};

/** Less than the pool's own arithmetic says that stake and slow exit may bring. */
const POOL_TOLERANCE_BPS = 50n;
/** More LP, or less USDC, than the vault's arithmetic says, for fees that accrue until the transaction lands. */
const VAULT_TOLERANCE_BPS = 10n;
/** A withdrawal from a strategy may deliver one unit less; a message has room for no more of them. */
const STRATEGY_LIMIT = 8n;
const VAULT_OWNER = encodeAddress(VAULT_PROGRAM);

/**
 * Prices an intent from the accounts before the transaction, without any figure of the transaction's builder.
 *
 * Stake and slow exit: the pool's arithmetic less 0.5 %. Instant exits: the pool's value, or the lamports of the stake
 * account, less the operator's limit. At the vault: the vault's arithmetic. All rounded down.
 *
 * @throws {Refusal} rule `evidence` when an account that the price needs was not read or is of another kind.
 */
export function getTerms(intent: BoundedIntent, { deployment, limits }: Subject, evidence: Evidence): Terms {
  const terms = isOfVault(intent)
    ? vaultTerms(intent, evidence, deployment)
    : poolTerms(intent, evidence, deployment, BigInt(limits.instantExitLossBps));
  if (intent.minReceive === undefined) return terms;
  const isLoosened = isInstantExit(intent) || intent.minReceive > terms.least;
  return isLoosened ? { ...terms, least: intent.minReceive } : terms;
}

function poolTerms(
  intent: BoundedIntent,
  { before }: Evidence,
  { stakePool }: VerifyDeployment,
  lossBps: bigint,
): Terms {
  const pool = readStakePool(before.get(stakePool.address), stakePool.program);
  // An empty pool pays nothing, and would ask for nothing.
  if (pool === undefined || pool.tokenSupply * pool.totalLamports === 0n)
    throw unpriced('the stake pool of raSOL', stakePool.address);
  const { amount } = intent;
  switch (intent.kind) {
    case 'swap-in':
      return { pool, most: amount, least: less(tokensForLamports(pool, amount), POOL_TOLERANCE_BPS) };
    case 'swap-out':
      return { pool, most: amount, least: less(lamportsForTokens(pool, amount), lossBps) };
    case 'stake-withdrawal':
      return { pool, most: amount, least: less(stakeForTokens(pool, amount), POOL_TOLERANCE_BPS) };
    default: {
      const address = encodeAddress(intent.stakeAccount ?? new Uint8Array());
      const held = before.get(address)?.lamports;
      if (held === undefined) throw unpriced('the stake account given up', address);
      return { pool, most: held, least: less(held, lossBps) };
    }
  }
}

function vaultTerms(
  intent: BoundedIntent,
  { before, unixTimestamp }: Evidence,
  { usdcVault, rausdcMint }: VerifyDeployment,
): Terms {
  const vault = readVault(before.get(usdcVault), VAULT_OWNER);
  if (vault === undefined) throw unpriced('the vault', usdcVault);
  const minted = readMintSupply(before.get(rausdcMint));
  if (minted === undefined) throw unpriced('the mint of raUSDC', rausdcMint);
  const shares = findShares(vault, minted, unixTimestamp);
  if (shares === undefined) throw unpriced('a vault that pays', usdcVault);
  const { amount, isAll } = intent;
  if (intent.kind === 'vault-deposit') {
    const lp = lpForDeposit(vault, shares, amount);
    if (lp === undefined) throw unpriced('a vault that issues', usdcVault);
    return { most: amount, least: less(lp, VAULT_TOLERANCE_BPS) };
  }
  if (isAll) {
    const held = readTokenAccount(before.get(encodeAddress(intent.rausdc.account)))?.amount ?? 0n;
    const worth = assetForLp(vault, shares, held);
    return { most: held, least: lessUnits(less(worth, VAULT_TOLERANCE_BPS)) };
  }
  const lp = lpForAsset(vault, shares, amount);
  if (lp === undefined) throw unpriced('a vault that pays', usdcVault);
  return { most: lp + partOf(lp, VAULT_TOLERANCE_BPS) + 1n, least: lessUnits(amount) };
}

function less(amount: bigint, bps: bigint): bigint {
  return bps >= BASIS_POINTS ? 0n : partOf(amount, BASIS_POINTS - bps);
}

function unpriced(missing: string, account: string): Refusal {
  const detail = `No price can be told without ${missing}: ${account} was not read, or holds something else.`;
  return new Refusal('evidence', detail, { account });
}

function lessUnits(amount: bigint): bigint {
  return amount > STRATEGY_LIMIT ? amount - STRATEGY_LIMIT : 0n;
}

/** One top-level instruction with its accounts resolved. */
export type Step = {
  readonly index: number;
  readonly program: Uint8Array;
  readonly accounts: readonly Uint8Array[];
  readonly data: Uint8Array;
};

/** A writable account before and after the simulation; undefined where there is none. */
export type AccountChange = {
  readonly key: Uint8Array;
  readonly address: string;
  readonly before: LedgerAccount | undefined;
  readonly after: LedgerAccount | undefined;
};

/** All that the rules look at. */
export type Scene = {
  readonly intent: BoundedIntent;
  /** Base58 of the wallet. */
  readonly wallet: string;
  readonly terms: Terms;
  readonly message: Message;
  readonly steps: readonly Step[];
  readonly changes: readonly AccountChange[];
  readonly evidence: Evidence;
  readonly deployment: VerifyDeployment;
};

/** Lists the instructions of a message with their accounts as keys. */
export function readSteps({ transaction, accounts }: Subject): readonly Step[] {
  const keyAt = (index: number) => accounts[index] ?? new Uint8Array();
  return transaction.message.instructions.map((instruction, index) => ({
    index,
    program: keyAt(instruction.program),
    accounts: Array.from(instruction.accounts, keyAt),
    data: instruction.data,
  }));
}

/** Lists the accounts that a message may write to by base58 address, those of lookup tables included. */
export function listWritable({
  transaction: { message },
  accounts,
}: Subject): ReadonlyMap<string, Uint8Array> {
  const writable = accounts.filter((_, index) => isWritableAt(message, index));
  return new Map(writable.map((key) => [encodeAddress(key), key]));
}

/** Collects the evidence about every account that the message may write to. */
export function readChanges(
  writable: ReadonlyMap<string, Uint8Array>,
  { before, after }: Evidence,
): readonly AccountChange[] {
  return Array.from(writable, ([address, key]) => ({
    key,
    address,
    before: existing(before.get(address)),
    after: existing(after?.get(address)),
  }));
}

// An account without lamports is none.
function existing(account: LedgerAccount | undefined): LedgerAccount | undefined {
  return account === undefined || account.lamports === 0n ? undefined : account;
}

/** Most lamports that a signature may cost: SIMD-0553 asks 0.0007 SOL for a transaction of the most compute units. */
const SIGNATURE_FEE_LIMIT = 1_000_000n;

/**
 * Refuses evidence that lacks a state of a writable account or the inner instructions, or has impossible figures.
 *
 * @throws {Refusal} rule `evidence`. An account that is missing in the map is not one that does not exist: only an entry
 *   `undefined` says so.
 */
export function assertEvidence(evidence: Evidence, writable: Iterable<string>): void {
  const { before, after, innerInstructions, signatureFee } = evidence;
  if (after === undefined || innerInstructions === undefined) {
    throw new Refusal('evidence', 'There is no simulation.');
  }
  const unread = [...writable].find((address) => !(before.has(address) && after.has(address)));
  if (unread !== undefined) {
    const when = before.has(unread) ? 'after the simulation' : 'before it';
    const detail = `Account ${unread} may be written to, and was not read ${when}.`;
    throw new Refusal('evidence', detail, { account: unread });
  }
  const rent = evidence.rentExemption(STAKE_ACCOUNT_SIZE);
  if (rent > RENT_LIMIT) {
    throw new Refusal('evidence', `A rent of ${rent} lamports is over ${RENT_LIMIT}.`);
  }
  if (signatureFee > SIGNATURE_FEE_LIMIT) {
    throw new Refusal(
      'evidence',
      `A signature fee of ${signatureFee} lamports is over ${SIGNATURE_FEE_LIMIT}.`,
    );
  }
}
