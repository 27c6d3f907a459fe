import { readTransaction, type Transaction } from '@staking-agent/verify';
import { type CallBudget, findLanded } from '../builds/find-landed.ts';
import { compareWithBuilt, printUnsigned, readSignedTransaction } from '../builds/message.ts';
import { isUpstreamFailure } from '../problems/faults.ts';
import { type ProblemError, problem } from '../problems/problem.ts';
import type { FoundBuild } from '../store/builds.ts';
import { type Build, type Form, findNewest, isOut, printStates } from '../store/decide.ts';
import { shareReadings } from '../upstreams/guard.ts';
import { CALL_MILLISECONDS } from '../upstreams/ledger/client.ts';
import type { LedgerNode } from '../upstreams/ledger/node.ts';
import { isDeadAt, type LandingPorts, NEVER, readFate, type Sending, WITNESSES } from './landing.ts';
import { settleFates } from './resend.ts';

/** The transactions of a wallet, among which forms of a build are looked for. */
export type Sought = {
  /** The messages of the build: the first one and those of refreshes. */
  readonly built: readonly Transaction[];
  /** Base58. */
  readonly wallet: string;
  /** The last height at which any of them could land. */
  readonly lastValidBlockHeight: bigint;
  /** Slot at which the blockhash of the first message was read. */
  readonly contextSlot: bigint;
};

/**
 * The word of nodes on the forms of a build: the signature of one that landed, as built or edited; that of a transaction
 * that does the same and may be one; if all are past the last height, and if there is more than was looked through.
 */
type FormsWord = {
  readonly landed: string | undefined;
  readonly equal: string | undefined;
  readonly isDead: boolean;
  readonly isPartial: boolean;
};

/** Calls for one build on one node; a refresh, which is asked for more rarely, makes more. */
const CALLS = 40;
/** Slots before that of its blockhash from which on a transaction is looked for: a node that names slots may be ahead. */
const EARLIER_SLOTS = 64n;

/**
 * Searches the ledger for forms of a build, by whatever way they went. Their signatures and edits are unknown, so it looks
 * through the wallet's transactions since the build for its messages or edits of them.
 *
 * @param limits.witnesses - nodes that are asked, the healthiest first.
 * @param limits.calls - of each; it looks at one transaction less.
 * @returns what any of them shows; `isUnread` where one gives no answer, or shows a landing that two nodes do not prove.
 */
export async function searchForms(
  sought: Sought,
  ports: LandingPorts,
  { witnesses, calls }: { readonly witnesses: number; readonly calls: number },
): Promise<FormsWord & { readonly isUnread: boolean }> {
  const nodes = ports.ledger.byHealth().slice(0, witnesses);
  const searched = await Promise.all(
    nodes.map(async (node) => {
      const word = await searchOn(node, sought, { left: calls });
      return word && (await isProved(word, ports)) ? word : undefined;
    }),
  );
  const words = searched.filter((word) => word !== undefined);
  return {
    landed: words.find(({ landed }) => landed !== undefined)?.landed,
    equal: words.find(({ equal }) => equal !== undefined)?.equal,
    isDead: words.every(({ isDead }) => isDead),
    isPartial: words.some(({ isPartial }) => isPartial),
    isUnread: words.length === 0 || words.length < nodes.length,
  };
}

/** Checks a landing that one node shows: a caller who is told of it does not pay again, and one node may lie. */
async function isProved({ landed, equal }: FormsWord, ports: LandingPorts): Promise<boolean> {
  const signature = landed ?? equal;
  if (signature === undefined) return true;
  return (await readFate({ signature, lastValidBlockHeight: NEVER }, ports)).kind === 'landed';
}

// First the height, then the search at that slot or a later one: what is absent then was in no block.
async function searchOn(
  node: LedgerNode,
  sought: Sought,
  budget: CallBudget,
): Promise<FormsWord | undefined> {
  const { built, wallet, contextSlot } = sought;
  try {
    const tip = await node.call('getEpochInfo', [{ commitment: 'confirmed' }], CALL_MILLISECONDS);
    const { landed, isComplete, isShown } = await findLanded(
      {
        read: (method, params) =>
          node.call(method, atLeast(Number(tip.absoluteSlot), params), CALL_MILLISECONDS),
      },
      {
        wallet,
        messageHashes: new Set(['same', 'equal']),
        since: { slot: contextSlot - EARLIER_SLOTS },
        name: (found) => compareWithAll(built, found),
      },
      budget,
    );
    const [same, equal] = ['same', 'equal'].map(
      (likeness) => landed.find(({ messageHash }) => messageHash === likeness)?.signature,
    );
    if (same !== undefined) return { landed: same, equal, isDead: false, isPartial: false };
    // What a node lists and does not show may be the one.
    if (!isShown) return undefined;
    return {
      landed: undefined,
      equal,
      isDead: isDeadAt(BigInt(tip.blockHeight), sought),
      isPartial: !isComplete,
    };
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error;
    return undefined;
  }
}

function compareWithAll(built: readonly Transaction[], found: string): string {
  const likenesses = built.map((each) => compareWithBuilt(each, found));
  return likenesses.find((each) => each === 'same') ?? likenesses.find((each) => each === 'equal') ?? 'other';
}

