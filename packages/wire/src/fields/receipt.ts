import { type Static, Type } from 'typebox';
import { Quantity } from '../problems/problem.ts';
import { addressField, closedObject } from './answer-fields.ts';
import { SuggestedCall } from './suggested-call.ts';

const QUANTITY = {
  asset: Type.String({ description: 'Symbol of the asset.' }),
  amount: Type.String({ description: 'Decimal text.' }),
  baseUnits: Type.String({ description: 'The same in base units, as integer text.' }),
} as const;

/** What one account of the wallet gains or loses, without the costs. */
export const ReceiptChange = closedObject('ReceiptChange', {
  account: addressField('The wallet itself, one of its token accounts, or one of its stake accounts.'),
  direction: Type.Enum(['out', 'in'], { type: 'string' }),
  ...QUANTITY,
  isNew: Type.Boolean({ description: 'Whether the transaction opens the account.' }),
});

/** What one account of the wallet gains or loses, without the costs. */
export type ReceiptChange = Static<typeof ReceiptChange>;

/** SOL that the wallet pays on top of what it puts in. */
export const ReceiptCost = closedObject('ReceiptCost', {
  kind: Type.Enum(['network-fee', 'priority-fee', 'rent'], {
    type: 'string',
    description:
      'network-fee for the signatures; priority-fee at the most; rent is what an account must hold to exist.',
  }),
  ...QUANTITY,
  isRefundable: Type.Boolean({ description: 'Whether the wallet gets it back when it closes the account.' }),
  account: Type.Optional(addressField('Only with rent: the new account that holds it.')),
});

/** SOL that the wallet pays on top of what it puts in. */
export type ReceiptCost = Static<typeof ReceiptCost>;

/** Who has the say over a stake account that the transaction opens. */
export const ReceiptAuthority = closedObject('ReceiptAuthority', {
  account: addressField('The stake account.'),
  staker: addressField('Who may delegate and deactivate.'),
  withdrawer: addressField('Who may withdraw.'),
  lockup: Type.Null({ description: 'null: there is no lockup.' }),
});

/** Something to know before signing. */
export const ReceiptWarning = closedObject('ReceiptWarning', {
  code: Type.Enum(
    ['WALLET_TOO_POOR', 'NO_SOL_FOR_EXIT', 'VALIDATOR_DELINQUENT', 'NO_MINIMUM', 'MINIMUM_AT_RATE'],
    {
      type: 'string',
      description:
        'WALLET_TOO_POOR: the transaction would fail. NO_SOL_FOR_EXIT: what is left does not pay for taking it out again. NO_MINIMUM: it may bring less than is expected, without a limit, and does not fail then. MINIMUM_AT_RATE: nothing in the bytes demands atLeast, which holds while the rate stands that it was computed at.',
    },
  ),
  detail: Type.String(),
});

/** Something to know before signing. */
export type ReceiptWarning = Static<typeof ReceiptWarning>;

/** What a build does to the wallet when it lands. */
export const Receipt = closedObject('Receipt', {
  basis: Type.Enum(['computed', 'simulated'], {
    type: 'string',
    description:
      'computed: follows from the bytes and holds to the base unit, what a vault or a pool pays aside. simulated: what a simulation on our nodes brought.',
  }),
  summary: Type.String({ description: 'One sentence for people.' }),
  changes: Type.Array(ReceiptChange, {
    description:
      'What leaves and what arrives, without the costs. The wallet gains in SOL what arrives in it, less what leaves it and all costs; a new account also gets its rent.',
  }),
  receive: Type.Union(
    [
      closedObject('ReceiptReceive', {
        expected: Quantity,
        atLeast: Type.Union([Quantity, Type.Null()], {
          description: 'With less the transaction fails. null where nothing in it makes sure of a minimum.',
        }),
      }),
      Type.Null(),
    ],
    { description: 'What arrives, before costs; null where nothing does.' },
  ),
  costs: Type.Array(ReceiptCost),
  authorities: Type.Array(ReceiptAuthority, { description: 'Of the stake account that it opens.' }),
  undo: closedObject('ReceiptUndo', {
    isPossible: Type.Boolean(),
    description: Type.String({ description: 'How and when, for people.' }),
    next: Type.Array(SuggestedCall, {
      description:
        'In order, once the transaction has landed: the calls that undo it, or that complete an exit.',
    }),
  }),
  warnings: Type.Array(ReceiptWarning),
});

/** What a build does to the wallet when it lands. */
export type Receipt = Static<typeof Receipt>;
