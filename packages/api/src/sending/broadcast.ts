import { type AttributionClaim, TOKEN_LIFETIME } from '../builds/token.ts';
import { readStaked, type ValueGate } from '../builds/value-limits.ts';
import { type ProblemError, problem } from '../problems/problem.ts';
import type { FoundBuild } from '../store/builds.ts';
import type { Claim, Closing } from '../store/claims.ts';
import { baseOf, type Form, findSuccessor, printStates, type Refusal } from '../store/decide.ts';
import { explainFailed } from './executed.ts';
import { type Fate, isEnd, isTooOld, NEVER, proveEnd, readFate, type Sending } from './landing.ts';
import { assertLeast } from './least.ts';
import { settleFates, toEnd } from './resend.ts';
import { describeOther, type FindOther, type OtherForm } from './search.ts';
import { type SendPorts, sendToNodes, toProblem, tryMessage } from './send.ts';
import { type RouterOrder, type RouterPorts, sendToRouter } from './send-router.ts';
import { channelOf, type Signed, toBuild, toExpiring, toForm, unknown } from './signed.ts';

type BroadcastPorts = Sending &
  SendPorts &
  RouterPorts & { readonly findOther: FindOther; readonly valueGate: ValueGate };

const EXPIRED: Refusal = { code: 'BLOCKHASH_EXPIRED' };
/** Another form of the same build was refused, or has failed or expired. It says nothing of that one. */
const ENDED: Refusal = { code: 'BUILD_ENDED' };

/**
 * Brings a signed form to the ledger or the router.
 *
 * @param found - the row of the form, with its build; undefined where it has none.
 * @returns the signature under which the form is out or landed: the first valid one of its message.
 * @throws {ProblemError} with an `outcome`: `rejected`, `expired`, `not_sent` or `unknown`.
 * @throws {StoreFault} while the store is away; this request has sent nothing then.
 */
export type Broadcast = (signed: Signed, found: FoundBuild | undefined) => Promise<string>;

/** Makes the broadcasts of one process. */
export function createBroadcast(ports: BroadcastPorts): Broadcast {
  return (signed, found) => run(signed, found, ports);
}

async function run(asked: Signed, found: FoundBuild | undefined, ports: BroadcastPorts): Promise<string> {
  const own = found?.forms.find(({ id }) => id === asked.names.form);
  const signed = own === undefined ? asked : atHome(asked, own);
  const { contents } = signed;
  const known = own?.state === 'offered' ? undefined : own;
  if (known !== undefined && known.state !== 'sent') return await answerKnown(known, signed, ports);
  const staked = readStaked(contents.record);
  if (known === undefined && !contents.isExpired && staked !== undefined) ports.valueGate.limitOf(staked);
  if (contents.isExpired || isTooOld(contents, ports)) return await lookUp(signed, known, ports);
  if (known !== undefined) return await repeat(known, signed, ports);
  return await tryAndSend(signed, ports);
}

/** Tries what was never sent; only what a node would take is claimed and sent. */
async function tryAndSend(signed: Signed, ports: BroadcastPorts): Promise<string> {
  const { contents, names, transaction } = signed;
  const least = assertLeast({ ...toExpiring(signed), ...contents, built: signed.built }, ports);
  const tried = { message: transaction.message, contextSlot: contents.contextSlot };
  const [verdict] = await Promise.all([tryMessage(tried, ports), least]);
  if (verdict.kind === 'passed' && signed.mayBeSetBack) throw unknown(signed);
  if (verdict.kind === 'passed') return await claimAndSend(signed, ports);
  if (verdict.kind === 'unjudged' && !isTooOld(contents, ports)) throw verdict.problem;
  // Its blockhash may have died meanwhile, which nodes do not tell from one that they do not know yet.
  if (verdict.kind === 'unjudged') return await lookUp(signed, undefined, ports);
  const fate = await readFate(toExpiring(signed), ports);
  if (isEnd(fate)) return await answerEnd(fate, signed, ports);
  if (verdict.kind === 'refused' && fate.kind !== 'seen') return await refuse(verdict.refusal, signed, ports);
  // Where a node has seen them, another request of the same bytes may have sent them since this one began.
  const found = await ports.builds.find({ form: names.form });
  const own = found?.forms.find(({ id }) => id === names.form);
  if (own !== undefined) return await answerKnown(own, signed, ports);
  throw unknown(signed);
}

/** A message that has a row is a form of the build that this says, also where the token is of another one that it edits. */
function atHome(signed: Signed, own: Form): Signed {
  const { id, buildId } = own;
  if (buildId === signed.names.build) return signed;
  return { ...signed, names: { form: id, base: baseOf(own), build: buildId } };
}

