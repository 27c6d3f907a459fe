import { type Static, type TSchema, Type } from 'typebox';
import {
  INPUT_ASSETS,
  type InputAsset,
  STRATEGY_KEYS,
  STRATEGY_STATUSES,
  type StrategyKey,
  type UnstakeKind,
} from '../assets.ts';
import { addressField, closedObject, oneOf, orNull, text } from '../fields.ts';
import type { ExampleRequest } from '../operation.ts';

/** The figures of a strategy that move. */
export const StrategyLive = closedObject('StrategyLive', {
  apy: orNull(Type.Number(), 'Percent: 6.4 means 6.4 %. Null while the source is unavailable.'),
  exchangeRate: orNull(
    Type.Number(),
    'Asset per receipt; raSOL per raSOL Max LP for sol-leveraged-stake. Null while unavailable, always null for sol-native-stake.',
  ),
});
export type StrategyLive = Static<typeof StrategyLive>;

/** The members a summary and a detail have in common, without `key` and `asset`. */
const DESCRIPTION_FIELDS = {
  title: text('Short name for people.'),
  blurb: text('One line for people.'),
  status: oneOf(STRATEGY_STATUSES, 'A coming_soon strategy is announced and cannot be called yet.'),
  live: StrategyLive,
} as const;

export const StrategySummary = closedObject('StrategySummary', {
  key: oneOf(STRATEGY_KEYS),
  asset: oneOf(INPUT_ASSETS, 'What the caller puts in.'),
  ...DESCRIPTION_FIELDS,
});

const StrategyStep = closedObject('StrategyStep', {
  ord: text('The number of the step, as text.'),
  lead: Type.String(),
  tail: Type.String(),
});

const StrategyAction = closedObject('StrategyAction', {
  kinds: Type.Array(Type.String(), { description: 'For information; POST /stake has no member kind.' }),
  notes: Type.String(),
});

export const AssetMint = addressField('Mint of the asset that goes in.');
export const ReceiptMint = addressField('Mint of the receipt token.');
export const ReceiptSymbol = text('Symbol of the receipt token.');

/** Makes the schema of one strategy in full; `onchain` differs per strategy, which may have further members. */
export function strategyDetail<
  const Key extends StrategyKey,
  const Asset extends InputAsset,
  Onchain extends TSchema,
  Further extends Readonly<Record<string, TSchema>> = Readonly<Record<never, never>>,
>(title: string, key: Key, asset: Asset, onchain: Onchain, further?: Further) {
  return closedObject(title, {
    key: Type.Literal(key),
    asset: Type.Literal(asset, { description: 'What the caller puts in.' }),
    ...DESCRIPTION_FIELDS,
    intro: text('One paragraph for people.'),
    steps: Type.Array(StrategyStep),
    trust: Type.Array(Type.String(), { description: 'Trust labels.' }),
    onchain,
    ...(further as Further),
    actions: closedObject('StrategyActions', { stake: StrategyAction, unstake: StrategyAction }),
  });
}

/** The 200 answers of one strategy, by operation; those of exits also by kind. */
export type StrategyAnswers = {
  readonly getStrategy: TSchema;
  readonly stake: TSchema;
  readonly unstake: { readonly [Kind in UnstakeKind]?: TSchema };
  readonly quote?: TSchema;
  readonly withdraw?: TSchema;
};

type Requests = readonly [ExampleRequest, ...ExampleRequest[]];

/** At least one request for each answer of a strategy; a missing one does not compile. */
export type StrategyExamples<Answers extends StrategyAnswers> = {
  readonly stake: Requests;
  readonly unstake: { readonly [Kind in keyof Answers['unstake']]: Requests };
} & (Answers extends { quote: TSchema } ? { readonly quote: Requests } : unknown) &
  (Answers extends { withdraw: TSchema } ? { readonly withdraw: Requests } : unknown);

/** Accepts answers that name the strategy themselves; anything else is `never`. */
type Naming<Key extends StrategyKey, Answers extends StrategyAnswers> = [
  Static<Answers['stake']>,
  Static<NonNullable<Answers['unstake'][keyof Answers['unstake']]> & TSchema>,
  Static<Answers['getStrategy']>,
] extends [{ strategy: Key }, { strategy: Key }, { strategy: { key: Key } }]
  ? Answers
  : never;

/** Defines the contract of one strategy; compiles only with answers that name the strategy and an example of each. */
export function defineStrategy<const Key extends StrategyKey, const Answers extends StrategyAnswers>(
  key: Key,
  answers: Answers & Naming<Key, Answers>,
  examples: StrategyExamples<Answers>,
): {
  readonly key: Key;
  readonly answers: Answers;
  readonly examples: StrategyExamples<Answers>;
} {
  return { key, answers, examples };
}
