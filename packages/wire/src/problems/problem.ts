import { type Static, Type } from 'typebox';
import { closedObject, oneOf, orNull, text, textOrNull } from '../fields.ts';
import { BROADCAST_OUTCOMES, type ProblemSlug } from './statuses.ts';

/** When something becomes possible: an epoch of the ledger, and the times between which it is expected to begin. */
export const AvailableAt = closedObject('AvailableAt', {
  epoch: text('Epoch of the ledger, as integer text.'),
  earliest: Type.Optional(text('ISO 8601 in UTC. Absent while it cannot be estimated.')),
  latest: Type.Optional(text('ISO 8601 in UTC. Absent while it cannot be estimated.')),
});
export type AvailableAt = Static<typeof AvailableAt>;

/** The cause of a failure on the ledger, and its cure. */
export const TransactionFailure = closedObject('TransactionFailure', {
  code: text('Stable upper-case word, one of the error codes.'),
  detail: text('What failed, in one sentence.'),
  cause: text('What the code means.'),
  cure: text('What the caller can do.'),
  instruction: orNull(
    Type.Integer({ minimum: 0 }),
    'Index of the instruction that failed; null where the transaction failed as a whole.',
  ),
  program: textOrNull('Address of the program that failed first; null where the ledger does not say.'),
  error: textOrNull("The program's or the ledger's name of the error."),
});
export type TransactionFailure = Static<typeof TransactionFailure>;

/** A call that the caller can make next, ready to send. */
export const SuggestedCall = closedObject('SuggestedCall', {
  description: text('What the call does, for people.'),
  endpoint: text('Path, with the base path.'),
  method: Type.Literal('POST'),
  body: Type.Object({}, { description: 'The JSON body to send.', additionalProperties: true }),
  availableAt: Type.Optional(AvailableAt),
});
export type SuggestedCall = Static<typeof SuggestedCall>;

/** An amount of one asset, as decimal text and in base units. */
export const Quantity = closedObject('Quantity', {
  asset: text('Symbol of the asset.'),
  amount: text('Decimal text.'),
  baseUnits: text('The same in base units, as integer text.'),
});
export type Quantity = Static<typeof Quantity>;

/** The signed transaction of the same build that was sent first. */
const FirstForm = closedObject('FirstForm', {
  signature: text('Base58.'),
  outcome: oneOf(
    ['landed', 'unknown'],
    'landed: on the ledger, without an error. unknown: it may still land.',
  ),
});

/** The nearest amounts that are taken, as the text that `amount` would be; null where there is none. */
export const Nearest = closedObject('Nearest', {
  lower: textOrNull('Below what was asked for.'),
  higher: textOrNull('Above what was asked for.'),
});
export type Nearest = Static<typeof Nearest>;

/**
 * The body of every error answer, sent as `application/problem+json` (RFC 9457).
 *
 * Left open for further members: RFC 9457 tells readers to skip extensions they do not know.
 */
export const Problem = Type.Object(
  {
    type: text('URI ending in /errors/<slug>. Stable: branch on this.'),
    title: text('Short name for people. Its wording may change.'),
    status: Type.Integer({ description: 'The HTTP status, repeated.' }),
    detail: text('What was wrong in this case and what would be right.'),
    code: Type.Optional(
      Type.String({
        description: 'Stable upper-case word that narrows the slug.',
        examples: ['AMOUNT_TOO_FINE'],
      }),
    ),
    retryable: Type.Optional(
      Type.Boolean({ description: 'Whether the unchanged request can succeed when sent again.' }),
    ),
    outcome: Type.Optional(
      oneOf(
        BROADCAST_OUTCOMES,
        'Only on broadcast. rejected, expired: build a new transaction. not_sent, unknown: send the same bytes again.',
      ),
    ),
    signature: Type.Optional(text('Only on broadcast: the signature of the transaction, base58.')),
    holds: Type.Optional(Quantity),
    needs: Type.Optional(Quantity),
    nearest: Type.Optional(Nearest),
    availableAt: Type.Optional(AvailableAt),
    claimableAt: Type.Optional(text('ISO 8601 in UTC.')),
    limit: Type.Optional(Quantity),
    asked: Type.Optional(Quantity),
    remaining: Type.Optional(Quantity),
    roomAt: Type.Optional(text('ISO 8601 in UTC.')),
    failure: Type.Optional(TransactionFailure),
    first: Type.Optional(FirstForm),
    next: Type.Optional(
      Type.Array(SuggestedCall, {
        description: 'Calls that lead where the refused one meant to, ready to post.',
      }),
    ),
  },
  { title: 'Problem' },
);
export type Problem = Static<typeof Problem>;

/** The extension members that carry facts of one case. */
export type ProblemMembers = Partial<
  Omit<Problem, 'type' | 'title' | 'status' | 'detail' | 'code' | 'retryable' | 'outcome'>
>;

/**
 * Returns the URI that identifies a problem.
 *
 * @param siteOrigin - scheme and host without a trailing slash, such as `https://stake.example`.
 */
export function problemType(siteOrigin: string, slug: ProblemSlug): string {
  return `${siteOrigin}/errors/${slug}`;
}

/**
 * Returns where a code is explained: the target of `Link: rel="help"` of every refusal.
 *
 * @param siteOrigin - as for {@link problemType}.
 */
export function problemHelp(siteOrigin: string, slug: ProblemSlug, code: string): string {
  return `${problemType(siteOrigin, slug)}/${code}`;
}
