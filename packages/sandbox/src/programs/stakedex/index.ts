import { type ModelledCall, ProgramFailure, type ProgramModel } from '../../vm/models/program-model.ts';
import { depositStake } from './deposit-stake.ts';
import { STAKEDEX_TAGS } from './instructions.ts';
import { prefundWithdrawStake } from './prefund-withdraw-stake.ts';
import { STAKEDEX_PROGRAM_ADDRESS } from './program.ts';
import { stakeWrappedSol } from './stake-wrapped-sol.ts';
import { withdrawWrappedSol } from './withdraw-wrapped-sol.ts';

/** The program's own units, the programs it invokes not counted; measured on the binary. */
const UNITS = 20_000n;

/** The router's program over stake pools, as far as orders for the pool of raSOL call it. */
export const stakedexModel: ProgramModel = {
  programAddress: STAKEDEX_PROGRAM_ADDRESS,
  name: 'model of stakedex',
  file: 'stakedex.so',
  getUnits: () => UNITS,
  run: (call) => {
    switch (call.data[0]) {
      case STAKEDEX_TAGS.stakeWrappedSol: {
        const amount = amountOf(call, 9);
        call.log(`StakeWrappedSol(StakeWrappedSolIxArgs { amount: ${amount} })`);
        return stakeWrappedSol(call, amount);
      }
      case STAKEDEX_TAGS.withdrawWrappedSol: {
        const amount = amountOf(call, 9);
        call.log(`WithdrawWrappedSol(WithdrawWrappedSolIxArgs { amount: ${amount} })`);
        return withdrawWrappedSol(call, amount);
      }
      case STAKEDEX_TAGS.depositStake:
        call.log('DepositStake');
        return depositStake(call);
      case STAKEDEX_TAGS.prefundWithdrawStake: {
        const amount = amountOf(call, 13);
        const seed = viewOf(call).getUint32(9, true);
        call.log(
          `PrefundWithdrawStake(PrefundWithdrawStakeIxArgs { args: SwapViaStakeArgs { amount: ${amount}, bridge_stake_seed: ${seed} } })`,
        );
        return prefundWithdrawStake(call, amount, seed);
      }
      default:
        throw new ProgramFailure('InvalidInstructionData');
    }
  },
};

function amountOf(call: ModelledCall, size: number): bigint {
  if (call.data.length < size) throw new ProgramFailure('BorshIoError');
  return viewOf(call).getBigUint64(1, true);
}

function viewOf({ data }: ModelledCall): DataView {
  return new DataView(data.buffer, data.byteOffset, data.byteLength);
}
