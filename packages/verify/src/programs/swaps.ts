import { anchored, instruction, type ProgramFormat } from './instruction-format.ts';

const INFINITY_TERMS = ['u8 accounts in', 'u8 accounts out', 'u32 index in', 'u32 index out'] as const;
const INFINITY_IN = [...INFINITY_TERMS, 'u64 least out', 'u64 amount in'] as const;
const INFINITY_OUT = [...INFINITY_TERMS, 'u64 most in', 'u64 amount out'] as const;
const INFINITY_ACCOUNTS = 's user, - mint in, - mint out, w source, w destination';

/** The router's pool of many liquid staking tokens; its second version has the same fields behind tags of its own. */
export const INFINITY: ProgramFormat = {
  name: 'Sanctum Infinity',
  instructions: [
    ...['01', '17'].map((tag) => instruction('SwapExactIn', tag, INFINITY_IN, INFINITY_ACCOUNTS)),
    ...['02', '18'].map((tag) => instruction('SwapExactOut', tag, INFINITY_OUT, INFINITY_ACCOUNTS)),
  ],
};

/** The router's program over stake pools and its reserve; the accounts of the pool that takes part follow those listed. */
export const STAKEDEX: ProgramFormat = {
  name: 'Sanctum Router',
  instructions: [
    instruction(
      'StakeWrappedSol',
      '00',
      ['u64 amount'],
      `
  s user, w source, w destination, w bridge of wrapped SOL, w bridge of SOL, w fee account, w mint out,
  - mint of wrapped SOL, - token program, - system program
`,
    ),
    instruction(
      'DepositStake',
      '05',
      [],
      'ws user, w stake account, w destination, w fee account, - mint out',
    ),
    instruction(
      'PrefundWithdrawStake',
      '06',
      ['u64 amount', 'u32 seed'],
      `
  ws user, w source, w new stake account, w mint in, w prefunder, w stake account that repays the rent,
  - reserve program, w reserve, w SOL of the reserve, - fee of the reserve, w stake record,
  - protocol fee, w protocol fee destination, - clock, - stake program, - system program
`,
    ),
    instruction(
      'WithdrawWrappedSol',
      '08',
      ['u64 amount'],
      `s user, w source, w destination, w fee account, w mint in, - mint of wrapped SOL, - token program`,
    ),
  ],
};

// In the first version the amounts follow a route plan that only the bounded proof reads; the second has them in front.
const PLAN = ['rest plan and amounts'] as const;
const SHARED_PLAN = ['u8 authority', 'rest plan and amounts'] as const;
const LIMITS = ['u16 slippage', 'u16 platform fee', 'u16 shared gain', 'rest plan'] as const;
const EXACT_IN = ['u64 amount in', 'u64 quoted out', ...LIMITS] as const;
const EXACT_OUT = ['u64 amount out', 'u64 quoted in', ...LIMITS] as const;

const OWN_1 = `
  - token program, s user, w source, w destination, - further destination, - destination mint,
  - platform fee account
`;
const SHARED_1 = `
  - token program, - program authority, s user, w source, w program source, w program destination,
  w destination, - source mint, - destination mint
`;
const OWN_2 = `
  s user, w source, w destination, - source mint, - destination mint, - source token program,
  - destination token program, - further destination
`;
const SHARED_2 = `
  - program authority, s user, w source, w program source, w program destination, w destination,
  - source mint, - destination mint
`;

/** The swap aggregator, both versions of its routes. */
export const JUPITER: ProgramFormat = {
  name: 'Jupiter',
  instructions: [
    anchored('route', PLAN, OWN_1),
    anchored('shared_accounts_route', SHARED_PLAN, SHARED_1),
    anchored('exact_out_route', PLAN, OWN_1),
    anchored('shared_accounts_exact_out_route', SHARED_PLAN, SHARED_1),
    anchored('route_v2', EXACT_IN, OWN_2),
    anchored('shared_accounts_route_v2', ['u8 authority', ...EXACT_IN], SHARED_2),
    anchored('exact_out_route_v2', EXACT_OUT, OWN_2),
    anchored('shared_accounts_exact_out_route_v2', ['u8 authority', ...EXACT_OUT], SHARED_2),
  ],
};

const MARKET_ACCOUNTS =
  'w market, s owner, w source, w destination, w vault in, w vault out, - token program';

export const SWAP_EXACT_OUT = instruction(
  'SwapExactOut',
  '02',
  ['u64 amount out', 'u64 most in'],
  MARKET_ACCOUNTS,
);

const SWAP = instruction('Swap', '01', ['u64 amount in', 'u64 least out'], MARKET_ACCOUNTS);

/** The market of raSOL. */
export const MARKET: ProgramFormat = { name: 'Market', instructions: [SWAP, SWAP_EXACT_OUT] };

const DEPOSIT_SOL_ACCOUNTS = `
  w stake pool, - withdraw authority, w reserve, ws funding wallet, w destination,
  w manager fee account, w referrer account, w pool mint, - system program, - token program
`;
const WITHDRAW_SOL_ACCOUNTS = `
  w stake pool, - withdraw authority, s owner, w source, w reserve, w recipient, w manager fee account,
  w pool mint, - clock, - stake history, - stake program, - token program, s withdraw signer
`;
const DEPOSIT_STAKE_ACCOUNTS = `
  w stake pool, w validator list, - deposit authority, - withdraw authority, w stake account,
  w validator stake account, w reserve, w destination, w manager fee account, w referrer account,
  w pool mint, - clock, - stake history, - token program, - stake program
`;
const WITHDRAW_STAKE_ACCOUNTS = `
  w stake pool, w validator list, - withdraw authority, w validator stake account, w new stake account,
  - new authority, s owner, w source, w manager fee account, w pool mint, - clock, - token program,
  - stake program
`;

export const DEPOSIT_SOL_WITH_SLIPPAGE = instruction(
  'DepositSolWithSlippage',
  '19',
  ['u64 lamports', 'u64 least'],
  DEPOSIT_SOL_ACCOUNTS,
);

export const STAKE_POOL: ProgramFormat = {
  name: 'Stake Pool',
  instructions: [
    DEPOSIT_SOL_WITH_SLIPPAGE,
    instruction('DepositSol', '0e', ['u64 lamports'], `${DEPOSIT_SOL_ACCOUNTS}, s deposit authority`),
    instruction('WithdrawSol', '10', ['u64 amount'], WITHDRAW_SOL_ACCOUNTS),
    instruction('WithdrawSolWithSlippage', '1a', ['u64 amount', 'u64 least'], WITHDRAW_SOL_ACCOUNTS),
    instruction('DepositStake', '09', [], DEPOSIT_STAKE_ACCOUNTS),
    instruction('DepositStakeWithSlippage', '17', ['u64 least'], DEPOSIT_STAKE_ACCOUNTS),
    instruction('WithdrawStake', '0a', ['u64 amount'], WITHDRAW_STAKE_ACCOUNTS),
    instruction('WithdrawStakeWithSlippage', '18', ['u64 amount', 'u64 least'], WITHDRAW_STAKE_ACCOUNTS),
  ],
};
