import { type Static, Type } from 'typebox';
import { addressField, closedObject, oneOf, orNull, text, textOrNull } from './fields.ts';
import { Quantity, SuggestedCall } from './problems/problem.ts';

export const LedgerMoment = closedObject('LedgerMoment', {
  slot: text('Slot that was read, as integer text.'),
  epoch: text('Its epoch, as integer text.'),
  time: text("The ledger's own time, ISO 8601 in UTC."),
});
export type LedgerMoment = Static<typeof LedgerMoment>;

/** Until when a build can land, and until when it can be broadcast here. */
export const Expiry = closedObject('Expiry', {
  blockhash: text('Recent blockhash of the transaction, base58.'),
  lastValidBlockHeight: text('Integer text. The transaction cannot land in a block above this height.'),
  validForSeconds: orNull(
    Type.Integer({ minimum: 0 }),
    'Seconds until the ledger is expected to pass that height, from the block time measured lately and rounded down. null in the first seconds of a process, before it has measured one.',
  ),
  tokenExpiresAt: text(
    'ISO 8601 in UTC. Nothing that comes then or later is sent, edited or not; refresh renews it for longer.',
  ),
});
export type Expiry = Static<typeof Expiry>;

const ExplainedAccount = closedObject('ExplainedAccount', {
  address: addressField('The account.'),
  role: text('What the program calls it.'),
  isSigner: Type.Boolean(),
  isWritable: Type.Boolean(),
});

const ExplainedInstruction = closedObject('ExplainedInstruction', {
  index: Type.Integer({ minimum: 0 }),
  program: addressField('The program that is invoked.'),
  programName: textOrNull('null where it is not known.'),
  name: textOrNull('null where it is not known.'),
  summary: text('One sentence for people.'),
  accounts: Type.Array(ExplainedAccount),
  data: Type.Object(
    {},
    { description: 'The decoded fields: integers and addresses as text.', additionalProperties: true },
  ),
});

export const Explanation = closedObject('Explanation', {
  version: Type.Union([Type.Literal('legacy'), Type.Integer({ minimum: 0 })]),
  bytes: Type.Integer({ description: 'Size of the transaction.' }),
  feePayer: addressField('Who pays the fees.'),
  signers: Type.Array(Type.String(), { description: 'Everybody whose signature it takes.' }),
  messageHash: text('SHA-256 of the message that is signed, base64url.'),
  instructions: Type.Array(ExplainedInstruction),
});
export type Explanation = Static<typeof Explanation>;

export const ReceiptChange = closedObject('ReceiptChange', {
  account: addressField('The wallet itself, one of its token accounts, or one of its stake accounts.'),
  direction: oneOf(['out', 'in']),
  ...Quantity.properties,
  isNew: Type.Boolean({ description: 'Whether the transaction opens the account.' }),
});
export type ReceiptChange = Static<typeof ReceiptChange>;

/** SOL that the wallet pays on top of what it puts in. */
export const ReceiptCost = closedObject('ReceiptCost', {
  kind: oneOf(
    ['network-fee', 'priority-fee', 'tip', 'rent'],
    'network-fee for the signatures; priority-fee at the most; tip for the landing service, as asked for; rent is what an account must hold to exist.',
  ),
  ...Quantity.properties,
  isRefundable: Type.Boolean({ description: 'Whether the wallet gets it back when it closes the account.' }),
  account: Type.Optional(addressField('Only with rent: the new account that holds it.')),
});
export type ReceiptCost = Static<typeof ReceiptCost>;

const ReceiptAuthority = closedObject('ReceiptAuthority', {
  account: addressField('The stake account.'),
  staker: addressField('Who may delegate and deactivate.'),
  withdrawer: addressField('Who may withdraw.'),
  lockup: Type.Null({ description: 'null: there is no lockup.' }),
});

export const ReceiptWarning = closedObject('ReceiptWarning', {
  code: oneOf(
    [
      'WALLET_TOO_POOR',
      'NO_SOL_FOR_EXIT',
      'VALIDATOR_DELINQUENT',
      'NO_MINIMUM',
      'MINIMUM_AT_RATE',
      'LEVERAGE',
    ],
    'WALLET_TOO_POOR: the transaction would fail. NO_SOL_FOR_EXIT: what is left does not pay for taking it out again. NO_MINIMUM: it may bring less than is expected, without a limit, and does not fail then. MINIMUM_AT_RATE: nothing in the bytes demands atLeast, which holds while the rate stands that it was computed at. LEVERAGE: the vault borrows; a fall of raSOL against SOL, or a liquidation, can take all that is put in.',
  ),
  detail: Type.String(),
});
export type ReceiptWarning = Static<typeof ReceiptWarning>;

export const Receipt = closedObject('Receipt', {
  basis: oneOf(
    ['computed', 'simulated'],
    'computed: follows from the bytes and holds to the base unit, what a vault or a pool pays aside. simulated: what a simulation on our nodes brought.',
  ),
  summary: text('One sentence for people.'),
  changes: Type.Array(ReceiptChange, {
    description:
      'What leaves and what arrives, without the costs. The wallet gains in SOL what arrives in it, less what leaves it and all costs; a new account also gets its rent.',
  }),
  receive: orNull(
    closedObject('ReceiptReceive', {
      expected: Quantity,
      atLeast: orNull(
        Quantity,
        'With less the transaction fails. null where nothing in it makes sure of a minimum.',
      ),
    }),
    'What arrives, before costs; null where nothing does.',
  ),
  costs: Type.Array(ReceiptCost),
  authorities: Type.Array(ReceiptAuthority, { description: 'Of the stake account that it opens.' }),
  undo: closedObject('ReceiptUndo', {
    isPossible: Type.Boolean(),
    description: text('How and when, for people.'),
    next: Type.Array(SuggestedCall, {
      description:
        'In order, once the transaction has landed: the calls that undo it, or that complete an exit.',
    }),
  }),
  warnings: Type.Array(ReceiptWarning),
});
export type Receipt = Static<typeof Receipt>;

export const BUILD_FIELDS = {
  transaction: text(
    'Base64 transaction bytes. Sign this message as it is; a changed one is refused at broadcast.',
  ),
  service_token: text('Opaque. Send it with the signed transaction; expiry says when it expires.'),
  expiry: Expiry,
  signers: Type.Array(Type.String(), {
    description: 'Public keys whose signatures are missing: the wallet.',
  }),
  receipt: Type.Optional(Receipt),
  explanation: Type.Optional(Explanation),
} as const;

export const InAmount = text('The amount of the request, unchanged; what it came to where that was max.');

const PriceImpact = orNull(
  Type.Number(),
  'Fraction: 0.0048 means 0.48 %. Null when the router does not report it.',
);

/** The members of a quote for SOL at the router. */
export function routerQuoteFields<const Asset extends string>(inAsset: Asset) {
  return {
    inAsset: Type.Literal(inAsset),
    outAsset: Type.Literal('SOL'),
    inAmount: InAmount,
    outAmount: text('Estimated SOL as decimal text.'),
    priceImpactPct: PriceImpact,
  };
}
