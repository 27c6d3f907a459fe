import { createNoopSigner } from '@solana/kit';
import { getCreateAccountInstruction } from '@solana-program/system';
import {
  FRACTION_BITS,
  getRequestWithdrawVaultReceiptEncoder,
  getRequestWithdrawVaultReceiptSize,
  type ParsedRequestWithdrawVaultInstruction,
  VOLTR_VAULT_ERROR__INVALID_AMOUNT,
} from '@staking-agent/chain/vault';
import type { ModelledCall } from '../../vm/models/program-model.ts';
import { ANCHOR_ERROR__WRONG_SEEDS } from '../anchor/anchor-failure.ts';
import { checkAccounts } from '../anchor/check-accounts.ts';
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
import { fail } from './vault-failure.ts';

/** The program writes no version, other than into its other receipts. */
const RECEIPT_VERSION = 0;

/** `request_withdraw_vault`: LP go into escrow, a receipt remembers what they were worth and when they come free. */
export function requestWithdrawVault(
  call: ModelledCall,
  { accounts, data }: ParsedRequestWithdrawVaultInstruction,
): void {
  const user = accounts.userTransferAuthority.address;
  const vault = accounts.vault.address;
  const [receipt, bump] = findRequestReceipt(vault, user);
  const mint = findVaultKeys(vault).lpMint[0];
  checkAccounts(call, [
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
  ]);
  const space = BigInt(getRequestWithdrawVaultReceiptSize());
  call.invoke(
    getCreateAccountInstruction({
      payer: createNoopSigner(accounts.payer.address),
      newAccount: createNoopSigner(receipt),
      lamports: call.getRent(space),
      space,
      programAddress: call.programAddress,
    }),
    [receipt],
  );
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
  const encoded = getRequestWithdrawVaultReceiptEncoder().encode({
    vault,
    user,
    amountLpEscrowed: lp,
    amountAssetToWithdrawDecimalBits: worth,
    withdrawableFromTs: call.now + called.state.withdrawalWaitingPeriod,
    bump,
    version: RECEIPT_VERSION,
  });
  call.write(receipt, Uint8Array.from(encoded));
}
