import {
  type ParsedInstantWithdrawStrategyInstruction,
  previewInstantWithdrawStrategy,
} from '@staking-agent/chain/vault';
import type { ModelledCall } from '../../vm/models/program-model.ts';
import { checkAccounts } from '../anchor/check-accounts.ts';
import { openStrategy, strategyRules } from './strategy-call.ts';
import { findVaultKeys } from './vault-addresses.ts';
import { burnLp, readTokens, readVault, requireOk, writeVault } from './vault-call.ts';
import { compareBooks, emitEvent, getUnlocked, nameStrategy } from './vault-events.ts';

/** Accounts of the instruction itself; the adaptor's own follow. */
const OWN_ACCOUNTS = 17;
const U64_MAX = 2n ** 64n - 1n;

/** `instant_withdraw_strategy`: LP of the user are burned, the adaptor of a strategy pays. */
export function instantWithdrawStrategy(
  call: ModelledCall,
  { accounts, data }: ParsedInstantWithdrawStrategyInstruction,
): void {
  const user = accounts.userTransferAuthority.address;
  const vault = accounts.vault.address;
  const mint = findVaultKeys(vault).lpMint[0];
  const userLp = accounts.userLpAta.address;
  checkAccounts(
    call,
    strategyRules(call, accounts, {
      name: 'user_lp_ata',
      kind: 'token',
      isWritable: true,
      associated: { owner: user, mint },
    }),
  );
  const called = readVault(call, vault);
  const { receipt, adaptorEpoch, collect, settle } = openStrategy(call, accounts, OWN_ACCOUNTS);
  const preview = (actualValue: bigint, shortfall = 0n) =>
    previewInstantWithdrawStrategy(called.state, {
      ...data,
      userLp: readTokens(call, userLp),
      now: call.now,
      operationalState: called.operationalState,
      position: {
        reportedValue: receipt.positionValue,
        actualValue,
        shortfall,
        adaptorEpoch,
        epoch: call.epoch,
      },
    });
  const asked = preview(receipt.positionValue);
  // More than the vault knows of is asked for all the same: whether there is so much, the adaptor says.
  const isBeyond = !asked.ok && asked.by === 'token' && asked.account === 'strategy';
  const { assetPaid: amount } = requireOk(call, isBeyond ? preview(U64_MAX) : asked);
  const { delivered, positionValue } = collect(amount);
  // What the adaptor says afterwards is what the vault goes by; it may have rounded in the vault's favour.
  const withdrawal = requireOk(call, preview(positionValue + delivered, amount - delivered));
  call.invoke(burnLp(mint, userLp, user, withdrawal.lpBurned));
  settle(delivered, positionValue);
  writeVault(call, vault, called.account, withdrawal.vault);
  emitEvent(call, 'InstantWithdrawStrategyEvent', [
    user,
    data.amount,
    data.isAmountInLp,
    data.isWithdrawAll,
    delivered,
    withdrawal.lpBurned,
    vault,
    ...nameStrategy(accounts),
    getUnlocked(called.state, call.now),
    ...compareBooks(called.state, withdrawal.vault),
    receipt.positionValue,
    positionValue,
    call.now,
  ]);
}
