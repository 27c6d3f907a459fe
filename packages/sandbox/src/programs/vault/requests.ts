import { getCreateAccountInstruction } from '@solana-program/system';
import * as vaults from '@staking-agent/chain/vault';
import { type ModelledCall, ProgramFailure } from '../../vm/player/model.ts';
import { readTokens } from '../../vm/token-balances.ts';
import { readData, seededRule } from '../anchor.ts';
import { burnTokens, signer } from '../native.ts';
import {
  findRequestReceipt,
  moveAsset,
  moveLp,
  type OpenedVault,
  openVault,
  requireOk,
  writeVault,
} from './call.ts';

/** The program writes no version, other than into its other receipts. */
const RECEIPT_VERSION = 0;

/** `request_withdraw_vault`: moves LP into escrow; a receipt records their value and the end of the waiting period. */
export function requestWithdrawVault(
  call: ModelledCall,
  { accounts, data }: vaults.ParsedRequestWithdrawVaultInstruction,
): void {
  const vault = accounts.vault.address;
  const receipt = findRequestReceipt(vault, accounts.userTransferAuthority.address);
  const { user, lpMint, account, state, operationalState } = openVault(call, accounts, {
    vault: { kind: vaults.VAULT_DISCRIMINATOR },
    requestWithdrawVaultReceipt: seededRule(receipt.address),
  });
  const space = BigInt(vaults.getRequestWithdrawVaultReceiptSize());
  call.invoke(
    getCreateAccountInstruction({
      payer: signer(accounts.payer.address),
      newAccount: signer(receipt.address),
      lamports: call.getRent(space),
      space,
      programAddress: call.programAddress,
    }),
    receipt,
  );
  // Where a request is pending already, that is where the program ends.
  call.findAccount(receipt.address);

  const { amount, isAmountInLp, isWithdrawAll } = data;
  const source = accounts.userLpAta.address;
  const userLp = isWithdrawAll ? readTokens(call, source) : amount;
  const inLp = requireOk(
    call,
    vaults.previewRequest(state, { amount, isWithdrawAll: true, userLp, now: call.now, operationalState }),
  );
  const isInLp = isWithdrawAll || isAmountInLp;
  const lp = isInLp ? inLp.lpBurned : getLp(call, amount, state);
  const destination = accounts.requestWithdrawLpAta.address;
  moveLp(call, lpMint, { source, destination, owner: user, amount: lp });
  const request = {
    vault,
    user,
    amountLpEscrowed: lp,
    amountAssetToWithdrawDecimalBits: isInLp ? inLp.assetBits : amount << vaults.FRACTION_BITS,
    withdrawableFromTs: call.now + state.withdrawalWaitingPeriod,
  };
  const bytes = vaults
    .getRequestWithdrawVaultReceiptEncoder()
    .encode({ ...request, bump: receipt.bump, version: RECEIPT_VERSION });
  call.write(receipt.address, Uint8Array.from(bytes));
  call.emit(
    vaults.encodeRequestEvent({
      ...request,
      requestedAmount: amount,
      isAmountInLp,
      isWithdrawAll,
      requestWithdrawVaultReceipt: receipt.address,
      vaultAssetMint: account.asset.mint,
      vaultAssetTotalValueUnlocked: requireOk(call, vaults.unlockedValue(state, call.now)).unlocked,
      vaultAssetTotalValue: state.totalValue,
      vaultLpSupplyInclFees: vaults.lpSupplyIncludingFees(state),
      requestedTs: call.now,
    }),
  );
}

/** With 48 fraction bits the program keeps LP in 128 bits. */
const LP_LIMIT = 2n ** 80n;

/**
 * Computes the LP base units that a request of an amount of the asset takes: those it costs, rounded up, of which the program
 * keeps the lowest 64 bits. It panics where they do not fit 80, without the redemption fee or with it.
 *
 * @throws {ProgramFailure} 6014 where the fee is everything, and `ProgramFailedToComplete`.
 */
