import {
  AccountRole,
  isSolanaError,
  SOLANA_ERROR__PROGRAM_CLIENTS__FAILED_TO_IDENTIFY_INSTRUCTION,
  SOLANA_ERROR__PROGRAM_CLIENTS__INSUFFICIENT_ACCOUNT_METAS,
  SOLANA_ERROR__PROGRAM_CLIENTS__UNRECOGNIZED_INSTRUCTION_TYPE,
} from '@solana/kit';
import {
  CANCEL_REQUEST_WITHDRAW_VAULT_DISCRIMINATOR,
  DEPOSIT_VAULT_DISCRIMINATOR,
  INSTANT_WITHDRAW_STRATEGY_DISCRIMINATOR,
  INSTANT_WITHDRAW_VAULT_DISCRIMINATOR,
  type ParsedVoltrVaultInstruction,
  parseVoltrVaultInstruction,
  REQUEST_WITHDRAW_VAULT_DISCRIMINATOR,
  VOLTR_VAULT_PROGRAM_ADDRESS,
  VoltrVaultInstructionType,
  WITHDRAW_VAULT_DISCRIMINATOR,
} from '@staking-agent/chain/vault';
import { lendingAdaptor } from '../lending-adaptor/index.ts';
import { leverageAdaptor } from '../leverage-adaptor/index.ts';
import type { ModelledCall, ProgramModel } from '../program-model.ts';
import {
  ANCHOR_ERROR__BAD_DATA,
  ANCHOR_ERROR__TOO_FEW_ACCOUNTS,
  ANCHOR_ERROR__UNKNOWN_INSTRUCTION,
  fail,
} from './anchor-failure.ts';
import { cancelRequestWithdrawVault } from './cancel-request-withdraw-vault.ts';
import { depositVault } from './deposit-vault.ts';
import { instantWithdrawStrategy } from './instant-withdraw-strategy.ts';
import { instantWithdrawVault } from './instant-withdraw-vault.ts';
import { requestWithdrawVault } from './request-withdraw-vault.ts';
import { withdrawVault } from './withdraw-vault.ts';

/** The file a real binary of the program is looked for in. */
export const VAULT_FILE = 'voltr_vault.so';

/** The adaptors a vault of the sandbox can call. */
const ADAPTORS = [lendingAdaptor, leverageAdaptor];

/** What the program uses itself, the programs it invokes not counted; measured on the binary of February 2026. */
const UNITS = [
  { discriminator: DEPOSIT_VAULT_DISCRIMINATOR, units: 35_000n },
  { discriminator: INSTANT_WITHDRAW_VAULT_DISCRIMINATOR, units: 35_000n },
  { discriminator: REQUEST_WITHDRAW_VAULT_DISCRIMINATOR, units: 29_000n },
  { discriminator: WITHDRAW_VAULT_DISCRIMINATOR, units: 41_000n },
  { discriminator: CANCEL_REQUEST_WITHDRAW_VAULT_DISCRIMINATOR, units: 29_000n },
  { discriminator: INSTANT_WITHDRAW_STRATEGY_DISCRIMINATOR, units: 57_000n },
];
const UNKNOWN_UNITS = 1_500n;

/** The vault program, as far as depositors call it. */
export const vaultModel: ProgramModel = {
  programAddress: VOLTR_VAULT_PROGRAM_ADDRESS,
  name: 'model of voltr_vault',
  unitsOf: (data) =>
    UNITS.find(({ discriminator }) => Array.from(discriminator).every((byte, index) => data[index] === byte))
      ?.units ?? UNKNOWN_UNITS,
  run: (call) => runInstruction(call, parse(call)),
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
      instantWithdrawStrategy(call, parsed, ADAPTORS);
      break;
    default:
      // Of the managers' instructions and the other exits the model knows none.
      fail(call, ANCHOR_ERROR__UNKNOWN_INSTRUCTION);
  }
}

function parse(call: ModelledCall): ParsedVoltrVaultInstruction {
  const accounts = call.accounts.map(({ address, isSigner, isWritable }) => ({
    address,
    role: roleOf(isSigner, isWritable),
  }));
  try {
    return parseVoltrVaultInstruction({
      programAddress: VOLTR_VAULT_PROGRAM_ADDRESS,
      accounts,
      data: call.data,
    });
  } catch (error) {
    if (isSolanaError(error, SOLANA_ERROR__PROGRAM_CLIENTS__INSUFFICIENT_ACCOUNT_METAS)) {
      return fail(call, ANCHOR_ERROR__TOO_FEW_ACCOUNTS);
    }
    const isUnknown =
      isSolanaError(error, SOLANA_ERROR__PROGRAM_CLIENTS__UNRECOGNIZED_INSTRUCTION_TYPE) ||
      isSolanaError(error, SOLANA_ERROR__PROGRAM_CLIENTS__FAILED_TO_IDENTIFY_INSTRUCTION);
    return fail(call, isUnknown ? ANCHOR_ERROR__UNKNOWN_INSTRUCTION : ANCHOR_ERROR__BAD_DATA);
  }
}

function roleOf(isSigner: boolean, isWritable: boolean): AccountRole {
  if (isSigner) return isWritable ? AccountRole.WRITABLE_SIGNER : AccountRole.READONLY_SIGNER;
  return isWritable ? AccountRole.WRITABLE : AccountRole.READONLY;
}
