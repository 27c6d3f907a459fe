const ACCOUNTS = 'which accounts stand in the instruction';
const SIGNATURES = 'who signs';
const OTHERS = 'the state of accounts of other programs';
const REWARDS = 'whether the cluster is distributing epoch rewards';
/** The causes of `stakepool_errors.json` that no preview can decide, by what they hang on instead. */
export const NOT_DECIDED: Record<string, readonly string[]> = {
  [ACCOUNTS]: [
    'DepositSol: referrer = destination account',
    'DepositSol: wrong withdraw authority',
    'DepositSol: wrong reserve',
    'DepositSol: wrong manager fee account',
    'DepositSol: wrong mint',
    'DepositSol: wrong token program',
    'DepositSol: sol_deposit_authority set, account missing',
    'DepositSol: pool account not owned by program',
    'DepositSol: pool uninitialized (type 0)',
    'WithdrawSol: to a token account (not a system account)',
    'WithdrawSol: sol_withdraw_authority set, missing',
    'DepositStake: wrong validator list account',
    'DepositStake: validator stake account not the PDA (seed mismatch)',
    'DepositStake: wrong deposit authority',
    'DepositStake: private pool, authority not given',
    'UpdateValidatorListBalance: odd number of stake accounts',
    'UpdateValidatorListBalance: start index past end',
    'UpdateValidatorListBalance: zero pairs',
    'Cleanup: pool readonly',
  ],
  [SIGNATURES]: [
    'DepositSol: sol_deposit_authority set, other key signs',
    'DepositSol: sol_deposit_authority set, present but not signer',
    'DepositSol: sol_deposit_authority set and signs',
    'WithdrawSol: wrong token owner signs',
    'WithdrawSol: sol_withdraw_authority wrong',
    'WithdrawSol: sol_withdraw_authority signs',
    'DepositStake: private pool, authority signs',
    'DepositStake: only withdrawer authorized (staker still user)',
    'DepositStake: only staker authorized',
  ],
  [OTHERS]: [
    'DepositSol: destination does not exist',
    'DepositSol: destination of another mint',
    'DepositSol: more than the wallet has',
    'DepositSol: manager fee token account closed, fee = 0',
    'DepositSol: manager fee token account closed, fee > 0',
    'WithdrawSol: more tokens than owned',
    'WithdrawSol: to a fresh address, 1 token (not rent exempt)',
    'WithdrawSol: to a fresh address, >= 890880 lamports',
  ],
  [REWARDS]: [
    'UpdateValidatorListBalance: epoch rewards active',
    'DepositStake: epoch rewards active',
    'WithdrawStake: epoch rewards active',
    'WithdrawSol: epoch rewards active',
    'DepositSol: epoch rewards active',
  ],
};
