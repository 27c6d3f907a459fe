import { instruction } from './instruction-format.ts';

/** Of the associated-token program, what our own builds hold; `explain` knows more. */
export const CREATE_TOKEN_ACCOUNT = instruction(
  'CreateIdempotent',
  '01',
  [],
  ['ws payer', 'w token account', '- owner', '- mint', '- system program', '- token program'],
);
