import { type Static, Type } from 'typebox';
import { HEADERS } from '../headers.ts';
import type { Operation } from '../operation.ts';
import {
  addressField,
  BUILD_FIELDS,
  closedObject,
  lamportsField,
  NotesField,
  RPC_ROUTE,
  routerFields,
  VAULT_ROUTE,
} from './answer-fields.ts';
import { amountField, MinReceiveField, strategyField, WalletField } from './body-fields.ts';

/** What to stake, for whom. */
export const StakeBody = Type.Object(
  {
    strategy: strategyField(),
    wallet: WalletField,
    amount: amountField(
      'SOL with at most 9 decimal places for the sol-* strategies, USDC with at most 6 for usdc-earn.',
    ),
    minReceive: Type.Optional(MinReceiveField),
    partner_api_key: Type.Optional(
      Type.String({
        description: `Partner attribution. A secret: header ${HEADERS.partnerKey} keeps it out of the body.`,
      }),
    ),
    referral_code: Type.Optional(
      Type.String({
        description: `Referral attribution: 4 to 12 ASCII letters and digits in any case. Header ${HEADERS.referralCode} does the same.`,
        examples: ['ACORN23'],
      }),
    ),
  },
  { title: 'StakeBody' },
);

/** What to stake, for whom. */
export type StakeBody = Static<typeof StakeBody>;

/** A native delegation into a new stake account, which the service has already signed for. */
export const NativeStakeAnswer = closedObject('NativeStakeAnswer', {
  strategy: Type.Literal('sol-native-stake'),
  ...BUILD_FIELDS,
  stakeAccount: addressField('The new stake account. Keep it: every later step needs it.'),
  voteAccount: addressField("The validator's vote account."),
  rentExemptReserveLamports: lamportsField('Rent reserve of the stake account, paid on top of the amount.'),
  delegatedLamports: lamportsField('What is delegated, equal to the amount.'),
  notes: NotesField,
});

/** A native delegation into a new stake account. */
export type NativeStakeAnswer = Static<typeof NativeStakeAnswer>;

/** A swap of SOL to raSOL, made by the router. */
export const LiquidStakeAnswer = closedObject('LiquidStakeAnswer', {
  strategy: Type.Literal('sol-liquid-stake'),
  ...BUILD_FIELDS,
  ...routerFields('token'),
  notes: Type.Optional(NotesField),
});

/** A swap of SOL to raSOL, made by the router. */
export type LiquidStakeAnswer = Static<typeof LiquidStakeAnswer>;

/** SOL to raSOL to raSOL Max LP in one transaction. */
export const LeveragedStakeAnswer = closedObject('LeveragedStakeAnswer', {
  strategy: Type.Literal('sol-leveraged-stake'),
  ...BUILD_FIELDS,
  route: RPC_ROUTE,
  depositedSolLamports: Type.String({ description: 'Lamports that go in, as integer text.' }),
  stagedRasolLamports: Type.String({
    description: 'raSOL base units (9 decimals) handed to the vault, rounded down, as integer text.',
  }),
  receiptMint: addressField('Mint of raSOL Max LP.'),
  receiptSymbol: Type.String(),
  notes: Type.Optional(NotesField),
});

/** SOL to raSOL to raSOL Max LP in one transaction. */
export type LeveragedStakeAnswer = Static<typeof LeveragedStakeAnswer>;

/** A deposit of USDC into the vault. */
export const UsdcStakeAnswer = closedObject('UsdcStakeAnswer', {
  strategy: Type.Literal('usdc-earn'),
  ...BUILD_FIELDS,
  route: VAULT_ROUTE,
  notes: Type.Optional(NotesField),
});

/** A deposit of USDC into the vault. */
export type UsdcStakeAnswer = Static<typeof UsdcStakeAnswer>;

/** Any stake build; `strategy` tells which. */
export type StakeAnswer = NativeStakeAnswer | LiquidStakeAnswer | LeveragedStakeAnswer | UsdcStakeAnswer;

/** `POST /stake`: builds the transaction that puts an amount into a strategy. */
export const stake = {
  id: 'stake',
  method: 'POST',
  path: '/stake',
  tag: 'transactions',
  summary: 'Build a stake transaction',
  description:
    'Answers a transaction that only the wallet can complete. Nothing moves until it is signed and broadcast. Attribution is optional; the first partner or referrer of a wallet keeps it.',
  body: StakeBody,
  requestHeaders: [HEADERS.idempotencyKey, HEADERS.partnerKey, HEADERS.referralCode],
  responses: {
    native: NativeStakeAnswer,
    liquid: LiquidStakeAnswer,
    leveraged: LeveragedStakeAnswer,
    usdc: UsdcStakeAnswer,
  },
} as const satisfies Operation;
