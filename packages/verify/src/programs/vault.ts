import { anchored, type ProgramFormat } from './instruction-format.ts';

const TERMS = ['u64 amount', 'bool is amount in LP', 'bool is withdraw all'] as const;

export const DEPOSIT_VAULT = anchored(
  'deposit_vault',
  ['u64 amount'],
  [
    's user',
    '- protocol',
    'w vault',
    '- asset mint',
    'w LP mint',
    'w user asset account',
    'w idle account',
    '- idle authority',
    'w user LP account',
    '- LP mint authority',
    '- asset token program',
    '- LP token program',
    '- system program',
  ],
  'Deposits {amount of asset mint} into the vault {vault}.',
);

export const INSTANT_WITHDRAW_VAULT = anchored(
  'instant_withdraw_vault',
  TERMS,
  [
    's user',
    '- protocol',
    'w vault',
    '- asset mint',
    'w LP mint',
    'w user LP account',
    'w idle account',
    'w idle authority',
    'w user asset account',
    '- asset token program',
    '- LP token program',
    '- system program',
  ],
  'Takes an amount of {amount} base units out of the idle funds of the vault {vault}: of LP to burn {is amount in LP}, everything {is withdraw all}.',
);

export const INSTANT_WITHDRAW_STRATEGY = anchored(
  'instant_withdraw_strategy',
  [...TERMS, 'bytes? user arguments'],
  [
    'ws user',
    '- protocol',
    'w vault',
    '- adaptor receipt',
    'w strategy receipt',
    '- direct-withdraw receipt',
    '- strategy',
    'w asset mint',
    'w LP mint',
    'w user LP account',
    'w strategy authority',
    'w user asset account',
    'w strategy asset account',
    '- adaptor program',
    '- asset token program',
    '- LP token program',
    '- system program',
  ],
  'Takes an amount of {amount} base units out of the position {strategy} of the vault {vault}: of LP to burn {is amount in LP}, everything {is withdraw all}.',
);

export const REQUEST_WITHDRAW_VAULT = anchored(
  'request_withdraw_vault',
  TERMS,
  [
    'ws payer',
    's user',
    '- protocol',
    '- vault',
    '- LP mint',
    'w user LP account',
    'w escrow account',
    'w request receipt',
    '- LP token program',
    '- system program',
  ],
  'Asks the vault {vault} for {amount} base units, the LP for them held in {escrow account}.',
);

export const DIRECT_WITHDRAW_STRATEGY = anchored(
  'direct_withdraw_strategy',
  ['bytes? user arguments'],
  [
    'ws user',
    '- protocol',
    'w vault',
    '- adaptor receipt',
    'w strategy receipt',
    '- direct-withdraw receipt',
    '- strategy',
    'w asset mint',
    'w LP mint',
    'w escrow account',
    'w strategy authority',
    'w user asset account',
    'w strategy asset account',
    'w request receipt',
    '- adaptor program',
    '- asset token program',
    '- LP token program',
    '- system program',
  ],
  'Pays what was asked of the vault {vault} out of its position {strategy}.',
);

/** The vault program. */
export const VAULT: ProgramFormat = {
  name: 'Voltr Vault',
  instructions: [
    DEPOSIT_VAULT,
    INSTANT_WITHDRAW_VAULT,
    INSTANT_WITHDRAW_STRATEGY,
    REQUEST_WITHDRAW_VAULT,
    DIRECT_WITHDRAW_STRATEGY,
    anchored(
      'withdraw_vault',
      [],
      [
        'ws user',
        '- protocol',
        'w vault',
        '- asset mint',
        'w LP mint',
        'w escrow account',
        'w idle account',
        'w idle authority',
        'w user asset account',
        'w request receipt',
        '- asset token program',
        '- LP token program',
        '- system program',
      ],
      'Pays what was asked of the vault {vault}.',
    ),
    anchored(
      'cancel_request_withdraw_vault',
      [],
      [
        'ws user',
        '- protocol',
        'w vault',
        'w LP mint',
        'w user LP account',
        'w escrow account',
        'w request receipt',
        '- LP token program',
        '- system program',
      ],
      'Takes back what was asked of the vault {vault}.',
    ),
  ],
};
