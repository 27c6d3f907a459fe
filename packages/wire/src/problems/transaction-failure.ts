import { type Static, Type } from 'typebox';
import { closedObject } from '../fields/answer-fields.ts';

/** Why a transaction failed on the ledger, and what to do about it. */
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

/** Why a transaction failed on the ledger, and what to do about it. */
export type TransactionFailure = Static<typeof TransactionFailure>;
