import { readTransaction } from '@staking-agent/verify';
import type { Expiry } from '@staking-agent/wire';
import sodium from 'sodium-native';
import { type Build as AnyBuild, type Finished, findRoot } from '../builds/build.ts';
import { type Finishing, type MakeUnique, toOffered } from '../builds/finish.ts';
import { hashMessage, readWallet } from '../builds/message.ts';
import type { BuildServices } from '../builds/provided.ts';
import { assertOwnAnswer, readBuild, type TokenedBuild } from '../builds/token.ts';
import { fromStoreFault, UpstreamFault } from '../problems/faults.ts';
import { problem } from '../problems/problem.ts';
import { keepDigits, parseExactJson } from '../runtime/json.ts';
import type { FoundBuild } from '../store/builds.ts';
import { type Form, findLastHeight, findNewest, isOut } from '../store/decide.ts';
import { LIFETIME_IN_BLOCKS } from '../upstreams/ledger/blockhash.ts';
import { MARGIN_BLOCKS, readFate, type Sending, WITNESSES } from './landing.ts';
import { settleFates } from './resend.ts';
import { searchForms } from './search.ts';

/** Refreshes are made with this. */
export type RefreshPorts = Sending & Pick<BuildServices, 'tokenKeys'> & { readonly makeUnique: MakeUnique };

/** A build older than this is not refreshed. */
const REFRESH_MINUTES = 10;
const HEIGHT_MILLISECONDS = 1_000;
/** Transactions of the wallet that are looked at on one node. */
const CALLS = 150;

/**
 * Returns the single successor of a build, for any number of requests and replicas: its newest refresh while that can land,
 * otherwise a new one, once nothing of the build has landed or can land.
 *
 * @param make - makes the build that takes the place of one. Of several at once, only the first to be stored is answered.
 * @param finish - proves and signs it, and issues its token.
 * @throws {ProblemError} `forbidden`: a form landed, or may still land, with the seconds until it cannot, or the wallet has
 *   signed more since than the search covers; `service_unavailable` while the store is away; what `make` throws.
 * @throws {UpstreamFault} when too few nodes answer.
 */
export async function replaceOnce<Fields extends object>(
  asked: TokenedBuild,
  make: (replaced: TokenedBuild) => Promise<AnyBuild<Fields>>,
  ports: RefreshPorts,
  finish: (build: AnyBuild<Fields>, finishing: Finishing) => Promise<Fields & Finished>,
): Promise<Fields & Finished> {
  // Over a slow database, what another replica has stored meanwhile may be past its height again.
  for (;;) {
    const answer = await replaceNewest(asked, make, ports, finish);
    if (answer !== 'dead') return answer;
  }
}

async function replaceNewest<Fields extends object>(
  asked: TokenedBuild,
  make: (replaced: TokenedBuild) => Promise<AnyBuild<Fields>>,
  ports: RefreshPorts,
  finish: (build: AnyBuild<Fields>, finishing: Finishing) => Promise<Fields & Finished>,
): Promise<(Fields & Finished) | 'dead'> {
  const { builds } = ports;
  const began = builds.begin();
  const askedId = hashMessage(asked.transaction.message);
  const root = findRoot(asked.contents.record) ?? askedId;
  const found = await builds.find({ build: root }).catch(orUnavailable);
  const newest = found && findNewest(found.forms, askedId);
  const base =
    newest?.answer === undefined ? asked : readBuild(readStored<Finished>(newest.answer, ports), ports);
  if (newest?.answer !== undefined) {
    const answer = await answerStored<Fields & Finished>(newest.answer, ports);
    if (answer !== 'dead') return answer;
  }
  assertInTime(base, ports);
  if (ports.horizon.mayBeLost(base.contents.lastValidBlockHeight))
    throw tooEarly(base.contents.lastValidBlockHeight + LIFETIME_IN_BLOCKS, ports);
  await assertReplaceable(base, found, ports);
  return await ports.makeUnique(
    () => make(base),
    async (build) => {
      const answer = await finish(build, {
        attribution: base.contents.attribution,
        root: Buffer.from(root, 'base64url'),
      });
      const offered = toOffered(readBuild(answer, ports));
      // Made with a blockhash that has died meanwhile, as after a pause of this process.
      if ((await readHeight(ports)) > offered.form.lastValidBlockHeight) return undefined;
      const first = found?.build ?? { ...toOffered(asked).build, id: root };
      const form = { ...offered.form, answer: JSON.stringify(answer) };
      const replaced = await builds
        .replace(first, newest?.id ?? askedId, form, { began })
        .catch(orUnavailable);
      switch (replaced.kind) {
        case 'free':
          return answer;
        case 'newer':
          return await answerStored<Fields & Finished>(replaced.form.answer ?? '', ports);
        case 'out':
          throw tellOut(replaced.form, ports);
        case 'taken':
          return undefined;
        case 'unsure':
          throw problem('STORE_UNAVAILABLE', { purpose: 'edits' });
      }
    },
  );
}

