import { type Static, Type } from 'typebox';
import { addressField, closedObject } from './answer-fields.ts';

/** One account of an instruction. */
const ExplainedAccount = closedObject('ExplainedAccount', {
  address: addressField('The account.'),
  role: Type.String({ description: 'What the program calls it.' }),
  isSigner: Type.Boolean(),
  isWritable: Type.Boolean(),
});

/** One instruction in words. */
const ExplainedInstruction = closedObject('ExplainedInstruction', {
  index: Type.Integer({ minimum: 0 }),
  program: addressField('The program that is invoked.'),
  programName: Type.Union([Type.String(), Type.Null()], { description: 'null where it is not known.' }),
  name: Type.Union([Type.String(), Type.Null()], { description: 'null where it is not known.' }),
  summary: Type.String({ description: 'One sentence for people.' }),
  accounts: Type.Array(ExplainedAccount),
  data: Type.Object(
    {},
    { description: 'The decoded fields: integers and addresses as text.', additionalProperties: true },
  ),
});

/** What stands in the bytes, read back from them. */
export const Explanation = closedObject('Explanation', {
  version: Type.Union([Type.Literal('legacy'), Type.Integer({ minimum: 0 })]),
  bytes: Type.Integer({ description: 'Size of the transaction.' }),
  feePayer: addressField('Who pays the fees.'),
  signers: Type.Array(Type.String(), { description: 'Everybody whose signature it takes.' }),
  messageHash: Type.String({ description: 'SHA-256 of the message that is signed, base64url.' }),
  instructions: Type.Array(ExplainedInstruction),
});

/** What stands in the bytes, read back from them. */
export type Explanation = Static<typeof Explanation>;
