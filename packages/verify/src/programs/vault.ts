import { instruction, type ProgramFormat } from './instruction-format.ts';

// Tags are the first 8 bytes of sha256("global:…").
const TERMS = ['u64 amount', 'bool is amount in LP', 'bool is withdraw all'] as const;

export const DEPOSIT_VAULT = instruction(
  'deposit_vault',
  '7ee015ffe4357521',
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

export const INSTANT_WITHDRAW_VAULT = instruction(
  'instant_withdraw_vault',
  'dd3873a880dcebf5',
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

export const INSTANT_WITHDRAW_STRATEGY = instruction(
  'instant_withdraw_strategy',
  '6939a68293ddfabd',
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

export const REQUEST_WITHDRAW_VAULT = instruction(
  'request_withdraw_vault',
  'f8e12f167490178f',
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

export const DIRECT_WITHDRAW_STRATEGY = instruction(
  'direct_withdraw_strategy',
  '77213634c208d3ef',
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
    instruction(
      'withdraw_vault',
      '8707ed78955e5f07',
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
    instruction(
      'cancel_request_withdraw_vault',
      'e7360e06df7c7fee',
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
