import {
  CANCEL_REQUEST_WITHDRAW_VAULT_DISCRIMINATOR,
  DEPOSIT_VAULT_DISCRIMINATOR,
  DIRECT_WITHDRAW_STRATEGY_DISCRIMINATOR,
  INSTANT_WITHDRAW_STRATEGY_DISCRIMINATOR,
  INSTANT_WITHDRAW_VAULT_DISCRIMINATOR,
  type ParsedDepositVaultInstruction,
  type ParsedInstantWithdrawVaultInstruction,
  type ParsedVoltrVaultInstruction,
  parseVoltrVaultInstruction,
  previewDeposit,
  previewInstantWithdraw,
  REQUEST_WITHDRAW_VAULT_DISCRIMINATOR,
  VOLTR_VAULT_PROGRAM_ADDRESS,
  VoltrVaultInstructionType,
  WITHDRAW_VAULT_DISCRIMINATOR,
} from '@staking-agent/chain/vault';
import type { ModelledCall, ProgramModel } from '../../vm/player/model.ts';
import { readTokens } from '../../vm/token-balances.ts';
import {
  ANCHOR_ERROR__UNKNOWN_INSTRUCTION,
  checkAccounts,
  findUnits,
  parseCall,
  seededRule,
  tokenRule,
} from '../anchor.ts';
import {
  ASSET_TOKEN_PROGRAM,
  burnLp,
  createPayoutRules,
  createVaultRule,
  fail,
  findVaultKeys,
  LP_TOKEN_PROGRAM,
  mintLp,
  PROTOCOL,
  readDecimals,
  readVault,
  requireOk,
  SYSTEM_PROGRAM,
  transferAsset,
  writeVault,
} from './call.ts';
import { cancelRequestWithdrawVault, requestWithdrawVault, withdrawVault } from './requests.ts';
import { directWithdrawStrategy, instantWithdrawStrategy } from './strategies.ts';

/** What the program uses itself, the programs it invokes not counted; measured on the binary of February 2026. */
const UNITS = [
  { discriminator: DEPOSIT_VAULT_DISCRIMINATOR, units: 35_000n },
  { discriminator: INSTANT_WITHDRAW_VAULT_DISCRIMINATOR, units: 35_000n },
  { discriminator: REQUEST_WITHDRAW_VAULT_DISCRIMINATOR, units: 29_000n },
  { discriminator: WITHDRAW_VAULT_DISCRIMINATOR, units: 41_000n },
  { discriminator: CANCEL_REQUEST_WITHDRAW_VAULT_DISCRIMINATOR, units: 29_000n },
  { discriminator: INSTANT_WITHDRAW_STRATEGY_DISCRIMINATOR, units: 57_000n },
  { discriminator: DIRECT_WITHDRAW_STRATEGY_DISCRIMINATOR, units: 57_000n },
];
const UNKNOWN_UNITS = 1_500n;

/** The vault program, as far as depositors call it. */
export const vaultModel: ProgramModel = {
  programAddress: VOLTR_VAULT_PROGRAM_ADDRESS,
  name: 'model of voltr_vault',
  file: 'voltr_vault.so',
  getUnits: (data) => findUnits(UNITS, data, UNKNOWN_UNITS),
  run: (call) =>
    runInstruction(call, parseCall(call, VOLTR_VAULT_PROGRAM_ADDRESS, parseVoltrVaultInstruction)),
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
      instantWithdrawStrategy(call, parsed);
      break;
    case VoltrVaultInstructionType.DirectWithdrawStrategy:
      call.log('Instruction: DirectWithdrawStrategy');
      directWithdrawStrategy(call, parsed);
      break;
    default:
      // Of the managers' instructions and the exits with a tolerance the model knows none.
      fail(call, ANCHOR_ERROR__UNKNOWN_INSTRUCTION);
  }
}