function assertInTime({ contents }: TokenedBuild, { clock }: RefreshPorts): void {
  if (Math.floor(clock.now() / 1_000) > contents.issuedAt + REFRESH_MINUTES * 60) {
    throw problem('REFRESH_TOO_LATE', { minutes: REFRESH_MINUTES });
  }
}

function orUnavailable(error: unknown): never {
  throw fromStoreFault(error, 'edits');
}

/**
 * Reads the height of the newest block that a node shows now. The feed may be seconds behind, in which a build dies; an
 * estimate by the pace would make a live one seem dead.
 */
async function readHeight({ ledger, blockhash }: RefreshPorts): Promise<bigint> {
  const asked = ledger
    .byHealth()
    .map((node) => node.call('getBlockHeight', [{ commitment: 'confirmed' }], HEIGHT_MILLISECONDS));
  const told = await Promise.allSettled(asked);
  const heights = told.map((each) => (each.status === 'fulfilled' ? BigInt(each.value) : 0n));
  return [blockhash.blockHeight() ?? 0n, ...heights].reduce((most, height) =>
    height > most ? height : most,
  );
}

/** Reads a stored build and checks its token: write access to the store must not allow anybody to issue transactions. */
function readStored<Answer>(printed: string, ports: RefreshPorts): Answer {
  assertOwnAnswer(printed, ports);
  return parseExactJson(printed, keepDigits) as Answer;
}

/** Answers a stored build while it can land. */
async function answerStored<Answer extends { expiry: Expiry }>(
  printed: string,
  ports: RefreshPorts,
): Promise<Answer | 'dead'> {
  const answer = readStored<Answer>(printed, ports);
  const lastValidBlockHeight = BigInt(answer.expiry.lastValidBlockHeight);
  if ((await readHeight(ports)) > lastValidBlockHeight) return 'dead';
  const left = ports.blockhash.untilPast(lastValidBlockHeight);
  const validForSeconds = left === undefined ? null : Math.floor(left / 1_000);
  return { ...answer, expiry: { ...answer.expiry, validForSeconds } };
}

/**
 * Permits the replacement of a build of which the ledger lets only one of two land: unless it has landed.
 *
 * @throws {ProblemError} `forbidden`. @throws {UpstreamFault} when no node answers.
 */
export async function assertExclusive(base: TokenedBuild, ports: RefreshPorts): Promise<void> {
  assertInTime(base, ports);
  if (await hasFailed(base, ports)) return;
  await assertAbsent(base, base.contents.lastValidBlockHeight, 1, ports);
}

/**
 * Permits the replacement of a build only if nothing of it has landed and nothing of it can land beside its replacement: two
 * nodes report its blockhash as dead and show no form of it among the wallet's transactions. A form that was broadcast here
 * and can land longer than what was built is waited for.
 */
