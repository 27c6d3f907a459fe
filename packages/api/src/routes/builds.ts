import type { BuildOperation, VerifyRequest } from '@staking-agent/verify';
import { type AnswerOf, type Changes, INCLUDES, type Include } from '@staking-agent/wire';
import { describeBuild } from '../answers/receipts.ts';
import { readAttribution } from '../attribution/attribution.ts';
import { raisePriority, withFees } from '../builds/budget.ts';
import {
  type Build,
  type BuildRecord,
  decodeBuildRecord,
  type Figures,
  isExclusiveBuild,
  listFigures,
} from '../builds/build.ts';
import { type FinishedBuild, finishBuild, handOut } from '../builds/finish.ts';
import { readWallet } from '../builds/message.ts';
import { readBuild, type TokenedBuild } from '../builds/token.ts';
import { isProblemError, problem } from '../problems/problem.ts';
import { assertExclusive, replaceOnce } from '../sending/refresh.ts';
import { assertFeesTaken, prepareStake, prepareUnstake, requireStakeBuilds } from '../strategies/prepare.ts';
import type { FieldsOf } from '../strategies/strategy.ts';
import type { Ask, RoutePorts } from './handler.ts';

/** `POST /stake`: builds the transaction that puts an amount into a strategy. */
export async function stake(
  { body, headers, note }: Ask<'stake'>,
  services: RoutePorts,
): Promise<AnswerOf<'stake'>> {
  // What is malformed is refused before anything is looked up.
  const include = readInclude(body.include);
  const { wallet, make } = prepareStake(body, withFees(services, body));
  const asked = readAttribution(body, headers);
  const claim = asked && (await services.attribution.resolve(asked, wallet.text));
  const finished = await handOut<FieldsOf<AnswerOf<'stake'>>>(make, services, { attribution: claim });
  if (claim !== undefined) note({ attribution: claim });
  return await describe(finished, include, services);
}

/** `POST /unstake`: builds the transaction that takes an amount, or a stake account, out of a strategy. */
export async function unstake({ body }: Ask<'unstake'>, services: RoutePorts): Promise<AnswerOf<'unstake'>> {
  const include = readInclude(body.include);
  const make = prepareUnstake(body, withFees(services, body));
  const finished = await handOut<FieldsOf<AnswerOf<'unstake'>>>(make, services);
  return await describe(finished, include, services);
}

/** `POST /withdraw`: builds the transaction that empties or closes an inactive stake account. */
export function withdraw({ body }: Ask<'withdraw'>, services: RoutePorts): Promise<AnswerOf<'withdraw'>> {
  return answerBuild(body, services, (fees) => requireStakeBuilds(services).withdraw(body, fees));
}

/** `POST /split`: builds the transaction that makes two stake accounts of one. */
export function split({ body }: Ask<'split'>, services: RoutePorts): Promise<AnswerOf<'split'>> {
  return answerBuild(body, services, (fees) => requireStakeBuilds(services).split(body, fees));
}

/** `POST /merge`: builds the transaction that makes one stake account of several. */
export function merge({ body }: Ask<'merge'>, services: RoutePorts): Promise<AnswerOf<'merge'>> {
  return answerBuild(body, services, (fees) => requireStakeBuilds(services).merge(body, fees));
}

async function answerBuild<Fields extends object>(
  body: Parameters<typeof withFees>[1] & { readonly include?: readonly string[] },
  services: RoutePorts,
  make: (services: RoutePorts) => Promise<Build<Fields>>,
) {
  const include = readInclude(body.include);
  const finished = await finishBuild(await make(withFees(services, body)), services);
  return await describe(finished, include, services);
}

/** @throws {ProblemError} `invalid_request` for a part that is not known, or named twice. */
function readInclude(words: readonly string[] = []): ReadonlySet<Include> {
  const parts = new Set(
    words.map((word) => {
      const include = INCLUDES.find((each) => each === word);
      if (include === undefined) throw problem('INCLUDE_UNKNOWN', { word, known: INCLUDES });
      return include;
    }),
  );
  if (parts.size < words.length) {
    throw problem('FIELD_INVALID', { wrong: [{ field: 'include', rule: 'must have each word once' }] });
  }
  return parts;
}

async function describe<Fields>(
  finished: FinishedBuild<Fields>,
  include: ReadonlySet<Include>,
  services: RoutePorts,
) {
  return include.size === 0 ? finished.answer : await describeBuild(finished, include, services);
}

type Fields = FieldsOf<AnswerOf<BuildOperation>>;

/**
 * `POST /refresh`: makes the same build anew, with a new blockhash and token, once the first one cannot land beside it.
 *
 * A build has one successor: another refresh returns the newest one.
 */