/** Answers a form whose row says what becomes of it; the ledger may know better of one that was closed. */
async function answerKnown(form: Form, signed: Signed, ports: BroadcastPorts): Promise<string> {
  const { signature = signed.transaction.signature } = form;
  if (form.state === 'landed') return signature;
  const fate = await readFate({ signature, lastValidBlockHeight: form.lastValidBlockHeight }, ports);
  if (fate.kind === 'landed' || fate.kind === 'failed')
    return await answerEnd(fate, signed, ports, signature);
  if (form.state === 'failed')
    throw await tellDead(await explainFailed(signature, undefined, ports), signed, ports);
  // Its wallet has sent it itself: a caller who were told now that it is closed would build beside it.
  if (form.state === 'closed' && fate.kind === 'seen') throw unknown(signed);
  if (form.state === 'closed') throw await tellClosed(form, signed, ports);
  if (fate.kind === 'dead') return await answerEnd(fate, signed, ports, signature);
  if (form.state === 'sent' && form.isTaken) return signature;
  throw unknown(signed);
}

async function tellClosed(
  { refusal = EXPIRED }: Form,
  signed: Signed,
  ports: BroadcastPorts,
): Promise<ProblemError> {
  if (refusal.code === EXPIRED.code || refusal.code === ENDED.code)
    return await tellDead(refusal, signed, ports);
  const found = await readAgain(signed, ports);
  if (hasLanded(found, signed)) return unknown(signed);
  return findSuccessor(found.forms, signed.names.base) === undefined ? toProblem(refusal) : tellReplaced();
}

/** Answers one that is on its way: again only to a channel of which no system has said that it has it. */
async function repeat(form: Form, signed: Signed, ports: BroadcastPorts): Promise<string> {
  const { signature = signed.transaction.signature, isTaken, channel } = form;
  const fate = await readFate({ signature, lastValidBlockHeight: form.lastValidBlockHeight }, ports);
  if (isEnd(fate)) return await answerEnd(fate, signed, ports, signature);
  if (isTaken && (channel === channelOf(signed) || channel === 'ledger')) return signature;
  return await claimAndSend(signed, ports);
}

/** Looks up what is too old to be sent, by its token or its blockhash; what has landed is a success at any time. */
async function lookUp(signed: Signed, known: Form | undefined, ports: BroadcastPorts): Promise<string> {
  const { signature = signed.transaction.signature } = known ?? {};
  const fate = await proveEnd({ ...toExpiring(signed), signature }, ports);
  if (isEnd(fate)) return await answerEnd(fate, signed, ports, signature);
  if (fate.kind !== 'absent' || known !== undefined || !signed.contents.isExpired) throw unknown(signed);
  // By the clock of another replica its token may not have expired.
  return await refuse({ code: 'TOKEN_EXPIRED', facts: { seconds: TOKEN_LIFETIME } }, signed, ports);
}

/** Closes a form of which nothing was sent; the refusal is told only where that is proved. */
async function refuse(refusal: Refusal, signed: Signed, ports: BroadcastPorts): Promise<string> {
  if (signed.mayBeLost) throw unknown(signed);
  const closing = await close(refusal, signed, ports);
  if (closing.kind === 'closed') throw toProblem(closing.refusal);
  return await answerUnsent(closing, signed, ports);
}

function close(refusal: Refusal, signed: Signed, { builds }: BroadcastPorts): Promise<Closing> {
  return builds.close(toBuild(signed), toForm(signed, undefined), refusal, signed);
}

/** Claims a form and sends it; after the claim only the ledger ends it. */
async function claimAndSend(signed: Signed, ports: BroadcastPorts): Promise<string> {
  const claim = await readClaim(signed, ports);
  if (signed.routed !== undefined) return await claimForRouter(signed, signed.routed, claim, ports);
  const claimed = await claimForm(signed, claim, ports);
  if (!isToSend(claimed)) return await answerUnsent(claimed, signed, ports);
  const { form } = claimed;
  const { signature, signedTransaction } = requireSigned(form, signed);
  if (form.isTaken) return signature;
  if (await sendToNodes(signedTransaction, ports)) return await noteTaken(form, signature, ports);
  return await follow(form, signature, unknown(signed), ports, signed);
}

