import { instruction, type ProgramFormat } from './instruction-format.ts';

/** The address-lookup-table program. */
export const LOOKUP_TABLE: ProgramFormat = {
  name: 'Address Lookup Table',
  instructions: [
    instruction(
      'CreateLookupTable',
      '00000000',
      ['u64 recent slot', 'u8 bump'],
      ['w lookup table', '- authority', 'ws payer', '- system program'],
      'Creates the lookup table {lookup table} of {authority}; {payer} pays its rent.',
    ),
    instruction(
      'ExtendLookupTable',
      '02000000',
      ['rest keys'],
      ['w lookup table', 's authority', 'ws payer', '- system program'],
      'Adds keys to the lookup table {lookup table}; {payer} pays its rent.',
    ),
    instruction(
      'DeactivateLookupTable',
      '03000000',
      [],
      ['w lookup table', 's authority'],
      'Takes the lookup table {lookup table} out of use.',
    ),
    instruction(
      'CloseLookupTable',
      '04000000',
      [],
      ['w lookup table', 's authority', 'w recipient'],
      'Closes the lookup table {lookup table}; its SOL goes to {recipient}.',
    ),
  ],
};