function getLp(call: ModelledCall, asset: bigint, state: vaults.VaultState): bigint {
  const { unlocked } = requireOk(call, vaults.unlockedValue(state, call.now));
  const lpSupply = vaults.lpSupplyIncludingFees(state);
  const costs = [0, state.redemptionFee].map((redemptionFee) => {
    const { lp } = requireOk(call, vaults.lpForAsset(asset, { unlocked, lpSupply, redemptionFee }));
    if (lp >= LP_LIMIT) throw new ProgramFailure('ProgramFailedToComplete');
    return lp;
  });
  return BigInt.asUintN(64, costs[1] ?? 0n);
}

/**
 * `cancel_request_withdraw_vault`: returns LP from escrow to the user, and burns the LP that the rise of the price since the
 * request and the redemption fee take.
 */
export function cancelRequestWithdrawVault(
  call: ModelledCall,
  { accounts }: vaults.ParsedCancelRequestWithdrawVaultInstruction,
): void {
  const opened = openVault(call, accounts);
  const { user, lpMint, receipt, state, operationalState } = opened;
  const request = readRequest(call, opened);
  const escrowed = request.amountLpEscrowed;
  const cancelled = vaults.previewCancel(state, {
    lpEscrowed: escrowed,
    assetBits: request.amountAssetToWithdrawDecimalBits,
    now: call.now,
    operationalState,
  });
  // All LP come back while no value is unlocked.
  const isAllLocked = !cancelled.ok && cancelled.code === vaults.VOLTR_VAULT_ERROR__INVALID_AMOUNT;
  const returned = isAllLocked ? escrowed : requireOk(call, cancelled).lp;
  const source = accounts.requestWithdrawLpAta.address;
  const burned = escrowed - returned;
  moveLp(call, lpMint, { source, destination: accounts.userLpAta.address, owner: receipt, amount: returned });
  if (burned > 0n) call.invoke(burnTokens(lpMint, source, receipt.address, burned), receipt);
  writeVault(call, opened, vaults.liftHighWaterMark({ ...state, lpMintSupply: state.lpMintSupply - burned }));
  call.close(receipt.address, user);
}

/** `withdraw_vault`: pays a request, the lesser of what its LP were worth then and are worth now. */
export function withdrawVault(call: ModelledCall, { accounts }: vaults.ParsedWithdrawVaultInstruction): void {
  const opened = openVault(call, accounts);
  const { lp, amount, accrued } = claimRequest(call, opened);
  const { user, lpMint, idleAuth, receipt } = opened;
  call.invoke(burnTokens(lpMint, accounts.requestWithdrawLpAta.address, receipt.address, lp), receipt);
  const source = accounts.vaultAssetIdleAta.address;
  moveAsset(call, accounts, { source, destination: accounts.userAssetAta.address, owner: idleAuth, amount });
  const after = vaults.liftHighWaterMark({
    ...accrued,
    totalValue: accrued.totalValue - amount,
    lpMintSupply: accrued.lpMintSupply - lp,
  });
  writeVault(call, opened, after);
  call.close(receipt.address, user);
}

function readRequest(call: ModelledCall, { receipt }: OpenedVault): vaults.RequestWithdrawVaultReceipt {
  return vaults.getRequestWithdrawVaultReceiptDecoder().decode(readData(call, receipt.address));
}

/**
 * Reads what a due request takes of LP and is paid, in base units.
 *
 * @returns also the vault with its management fee up to now.
 */
export function claimRequest(
  call: ModelledCall,
  opened: OpenedVault,
): { readonly lp: bigint; readonly amount: bigint; readonly accrued: vaults.VaultState } {
  const { state, operationalState } = opened;
  const request = readRequest(call, opened);
  const lp = request.amountLpEscrowed;
  const claim = requireOk(
    call,
    vaults.previewClaim(state, {
      lpEscrowed: lp,
      assetBits: request.amountAssetToWithdrawDecimalBits,
      withdrawableFrom: request.withdrawableFromTs,
      now: call.now,
      operationalState,
    }),
  );
  const { vault: accrued } = requireOk(call, vaults.accrueManagementFee(state, call.now));
  return { lp, amount: claim.asset, accrued };
}