// A provider may answer from a backend that is behind the one that named the height.
function atLeast(minContextSlot: number, [subject, options]: readonly unknown[]): readonly unknown[] {
  const isListing = 'limit' in Object(options);
  return [subject, isListing ? { ...Object(options), minContextSlot } : options];
}

/** Lists the messages of a build as transactions: the first one and those of its refreshes. */
function listBuilt({ build, forms }: FoundBuild): readonly Transaction[] {
  const first = printUnsigned(Buffer.from(build.message, 'base64'));
  const refreshed = forms.flatMap(({ answer }) => (answer === undefined ? [] : [readUnsigned(answer)]));
  return [first, ...refreshed].map((transaction) => readTransaction(transaction));
}

function readUnsigned(answer: string): string {
  const { transaction }: { transaction?: unknown } = JSON.parse(answer);
  return String(transaction);
}

/**
 * The other form of a build: `landed`, sent here or by the wallet; `equal`, a landed transaction does the same and may be
 * it; `sent`, another form that can land; `replaced`, by a refresh that can land; `unread`, that is not
 * known.
 */
export type OtherForm =
  | { readonly kind: 'landed' | 'equal' | 'sent'; readonly signature: string }
  | { readonly kind: 'replaced' }
  | { readonly kind: 'unread' };

/**
 * Finds what is in the way of building anew where one form of a build is dead: a caller who is told so builds the next.
 *
 * Ends of other forms that the ledger proves are settled. One search in two seconds serves all who ask by the same rows.
 *
 * @param signature - of the dead form, base58.
 * @returns undefined where nothing is, as far as the transactions of the wallet are looked through; `unread` also while the
 *   store is away.
 */
export type FindOther = (found: FoundBuild, signature: string) => Promise<OtherForm | undefined>;

/** Opens the search of one process. */
export function createFindOther(ports: Sending): FindOther {
  const share = shareReadings<OtherForm | undefined>(ports);
  return (found, signature) =>
    share(`${signature} ${printStates(found.forms)}`, () => findOther(found, signature, ports)).catch(
      (fault: unknown): OtherForm => {
        ports.log.warn({ fault: String(fault), signature }, 'other forms of a build not looked up');
        return { kind: 'unread' };
      },
    );
}

async function findOther(
  found: FoundBuild,
  signature: string,
  ports: Sending,
): Promise<OtherForm | undefined> {
  const others = found.forms.filter((form) => form.signature !== signature);
  const sent = await judgeSent(others.filter(isOut), ports);
  const past = sent?.kind === 'landed' ? undefined : await findPast(found, ports);
  // Another node shows that the form landed that was called dead.
  if (past?.kind === 'landed' && past.signature === signature) return { kind: 'unread' };
  if (past?.kind === 'landed') return past;
  if (sent !== undefined) return sent;
  if (past !== undefined) return past;
  const newest = findNewest(found.forms, found.build.id);
  const height = ports.blockhash.blockHeight();
  const isNewer = newest !== undefined && newest.signature !== signature;
  const mayLand = isNewer && (height === undefined || !isDeadAt(height, newest));
  return mayLand ? { kind: 'replaced' } : undefined;
}

/** Finds the form of a build that was sent here and is neither dead nor failed. */
async function judgeSent(out: readonly Form[], ports: Sending): Promise<OtherForm | undefined> {
  for (const { form, kind } of await settleFates(out, ports)) {
    const { signature } = form;
    if (kind === 'dead' || kind === 'failed') continue;
    if (signature === undefined) return { kind: 'unread' };
    return { kind: kind === 'landed' ? kind : 'sent', signature };
  }
  return undefined;
}

/** Finds the form of a build that landed without this service. A build with a second signer has no other form. */
async function findPast(found: FoundBuild, ports: Sending): Promise<OtherForm | undefined> {
  const { build } = found;
  if (hasSecondSigner(build)) return undefined;
  const sought = { ...build, built: listBuilt(found), lastValidBlockHeight: 0n };
  const limits = { witnesses: WITNESSES, calls: CALLS };
  const { landed, equal, isUnread } = await searchForms(sought, ports, limits);
  if (landed !== undefined) return { kind: 'landed', signature: landed };
  if (equal !== undefined && !(await isOfAnother(equal, build, ports)))
    return { kind: 'equal', signature: equal };
  return isUnread ? { kind: 'unread' } : undefined;
}

function hasSecondSigner({ message }: Build): boolean {
  return readSignedTransaction(printUnsigned(Buffer.from(message, 'base64'))).signers.length > 1;
}

/** Checks whether a signature was broadcast here for another build. */
async function isOfAnother(signature: string, { id }: Build, { builds }: Sending): Promise<boolean> {
  const found = await builds.find({ signature });
  return found !== undefined && found.build.id !== id;
}

/** Creates the problem that is told in place of the end of a form. */
export function describeOther(other: OtherForm): ProblemError {
  switch (other.kind) {
    case 'landed':
      return problem('OTHER_FORM_LANDED', other);
    case 'equal':
      return problem('EQUAL_TRANSACTION_LANDED', other, { outcome: 'unknown' });
    case 'sent':
      return problem('OTHER_FORM_SENT', other, { outcome: 'unknown' });
    case 'replaced':
      return problem('BUILD_REPLACED', undefined, { outcome: 'unknown' });
    case 'unread':
      return problem('OUTCOME_UNKNOWN', { system: 'ledger' });
  }
}
