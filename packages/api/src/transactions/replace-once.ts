import type { Expiry } from '@staking-agent/wire';
import type { Logger } from 'pino';
import type { Clock } from '../background/clock.ts';
import { keepDigits, parseExactJson } from '../exact-json.ts';
import type { TokenKey } from '../keys/token-key.ts';
import type { BlockhashFeed } from '../upstreams/ledger/blockhash-feed.ts';
import { assertOwnAnswer } from './assert-own-answer.ts';
import type { FormGate } from './form-gate.ts';
import { readServiceToken, type TokenContents, verifyServiceToken } from './service-token.ts';
import { readSignedTransaction, type SignedTransaction } from './signed-transaction.ts';

/** A build as its caller has it, and what its token says. */
export type TokenedBuild = { readonly transaction: SignedTransaction; readonly contents: TokenContents };

/** What every answer of a build has. */
export type BuildAnswer = { transaction: string; service_token: string; expiry: Expiry };

/** What the successor of a build is found with. */
export type ReplacePorts = {
  readonly forms: Pick<FormGate, 'read' | 'storeSuccessor'>;
  readonly blockhash: Pick<BlockhashFeed, 'untilPast' | 'blockHeight'>;
  readonly tokenKeys: readonly TokenKey[];
  readonly clock: Clock;
  readonly log: Logger;
};

/**
 * Returns the single successor of a build, for any number of requests and replicas: its newest refresh while that can land,
 * otherwise a new one.
 *
 * @param make - makes the build that takes the place of one, once that one cannot land any more. Of several concurrent
 *   builds, only the first to be stored is answered.
 * @throws {ProblemError} `service_unavailable` while the store is away, and what `make` throws.
 */
export async function replaceOnce<Answer extends BuildAnswer>(
  asked: TokenedBuild,
  make: (replaced: TokenedBuild) => Promise<Answer>,
  ports: ReplacePorts,
): Promise<Answer> {
  const { forms, blockhash } = ports;
  let newest = asked;
  for (;;) {
    const { message } = newest.transaction;
    const { successor } = await forms.read(message);
    if (successor === undefined) {
      const printed = JSON.stringify(await make(newest));
      return readStored<Answer>(await forms.storeSuccessor(message, printed), ports);
    }
    const answer = readStored<Answer>(successor, ports);
    newest = readBuild(answer, ports);
    const { lastValidBlockHeight } = newest.contents;
    // By the height that a node showed, not one estimated by the pace: an error there would make a live transaction seem dead.
    const height = blockhash.blockHeight();
    if (height !== undefined && height > lastValidBlockHeight) continue;
    const left = blockhash.untilPast(lastValidBlockHeight);
    const validForSeconds = left === undefined ? null : Math.floor(left / 1_000);
    return { ...answer, expiry: { ...answer.expiry, validForSeconds } };
  }
}

/**
 * Reads a transaction and the token that was issued for it.
 *
 * @throws {ProblemError} `forbidden` where the token is not one of ours for it, `invalid_request` for what is none.
 */
export function readBuild(
  { transaction, service_token: token }: Pick<BuildAnswer, 'transaction' | 'service_token'>,
  { tokenKeys, clock }: Pick<ReplacePorts, 'tokenKeys' | 'clock'>,
): TokenedBuild {
  const read = readServiceToken(tokenKeys, token);
  const signed = readSignedTransaction(transaction);
  const contents = verifyServiceToken(read, signed.message, Math.floor(clock.now() / 1_000));
  return { transaction: signed, contents };
}

/** Reads a stored build and checks its token: write access to the store must not allow anybody to issue transactions. */
export function readStored<Answer>(
  printed: string,
  ports: Pick<ReplacePorts, 'tokenKeys' | 'clock' | 'log'>,
): Answer {
  assertOwnAnswer(printed, ports);
  return parseExactJson(printed, keepDigits) as Answer;
}
