import { instruction, type ProgramFormat } from './instruction-format.ts';

const TERMS = ['u8 accounts in', 'u8 accounts out', 'u32 index in', 'u32 index out'] as const;
const ACCOUNTS = ['s user', '- mint in', '- mint out', 'w source', 'w destination'] as const;

/** The router's pool of many liquid staking tokens. */
export const INFINITY: ProgramFormat = {
  name: 'Sanctum Infinity',
  instructions: [
    instruction('SwapExactIn', '01', [...TERMS, 'u64 least out', 'u64 amount in'], ACCOUNTS),
    instruction('SwapExactOut', '02', [...TERMS, 'u64 most in', 'u64 amount out'], ACCOUNTS),
  ],
};
