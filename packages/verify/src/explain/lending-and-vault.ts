import { anchored, type ProgramFormat } from '../programs/instruction-format.ts';
import {
  BORROW,
  END_FLASH_LOAN,
  END_FLASH_LOAN_OF_GROUP,
  INITIALIZE_LENDING_ACCOUNT,
  REPAY,
  START_FLASH_LOAN,
} from '../programs/lending.ts';
import * as vault from '../programs/vault.ts';
import { CANCEL_REQUEST_WITHDRAW_VAULT, WITHDRAW_VAULT } from '../programs/withdraw-vault.ts';

/** The lender of flash loans. */
export const LENDING: ProgramFormat = {
  name: 'Marginfi',
  instructions: [
    INITIALIZE_LENDING_ACCOUNT,
    START_FLASH_LOAN,
    BORROW,
    REPAY,
    END_FLASH_LOAN,
    END_FLASH_LOAN_OF_GROUP,
    anchored('marginfi_account_close', [], ['w lending account', 's authority', 'ws fee payer']),
  ],
};

/** The vault program. */
export const VAULT: ProgramFormat = {
  name: vault.VAULT.name,
  instructions: [...vault.VAULT.instructions, WITHDRAW_VAULT, CANCEL_REQUEST_WITHDRAW_VAULT],
};
