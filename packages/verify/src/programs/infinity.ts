import { instruction, type ProgramFormat } from './instruction-format.ts';

const TERMS = ['u8 accounts in', 'u8 accounts out', 'u32 index in', 'u32 index out'] as const;
const ACCOUNTS = ['s user', '- mint in', '- mint out', 'w source', 'w destination'] as const;

/** The router's pool of many liquid staking tokens; its second version has the same fields behind tags of its own. */
export const INFINITY: ProgramFormat = {
  name: 'Sanctum Infinity',
  instructions: [
    ...['01', '17'].map((tag) =>
      instruction('SwapExactIn', tag, [...TERMS, 'u64 least out', 'u64 amount in'], ACCOUNTS),
    ),
    ...['02', '18'].map((tag) =>
      instruction('SwapExactOut', tag, [...TERMS, 'u64 most in', 'u64 amount out'], ACCOUNTS),
    ),
  ],
};
