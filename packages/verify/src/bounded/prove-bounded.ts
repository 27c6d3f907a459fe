import { encodeAddress, isSame } from '../bytes/text.ts';
import { deploymentKeys } from '../deployment.ts';
import { readStakeAccount, readTokenAccount, type TokenAccount } from '../ledger.ts';
import { getFee, type Subject } from '../subject.ts';
import {
  type Change,
  type Effects,
  type Evidence,
  type Finding,
  type LedgerAccount,
  Refusal,
  refusable,
  type Verdict,
} from '../verification.ts';
import { checkAccounts, checkNewAccounts, getRoles, type Roles } from './accounts.ts';
import { checkInnerInstructions, checkMinimum } from './instructions.ts';
import {
  type AccountChange,
  arrivingAsset,
  assertEvidence,
  type BoundedIntent,
  findReceived,
  findSpent,
  getTerms,
  listWritable,
  readBoundedIntent,
  readChanges,
  readSteps,
  type Scene,
} from './intent.ts';
import { readShape, type Shape } from './steps.ts';
import type { Swap } from './swaps.ts';

/**
 * Proves that a transaction the router or the vault provider made costs its wallet at most what was asked and the named
 * costs, brings at least what our own price says, and changes nothing else of it.
 *
 * Denies by default: an instruction, an account or a byte that the kind's pattern does not have is a finding. Needs evidence
 * with a simulation; `evidence.before` must hold every account of the message (readonly ones too, for what prices rest on), the
 * stake pool of raSOL and its list of validators.
 */
export function proveBounded(subject: Subject): Verdict {
  return refusable('simulated', () =>
    judge(readScene(subject), getFee(subject.transaction, subject.evidence, subject.request)),
  );
}

function readScene(subject: Subject): Scene {
  const { evidence } = subject;
  const intent = readBoundedIntent(subject);
  if (!isWhole(evidence)) throw new Refusal('evidence', 'There is no simulation.');
  const writable = listWritable(subject);
  assertEvidence(evidence, writable.keys());
  return {
    intent,
    wallet: encodeAddress(intent.wallet),
    terms: getTerms(intent, subject, evidence),
    message: subject.transaction.message,
    steps: readSteps(subject),
    changes: readChanges(writable, evidence),
    evidence,
    deployment: subject.deployment,
  };
}

/** Members that a proof from a simulation needs beside the simulation. */
const NEEDED = [
  'slot',
  'epoch',
  'unixTimestamp',
  'before',
  'lookupTables',
  'rentExemption',
  'signatureFee',
] as const satisfies (keyof Evidence)[];

function isWhole(evidence: Partial<Evidence>): evidence is Evidence {
  return NEEDED.every((member) => evidence[member] !== undefined);
}

function judge(scene: Scene, fee: Effects['fee']): Verdict {
  const payment = checkPayer(scene);
  const shape = readShape(scene.steps, scene);
  if ('rule' in shape) {
    // Accounts that other instructions make are on no list: what the simulation shows is told without judging it.
    const none: Shape = { read: [], wrapped: [scene.intent.sol.account], newStake: undefined };
    return { findings: [...payment, shape], effects: judgeChanges(scene, none, fee).effects };
  }
  const { findings, effects } = judgeChanges(scene, shape, fee);
  return { findings: [...payment, ...checkMinimum(scene, shape), ...findings], effects };
}

function judgeChanges(scene: Scene, shape: Shape, fee: Effects['fee']): Verdict {
  const roles = getRoles(scene.intent, shape, deploymentKeys(scene.deployment));
  const { findings, rent } = checkNewAccounts(scene, shape, roles);
  const balance = getBalance(scene, roles);
  const costs = { fee, rent };
  const cost = getCost(costs);
  const amount = getArriving(scene.intent, balance, cost);
  return {
    findings: [
      ...checkAccounts(scene, shape, roles),
      ...findings,
      ...checkConservation(scene, balance, costs),
      ...checkPrice(scene, amount),
      ...checkInnerInstructions(scene, shape, roles),
    ],
    effects: () => ({
      basis: 'simulated',
      leaves: [leaving(scene, balance, cost)],
      arrives: [arriving(scene, shape, amount)],
      rent,
      fee,
    }),
  };
}

function leaving({ intent, wallet, changes }: Scene, balance: Balance, cost: bigint): Change {
  const spent = findSpent(intent);
  if (spent !== undefined) {
    return { asset: encodeAddress(spent.mint), amount: balance.spent, account: encodeAddress(spent.account) };
  }
  if (intent.stakeAccount === undefined) {
    return { asset: encodeAddress(intent.sol.mint), amount: -balance.sol - cost, account: wallet };
  }
  const account = encodeAddress(intent.stakeAccount);
  const given = changes.find(({ address }) => address === account);
  return { asset: 'stake', amount: given?.before?.lamports ?? 0n, account };
}

function arriving({ intent, wallet }: Scene, { read, newStake }: Shape, amount: bigint): Change {
  const account = intent.kind === 'stake-withdrawal' ? newStake : findReceived(intent)?.account;
  const last = read.findLast(({ letter }) => 'XQ'.includes(letter))?.call?.swap.minimum;
  return {
    asset: arrivingAsset(intent),
    amount,
    account: account === undefined ? wallet : encodeAddress(account),
    ...getLeast(last, amount),
  };
}

// The last swap's own minimum; at a rate, what arrives now. The router's Reserve pays by its fee and the SOL that it has when the
// transaction lands, whatever that comes to.
function getLeast(minimum: Swap['minimum'] | undefined, amount: bigint) {
  if (typeof minimum === 'bigint') return { least: minimum < amount ? minimum : amount };
  if (minimum?.by === 'reserve-fee' || minimum?.by === 'pool-rate-and-reserve') return {};
  return { least: amount, isAtRate: minimum !== undefined };
}

/** Changes of the wallet's holdings, over all its accounts that the message may write to. Base units. */
export type Balance = {
  /** Lamports more, wrapped SOL counted once; below 0 for a loss. */
  readonly sol: bigint;
  /** Units less of the spent token. */
  readonly spent: bigint;
  /** Units more of the token that is due, in the wallet's own account. */
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
    const held = (account: LedgerAccount | undefined, mint: Uint8Array | undefined) =>
      findOwn(account, intent.wallet, mint)?.amount ?? 0n;
    const gained = (mint: Uint8Array | undefined) => held(change.after, mint) - held(change.before, mint);
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
  return findOwn(account, wallet, sol.mint) ? (account?.lamports ?? 0n) : 0n;
}

function findOwn(
  account: LedgerAccount | undefined,
  wallet: Uint8Array,
  mint: Uint8Array | undefined,
): TokenAccount | undefined {
  const token = readTokenAccount(account);
  return isSame(token?.owner, wallet) && isSame(token?.mint, mint) ? token : undefined;
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
  costs: Costs,
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

type Costs = { readonly fee: Effects['fee']; readonly rent: Effects['rent'] };

/** Adds up fee and named rents in lamports. */
function getCost({ fee, rent }: Costs): bigint {
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
