import { type Static, Type } from 'typebox';
import { EXIT_PATHS, OUTPUT_ASSETS } from '../strategy-key.ts';
import {
  addressField,
  BUILD_FIELDS,
  closedObject,
  NotesField,
  RPC_ROUTE,
  routerFields,
  VAULT_ROUTE,
} from './answer-fields.ts';

/** The cooldown of a native stake account begins. */
export const NativeDeactivateAnswer = closedObject('NativeDeactivateAnswer', {
  strategy: Type.Literal('sol-native-stake'),
  kind: Type.Literal('deactivate'),
  ...BUILD_FIELDS,
  notes: NotesField,
});

/** The cooldown of a native stake account begins. */
export type NativeDeactivateAnswer = Static<typeof NativeDeactivateAnswer>;

/** An active stake account traded for SOL at the router. */
export const NativeInstantAnswer = closedObject('NativeInstantAnswer', {
  strategy: Type.Literal('sol-native-stake'),
  kind: Type.Literal('instant'),
  ...BUILD_FIELDS,
  ...routerFields('depositStake'),
  notes: Type.Optional(NotesField),
});

/** An active stake account traded for SOL at the router. */
export type NativeInstantAnswer = Static<typeof NativeInstantAnswer>;

/** raSOL swapped to SOL at the router. */
export const LiquidInstantAnswer = closedObject('LiquidInstantAnswer', {
  strategy: Type.Literal('sol-liquid-stake'),
  kind: Type.Literal('instant'),
  ...BUILD_FIELDS,
  ...routerFields('token'),
  notes: Type.Optional(NotesField),
});

/** raSOL swapped to SOL at the router. */
export type LiquidInstantAnswer = Static<typeof LiquidInstantAnswer>;

/** raSOL traded for a native stake account, which then has to cool down. */
export const LiquidSlowAnswer = closedObject('LiquidSlowAnswer', {
  strategy: Type.Literal('sol-liquid-stake'),
  kind: Type.Literal('slow'),
  ...BUILD_FIELDS,
  ...routerFields('withdrawStake'),
  notes: Type.Optional(NotesField),
});

/** raSOL traded for a native stake account. */
export type LiquidSlowAnswer = Static<typeof LiquidSlowAnswer>;

/** The second transaction of a leveraged exit to SOL; call it after the first one is confirmed. */
export const NextStep = closedObject('NextStep', {
  description: Type.String(),
  endpoint: Type.String({ description: 'Path of the unstake operation.' }),
  method: Type.Literal('POST'),
  body: closedObject('NextStepBody', {
    strategy: Type.Literal('sol-liquid-stake'),
    wallet: addressField('The same wallet.'),
    amount: Type.String({
      description: 'raSOL as decimal text: an estimate. Replace it by what was really received.',
    }),
    kind: Type.Literal('instant'),
  }),
});

/** The second transaction of a leveraged exit to SOL. */
export type NextStep = Static<typeof NextStep>;

/** raSOL Max LP burned for raSOL. */
export const LeveragedInstantAnswer = closedObject('LeveragedInstantAnswer', {
  strategy: Type.Literal('sol-leveraged-stake'),
  kind: Type.Literal('instant'),
  ...BUILD_FIELDS,
  outputAsset: Type.Enum(OUTPUT_ASSETS, { type: 'string' }),
  route: RPC_ROUTE,
  path: Type.Enum(EXIT_PATHS, {
    type: 'string',
    description:
      'vault-idle is paid from raSOL at hand, flash-bracket unwinds the loan in the same transaction.',
  }),
  burnedLpLamports: Type.String({
    description: 'raSOL Max LP base units (9 decimals) burned, as integer text.',
  }),
  expectedPayoutRasol: Type.String({ description: 'raSOL as decimal text, rounded down.' }),
  expectedPayoutRasolLamports: Type.String({
    description: 'The same in base units (9 decimals), as integer text.',
  }),
  initializedLendingAccount: Type.Boolean({
    description:
      'Whether this transaction opens a lending account for the wallet, whose rent the wallet pays once.',
  }),
  receiptMint: addressField('Mint of raSOL Max LP.'),
  receiptSymbol: Type.String(),
  next: Type.Optional(NextStep),
  notes: Type.Optional(NotesField),
});

/** raSOL Max LP burned for raSOL. */
export type LeveragedInstantAnswer = Static<typeof LeveragedInstantAnswer>;

/** A withdrawal of USDC from the vault. */
export const UsdcInstantAnswer = closedObject('UsdcInstantAnswer', {
  strategy: Type.Literal('usdc-earn'),
  kind: Type.Literal('instant'),
  ...BUILD_FIELDS,
  route: VAULT_ROUTE,
  notes: Type.Optional(NotesField),
});

/** A withdrawal of USDC from the vault. */
export type UsdcInstantAnswer = Static<typeof UsdcInstantAnswer>;

/** Any unstake build; `strategy` and `kind` tell which. */
export type UnstakeAnswer =
  | NativeDeactivateAnswer
  | NativeInstantAnswer
  | LiquidInstantAnswer
  | LiquidSlowAnswer
  | LeveragedInstantAnswer
  | UsdcInstantAnswer;
