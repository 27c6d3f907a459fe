import { instruction, type ProgramFormat } from './instruction-format.ts';

const ACCOUNTS = [
  'w market',
  's owner',
  'w source',
  'w destination',
  'w vault in',
  'w vault out',
  '- token program',
] as const;

export const SWAP_EXACT_OUT = instruction('SwapExactOut', '02', ['u64 amount out', 'u64 most in'], ACCOUNTS);

const SWAP = instruction('Swap', '01', ['u64 amount in', 'u64 least out'], ACCOUNTS);

/** The market of raSOL. */
export const MARKET: ProgramFormat = { name: 'Market', instructions: [SWAP, SWAP_EXACT_OUT] };
