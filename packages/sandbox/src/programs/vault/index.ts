import {
  CANCEL_REQUEST_WITHDRAW_VAULT_DISCRIMINATOR,
  DEPOSIT_VAULT_DISCRIMINATOR,
  DIRECT_WITHDRAW_STRATEGY_DISCRIMINATOR,
  INSTANT_WITHDRAW_STRATEGY_DISCRIMINATOR,
  INSTANT_WITHDRAW_VAULT_DISCRIMINATOR,
  type ParsedVoltrVaultInstruction,
  parseVoltrVaultInstruction,
  REQUEST_WITHDRAW_VAULT_DISCRIMINATOR,
  VOLTR_VAULT_PROGRAM_ADDRESS,
  VoltrVaultInstructionType,
  WITHDRAW_VAULT_DISCRIMINATOR,
} from '@staking-agent/chain/vault';
import type { ModelledCall, ProgramModel } from '../../vm/models/program-model.ts';
import { ANCHOR_ERROR__UNKNOWN_INSTRUCTION } from '../anchor/anchor-failure.ts';
import { findUnits } from '../anchor/find-units.ts';
import { parseCall } from '../anchor/parse-call.ts';
import { cancelRequestWithdrawVault } from './cancel-request-withdraw-vault.ts';
import { depositVault } from './deposit-vault.ts';
import { directWithdrawStrategy } from './direct-withdraw-strategy.ts';
import { instantWithdrawStrategy } from './instant-withdraw-strategy.ts';
import { instantWithdrawVault } from './instant-withdraw-vault.ts';
import { requestWithdrawVault } from './request-withdraw-vault.ts';
import { fail } from './vault-failure.ts';
import { withdrawVault } from './withdraw-vault.ts';

/** What the program uses itself, the programs it invokes not counted; measured on the binary of February 2026. */
const UNITS = [
  { discriminator: DEPOSIT_VAULT_DISCRIMINATOR, units: 35_000n },
  { discriminator: INSTANT_WITHDRAW_VAULT_DISCRIMINATOR, units: 35_000n },
  { discriminator: REQUEST_WITHDRAW_VAULT_DISCRIMINATOR, units: 29_000n },
  { discriminator: WITHDRAW_VAULT_DISCRIMINATOR, units: 41_000n },
  { discriminator: CANCEL_REQUEST_WITHDRAW_VAULT_DISCRIMINATOR, units: 29_000n },
  { discriminator: INSTANT_WITHDRAW_STRATEGY_DISCRIMINATOR, units: 57_000n },
  { discriminator: DIRECT_WITHDRAW_STRATEGY_DISCRIMINATOR, units: 57_000n },
];
const UNKNOWN_UNITS = 1_500n;

/** The vault program, as far as depositors call it. */
export const vaultModel: ProgramModel = {
  programAddress: VOLTR_VAULT_PROGRAM_ADDRESS,
  name: 'model of voltr_vault',
  file: 'voltr_vault.so',
  getUnits: (data) => findUnits(UNITS, data, UNKNOWN_UNITS),
  run: (call) =>
    runInstruction(call, parseCall(call, VOLTR_VAULT_PROGRAM_ADDRESS, parseVoltrVaultInstruction)),
};

function runInstruction(call: ModelledCall, parsed: ParsedVoltrVaultInstruction): void {
  switch (parsed.instructionType) {
    case VoltrVaultInstructionType.DepositVault:
      call.log('Instruction: DepositVault');
      depositVault(call, parsed);
      break;
    case VoltrVaultInstructionType.InstantWithdrawVault:
      call.log('Instruction: InstantWithdrawVault');
      instantWithdrawVault(call, parsed);
      break;
    case VoltrVaultInstructionType.RequestWithdrawVault:
      call.log('Instruction: RequestWithdrawVault');
      requestWithdrawVault(call, parsed);
      break;
    case VoltrVaultInstructionType.WithdrawVault:
      call.log('Instruction: WithdrawVault');
      withdrawVault(call, parsed);
      break;
    case VoltrVaultInstructionType.CancelRequestWithdrawVault:
      call.log('Instruction: CancelRequestWithdrawVault');
      cancelRequestWithdrawVault(call, parsed);
      break;
    case VoltrVaultInstructionType.InstantWithdrawStrategy:
      call.log('Instruction: InstantWithdrawStrategy');
      instantWithdrawStrategy(call, parsed);
      break;
    case VoltrVaultInstructionType.DirectWithdrawStrategy:
      call.log('Instruction: DirectWithdrawStrategy');
      directWithdrawStrategy(call, parsed);
      break;
    default:
      // Of the managers' instructions and the exits with a tolerance the model knows none.
      fail(call, ANCHOR_ERROR__UNKNOWN_INSTRUCTION);
  }
}
