import { instruction, type ProgramFormat } from './instruction-format.ts';

/** The memo program. */
export const MEMO: ProgramFormat = {
  name: 'Memo',
  instructions: [
    instruction('Memo', '', ['rest text'], ['s signer'], 'Writes a note to the ledger; moves nothing.'),
  ],
};
