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
  kinds: Type.Array(Type.String(), { description: 'Informational; POST /stake takes no kind.' }),
  notes: Type.String(),
});

/** What can be done in one direction. */
export type StrategyAction = Static<typeof StrategyAction>;

const AssetMint = addressField('Mint of the asset that goes in.');
const ReceiptMint = addressField('Mint of the receipt token.');
const ReceiptSymbol = Type.String({ description: 'Symbol of the receipt token.' });

function detail<const Key extends StrategyKey, const Asset extends InputAsset, Onchain extends TSchema>(
  title: string,
  key: Key,
  asset: Asset,
  onchain: Onchain,
) {
  return closedObject(title, {
    key: Type.Literal(key),
    asset: Type.Literal(asset, { description: 'What the caller puts in.' }),
    ...DESCRIPTION_FIELDS,
    intro: Type.String({ description: 'One paragraph for people.' }),
    steps: Type.Array(StrategyStep),
    trust: Type.Array(Type.String(), { description: 'Trust labels.' }),
    onchain,
    actions: closedObject('StrategyActions', { stake: StrategyAction, unstake: StrategyAction }),
  });
}

/** The native strategy in full: SOL delegated to the operator's validator. */
export const NativeDetail = detail(
  'NativeDetail',
  'sol-native-stake',
  'SOL',
  closedObject('NativeOnchain', {
    validatorVoteAccount: addressField('Vote account the stake is delegated to.'),
    assetMint: AssetMint,
  }),
);

/** The native strategy in full. */
export type NativeDetail = Static<typeof NativeDetail>;

/** The liquid strategy in full: SOL in, raSOL as receipt. */
export const LiquidDetail = detail(
  'LiquidDetail',
  'sol-liquid-stake',
  'SOL',
  closedObject('LiquidOnchain', {
    assetMint: AssetMint,
    receiptMint: ReceiptMint,
    receiptSymbol: ReceiptSymbol,
  }),
);

/** The liquid strategy in full. */
export type LiquidDetail = Static<typeof LiquidDetail>;

/** The leveraged strategy in full: SOL in, raSOL Max LP as receipt. */
export const LeveragedDetail = detail(
  'LeveragedDetail',
  'sol-leveraged-stake',
  'SOL',
  closedObject('LeveragedOnchain', {
    assetMint: AssetMint,
    depositMint: addressField('Mint of raSOL, which the vault takes in.'),
    receiptMint: ReceiptMint,
    receiptSymbol: ReceiptSymbol,
  }),
);

/** The leveraged strategy in full. */
export type LeveragedDetail = Static<typeof LeveragedDetail>;

/** The USDC strategy in full: USDC in, raUSDC as receipt. */
export const UsdcDetail = detail(
  'UsdcDetail',
  'usdc-earn',
  'USDC',
  closedObject('UsdcOnchain', {
    assetMint: AssetMint,
    receiptMint: ReceiptMint,
    receiptSymbol: ReceiptSymbol,
    vault: addressField('The vault.'),
  }),
);

/** The USDC strategy in full. */
export type UsdcDetail = Static<typeof UsdcDetail>;

/** Any strategy in full; `key` tells which. */
export type StrategyDetail = NativeDetail | LiquidDetail | LeveragedDetail | UsdcDetail;