async function assertReplaceable(
  base: TokenedBuild,
  found: FoundBuild | undefined,
  ports: RefreshPorts,
): Promise<void> {
  const { lastValidBlockHeight } = base.contents;
  const forms = found?.forms ?? [];
  const isFailed = await hasFailed(base, ports);
  const out = forms.filter(isOut);
  await assertOver(out, ports);
  const id = hashMessage(base.transaction.message);
  if (isFailed && out.every((form) => form.id === id)) return;
  const until = findLastHeight(forms, lastValidBlockHeight);
  if (!(await assertAbsent(base, until, WITNESSES, ports))) throw tooEarly(until, ports);
}

/** Settles the forms that were sent; refuses where one is not proved dead or failed. */
async function assertOver(out: readonly Form[], ports: RefreshPorts): Promise<void> {
  for (const { form, kind } of await settleFates(out, ports).catch(orUnavailable)) {
    if (kind === 'dead' || kind === 'failed') continue;
    throw tellOut({ ...form, state: kind === 'landed' ? kind : form.state }, ports);
  }
}

function tellOut({ state, signature = '', lastValidBlockHeight }: Form, ports: RefreshPorts) {
  return state === 'landed'
    ? problem('TRANSACTION_LANDED', { signature })
    : tooEarly(lastValidBlockHeight, ports);
}

/** Searches nodes for a transaction. @returns whether all of them say that a height is past. */
async function assertAbsent(
  { transaction, contents: { contextSlot } }: TokenedBuild,
  lastValidBlockHeight: bigint,
  witnesses: number,
  ports: RefreshPorts,
): Promise<boolean> {
  const built = [readTransaction(transaction.base64)];
  const sought = { built, wallet: readWallet(transaction), lastValidBlockHeight, contextSlot };
  const found = await searchForms(sought, ports, { witnesses, calls: CALLS });
  if (found.landed !== undefined) throw problem('TRANSACTION_LANDED', { signature: found.landed });
  if (found.equal !== undefined && witnesses === WITNESSES) {
    throw problem('EQUAL_TRANSACTION_LANDED', { signature: found.equal });
  }
  if (found.isUnread) throw new UpstreamFault('ledger', 'unreachable');
  if (found.isPartial) throw problem('TOO_MANY_TRANSACTIONS', { most: CALLS - 1 });
  return found.isDead;
}

/**
 * Looks up a transaction by the wallet's signature, if it came with a valid one. The absence of this signature proves
 * nothing, because a wallet may sign twice.
 *
 * @returns whether it failed on the ledger, which takes no message a second time.
 * @throws {ProblemError} `forbidden` when it landed.
 */
async function hasFailed({ transaction, contents }: TokenedBuild, ports: RefreshPorts): Promise<boolean> {
  const { signature, signatures, signers, message } = transaction;
  const holds = sodium.crypto_sign_verify_detached(
    Buffer.from(signatures[0] ?? []),
    Buffer.from(message),
    Buffer.from(signers[0] ?? []),
  );
  if (!holds) return false;
  const { kind } = await readFate({ signature, lastValidBlockHeight: contents.lastValidBlockHeight }, ports);
  if (kind === 'landed') throw problem('TRANSACTION_LANDED', { signature });
  return kind === 'failed';
}

/** Until the pace of the ledger has been measured. */
const BLOCK_MILLISECONDS = 400;

function tooEarly(lastValidBlockHeight: bigint, { blockhash }: RefreshPorts) {
  const end = lastValidBlockHeight + MARGIN_BLOCKS;
  const blocks = Number(end - (blockhash.blockHeight() ?? end));
  const left = blockhash.untilPast(end) ?? blocks * BLOCK_MILLISECONDS;
  const seconds = Math.max(Math.ceil(left / 1_000), 1);
  return problem('REFRESH_TOO_EARLY', { seconds }, { retryAfter: seconds });
}