async function claimForRouter(
  signed: Signed,
  order: RouterOrder,
  claim: AttributionClaim | undefined,
  ports: BroadcastPorts,
): Promise<string> {
  let claimed: Claim | undefined;
  const take = async () => {
    claimed = await claimForm(signed, claim, ports);
    if (!isToSend(claimed) || claimed.form.isTaken) throw new NotToSend();
    return requireSigned(claimed.form, signed);
  };
  const fault = await sendToRouter(order, take, ports).catch((error: unknown) => {
    if (error instanceof NotToSend) return error;
    throw error;
  });
  if (claimed === undefined) throw unknown(signed);
  if (!isToSend(claimed)) return await answerUnsent(claimed, signed, ports);
  const { form } = claimed;
  const { signature } = requireSigned(form, signed);
  if (fault instanceof NotToSend) return signature;
  if (fault === undefined) return await noteTaken(form, signature, ports);
  return await follow(form, signature, fault, ports, signed);
}

/** Ends a call of the router that must not be made. */
class NotToSend extends Error {}

type ToSend = Extract<Claim, { readonly kind: 'first' | 'again' }>;

function isToSend(claim: Claim): claim is ToSend {
  return claim.kind === 'first' || claim.kind === 'again';
}

/** Claims a form, once more where the other form of its build has come to its end. */
async function claimForm(
  signed: Signed,
  claim: AttributionClaim | undefined,
  ports: BroadcastPorts,
): Promise<Claim> {
  const { builds, valueGate } = ports;
  const staked = readStaked(signed.contents.record);
  const hour = staked && valueGate.limitOf(staked);
  const ask = () => builds.claim(toBuild(signed), toForm(signed, claim), { began: signed.began, hour });
  const first = await ask();
  if (first.kind !== 'other') return first;
  const [other] = await settleFates([first.other], ports);
  return other?.kind === 'dead' || other?.kind === 'failed' ? await ask() : first;
}

/** The claim of a token; of an edit, which is another message, only where the ledger does not show it yet. */
async function readClaim(
  { contents, names, transaction }: Signed,
  ports: BroadcastPorts,
): Promise<AttributionClaim | undefined> {
  const { attribution } = contents;
  if (attribution === undefined || names.form === names.base) return attribution;
  const fate = await readFate({ signature: transaction.signature, lastValidBlockHeight: NEVER }, ports);
  return fate.kind === 'absent' ? attribution : undefined;
}

/** Answers what the store lets nobody send. */
async function answerUnsent(
  decision: Exclude<Claim, ToSend> | Exclude<Closing, { readonly kind: 'closed' }>,
  signed: Signed,
  ports: BroadcastPorts,
): Promise<string> {
  switch (decision.kind) {
    case 'landed':
    case 'failed':
    case 'closed':
    case 'elsewhere':
    case 'sent':
      return await answerKnown(decision.form, signed, ports);
    case 'hour-full': {
      const staked = readStaked(signed.contents.record);
      throw staked === undefined ? unknown(signed) : ports.valueGate.refuseHour(staked, decision.hour);
    }
    case 'replaced':
    case 'other': {
      // A form that landed without this service is a success too.
      const fate = await readFate(toExpiring(signed), ports);
      if (fate.kind === 'landed') return await answerEnd(fate, signed, ports);
      throw decision.kind === 'replaced' ? problem('BUILD_REPLACED') : await tellOther(decision.other, ports);
    }
    case 'ended': {
      const fate = await readFate(toExpiring(signed), ports);
      if (isEnd(fate)) return await answerEnd(fate, signed, ports);
      throw fate.kind === 'seen' ? unknown(signed) : await tellDead(ENDED, signed, ports);
    }
    case 'unsure':
      throw unknown(signed);
  }
}

/** Tells of another form in place of one of which nothing was sent here. */
async function tellOther(form: Form, ports: BroadcastPorts): Promise<ProblemError> {
  const other = await judgeOther(form, ports);
  return other.kind === 'sent' ? problem('OTHER_FORM_SENT', other) : describeOther(other);
}

async function judgeOther(
  { signature, state, lastValidBlockHeight }: Form,
  ports: BroadcastPorts,
): Promise<OtherForm> {
  if (signature === undefined) return { kind: 'unread' };
  const hasLanded =
    state === 'landed' || (await readFate({ signature, lastValidBlockHeight }, ports)).kind === 'landed';
  return { kind: hasLanded ? 'landed' : 'sent', signature };
}

/** Sent bytes are taken, also if the store does not hear of it. */
async function noteTaken({ id }: Form, signature: string, { builds, log }: BroadcastPorts): Promise<string> {
  await builds.setTaken(id).catch((fault: unknown) => {
    log.warn({ signature, fault: String(fault) }, 'transaction not noted as taken');
  });
  return signature;
}

