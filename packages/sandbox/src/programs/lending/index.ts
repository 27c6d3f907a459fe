import {
  LENDING_ACCOUNT_BORROW_DISCRIMINATOR,
  LENDING_ACCOUNT_END_FLASHLOAN_DISCRIMINATOR,
  LENDING_ACCOUNT_REPAY_DISCRIMINATOR,
  LENDING_ACCOUNT_START_FLASHLOAN_DISCRIMINATOR,
  MARGINFI_ACCOUNT_CLOSE_DISCRIMINATOR,
  MARGINFI_ACCOUNT_INITIALIZE_DISCRIMINATOR,
  MARGINFI_ACCOUNT_INITIALIZE_PDA_DISCRIMINATOR,
  MARGINFI_PROGRAM_ADDRESS,
  MarginfiInstructionType,
  type ParsedMarginfiInstruction,
  parseMarginfiInstruction,
} from '@staking-agent/chain/lending';
import type { ModelledCall, ProgramModel } from '../../vm/models/program-model.ts';
import { ANCHOR_ERROR__UNKNOWN_INSTRUCTION } from '../anchor/anchor-failure.ts';
import { findUnits } from '../anchor/find-units.ts';
import { parseCall } from '../anchor/parse-call.ts';
import { borrow } from './borrow.ts';
import { closeAccount } from './close-account.ts';
import { endFlashLoan, startFlashLoan } from './flash-loan.ts';
import { initializeAccount, initializeAccountPda } from './initialize-account.ts';
import { fail } from './lending-failure.ts';
import { repay } from './repay.ts';

/** What the program uses itself; measured on release 0.1.1, later ones use somewhat more. */
const UNITS = [
  { discriminator: MARGINFI_ACCOUNT_INITIALIZE_DISCRIMINATOR, units: 6_100n },
  { discriminator: MARGINFI_ACCOUNT_INITIALIZE_PDA_DISCRIMINATOR, units: 9_000n },
  { discriminator: LENDING_ACCOUNT_START_FLASHLOAN_DISCRIMINATOR, units: 4_900n },
  { discriminator: LENDING_ACCOUNT_BORROW_DISCRIMINATOR, units: 35_000n },
  { discriminator: LENDING_ACCOUNT_REPAY_DISCRIMINATOR, units: 10_500n },
  { discriminator: LENDING_ACCOUNT_END_FLASHLOAN_DISCRIMINATOR, units: 2_500n },
  { discriminator: MARGINFI_ACCOUNT_CLOSE_DISCRIMINATOR, units: 2_500n },
];
const UNKNOWN_UNITS = 1_500n;

/** The lending program, as far as flash loans need it; its numbers of errors are those since release 0.1.2. */
export const lendingModel: ProgramModel = {
  programAddress: MARGINFI_PROGRAM_ADDRESS,
  name: 'model of marginfi',
  file: 'marginfi.so',
  getUnits: (data) => findUnits(UNITS, data, UNKNOWN_UNITS),
  run: (call) => runInstruction(call, parseCall(call, MARGINFI_PROGRAM_ADDRESS, parseMarginfiInstruction)),
};

function runInstruction(call: ModelledCall, parsed: ParsedMarginfiInstruction): void {
  switch (parsed.instructionType) {
    case MarginfiInstructionType.MarginfiAccountInitialize:
      call.log('Instruction: MarginfiAccountInitialize');
      initializeAccount(call, parsed);
      break;
    case MarginfiInstructionType.MarginfiAccountInitializePda:
      call.log('Instruction: MarginfiAccountInitializePda');
      initializeAccountPda(call, parsed);
      break;
    case MarginfiInstructionType.LendingAccountStartFlashloan:
      call.log('Instruction: LendingAccountStartFlashloan');
      startFlashLoan(call, parsed);
      break;
    case MarginfiInstructionType.LendingAccountBorrow:
      call.log('Instruction: LendingAccountBorrow');
      borrow(call, parsed);
      break;
    case MarginfiInstructionType.LendingAccountRepay:
      call.log('Instruction: LendingAccountRepay');
      repay(call, parsed);
      break;
    case MarginfiInstructionType.LendingAccountEndFlashloan:
      call.log('Instruction: LendingAccountEndFlashloan');
      endFlashLoan(call, parsed);
      break;
    case MarginfiInstructionType.MarginfiAccountClose:
      call.log('Instruction: MarginfiAccountClose');
      closeAccount(call, parsed);
      break;
    default:
      // Deposits, withdrawals, liquidations and what administers them: the model knows none.
      fail(call, ANCHOR_ERROR__UNKNOWN_INSTRUCTION);
  }
}
