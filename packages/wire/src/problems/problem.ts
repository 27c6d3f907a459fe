import { type Static, Type } from 'typebox';
import { closedObject } from '../fields.ts';
import { BROADCAST_OUTCOMES, type ProblemSlug } from './statuses.ts';

/** When something becomes possible: an epoch of the ledger, and the times between which it is expected to begin. */
export const AvailableAt = Type.Object(
  {
    epoch: Type.String({ description: 'Epoch of the ledger, as integer text.' }),
    earliest: Type.Optional(
      Type.String({ description: 'ISO 8601 in UTC. Absent while it cannot be estimated.' }),
    ),
    latest: Type.Optional(
      Type.String({ description: 'ISO 8601 in UTC. Absent while it cannot be estimated.' }),
    ),
  },
  { title: 'AvailableAt', additionalProperties: false },
);
export type AvailableAt = Static<typeof AvailableAt>;

/** The cause of a failure on the ledger, and its cure. */
export const TransactionFailure = closedObject('TransactionFailure', {
  code: Type.String({ description: 'Stable upper-case word, one of the error codes.' }),
  detail: Type.String({ description: 'What failed, in one sentence.' }),
  cause: Type.String({ description: 'What the code means.' }),
  cure: Type.String({ description: 'What the caller can do.' }),
  instruction: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
    description: 'Index of the instruction that failed; null where the transaction failed as a whole.',
  }),
  program: Type.Union([Type.String(), Type.Null()], {
    description: 'Address of the program that failed first; null where the ledger does not say.',
  }),
  error: Type.Union([Type.String(), Type.Null()], {
    description: "The program's or the ledger's name of the error.",
  }),
});
export type TransactionFailure = Static<typeof TransactionFailure>;

/** A call that the caller can make next, ready to send. */
export const SuggestedCall = closedObject('SuggestedCall', {
  description: Type.String({ description: 'What the call does, for people.' }),
  endpoint: Type.String({ description: 'Path, with the base path.' }),
  method: Type.Literal('POST'),
  body: Type.Object({}, { description: 'The JSON body to send.', additionalProperties: true }),
  availableAt: Type.Optional(AvailableAt),
});
export type SuggestedCall = Static<typeof SuggestedCall>;

/** An amount of one asset, as decimal text and in base units. */
export const Quantity = Type.Object(
  {
    asset: Type.String({ description: 'Symbol of the asset.' }),
    amount: Type.String({ description: 'Decimal text.' }),
    baseUnits: Type.String({ description: 'The same in base units, as integer text.' }),
  },
  { title: 'Quantity', additionalProperties: false },
);
export type Quantity = Static<typeof Quantity>;

/** The signed transaction of the same build that was sent first. */
const FirstForm = Type.Object(
  {
    signature: Type.String({ description: 'Base58.' }),
    outcome: Type.Enum(['landed', 'unknown'], {
      type: 'string',
      description: 'landed: on the ledger, without an error. unknown: it may still land.',
    }),
  },
  { title: 'FirstForm', additionalProperties: false },
);

/** The nearest amounts that are taken, as the text that `amount` would be; null where there is none. */
export const Nearest = Type.Object(
  {
    lower: Type.Union([Type.String(), Type.Null()], { description: 'Below what was asked for.' }),
    higher: Type.Union([Type.String(), Type.Null()], { description: 'Above what was asked for.' }),
  },
  { title: 'Nearest', additionalProperties: false },
);
export type Nearest = Static<typeof Nearest>;

/**
 * The body of every error answer, sent as `application/problem+json` (RFC 9457).
 *
 * Left open for further members: RFC 9457 tells readers to skip extensions they do not know.
 */
export const Problem = Type.Object(
  {
    type: Type.String({ description: 'URI ending in /errors/<slug>. Stable: branch on this.' }),
    title: Type.String({ description: 'Short name for people. Its wording may change.' }),
    status: Type.Integer({ description: 'The HTTP status, repeated.' }),
    detail: Type.String({ description: 'What was wrong in this case and what would be right.' }),
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
      Type.Enum(BROADCAST_OUTCOMES, {
        type: 'string',
        description:
          'Only on broadcast. rejected, expired: build a new transaction. not_sent, unknown: send the same bytes again.',
      }),
    ),
    signature: Type.Optional(
      Type.String({ description: 'Only on broadcast: the signature of the transaction, base58.' }),
    ),
    holds: Type.Optional(Quantity),
    needs: Type.Optional(Quantity),
    nearest: Type.Optional(Nearest),
    availableAt: Type.Optional(AvailableAt),
    claimableAt: Type.Optional(Type.String({ description: 'ISO 8601 in UTC.' })),
    limit: Type.Optional(Quantity),
    asked: Type.Optional(Quantity),
    remaining: Type.Optional(Quantity),
    roomAt: Type.Optional(Type.String({ description: 'ISO 8601 in UTC.' })),
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
