import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';
import { BUILD_OPTIONS, closedObject, text } from '../fields.ts';
import { HEADERS, ROUTES } from '../http.ts';
import type { ExampleRequests, Operation } from '../operation.ts';
import { STAKE_ANSWERS, UNSTAKE_ANSWERS, WITHDRAW_ANSWERS } from '../strategies/index.ts';
import { stake, unstake } from './stake.ts';
import { merge, split, withdraw } from './stake-accounts.ts';

const RefreshBody = Type.Object(
  {
    transaction: text('Base64 of the built transaction, as it was built or as the wallet signed it.'),
    service_token: text('The token of the build that made this transaction.'),
    priority: BUILD_OPTIONS.priority,
    tip: BUILD_OPTIONS.tip,
    include: BUILD_OPTIONS.include,
  },
  { title: 'RefreshBody' },
);

/** Figures of the answer that are others than in the build before. */
export const Changes = Type.Array(
  closedObject('Change', {
    field: text('Place in the answer, such as router_order.outAmt.'),
    before: Type.Union([Type.String(), Type.Null()]),
    after: Type.Union([Type.String(), Type.Null()]),
  }),
  { description: 'Figures that are others than in the build before, as text. Empty when all are the same.' },
);
export type Changes = Static<typeof Changes>;

type Changed<Answer> =
  Answer extends TObject<infer Properties extends TProperties>
    ? TObject<Properties & { changed: typeof Changes }>
    : never;
type ChangedOf<Answers> = { readonly [Variant in keyof Answers]: Changed<Answers[Variant]> };

/** Adds the members of a refresh to each answer; answers are objects with titles. */
function withChanges<Answers extends Readonly<Record<string, TSchema>>>(
  answers: Answers,
): ChangedOf<Answers> {
  const changed = Object.entries(answers).map(([variant, schema]) => {
    const { title, properties } = schema as TObject & { title: string };
    return [variant, closedObject(`Refreshed${title}`, { ...properties, changed: Changes })];
  });
  return Object.fromEntries(changed);
}

type Named<Id extends string, Answers> = {
  readonly [Key in keyof Answers & string as `${Id}.${Key}`]: Answers[Key];
};

/** The same by `operation.key`. */
function named<const Id extends string, Answers extends Readonly<Record<string, TSchema>>>(
  id: Id,
  answers: Answers,
): Named<Id, Answers> {
  const entries = Object.entries(answers).map(([key, answer]) => [`${id}.${key}`, answer]);
  return Object.fromEntries(entries);
}

const STAKES = withChanges(STAKE_ANSWERS);
const EXITS = withChanges(UNSTAKE_ANSWERS);
const WITHDRAWALS = withChanges(WITHDRAW_ANSWERS);
const SPLITS = withChanges(split.responses);
const MERGES = withChanges(merge.responses);

/** The first example of each build, refreshed. */
function refreshed(id: string, examples: ExampleRequests): ExampleRequests {
  return Object.fromEntries(
    Object.entries(examples).map(([key, [{ summary }]]) => [
      id === '' ? key : `${id}.${key}`,
      [{ summary: `Refresh: ${summary}` }],
    ]),
  );
}

export const refresh = {
  id: 'refresh',
  ...ROUTES.refresh,
  tag: 'transactions',
  summary: 'Refresh a build',
  description:
    'Answers the same build with a new blockhash and token, up to 10 minutes after it was made, for signing that takes longer than a blockhash lives. A native stake and a split keep their new account. What a router or provider makes is ordered and proved anew, and changed says which figures are others. Without priority, it bids a level more than the build before, but never more than its maxLamports; without tip, that of the build before stays. The same refresh gives the same transaction again while that can land, whatever priority and tip the second one asks for. Refused while the first transaction can still land beside the new one: wait as long as Retry-After says.',
  body: RefreshBody,
  requestHeaders: [HEADERS.idempotencyKey],
  responses: {
    ...named('stake', STAKES),
    ...EXITS,
    ...named('withdraw', WITHDRAWALS),
    ...named('split', SPLITS),
    ...named('merge', MERGES),
  },
  examples: {
    ...refreshed('stake', stake.examples),
    ...refreshed('', unstake.examples),
    ...refreshed('withdraw', withdraw.examples),
    ...refreshed('split', split.examples),
    ...refreshed('merge', merge.examples),
  },
} as const satisfies Operation;
