import { decodeKey, findAssociatedTokenAddress } from '../bytes/index.ts';
import { deploymentKeys } from '../deployment-keys.ts';
import { parseAmount } from '../parse-amount.ts';
import { Refusal } from '../refusal.ts';
import type { Subject } from '../subject.ts';
import type { BuildOperation, VerifyRequest } from '../verify-request.ts';

/**
 * What a transaction of the router or the vault provider is for.
 *
 * - `swap-in`: SOL into raSOL.
 * - `swap-out`: raSOL into SOL at once.
 * - `stake-out`: a stake account into SOL at once.
 * - `stake-withdrawal`: raSOL into a stake account of the wallet that cools down.
 * - `vault-deposit`: USDC into raUSDC.
 * - `vault-withdrawal`: raUSDC into USDC at once.
 */
export type BoundedKind =
  | 'swap-in'
  | 'swap-out'
  | 'stake-out'
  | 'stake-withdrawal'
  | 'vault-deposit'
  | 'vault-withdrawal';

/** A token and the wallet's associated account of it. */
export type Holding = { readonly mint: Uint8Array; readonly account: Uint8Array };

/** What a request allows a transaction to do, before any price. Amounts in base units. */
export type BoundedIntent = {
  readonly kind: BoundedKind;
  readonly wallet: Uint8Array;
  readonly sol: Holding;
  readonly rasol: Holding;
  readonly usdc: Holding;
  readonly rausdc: Holding;
  /** What was asked for: of SOL in `swap-in`, raSOL in exits, USDC at the vault; 0 where everything goes. */
  readonly amount: bigint;
  /** Whether the whole position leaves the vault. */
  readonly isAll: boolean;
  /** The stake account that is given up, in `stake-out`. */
  readonly stakeAccount?: Uint8Array;
  /** Least that the wallet wants to receive. */
  readonly minReceive?: bigint;
};

/** Returns the token that the wallet spends; undefined for SOL and stake. */
export function findSpent(intent: BoundedIntent): Holding | undefined {
  switch (intent.kind) {
    case 'swap-out':
    case 'stake-withdrawal':
      return intent.rasol;
    case 'vault-deposit':
      return intent.usdc;
    case 'vault-withdrawal':
      return intent.rausdc;
    default:
      return undefined;
  }
}

/** Returns the token that the wallet receives; undefined for SOL and stake. */
export function findReceived(intent: BoundedIntent): Holding | undefined {
  switch (intent.kind) {
    case 'swap-in':
      return intent.rasol;
    case 'vault-deposit':
      return intent.rausdc;
    case 'vault-withdrawal':
      return intent.usdc;
    default:
      return undefined;
  }
}

/** Checks whether `minReceive` may be below the operator's bound: true for exits at a market price. */
export function isInstantExit({ kind }: BoundedIntent): boolean {
  return kind === 'swap-out' || kind === 'stake-out';
}

const SOL_DECIMALS = 9;
const USDC_DECIMALS = 6;

/**
 * Reads from a request what its transaction may do.
 *
 * @throws {Refusal} rule `shape` for a request whose transaction nobody else makes, or whose members do not fit.
 */
export function readBoundedIntent({
  operation,
  request,
  wallet,
  deployment,
}: Pick<Subject, 'operation' | 'request' | 'wallet' | 'deployment'>): BoundedIntent {
  const kind = findKind(operation, request);
  if (kind === undefined) {
    throw new Refusal('shape', 'The request is for none of the known transactions.');
  }
  const isVault = kind === 'vault-deposit' || kind === 'vault-withdrawal';
  const isAll = kind === 'vault-withdrawal' && request.isWithdrawAll === true;
  const decimals = isVault ? USDC_DECIMALS : SOL_DECIMALS;
  const amount = isAll || kind === 'stake-out' ? 0n : parseAmount(request.amount, 'amount', decimals);
  const stakeAccount = kind === 'stake-out' ? readStakeAccount(request) : undefined;
  const minReceive = readMinReceive(kind, request);
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

function readStakeAccount({ stakeAccount = '' }: VerifyRequest): Uint8Array {
  const key = decodeKey(stakeAccount);
  if (key !== undefined) return key;
  throw new Refusal('shape', 'stakeAccount of the request must be a base58 address.');
}

// raUSDC has nine decimals like SOL and raSOL.
function readMinReceive(kind: BoundedKind, { minReceive }: VerifyRequest): bigint | undefined {
  if (minReceive === undefined) return undefined;
  return parseAmount(minReceive, 'minReceive', kind === 'vault-withdrawal' ? USDC_DECIMALS : SOL_DECIMALS);
}

const KINDS: Readonly<Record<string, BoundedKind>> = {
  'stake sol-liquid-stake': 'swap-in',
  'stake usdc-earn': 'vault-deposit',
  'unstake sol-native-stake instant': 'stake-out',
  'unstake sol-liquid-stake instant': 'swap-out',
  'unstake sol-liquid-stake slow': 'stake-withdrawal',
  'unstake usdc-earn instant': 'vault-withdrawal',
};

function findKind(operation: BuildOperation, { strategy, kind }: VerifyRequest): BoundedKind | undefined {
  return KINDS[operation === 'unstake' ? `unstake ${strategy} ${kind}` : `${operation} ${strategy}`];
}
