import { type Static, type TSchema, Type } from 'typebox';
import type { InputAsset, StrategyKey } from '../strategy-key.ts';
import { addressField, closedObject } from './answer-fields.ts';
import { DESCRIPTION_FIELDS } from './strategy-summary.ts';

/** One numbered step of how a strategy works. */
export const StrategyStep = closedObject('StrategyStep', {
  ord: Type.String({ description: 'The number of the step, as text.' }),
  lead: Type.String(),
  tail: Type.String(),
});

/** One numbered step of how a strategy works. */
export type StrategyStep = Static<typeof StrategyStep>;

/** What can be done in one direction. */
export const StrategyAction = closedObject('StrategyAction', {
  kinds: Type.Array(Type.String(), { description: 'For information; POST /stake has no member kind.' }),
  notes: Type.String(),
});

/** What can be done in one direction. */
export type StrategyAction = Static<typeof StrategyAction>;

/** The `assetMint` of a strategy's addresses. */
export const AssetMint = addressField('Mint of the asset that goes in.');
/** The `receiptMint` of a strategy's addresses. */
export const ReceiptMint = addressField('Mint of the receipt token.');
/** The `receiptSymbol` of a strategy's addresses. */
export const ReceiptSymbol = Type.String({ description: 'Symbol of the receipt token.' });

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
    intro: Type.String({ description: 'One paragraph for people.' }),
    steps: Type.Array(StrategyStep),
    trust: Type.Array(Type.String(), { description: 'Trust labels.' }),
    onchain,
    ...(further as Further),
    actions: closedObject('StrategyActions', { stake: StrategyAction, unstake: StrategyAction }),
  });
}
