import * as vaults from '@staking-agent/chain/vault';
import type { ModelledCall, ProgramModel } from '../../vm/player/model.ts';
import { readTokens } from '../../vm/token-balances.ts';
import { ANCHOR_ERROR__UNKNOWN_INSTRUCTION, findUnits, parseCall } from '../anchor.ts';
import { burnTokens, mintTokens } from '../native.ts';
import { fail, moveAsset, openVault, readDecimals, requireOk, writeVault } from './call.ts';
import { cancelRequestWithdrawVault, requestWithdrawVault, withdrawVault } from './requests.ts';
import { directWithdrawStrategy, instantWithdrawStrategy } from './strategies.ts';

/** Compute units of the program itself, without the programs it invokes; measured on the binary of February 2026. */
const UNITS = [
  { discriminator: vaults.DEPOSIT_VAULT_DISCRIMINATOR, units: 35_000n },
  { discriminator: vaults.INSTANT_WITHDRAW_VAULT_DISCRIMINATOR, units: 35_000n },
  { discriminator: vaults.REQUEST_WITHDRAW_VAULT_DISCRIMINATOR, units: 29_000n },
  { discriminator: vaults.WITHDRAW_VAULT_DISCRIMINATOR, units: 41_000n },
  { discriminator: vaults.CANCEL_REQUEST_WITHDRAW_VAULT_DISCRIMINATOR, units: 29_000n },
  { discriminator: vaults.INSTANT_WITHDRAW_STRATEGY_DISCRIMINATOR, units: 57_000n },
  { discriminator: vaults.DIRECT_WITHDRAW_STRATEGY_DISCRIMINATOR, units: 57_000n },
];
const UNKNOWN_UNITS = 1_500n;

/** The vault program, as far as depositors call it. */
export const vaultModel: ProgramModel = {
  programAddress: vaults.VOLTR_VAULT_PROGRAM_ADDRESS,
  name: 'model of voltr_vault',
  file: 'voltr_vault.so',
  getUnits: (data) => findUnits(UNITS, data, UNKNOWN_UNITS),
  run: (call) =>
    runInstruction(
      call,
      parseCall(
        call,
        vaults.VOLTR_VAULT_PROGRAM_ADDRESS,
        vaults.parseVoltrVaultInstruction,
        vaults.VoltrVaultInstructionType,
      ),
    ),
};

function runInstruction(call: ModelledCall, parsed: vaults.ParsedVoltrVaultInstruction) {
  switch (parsed.instructionType) {
    case vaults.VoltrVaultInstructionType.DepositVault:
      return depositVault(call, parsed);
    case vaults.VoltrVaultInstructionType.InstantWithdrawVault:
      return instantWithdrawVault(call, parsed);
    case vaults.VoltrVaultInstructionType.RequestWithdrawVault:
      return requestWithdrawVault(call, parsed);
    case vaults.VoltrVaultInstructionType.WithdrawVault:
      return withdrawVault(call, parsed);
    case vaults.VoltrVaultInstructionType.CancelRequestWithdrawVault:
      return cancelRequestWithdrawVault(call, parsed);
    case vaults.VoltrVaultInstructionType.InstantWithdrawStrategy:
      return instantWithdrawStrategy(call, parsed);
    case vaults.VoltrVaultInstructionType.DirectWithdrawStrategy:
      return directWithdrawStrategy(call, parsed);
    default:
      // Of the managers' instructions and the exits with a tolerance the model knows none.
      return fail(call, ANCHOR_ERROR__UNKNOWN_INSTRUCTION);
  }
}

/** `deposit_vault`: asset from the user to the idle funds, LP to the user. */
function depositVault(call: ModelledCall, { accounts, data }: vaults.ParsedDepositVaultInstruction): void {
  const opened = openVault(call, accounts);
  const { user, lpMint, lpMintAuth, state, operationalState } = opened;
  const { amount } = data;
  const assetDecimals = readDecimals(call, accounts.vaultAssetMint.address);
  const deposit = requireOk(
    call,
    vaults.previewDeposit(state, { amount, assetDecimals, now: call.now, operationalState }),
  );
  const source = accounts.userAssetAta.address;
  const destination = accounts.vaultAssetIdleAta.address;
  moveAsset(call, accounts, { source, destination, owner: user, amount });
  const userLp = accounts.userLpAta.address;
  call.invoke(mintTokens(lpMint, userLp, lpMintAuth.address, deposit.lpMinted), lpMintAuth);
  writeVault(call, opened, deposit.vault);
}

/** `instant_withdraw_vault`: LP of the user are burned, the idle funds pay. */
function instantWithdrawVault(
  call: ModelledCall,
  { accounts, data }: vaults.ParsedInstantWithdrawVaultInstruction,
): void {
  const opened = openVault(call, accounts);
  const { user, lpMint, idleAuth, state, operationalState } = opened;
  const userLp = accounts.userLpAta.address;
  const source = accounts.vaultAssetIdleAta.address;
  const withdrawal = requireOk(
    call,
    vaults.previewInstantWithdraw(state, {
      ...data,
      userLp: readTokens(call, userLp),
      idle: readTokens(call, source),
      now: call.now,
      operationalState,
    }),
  );
  call.invoke(burnTokens(lpMint, userLp, user, withdrawal.lpBurned));
  const destination = accounts.userAssetAta.address;
  moveAsset(call, accounts, { source, destination, owner: idleAuth, amount: withdrawal.assetPaid });
  writeVault(call, opened, withdrawal.vault);
}
