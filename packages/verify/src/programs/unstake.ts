import { anchored, type ProgramFormat } from './instruction-format.ts';

const ACCOUNTS = [
  's user',
  'w stake account',
  'w destination',
  'w reserve',
  'w SOL of the reserve',
  '- fee of the reserve',
  'w stake record',
  '- protocol fee',
  'w protocol fee destination',
  '- clock',
  '- stake program',
  '- system program',
] as const;

/** The router's reserve, which pays SOL for stake accounts at once. */
export const UNSTAKE: ProgramFormat = {
  name: 'Sanctum Reserve',
  instructions: [
    anchored('unstake', [], ACCOUNTS),
    anchored('unstake_wsol', [], [...ACCOUNTS, '- token program']),
  ],
};
