import {
  type ParsedInstantWithdrawStrategyInstruction,
  previewInstantWithdrawStrategy,
} from '@staking-agent/chain/vault';
import type { ModelledCall } from '../../vm/models/program-model.ts';
import { checkAccounts } from '../anchor/check-accounts.ts';
import type { Adaptor } from './adaptor.ts';
import { openStrategy, strategyRules } from './strategy-call.ts';
import { findVaultKeys } from './vault-addresses.ts';
import { burnLp, readTokens, readVault, requireOk, writeVault } from './vault-call.ts';

/** Accounts of the instruction itself; the adaptor's own follow. */
const OWN_ACCOUNTS = 17;

/** `instant_withdraw_strategy`: LP of the user are burned, the adaptor of a strategy pays. */
export function instantWithdrawStrategy(
  call: ModelledCall,
  { accounts, data }: ParsedInstantWithdrawStrategyInstruction,
  adaptors: readonly Adaptor[],
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
  const { adaptor, request, receipt, adaptorEpoch, settle } = openStrategy(
    call,
    accounts,
    adaptors,
    OWN_ACCOUNTS,
  );
  const preview = (getActualValue: () => bigint) =>
    requireOk(
      call,
      previewInstantWithdrawStrategy(called.state, {
        ...data,
        userLp: readTokens(call, userLp),
        now: call.now,
        operationalState: called.operationalState,
        position: {
          reportedValue: receipt.positionValue,
          // Read last: what the vault itself refuses comes before anything of the adaptor.
          get actualValue() {
            return getActualValue();
          },
          adaptorEpoch,
          epoch: call.epoch,
        },
      }),
    );
  const { assetPaid: amount } = preview(() => adaptor.getValue(call, request));
  const positionValue = adaptor.withdraw(call, { ...request, amount });
  // What the adaptor says afterwards is what the vault goes by; it may have rounded in the vault's favour.
  const withdrawal = preview(() => positionValue + amount);
  call.invoke(burnLp(mint, userLp, user, withdrawal.lpBurned));
  settle(amount, positionValue);
  writeVault(call, vault, called.account, withdrawal.vault);
}
