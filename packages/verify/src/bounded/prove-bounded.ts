import { encodeAddress, isSame } from '../bytes/text.ts';
import { deploymentKeys } from '../deployment.ts';
import { getFee } from '../fee.ts';
import { readStakeAccount, readTokenAccount } from '../ledger/accounts.ts';
import type { LedgerAccount, Subject } from '../subject.ts';
import {
  type Change,
  type Effects,
  type Finding,
  type LockedRent,
  Refusal,
  refusable,
  type Verdict,
} from '../verification.ts';
import { checkAccounts, checkNewAccounts, getRoles, type Roles } from './accounts.ts';
import { checkInnerInstructions } from './inner.ts';
import {
  arrivingAsset,
  type BoundedIntent,
  findReceived,
  findSpent,
  getTerms,
  readBoundedIntent,
} from './intent.ts';
import { checkMinimum } from './minimum.ts';
import {
  type AccountChange,
  assertEvidence,
  listWritable,
  readChanges,
  readSteps,
  type Scene,
} from './scene.ts';
import { readShape, type Shape } from './steps.ts';

/**
 * Proves that a transaction the router or the vault provider made costs its wallet at most what was asked and the named
 * costs, brings at least what our own price says, and changes nothing else of it.
 *
 * Denies by default: an instruction, an account or a byte that the kind's pattern does not have is a finding. Needs evidence
 * with a simulation; `evidence.before` must hold every account of the message (readonly ones too, for what prices rest on), the
 * stake pool of raSOL and its list of validators.
 */
export function proveBounded(subject: Subject): Verdict {
  return refusable('simulated', () => judge(readScene(subject), getFee(subject)));
}

function readScene(subject: Subject): Scene {
  const { evidence } = subject;
  const intent = readBoundedIntent(subject);
  if (evidence === undefined) {
    throw new Refusal('evidence', 'There is no simulation.');
  }
  assertEvidence(evidence, listWritable(subject));
  return {
    intent,
    wallet: encodeAddress(intent.wallet),
    terms: getTerms(intent, { ...subject, evidence }),
    message: subject.transaction.message,
    steps: readSteps(subject),
    changes: readChanges(subject, evidence),
    evidence,
    deployment: subject.deployment,
  };
}

function judge(scene: Scene, fee: Effects['fee']): Verdict {
  const payment = checkPayer(scene);
  const shape = readShape(scene.steps, scene);
  if ('rule' in shape) {
    // Accounts that other instructions make are on nobody's list: what the simulation shows is told without judging it.
    const { effects } = judgeChanges(
      scene,
      { read: [], wrapped: [scene.intent.sol.account], newStake: undefined },
      fee,
    );
    return { findings: [...payment, shape], effects };
  }
  const { findings, effects } = judgeChanges(scene, shape, fee);
  return { findings: [...payment, ...checkMinimum(scene, shape), ...findings], effects };
}

function judgeChanges(scene: Scene, shape: Shape, fee: Effects['fee']): Verdict {
  const roles = getRoles(scene.intent, shape, deploymentKeys(scene.deployment));
  const { findings, rent } = checkNewAccounts(scene, shape, roles);
  const balance = getBalance(scene, roles);
  const costs = { fee, rent };
  return {
    findings: [
      ...checkAccounts(scene, shape, roles),
      ...findings,
      ...checkConservation(scene, balance, costs),
      ...checkPrice(scene, getArriving(scene.intent, balance, getCost(costs))),
      ...checkInnerInstructions(scene, shape, roles),
    ],
    effects: () => describeEffects(scene, shape, { balance, ...costs }),
  };
}

/** Describes what the simulation moves for the wallet, and the least that the bytes guarantee. */
function describeEffects(
  scene: Scene,
  shape: Shape,
  { balance, fee, rent }: { balance: Balance; fee: Effects['fee']; rent: readonly LockedRent[] },
): Effects {
  const cost = getCost({ fee, rent });
  const amount = getArriving(scene.intent, balance, cost);
  const arrives: Change = {
    asset: arrivingAsset(scene.intent),
    amount,
    account: arrivingAccount(scene, shape),
    ...getLeast(shape, amount),
  };
  return {
    basis: 'simulated',
    leaves: leaving(scene, balance, cost),
    arrives: [arrives],
    rent,
    fee,
  };
}

function leaving({ intent, wallet, changes }: Scene, balance: Balance, cost: bigint): readonly Change[] {
  const spent = findSpent(intent);
  if (spent !== undefined) {
    return [
      { asset: encodeAddress(spent.mint), amount: balance.spent, account: encodeAddress(spent.account) },
    ];
  }
  if (intent.stakeAccount === undefined) {
    return [{ asset: encodeAddress(intent.sol.mint), amount: -balance.sol - cost, account: wallet }];
  }
  const account = encodeAddress(intent.stakeAccount);
  const given = changes.find(({ address }) => address === account);
  return [{ asset: 'stake', amount: given?.before?.lamports ?? 0n, account }];
}

function arrivingAccount({ intent, wallet }: Scene, { newStake }: Shape): string {
  const account = intent.kind === 'stake-withdrawal' ? newStake : findReceived(intent)?.account;
  return account === undefined ? wallet : encodeAddress(account);
}

// The last swap's own minimum; at a rate, what arrives now. The router's Reserve pays by its fee and the SOL that it has when the
// transaction lands, whatever that comes to.
function getLeast({ read }: Shape, amount: bigint): Pick<Change, 'least' | 'isAtRate'> {
  const last = read.findLast(({ letter }) => 'XQ'.includes(letter))?.call?.swap.minimum;
  if (typeof last === 'bigint') return { least: last < amount ? last : amount };
  if (last?.by === 'reserve-fee' || last?.by === 'pool-rate-and-reserve') return {};
  return { least: amount, isAtRate: last !== undefined };
}

