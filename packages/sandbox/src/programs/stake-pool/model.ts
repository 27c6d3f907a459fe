import { isSolanaError, SOLANA_ERROR__PROGRAM_CLIENTS__INSUFFICIENT_ACCOUNT_METAS } from '@solana/kit';
import {
  type FeeRounding,
  type ParsedStakePoolInstruction,
  parseStakePoolInstruction,
  SANCTUM_SINGLE_STAKE_POOL_PROGRAM_ADDRESS,
} from '@staking-agent/chain/stake-pool';
import { type ModelledCall, ProgramFailure, type ProgramModel, toMeta } from '../../vm/player/model.ts';
import type { PoolCall } from './call.ts';
import { depositSol, withdrawSol } from './sol.ts';
import { depositStake, withdrawStakeFromPool } from './stake.ts';
import {
  cleanupRemovedValidatorEntries,
  updateStakePoolBalance,
  updateValidatorListBalance,
} from './update.ts';

/** Fees are rounded down, and stake withdrawn, as release 1.0.0 does: so does the program of raSOL's pool on mainnet. */
export const FEE_ROUNDING: FeeRounding = 'down';

/** What the program uses itself, the programs it invokes not counted; measured on release 2.x. */
const UNITS: Readonly<Record<number, bigint>> = {
  6: 12_500n,
  7: 10_000n,
  8: 5_000n,
  9: 28_000n,
  10: 25_000n,
  14: 15_000n,
  16: 16_000n,
  23: 28_000n,
  24: 25_000n,
  25: 15_000n,
  26: 16_000n,
};
const UNKNOWN_UNITS = 2_000n;

/**
 * Models the instructions of the stake pool program that users and keepers call: release 1.0.0 where fees are rounded down,
 * 2.x where they are rounded up.
 */
export function createStakePoolModel(feeRounding: FeeRounding): ProgramModel {
  return {
    programAddress: SANCTUM_SINGLE_STAKE_POOL_PROGRAM_ADDRESS,
    name: 'model of spl_stake_pool',
    file: 'spl_stake_pool.so',
    getUnits: (data) => UNITS[data[0] ?? -1] ?? UNKNOWN_UNITS,
    run: (call) => {
      const parsed = parse(call);
      call.log(`Instruction: ${parsed.instructionType}`);
      runInstruction({ ...call, feeRounding }, parsed);
    },
  };
}

/** The program as Sanctum deploys it for pools of one validator, raSOL's among them. */
export const stakePoolModel = createStakePoolModel(FEE_ROUNDING);

function runInstruction(call: PoolCall, parsed: ParsedStakePoolInstruction): void {
  switch (parsed.instructionType) {
    case 'DepositSol':
      depositSol(call, parsed);
      break;
    case 'DepositSolWithSlippage': {
      const { lamports, minimumPoolTokens } = parsed.data;
      depositSol(call, { ...parsed, data: { lamports } }, minimumPoolTokens);
      break;
    }
    case 'WithdrawSol':
      withdrawSol(call, parsed);
      break;
    case 'WithdrawSolWithSlippage':
      withdrawSol(call, parsed, parsed.data.minimumLamports);
      break;
    case 'DepositStake':
      depositStake(call, parsed);
      break;
    case 'DepositStakeWithSlippage':
      depositStake(call, parsed, parsed.data.minimumPoolTokens);
      break;
    case 'WithdrawStake':
      withdrawStakeFromPool(call, parsed);
      break;
    case 'WithdrawStakeWithSlippage':
      withdrawStakeFromPool(call, parsed, parsed.data.minimumLamports);
      break;
    case 'UpdateValidatorListBalance':
      updateValidatorListBalance(call, parsed);
      break;
    case 'UpdateStakePoolBalance':
      updateStakePoolBalance(call, parsed);
      break;
    case 'CleanupRemovedValidatorEntries':
      cleanupRemovedValidatorEntries(call, parsed);
      break;
  }
}

function parse(call: ModelledCall): ParsedStakePoolInstruction {
  const accounts = call.accounts.map(toMeta);
  try {
    return parseStakePoolInstruction({ programAddress: call.programAddress, accounts, data: call.data });
  } catch (error) {
    if (isSolanaError(error, SOLANA_ERROR__PROGRAM_CLIENTS__INSUFFICIENT_ACCOUNT_METAS)) {
      throw new ProgramFailure('NotEnoughAccountKeys');
    }
    throw new ProgramFailure('BorshIoError', 'the model knows no such instruction');
  }
}
