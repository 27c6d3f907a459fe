import type { BuildOperation } from '@staking-agent/verify';
import type { AnswerOf, Changes } from '@staking-agent/wire';
import type { Build } from '../builds/build.ts';
import { finishBuild } from '../builds/finish.ts';
import {
  type BuildRecord,
  decodeBuildRecord,
  type Figures,
  isExclusiveBuild,
  listFigures,
} from '../builds/record.ts';
import { isProblemError, problem } from '../problems/problem.ts';
import { readBuild, type TokenedBuild } from '../sending/offer.ts';
import { assertExclusive, replaceOnce } from '../sending/refresh.ts';
import { readWallet } from '../sending/search.ts';
import {
  prepareMerge,
  prepareSplit,
  prepareStake,
  prepareUnstake,
  prepareWithdraw,
} from '../strategies/prepare.ts';
import type { FieldsOf } from '../strategies/strategy.ts';
import type { Ask, RoutePorts } from './handler.ts';

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
  const asked = readAsked(body, services);
  const record = readRecord(asked);
  const answer = isExclusiveBuild(record)
    ? await makeBeside(asked, services)
    : await replaceOnce<Fields>(
        asked,
        (replaced) => makeNext(replaced, services),
        services,
        async (build, finishing) => (await finishBuild(build, services, finishing)).answer,
      );
  const { attribution: claim } = asked.contents;
  if (claim !== undefined) note({ attribution: claim });
  return { ...answer, changed: listChanges(record.figures, listFigures(answer)) };
}

function readAsked(body: Ask<'refresh'>['body'], services: RoutePorts): TokenedBuild {
  try {
    return readBuild(body, services);
  } catch (error) {
    const isMalformed = isProblemError(error) && error.slug === 'invalid_request';
    throw isMalformed ? problem('TRANSACTION_MALFORMED', undefined, { cause: error }) : error;
  }
}

function readRecord({ contents }: TokenedBuild): BuildRecord {
  const record = contents.record && decodeBuildRecord(contents.record);
  if (record === undefined) throw problem('TOKEN_NOT_REFRESHABLE');
  return record;
}

/** Makes a build anew of which the ledger lets only one of two land. */
async function makeBeside(asked: TokenedBuild, services: RoutePorts) {
  await assertExclusive(asked, services);
  const build = await makeNext(asked, services);
  const { answer } = await finishBuild<Fields>(build, services, { attribution: asked.contents.attribution });
  return answer;
}

function makeNext(replaced: TokenedBuild, services: RoutePorts): Promise<Build<Fields>> {
  return makeAgain(readRecord(replaced), readWallet(replaced.transaction), services);
}

function makeAgain(
  { operation, request, keep }: BuildRecord,
  wallet: string,
  services: RoutePorts,
): Promise<Build<Fields>> {
  const asked = { ...request, wallet };
  switch (operation) {
    case 'stake': {
      const body = { ...asked, strategy: requireMember(asked.strategy), amount: requireMember(asked.amount) };
      return prepareStake(body, services).make(keep);
    }
    case 'unstake': {
      const body = { ...asked, strategy: requireMember(asked.strategy), kind: requireMember(asked.kind) };
      return prepareUnstake(body, services)(keep);
    }
    case 'withdraw': {
      const body = { ...asked, stakeAccount: requireMember(asked.stakeAccount) };
      return prepareWithdraw(body, services)(keep);
    }
    case 'split': {
      const { amount, stakeAccount } = asked;
      const body = { ...asked, amount: requireMember(amount), stakeAccount: requireMember(stakeAccount) };
      return prepareSplit(body, services)(keep);
    }
    case 'merge': {
      const body = { ...asked, into: requireMember(asked.into), from: [...requireMember(asked.from)] };
      return prepareMerge(body, services)(keep);
    }
  }
}

/** Requires a member of a build's record; a record that lacks members of its operation is not a build's. */
function requireMember<Member>(member: Member | undefined): Member {
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