/** What the wallet has less or more of afterwards, over all its accounts that the message may write to. Base units. */
export type Balance = {
  /** Lamports more, wrapped SOL counted once; below 0 for a loss. */
  readonly sol: bigint;
  /** Of the spent token, less. */
  readonly spent: bigint;
  /** Of the token that is due, more, in the wallet's own account. */
  readonly received: bigint;
  /** Lamports delegated by the new stake account that is due. */
  readonly staked: bigint;
};

/** Sums the changes that the simulation makes for the wallet. */
export function getBalance({ intent, changes }: Scene, roles: Roles): Balance {
  let sol = 0n;
  let spent = 0n;
  let received = 0n;
  let staked = 0n;
  const spentMint = findSpent(intent)?.mint;
  const due = findReceived(intent);
  for (const change of changes) {
    sol += solGained(change, intent);
    const gained = (mint: Uint8Array | undefined) =>
      tokens(change.after, intent, mint) - tokens(change.before, intent, mint);
    if (spentMint !== undefined) spent -= gained(spentMint);
    if (isSame(change.key, due?.account)) received += gained(due?.mint);
    if (roles.get(change.address) === 'new-stake') staked += readStakeAccount(change.after)?.delegated ?? 0n;
  }
  return { sol, spent, received, staked };
}

function solGained({ key, before, after }: AccountChange, intent: BoundedIntent): bigint {
  if (isSame(key, intent.wallet)) return (after?.lamports ?? 0n) - (before?.lamports ?? 0n);
  const gained = wrapped(after, intent) - wrapped(before, intent);
  // What others may move, or close away, is no gain.
  const isShared = readTokenAccount(after)?.isShared ?? false;
  return isShared && gained > 0n ? 0n : gained;
}

function wrapped(account: LedgerAccount | undefined, { wallet, sol }: BoundedIntent): bigint {
  const token = readTokenAccount(account);
  const isOwn = token !== undefined && isSame(token.owner, wallet) && isSame(token.mint, sol.mint);
  return isOwn ? (account?.lamports ?? 0n) : 0n;
}

function tokens(
  account: LedgerAccount | undefined,
  { wallet }: BoundedIntent,
  mint: Uint8Array | undefined,
): bigint {
  const token = readTokenAccount(account);
  return token !== undefined && isSame(token.owner, wallet) && isSame(token.mint, mint) ? token.amount : 0n;
}

/**
 * Refuses a loss of value beyond what was asked: of SOL at most the amount, where SOL is what goes in, the exact fee and the
 * named rents; of the spent token at most the amount, over all accounts of the wallet.
 *
 * No other token can be lost: none of its accounts is on the list.
 */
export function checkConservation(
  { intent, wallet, terms }: Scene,
  balance: Balance,
  costs: { readonly fee: Effects['fee']; readonly rent: readonly LockedRent[] },
): readonly Finding[] {
  const findings: Finding[] = [];
  const lost = -balance.sol;
  const most = (intent.kind === 'swap-in' ? terms.most : 0n) + getCost(costs);
  if (lost > most) {
    findings.push({
      rule: 'conservation',
      account: wallet,
      detail: `The wallet would lose ${lost} lamports; at most ${most} may leave.`,
    });
  }
  const spent = findSpent(intent);
  if (spent !== undefined && balance.spent > terms.most) {
    const mint = encodeAddress(spent.mint);
    findings.push({
      rule: 'conservation',
      account: encodeAddress(spent.account),
      detail: `The wallet would lose ${balance.spent} base units of ${mint}; at most ${terms.most} may leave.`,
    });
  }
  return findings;
}

/** Adds up fee and named rents in lamports. */
function getCost({
  fee,
  rent,
}: {
  readonly fee: Effects['fee'];
  readonly rent: readonly LockedRent[];
}): bigint {
  return rent.reduce((sum, { lamports }) => sum + lamports, fee.signatures + fee.priority);
}

/** Refuses a message with another payer or signer than the wallet, or with a larger heap. */
export function checkPayer({ message, intent }: Scene): readonly Finding[] {
  const findings: Finding[] = [];
  if (message.signerCount !== 1 || !isSame(message.keys[0], intent.wallet)) {
    findings.push({
      rule: 'signers',
      detail: `${message.signerCount} keys must sign; only the wallet should.`,
    });
  }
  if (message.config?.heapSize !== undefined) {
    findings.push({ rule: 'fee', detail: 'The message asks for more memory.' });
  }
  return findings;
}

/** Says what arrives by the simulation: of a token, stake, or SOL beyond the named costs. Base units. */
export function getArriving({ kind }: BoundedIntent, balance: Balance, cost: bigint): bigint {
  switch (kind) {
    case 'swap-out':
    case 'stake-out':
      return balance.sol + cost;
    case 'stake-withdrawal':
      return balance.staked;
    default:
      return balance.received;
  }
}

/** Refuses a transaction that brings the wallet less than our own price. */
export function checkPrice({ intent, terms }: Scene, arriving: bigint): readonly Finding[] {
  if (arriving >= terms.least) return [];
  const mint = arrivingAsset(intent);
  return [
    {
      rule: 'price',
      detail: `The wallet would receive ${arriving} base units of ${mint}; by our own price at least ${terms.least} are due.`,
      price: { least: terms.least, offered: arriving, mint },
    },
  ];
}
