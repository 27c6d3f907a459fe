import { instruction, type ProgramFormat } from '../programs/instruction-format.ts';

/** The address-lookup-table program. */
export const LOOKUP_TABLE: ProgramFormat = {
  name: 'Address Lookup Table',
  instructions: [
    instruction(
      'CreateLookupTable',
      '00000000',
      ['u64 recent slot', 'u8 bump'],
      ['w lookup table', '- authority', 'ws payer', '- system program'],
    ),
    instruction(
      'ExtendLookupTable',
      '02000000',
      ['rest keys'],
      ['w lookup table', 's authority', 'ws payer', '- system program'],
    ),
    instruction('DeactivateLookupTable', '03000000', [], ['w lookup table', 's authority']),
    instruction('CloseLookupTable', '04000000', [], ['w lookup table', 's authority', 'w recipient']),
  ],
};