/** Answers a send that no system has confirmed, by the ledger; the loop goes on with it at once. */
async function follow(
  form: Form,
  signature: string,
  unsaid: ProblemError,
  ports: BroadcastPorts,
  signed: Signed,
): Promise<string> {
  const { builds, log } = ports;
  await builds.setDue([form.id], 0).catch((fault: unknown) => {
    log.warn({ signature, fault: String(fault) }, 'transaction not followed at once');
  });
  const fate = await readFate({ signature, lastValidBlockHeight: form.lastValidBlockHeight }, ports);
  if (isEnd(fate)) return await answerEnd(fate, signed, ports, signature);
  throw unsaid;
}

/** Answers an end that the ledger has proved, and keeps it. */
async function answerEnd(
  fate: Fate,
  signed: Signed,
  ports: BroadcastPorts,
  signature = signed.transaction.signature,
): Promise<string> {
  await settle(signed, fate, signature, ports);
  if (fate.kind === 'landed') return signature;
  if (fate.kind === 'failed')
    throw await tellDead(await explainFailed(signature, fate.fault, ports), signed, ports);
  throw await tellDead(EXPIRED, signed, ports);
}

async function settle(signed: Signed, fate: Fate, signature: string, ports: BroadcastPorts): Promise<void> {
  const end = toEnd(signed.names.form, fate, signature);
  if (end === undefined) return;
  const settled = ports.builds.settle([end]).then(ports.onSettled);
  // The ledger has the last word also while the store is away.
  await settled.catch((fault: unknown) => {
    ports.log.warn({ signature, fault: String(fault) }, 'end of a transaction not kept');
  });
}

/**
 * A caller builds again when a transaction is called dead or failed, so it is called that only when no other form of its build
 * has landed or can, and once it is closed, because then no other one is sent.
 */
async function tellDead(refusal: Refusal, signed: Signed, ports: BroadcastPorts): Promise<ProblemError> {
  if (signed.mayBeLost) return unknown(signed);
  for (let found = await readAgain(signed, ports); ; ) {
    if (hasLanded(found, signed)) return unknown(signed);
    // The caller is told of its successor by a refresh, whatever became of that.
    if (findSuccessor(found.forms, signed.names.base) !== undefined) return tellReplaced();
    const other = await ports.findOther(found, signed.transaction.signature);
    if (other !== undefined) return describeOther(other);
    const ended = await close(refusal, signed, ports);
    const last = await readAgain(signed, ports);
    if (printOthers(last, signed) === printOthers(found, signed) && !hasLanded(last, signed))
      return await tellEnded(ended, refusal, signed, ports);
    found = last;
  }
}

/** Tells the end of a form, where its row has it now, or the ledger proves it of what was sent. */
async function tellEnded(
  ended: Closing,
  refusal: Refusal,
  signed: Signed,
  ports: BroadcastPorts,
): Promise<ProblemError> {
  if (ended.kind === 'other') return describeOther(await judgeOther(ended.other, ports));
  const isProved = ended.kind === 'sent' && ended.form.state === 'sent' && refusal.code !== ENDED.code;
  if (ended.kind !== 'closed' && ended.kind !== 'failed' && !isProved) return unknown(signed);
  return refusal.code === EXPIRED.code ? tellExpired(signed) : toProblem(refusal);
}

function tellReplaced(): ProblemError {
  return problem('BUILD_REPLACED', undefined, { outcome: 'unknown' });
}

function printOthers({ forms }: FoundBuild, { names }: Signed): string {
  return printStates(forms.filter(({ id }) => id !== names.form));
}

/** Reads the rows of a build before a negative word is told, as the last thing: other replicas and the loop write them too. */
async function readAgain(signed: Signed, { builds }: BroadcastPorts): Promise<FoundBuild> {
  const build = toBuild(signed);
  return (await builds.find({ build: build.id })) ?? { build, forms: [] };
}

/** Checks whether a form was seen as landed since this request read its row. */
function hasLanded({ forms }: FoundBuild, { names }: Signed): boolean {
  return forms.some(({ id, state }) => id === names.form && state === 'landed');
}

function tellExpired({ contents }: Signed): ProblemError {
  return contents.isExpired
    ? problem('TOKEN_EXPIRED', { seconds: TOKEN_LIFETIME }, { outcome: 'expired' })
    : problem('BLOCKHASH_EXPIRED');
}

/** Returns the bytes of a sent form with their signature; both are in its row while it is sent. */
function requireSigned({ signature, signedTransaction }: Form, signed: Signed) {
  if (signature !== undefined && signedTransaction !== undefined) return { signature, signedTransaction };
  throw unknown(signed);
}
