import { instruction, type ProgramFormat } from './instruction-format.ts';

export const SET_UNIT_LIMIT = instruction('SetComputeUnitLimit', '02', ['u32 units'], []);

export const SET_UNIT_PRICE = instruction('SetComputeUnitPrice', '03', ['u64 price'], []);

export const SET_LOADED_DATA_LIMIT = instruction('SetLoadedAccountsDataSizeLimit', '04', ['u32 size'], []);

/** The compute-budget program. */
export const COMPUTE_BUDGET: ProgramFormat = {
  name: 'Compute Budget',
  instructions: [
    SET_UNIT_LIMIT,
    SET_UNIT_PRICE,
    SET_LOADED_DATA_LIMIT,
    instruction('RequestHeapFrame', '01', ['u32 size'], []),
  ],
};
