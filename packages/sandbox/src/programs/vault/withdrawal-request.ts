import type { Address } from '@solana/kit';
import {
  accrueManagementFee,
  FRACTION_BITS,
  getRequestWithdrawVaultReceiptDecoder,
  REQUEST_WITHDRAW_VAULT_RECEIPT_DISCRIMINATOR,
  type RequestWithdrawVaultReceipt,
  type VaultState,
  VOLTR_VAULT_ERROR__WITHDRAWAL_NOT_YET_AVAILABLE,
} from '@staking-agent/chain/vault';
import type { ModelledCall } from '../../vm/models/program-model.ts';
import { ANCHOR_ERROR__WRONG_SEEDS } from '../anchor/anchor-failure.ts';
import type { AccountRule } from '../anchor/check-accounts.ts';
import { getAssetBits, lessRedemptionFee, priceNow, type RequestPrice } from './price-request.ts';
import { requireOk } from './vault-call.ts';
import { fail } from './vault-failure.ts';

/** The rule of the account with the LP of a request. */
export function createEscrowRule(receipt: Address, mint: Address): AccountRule {
  return {
    name: 'request_withdraw_lp_ata',
    kind: 'token',
    isWritable: true,
    associated: { owner: receipt, mint },
  };
}

/** The rule of a request's receipt. */
export function createReceiptRule(receipt: Address): AccountRule {
  return {
    name: 'request_withdraw_vault_receipt',
    kind: REQUEST_WITHDRAW_VAULT_RECEIPT_DISCRIMINATOR,
    isWritable: true,
    is: [receipt, ANCHOR_ERROR__WRONG_SEEDS],
  };
}

/** Reads a request whose accounts have been checked. */
export function readRequest(call: ModelledCall, receipt: Address): RequestWithdrawVaultReceipt {
  const { data = new Uint8Array() } = call.findAccount(receipt) ?? {};
  return getRequestWithdrawVaultReceiptDecoder().decode(data);
}

/** Reads a request that can be paid. @throws {ProgramFailure} while its waiting period runs. */
export function readDueRequest(call: ModelledCall, receipt: Address): RequestWithdrawVaultReceipt {
  const request = readRequest(call, receipt);
  if (call.now < request.withdrawableFromTs) fail(call, VOLTR_VAULT_ERROR__WITHDRAWAL_NOT_YET_AVAILABLE);
  return request;
}

/** What a request is paid, in asset base units: the lesser of what its LP were worth then and are worth now. */
export function priceDueRequest(
  call: ModelledCall,
  state: VaultState,
  request: RequestWithdrawVaultReceipt,
): {
  readonly accrued: VaultState;
  readonly price: RequestPrice;
  readonly lp: bigint;
  readonly amount: bigint;
} {
  const { vault: accrued } = requireOk(call, accrueManagementFee(state, call.now));
  const price = priceNow(call, accrued);
  const lp = request.amountLpEscrowed;
  const present = lessRedemptionFee(getAssetBits(lp, price), accrued);
  const then = request.amountAssetToWithdrawDecimalBits;
  return { accrued, price, lp, amount: (present < then ? present : then) >> FRACTION_BITS };
}