/** `deposit_vault`: asset from the user to the idle funds, LP to the user. */
function depositVault(call: ModelledCall, { accounts, data }: ParsedDepositVaultInstruction): void {
  const user = accounts.userTransferAuthority.address;
  const vault = accounts.vault.address;
  const mint = accounts.vaultAssetMint.address;
  const tokenProgram = accounts.assetTokenProgram.address;
  const { lpMint, lpMintAuth, idleAuth } = findVaultKeys(vault);
  checkAccounts(call, [
    { name: 'user_transfer_authority', kind: 'signer' },
    PROTOCOL,
    createVaultRule(call, vault, mint),
    { name: 'vault_asset_mint', kind: 'mint', mintProgram: tokenProgram },
    seededRule('vault_lp_mint', lpMint[0], 'mint', true),
    tokenRule('user_asset_ata', user, mint, tokenProgram),
    tokenRule('vault_asset_idle_ata', accounts.vaultAssetIdleAuth.address, mint, tokenProgram),
    seededRule('vault_asset_idle_auth', idleAuth[0]),
    tokenRule('user_lp_ata', user, lpMint[0]),
    seededRule('vault_lp_mint_auth', lpMintAuth[0]),
    ASSET_TOKEN_PROGRAM,
    LP_TOKEN_PROGRAM,
    SYSTEM_PROGRAM,
  ]);
  const called = readVault(call, vault);

  const { amount } = data;
  const { account, state, operationalState } = called;
  const assetDecimals = readDecimals(call, mint);
  const deposit = requireOk(
    call,
    previewDeposit(state, { amount, assetDecimals, now: call.now, operationalState }),
  );
  const source = accounts.userAssetAta.address;
  const destination = accounts.vaultAssetIdleAta.address;
  call.invoke(transferAsset(call, { mint, tokenProgram, source, destination, owner: user, amount }));
  call.invoke(mintLp(lpMint[0], accounts.userLpAta.address, lpMintAuth[0], deposit.lpMinted), [
    lpMintAuth[0],
  ]);
  writeVault(call, vault, account, deposit.vault);
}

/** `instant_withdraw_vault`: LP of the user are burned, the idle funds pay. */
function instantWithdrawVault(
  call: ModelledCall,
  { accounts, data }: ParsedInstantWithdrawVaultInstruction,
): void {
  const user = accounts.userTransferAuthority.address;
  const vault = accounts.vault.address;
  const mint = accounts.vaultAssetMint.address;
  const tokenProgram = accounts.assetTokenProgram.address;
  const { lpMint, idleAuth } = findVaultKeys(vault);
  checkAccounts(call, [
    { name: 'user_transfer_authority', kind: 'signer' },
    PROTOCOL,
    createVaultRule(call, vault, mint),
    { name: 'vault_asset_mint', kind: 'mint', mintProgram: tokenProgram },
    seededRule('vault_lp_mint', lpMint[0], 'mint', true),
    tokenRule('user_lp_ata', user, lpMint[0]),
    ...createPayoutRules(accounts.vaultAssetIdleAuth.address, idleAuth[0], { user, mint, tokenProgram }),
    ASSET_TOKEN_PROGRAM,
    LP_TOKEN_PROGRAM,
    SYSTEM_PROGRAM,
  ]);
  const called = readVault(call, vault);

  const { account, state, operationalState } = called;
  const userLp = accounts.userLpAta.address;
  const source = accounts.vaultAssetIdleAta.address;
  const withdrawal = requireOk(
    call,
    previewInstantWithdraw(state, {
      ...data,
      userLp: readTokens(call, userLp),
      idle: readTokens(call, source),
      now: call.now,
      operationalState,
    }),
  );
  const destination = accounts.userAssetAta.address;
  const owner = idleAuth[0];
  const amount = withdrawal.assetPaid;
  call.invoke(burnLp(lpMint[0], userLp, user, withdrawal.lpBurned));
  call.invoke(transferAsset(call, { mint, tokenProgram, source, destination, owner, amount }), [owner]);
  writeVault(call, vault, account, withdrawal.vault);
}
