import { anchored, type ProgramFormat } from './instruction-format.ts';

const TERMS = ['u64 amount', 'bool is amount in LP', 'bool is withdraw all'] as const;

export const DEPOSIT_VAULT = anchored(
  'deposit_vault',
  ['u64 amount'],
  `
  s user, - protocol, w vault, - asset mint, w LP mint, w user asset account, w idle account,
  - idle authority, w user LP account, - LP mint authority, - asset token program, - LP token program,
  - system program
`,
);

export const INSTANT_WITHDRAW_VAULT = anchored(
  'instant_withdraw_vault',
  TERMS,
  `
  s user, - protocol, w vault, - asset mint, w LP mint, w user LP account, w idle account,
  w idle authority, w user asset account, - asset token program, - LP token program, - system program
`,
);

export const INSTANT_WITHDRAW_STRATEGY = anchored(
  'instant_withdraw_strategy',
  [...TERMS, 'bytes? user arguments'],
  `
  ws user, - protocol, w vault, - adaptor receipt, w strategy receipt, - direct-withdraw receipt,
  - strategy, w asset mint, w LP mint, w user LP account, w strategy authority, w user asset account,
  w strategy asset account, - adaptor program, - asset token program, - LP token program,
  - system program
`,
);

export const REQUEST_WITHDRAW_VAULT = anchored(
  'request_withdraw_vault',
  TERMS,
  `
  ws payer, s user, - protocol, - vault, - LP mint, w user LP account, w escrow account,
  w request receipt, - LP token program, - system program
`,
);

export const DIRECT_WITHDRAW_STRATEGY = anchored(
  'direct_withdraw_strategy',
  ['bytes? user arguments'],
  `
  ws user, - protocol, w vault, - adaptor receipt, w strategy receipt, - direct-withdraw receipt,
  - strategy, w asset mint, w LP mint, w escrow account, w strategy authority, w user asset account,
  w strategy asset account, w request receipt, - adaptor program, - asset token program,
  - LP token program, - system program
`,
);

/** The vault program, as far as it stands in transactions that may leave; `explain` knows more. */
export const VAULT: ProgramFormat = {
  name: 'Voltr Vault',
  instructions: [
    DEPOSIT_VAULT,
    INSTANT_WITHDRAW_VAULT,
    INSTANT_WITHDRAW_STRATEGY,
    REQUEST_WITHDRAW_VAULT,
    DIRECT_WITHDRAW_STRATEGY,
  ],
};
