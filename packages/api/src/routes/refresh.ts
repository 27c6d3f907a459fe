import { base58 } from '@scure/base';
import type { AnswerOf, Changes, UnstakeBody } from '@staking-agent/wire';
import type { Ask } from '../http/route.ts';
import { problem } from '../problems/problem.ts';
import { isProblemError } from '../problems/problem-error.ts';
import type { FieldsOf } from '../strategies/strategy.ts';
import type { Build } from '../transactions/build.ts';
import {
  type BuildRecord,
  decodeBuildRecord,
  type Figures,
  listFigures,
} from '../transactions/build-record.ts';
import { finishBuild } from '../transactions/finish-build.ts';
import { readServiceToken, verifyServiceToken } from '../transactions/service-token.ts';
import { readSignedTransaction, type SignedTransaction } from '../transactions/signed-transaction.ts';
import { prepareStake, prepareUnstake, prepareWithdraw } from './prepare-build.ts';
import type { RoutePorts } from './route-ports.ts';

/** Minutes after a build within which it can be made anew. */
const REFRESH_MINUTES = 10;

type Fields = FieldsOf<AnswerOf<'stake' | 'unstake' | 'withdraw'>>;

/** `POST /refresh`: makes the same build anew, with a new blockhash and token, once the first one cannot land beside it. */
export async function refresh(
  { body, note }: Ask<'refresh'>,
  services: RoutePorts,
): Promise<AnswerOf<'refresh'>> {
  const { attribution, tokenKeys, clock } = services;
  const token = readServiceToken(tokenKeys, body.service_token);
  const transaction = readTransaction(body.transaction);
  const now = Math.floor(clock.now() / 1_000);
  const contents = verifyServiceToken(token, transaction.message, now);
  const record = contents.record && decodeBuildRecord(contents.record);
  if (record === undefined) throw problem('TOKEN_NOT_REFRESHABLE');
  if (now > contents.issuedAt + REFRESH_MINUTES * 60) {
    throw problem('REFRESH_TOO_LATE', { minutes: REFRESH_MINUTES });
  }
  const wallet = base58.encode(transaction.signers[0] ?? new Uint8Array());
  const { lastValidBlockHeight, contextSlot } = contents;
  const isExclusive = isExclusiveBuild(record);
  await services.assertReplaceable({ transaction, wallet, lastValidBlockHeight, contextSlot, isExclusive });
  const build = await makeAgain(record, wallet, services);
  const answer = await finishBuild<Fields>(build, services, { attribution: contents.attribution });
  if (contents.attribution !== undefined) {
    await attribution.record(contents.attribution, wallet, answer.transaction);
    note({ attribution: contents.attribution });
  }
  return { ...answer, changed: listChanges(record.figures, listFigures(answer)) };
}

function readTransaction(base64: string): SignedTransaction {
  try {
    return readSignedTransaction(base64);
  } catch (error) {
    if (isProblemError(error)) throw problem('TRANSACTION_MALFORMED', undefined, { cause: error });
    throw error;
  }
}

/**
 * Whether the ledger lets only one of two equal builds land, and nothing is built again when the second fails, because the
 * first uses up what both need: a stake account that is given up, a cooldown that has begun.
 *
 * A stake is none: its account can be made once, but a caller whose second transaction expires builds a third one.
 */
function isExclusiveBuild({ operation, request }: BuildRecord): boolean {
  if (operation === 'withdraw') return request.lamports === undefined;
  return operation === 'unstake' && request.strategy === 'sol-native-stake';
}

function makeAgain(
  { operation, request, keep }: BuildRecord,
  wallet: string,
  services: RoutePorts,
): Promise<Build<Fields>> {
  // The members are those that the operation's schema let pass before they went into the token.
  const body = { ...request, wallet } as UnstakeBody & { amount: string; stakeAccount: string };
  switch (operation) {
    case 'stake':
      return prepareStake(body, services).make(keep);
    case 'unstake':
      return prepareUnstake(body, services)(keep);
    case 'withdraw':
      return prepareWithdraw(body, services)(keep);
  }
}

function listChanges(before: Figures, after: Figures): Changes {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...fields].flatMap((field) => {
    const change = { field, before: before[field] ?? null, after: after[field] ?? null };
    return change.before === change.after ? [] : [change];
  });
}
