import { type Address, createNoopSigner } from '@solana/kit';
import { getCreateAccountInstruction } from '@solana-program/system';
import {
  FRACTION_BITS,
  getRequestWithdrawVaultReceiptEncoder,
  getRequestWithdrawVaultReceiptSize,
  type ParsedRequestWithdrawVaultInstruction,
  type RequestWithdrawVaultReceiptArgs,
  VOLTR_VAULT_ERROR__INVALID_AMOUNT,
} from '@staking-agent/chain/vault';
import type { ModelledCall } from '../../vm/models/program-model.ts';
import { ANCHOR_ERROR__WRONG_SEEDS } from '../anchor/anchor-failure.ts';
import { type AccountRule, checkAccounts } from '../anchor/check-accounts.ts';
import { assertMayWithdraw, getAssetBits, getLp, lessRedemptionFee, priceNow } from './price-request.ts';
import { findRequestReceipt, findVaultKeys } from './vault-addresses.ts';
import {
  LP_TOKEN_PROGRAM,
  PROTOCOL,
  readTokens,
  readVault,
  SYSTEM_PROGRAM,
  transferLp,
  VAULT,
} from './vault-call.ts';
import { emitEvent, u128 } from './vault-events.ts';
import { fail } from './vault-failure.ts';

/** The program writes no version, other than into its other receipts. */
const RECEIPT_VERSION = 0;

/** `request_withdraw_vault`: moves LP into escrow; a receipt records their value and the end of the waiting period. */
export function requestWithdrawVault(
  call: ModelledCall,
  { accounts, data }: ParsedRequestWithdrawVaultInstruction,
): void {
  const user = accounts.userTransferAuthority.address;
  const vault = accounts.vault.address;
  const [receipt, bump] = findRequestReceipt(vault, user);
  const mint = findVaultKeys(vault).lpMint[0];
  checkAccounts(call, listRules(user, mint, receipt));
  createReceipt(call, accounts.payer.address, receipt);
  // Where a request is pending already, that is where the program ends.
  call.findAccount(receipt);

  const called = readVault(call, vault);
  assertMayWithdraw(call, called);
  const { amount, isAmountInLp, isWithdrawAll } = data;
  if (amount === 0n) fail(call, VOLTR_VAULT_ERROR__INVALID_AMOUNT);
  const price = priceNow(call, called.state);
  const source = accounts.userLpAta.address;
  const held = readTokens(call, source);
  const isInLp = isWithdrawAll || isAmountInLp;
  const lp = isWithdrawAll ? held : isInLp ? amount : getLp(call, amount, price);
  const worth = isInLp ? lessRedemptionFee(getAssetBits(lp, price), called.state) : amount << FRACTION_BITS;
  call.invoke(
    transferLp(mint, {
      source,
      destination: accounts.requestWithdrawLpAta.address,
      owner: user,
      amount: lp,
    }),
  );
  const withdrawableFromTs = call.now + called.state.withdrawalWaitingPeriod;
  const amounts = { amountLpEscrowed: lp, amountAssetToWithdrawDecimalBits: worth };
  writeReceipt(call, receipt, {
    vault,
    user,
    ...amounts,
    withdrawableFromTs,
    bump,
    version: RECEIPT_VERSION,
  });
  emitEvent(call, 'RequestWithdrawVaultEvent', [
    vault,
    user,
    amount,
    isAmountInLp,
    isWithdrawAll,
    receipt,
    lp,
    u128(worth),
    withdrawableFromTs,
    called.account.asset.mint,
    price.unlocked,
    called.state.totalValue,
    price.lpSupply,
    call.now,
  ]);
}

function createReceipt(call: ModelledCall, payer: Address, receipt: Address): void {
  const space = BigInt(getRequestWithdrawVaultReceiptSize());
  call.invoke(
    getCreateAccountInstruction({
      payer: createNoopSigner(payer),
      newAccount: createNoopSigner(receipt),
      lamports: call.getRent(space),
      space,
      programAddress: call.programAddress,
    }),
    [receipt],
  );
}

function writeReceipt(call: ModelledCall, receipt: Address, data: RequestWithdrawVaultReceiptArgs): void {
  call.write(receipt, Uint8Array.from(getRequestWithdrawVaultReceiptEncoder().encode(data)));
}

function listRules(user: Address, mint: Address, receipt: Address): AccountRule[] {
  return [
    { name: 'payer', kind: 'signer', isWritable: true },
    { name: 'user_transfer_authority', kind: 'signer' },
    PROTOCOL,
    VAULT,
    { name: 'vault_lp_mint', kind: 'mint', is: [mint, ANCHOR_ERROR__WRONG_SEEDS] },
    { name: 'user_lp_ata', kind: 'token', isWritable: true, associated: { owner: user, mint } },
    {
      name: 'request_withdraw_lp_ata',
      kind: 'token',
      isWritable: true,
      associated: { owner: receipt, mint },
    },
    {
      name: 'request_withdraw_vault_receipt',
      kind: 'any',
      is: [receipt, ANCHOR_ERROR__WRONG_SEEDS],
    },
    LP_TOKEN_PROGRAM,
    SYSTEM_PROGRAM,
  ];
}
