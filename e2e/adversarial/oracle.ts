import type { EncodedAccount } from '@solana/kit';
import {
  type Changed,
  isKept,
  names,
  readStake,
  readTokens,
  type TokenHolding,
} from '../../packages/sandbox/malicious/holdings.ts';
import type { Expectation } from './expectation.ts';
import { SYSTEM, TOKEN } from './palette.ts';
import { decodeAddress, toHex } from './transaction-draft.ts';

/** Lamports that a transaction may cost at most, its signatures and its priority together. */
const FEE_LIMIT = 5_020_000n;
/** Bytes of a token account that hold its amount, and of a stake account that hold its last epoch. */
const AMOUNT: readonly [number, number] = [64, 72];
/** What wrapped SOL remembers of its rent: only the token program writes it, when the account is made again. */
const WRAPPED_RENT: readonly [number, number] = [113, 121];
const DEACTIVATION_EPOCH: readonly [number, number] = [172, 180];

/** What the oracle knows beside the expectation. */
export type Circumstances = {
  readonly expectation: Expectation;
  /** Mints whose accounts are of use to the wallet, and that nobody can freeze. */
  readonly mints: readonly string[];
  readonly solMint: string;
  /** Addresses that hold SOL of the wallet and do not say so. */
  readonly silent: readonly string[];
  /** Lamports that the honest transaction locks in accounts which are not counted as SOL. */
  readonly rent: bigint;
  readonly epoch: bigint;
};

/** What a landed transaction did. */
export type Landing = {
  readonly hasFailed: boolean;
  /** Lamports the ledger took for it. */
  readonly fee: bigint;
  readonly changes: readonly Changed[];
};

/**
 * Holds the ledger to the rule of conservation: the wallet has lost at most what it agreed to, got at least what that is
 * worth, and nothing else of it has changed.
 *
 * It reads accounts only, never the transaction, and shares no code with what verifies transactions.
 *
 * @returns what is wrong, one sentence each; nothing when the wallet is unhurt.
 */
export function findHarm(landing: Landing, circumstances: Circumstances): string[] {
  const { expectation } = circumstances;
  return [
    ...findSpoiled(landing, circumstances),
    ...(landing.fee > FEE_LIMIT ? [`The ledger took a fee of ${landing.fee} lamports.`] : []),
    ...findSolLoss(landing, circumstances),
    ...findTokenLoss(landing, expectation),
    ...(landing.hasFailed ? [] : findMissing(landing, circumstances)),
  ];
}

function findSpoiled({ changes }: Landing, circumstances: Circumstances): string[] {
  const { wallet } = circumstances.expectation;
  const key = decodeAddress(wallet);
  return changes.flatMap(({ address, before, after }) => {
    if (address === wallet) return isPlain(after) ? [] : ['The wallet is no plain account any more.'];
    if (before === undefined) return [];
    if (names(before, key)) return findSpoiledBelonging(before, after, circumstances);
    const isSilent = circumstances.silent.includes(address);
    return isSilent && lamportsIn(after) < before.lamports ? [`${address} holds less SOL.`] : [];
  });
}

function isPlain(account: EncodedAccount | undefined): boolean {
  return account === undefined || (account.programAddress === SYSTEM && account.data.length === 0);
}

function lamportsIn(account: EncodedAccount | undefined): bigint {
  return account?.lamports ?? 0n;
}

function findSpoiledBelonging(
  before: EncodedAccount,
  after: EncodedAccount | undefined,
  circumstances: Circumstances,
): string[] {
  const { expectation, solMint } = circumstances;
  if (before.address === expectation.stake?.address) return findSpoiledStake(before, after, circumstances);
  const tokens = before.programAddress === TOKEN ? readTokens(before) : undefined;
  if (tokens?.owner === toHex(expectation.wallet)) {
    const isWrapped = tokens.mint === toHex(solMint);
    const free = isWrapped ? [AMOUNT, WRAPPED_RENT] : [AMOUNT];
    return (isWrapped && after === undefined) || isKept(before, after, ...free)
      ? []
      : [`The token account ${before.address} is not what it was.`];
  }
  const isWhole = isKept(before, after) && lamportsIn(after) >= before.lamports;
  return isWhole ? [] : [`${before.address}, which names the wallet, is not what it was.`];
}

function findSpoiledStake(
  before: EncodedAccount,
  after: EncodedAccount | undefined,
  { expectation: { stake, wallet }, epoch }: Circumstances,
): string[] {
  if (stake?.fate === 'given up') return [];
  if (stake?.fate === 'withdrawn') {
    // Whatever leaves it arrives in the wallet, or is missing from the sum.
    return after === undefined || isKept(before, after)
      ? []
      : ['The stake account withdrawn from has changed.'];
  }
  const left = readStake(after);
  const isDone = left?.deactivationEpoch === epoch || isKept(before, after);
  const isWhole = isKept(before, after, DEACTIVATION_EPOCH) && lamportsIn(after) >= before.lamports;
  return isDone && isWhole && left?.withdrawer === toHex(wallet)
    ? []
    : ['The stake account deactivated has changed in other ways.'];
}