export async function refresh(
  { body, note }: Ask<'refresh'>,
  services: RoutePorts,
): Promise<AnswerOf<'refresh'>> {
  const include = readInclude(body.include);
  const asked = readAsked(body, services);
  const record = readRecord(asked);
  const { strategy, kind } = record.request;
  const { priority, tip } = body;
  assertFeesTaken(strategy, kind ?? record.operation, { priority, tip });
  const answer = isExclusiveBuild(record)
    ? await makeBeside(asked, { priority, tip }, include, services)
    : await replaceOnce<Fields>(
        asked,
        (replaced) => makeNext(replaced, { priority, tip }, services),
        services,
        // Whoever repeats the refresh gets what was stored, and may ask for other parts.
        async (build, finishing) => describe(await finishBuild(build, services, finishing), ALL, services),
      );
  const { attribution: claim } = asked.contents;
  if (claim !== undefined) note({ attribution: claim });
  const { receipt, explanation, ...rest } = answer;
  return {
    ...rest,
    ...(include.has('receipt') && receipt !== undefined && { receipt }),
    ...(include.has('explanation') && explanation !== undefined && { explanation }),
    changed: listChanges(record.figures, listFigures(answer)),
  };
}

const ALL: ReadonlySet<Include> = new Set(INCLUDES);

function readAsked(body: Ask<'refresh'>['body'], services: RoutePorts): TokenedBuild {
  try {
    return readBuild(body, services);
  } catch (error) {
    const isMalformed = isProblemError(error) && error.slug === 'invalid_request';
    throw isMalformed ? problem('TRANSACTION_MALFORMED', undefined, { cause: error }) : error;
  }
}

function readRecord({ contents }: TokenedBuild): BuildRecord {
  const record = decodeBuildRecord(contents.record);
  if (record === undefined) throw problem('TOKEN_NOT_REFRESHABLE');
  return record;
}

/** Makes a build anew of which the ledger lets only one of two land. */
async function makeBeside(
  asked: TokenedBuild,
  fees: Fees,
  include: ReadonlySet<Include>,
  services: RoutePorts,
) {
  await assertExclusive(asked, services);
  const build = await makeNext(asked, fees, services);
  const { attribution } = asked.contents;
  return describe(await finishBuild<Fields>(build, services, { attribution }), include, services);
}

type Fees = { readonly [Each in 'priority' | 'tip']: VerifyRequest[Each] };

/**
 * Makes the build that takes the place of one: at the bid that is asked for, or a higher one than before, and with the tip that is
 * asked for, or that of before.
 */
function makeNext(
  replaced: TokenedBuild,
  { priority: asked, tip }: Fees,
  services: RoutePorts,
): Promise<Build<Fields>> {
  const record = readRecord(replaced);
  const { priority: before, ...kept } = record.request;
  const request = { ...kept, ...(tip && { tip }) };
  const priority = asked ?? raisePriority(before);
  // Without one before there is none to record: what a provider makes bids by itself.
  const isAsked = asked !== undefined || before !== undefined;
  const again = { ...record, request: { ...request, ...(isAsked && { priority }) } };
  return makeAgain(again, readWallet(replaced.transaction), withFees(services, { ...request, priority }));
}

function makeAgain(
  { operation, request, keep }: BuildRecord,
  wallet: string,
  services: RoutePorts,
): Promise<Build<Fields>> {
  const asked = { ...request, wallet };
  const { strategy, kind, amount, stakeAccount, into, from } = request;
  switch (operation) {
    case 'stake':
      return prepareStake({ ...asked, strategy: need(strategy), amount: need(amount) }, services).make(keep);
    case 'unstake':
      return prepareUnstake({ ...asked, strategy: need(strategy), kind: need(kind) }, services)(keep);
    case 'withdraw':
      return requireStakeBuilds(services).withdraw({ ...asked, stakeAccount: need(stakeAccount) }, services);
    case 'split': {
      const body = { ...asked, amount: need(amount), stakeAccount: need(stakeAccount) };
      return requireStakeBuilds(services).split(body, services, keep);
    }
    case 'merge': {
      const body = { ...asked, into: need(into), from: [...need(from)] };
      return requireStakeBuilds(services).merge(body, services);
    }
  }
}

/** Requires a member of a build's record; a record that lacks members of its operation is not a build's. */
function need<Member>(member: Member | undefined): Member {
  if (member === undefined) throw problem('TOKEN_NOT_REFRESHABLE');
  return member;
}

function listChanges(before: Figures, after: Figures): Changes {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...fields].flatMap((field) => {
    const change = { field, before: before[field] ?? null, after: after[field] ?? null };
    return change.before === change.after ? [] : [change];
  });
}
