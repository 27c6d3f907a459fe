import { instruction, type ProgramFormat } from './instruction-format.ts';

/** The router's program over stake pools and its reserve; the accounts of the pool that takes part follow those listed. */
export const STAKEDEX: ProgramFormat = {
  name: 'Sanctum Router',
  instructions: [
    instruction(
      'StakeWrappedSol',
      '00',
      ['u64 amount'],
      [
        's user',
        'w source',
        'w destination',
        'w bridge of wrapped SOL',
        'w bridge of SOL',
        'w fee account',
        'w mint out',
        '- mint of wrapped SOL',
        '- token program',
        '- system program',
      ],
    ),
    instruction(
      'DepositStake',
      '05',
      [],
      ['ws user', 'w stake account', 'w destination', 'w fee account', '- mint out'],
    ),
    instruction(
      'PrefundWithdrawStake',
      '06',
      ['u64 amount', 'u32 seed'],
      [
        'ws user',
        'w source',
        'w new stake account',
        'w mint in',
        'w prefunder',
        'w stake account that repays the rent',
        '- reserve program',
        'w reserve',
        'w SOL of the reserve',
        '- fee of the reserve',
        'w stake record',
        '- protocol fee',
        'w protocol fee destination',
        '- clock',
        '- stake program',
        '- system program',
      ],
    ),
    instruction(
      'WithdrawWrappedSol',
      '08',
      ['u64 amount'],
      [
        's user',
        'w source',
        'w destination',
        'w fee account',
        'w mint in',
        '- mint of wrapped SOL',
        '- token program',
      ],
    ),
  ],
};
