import { instruction, type ProgramFormat } from './instruction-format.ts';

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

/** A stake pool. */
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