function findSolLoss({ changes, fee, hasFailed }: Landing, circumstances: Circumstances): string[] {
  const { expectation, rent } = circumstances;
  const sum = (when: 'before' | 'after') =>
    changes.reduce((total, change) => total + solIn(change, when, circumstances), 0n);
  const lost = sum('before') - sum('after');
  const due = expectation.receives?.asset === 'SOL' ? expectation.receives.least : 0n;
  const gained = expectation.newStake !== undefined && due === 0n ? stakeDue(expectation) : due;
  const allowed = hasFailed ? 0n : expectation.sol + rent - gained;
  const most = allowed + (fee < FEE_LIMIT ? fee : FEE_LIMIT);
  return lost > most ? [`The wallet is short of ${lost - most} lamports more than it may be.`] : [];
}

/** Stake that comes from elsewhere; what the wallet stakes itself stays its own. */
function stakeDue({ receives }: Expectation): bigint {
  return receives?.asset === 'stake' ? receives.least : 0n;
}

function solIn(
  { address, before, after }: Changed,
  when: 'before' | 'after',
  { expectation, mints, solMint }: Circumstances,
): bigint {
  const account = when === 'before' ? before : after;
  const { wallet, stake, newStake } = expectation;
  if (account === undefined) return 0n;
  if (address === wallet) return account.lamports;
  const owner = toHex(wallet);
  const tokens = account.programAddress === TOKEN ? readTokens(account) : undefined;
  if (tokens?.owner === owner) return solInTokens(account, tokens, before, { mints, solMint });
  const held = readStake(account);
  if (held === undefined || held.withdrawer !== owner || held.staker !== owner || held.hasLockup) return 0n;
  const isNamed = before !== undefined || newStake !== undefined || address === stake?.address;
  return isNamed ? account.lamports : 0n;
}

function solInTokens(
  { lamports }: EncodedAccount,
  { isFree, mint }: TokenHolding,
  before: EncodedAccount | undefined,
  { mints, solMint }: Pick<Circumstances, 'mints' | 'solMint'>,
): bigint {
  // What somebody else may spend or close away is no gain.
  if (before !== undefined && !isFree) return lamports < before.lamports ? lamports : before.lamports;
  const isUsable = before !== undefined || (isFree && mints.some((each) => toHex(each) === mint));
  // Lamports that no sync has counted come out when the account is closed.
  return isUsable || (isFree && mint === toHex(solMint)) ? lamports : 0n;
}

function findTokenLoss({ changes, hasFailed }: Landing, { wallet, tokens, receives }: Expectation): string[] {
  const owner = toHex(wallet);
  const moved = new Map<string, bigint>();
  for (const { before, after } of changes) {
    for (const [account, sign] of [
      [before, -1n],
      [after, 1n],
    ] as const) {
      const held = readTokens(account);
      if (held?.owner !== owner || (account === after && before === undefined && !held.isFree)) continue;
      moved.set(held.mint, (moved.get(held.mint) ?? 0n) + sign * held.amount);
    }
  }
  const allowed = new Map([...tokens].map(([mint, amount]) => [toHex(mint), amount]));
  const sol = toHex('So11111111111111111111111111111111111111112');
  const losses = [...moved].flatMap(([mint, change]) => {
    // Wrapped SOL is counted as SOL.
    if (mint === sol || -change <= (hasFailed ? 0n : (allowed.get(mint) ?? 0n))) return [];
    return [`${-change} base units of a mint leave, ${allowed.get(mint) ?? 0n} may.`];
  });
  if (hasFailed || receives === undefined || receives.asset === 'SOL' || receives.asset === 'stake')
    return losses;
  const { least, count = () => 0n } = receives;
  const gained = (moved.get(toHex(receives.asset)) ?? 0n) + count(moved.get(sol) ?? 0n);
  return gained >= least ? losses : [...losses, `${gained} arrive where ${least} are due.`];
}

function findMissing({ changes }: Landing, { expectation, epoch }: Circumstances): string[] {
  const { newStake, stake, wallet } = expectation;
  if (stake?.fate === 'deactivated') {
    const change = changes.find(({ address }) => address === stake.address);
    return readStake(change?.after)?.deactivationEpoch === epoch ? [] : ['Nothing has been deactivated.'];
  }
  if (newStake === undefined) return [];
  const owner = toHex(wallet);
  const isMade = changes.some(({ before, after }) => {
    const made = before === undefined || readStake(before) === undefined ? readStake(after) : undefined;
    return (
      made?.withdrawer === owner &&
      made.staker === owner &&
      !made.hasLockup &&
      made.voter === toHex(newStake.voter) &&
      made.delegated >= newStake.least &&
      (made.deactivationEpoch === epoch) === newStake.isDeactivated
    );
  });
  return isMade ? [] : ['There is no stake account as it was asked for.'];
}
