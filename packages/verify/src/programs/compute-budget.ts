import { instruction, type ProgramFormat } from './instruction-format.ts';

export const SET_UNIT_LIMIT = instruction(
  'SetComputeUnitLimit',
  '02',
  ['u32 units'],
  [],
  'Lets the transaction use up to {units} compute units.',
);

export const SET_UNIT_PRICE = instruction(
  'SetComputeUnitPrice',
  '03',
  ['u64 price'],
  [],
  'Bids {price} micro-lamports for each compute unit of the limit, for priority.',
);

export const SET_LOADED_DATA_LIMIT = instruction(
  'SetLoadedAccountsDataSizeLimit',
  '04',
  ['u32 size'],
  [],
  'Lets the transaction load up to {size} bytes of accounts.',
);

/** The compute-budget program. */
export const COMPUTE_BUDGET: ProgramFormat = {
  name: 'Compute Budget',
  instructions: [
    SET_UNIT_LIMIT,
    SET_UNIT_PRICE,
    SET_LOADED_DATA_LIMIT,
    instruction('RequestHeapFrame', '01', ['u32 size'], [], 'Asks for {size} bytes of memory.'),
  ],
};
