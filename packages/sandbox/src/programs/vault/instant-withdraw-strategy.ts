import {
  ADAPTOR_ADD_RECEIPT_DISCRIMINATOR,
  DIRECT_WITHDRAW_INIT_RECEIPT_DISCRIMINATOR,
  getAdaptorAddReceiptDecoder,
  getStrategyInitReceiptDecoder,
  getStrategyInitReceiptEncoder,
  type ParsedInstantWithdrawStrategyInstruction,
  previewInstantWithdrawStrategy,
  STRATEGY_INIT_RECEIPT_DISCRIMINATOR,
} from '@staking-agent/chain/vault';
import { type ModelledCall, ProgramFailure } from '../../vm/models/program-model.ts';
import { ANCHOR_ERROR__WRONG_SEEDS } from '../anchor/anchor-failure.ts';
import { checkAccounts } from '../anchor/check-accounts.ts';
import type { Adaptor } from './adaptor.ts';
import { findStrategyKeys, findVaultKeys } from './vault-addresses.ts';
import {
  ASSET_TOKEN_PROGRAM,
  burnLp,
  LP_TOKEN_PROGRAM,
  PROTOCOL,
  readVault,
  requireOk,
  SYSTEM_PROGRAM,
  tokensOf,
  transferAsset,
  vaultOf,
  writeVault,
} from './vault-call.ts';

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
  const mint = accounts.vaultAssetMint.address;
  const tokenProgram = accounts.assetTokenProgram.address;
  const strategy = accounts.strategy.address;
  const adaptorProgram = accounts.adaptorProgram.address;
  const { lpMint } = findVaultKeys(vault);
  const keys = findStrategyKeys(vault, strategy, adaptorProgram);
  const authority = keys.strategyAuth[0];
  checkAccounts(call, [
    { name: 'user_transfer_authority', kind: 'signer', isWritable: true },
    PROTOCOL,
    vaultOf(call, vault, mint),
    {
      name: 'adaptor_add_receipt',
      kind: ADAPTOR_ADD_RECEIPT_DISCRIMINATOR,
      is: [keys.adaptorReceipt[0], ANCHOR_ERROR__WRONG_SEEDS],
    },
    {
      name: 'strategy_init_receipt',
      kind: STRATEGY_INIT_RECEIPT_DISCRIMINATOR,
      isWritable: true,
      is: [keys.strategyReceipt[0], ANCHOR_ERROR__WRONG_SEEDS],
    },
    {
      name: 'direct_withdraw_init_receipt',
      kind: DIRECT_WITHDRAW_INIT_RECEIPT_DISCRIMINATOR,
      is: [keys.directReceipt[0], ANCHOR_ERROR__WRONG_SEEDS],
    },
    { name: 'strategy', kind: 'any' },
    { name: 'vault_asset_mint', kind: 'mint', isWritable: true, mintProgram: tokenProgram },
    { name: 'vault_lp_mint', kind: 'mint', isWritable: true, is: [lpMint[0], ANCHOR_ERROR__WRONG_SEEDS] },
    { name: 'user_lp_ata', kind: 'token', isWritable: true, associated: { owner: user, mint: lpMint[0] } },
    {
      name: 'vault_strategy_auth',
      kind: 'any',
      isWritable: true,
      is: [authority, ANCHOR_ERROR__WRONG_SEEDS],
    },
    {
      name: 'user_asset_ata',
      kind: 'token',
      isWritable: true,
      associated: { owner: user, mint, tokenProgram },
    },
    {
      name: 'vault_strategy_asset_ata',
      kind: 'token',
      isWritable: true,
      associated: { owner: accounts.vaultStrategyAuth.address, mint, tokenProgram },
    },
    { name: 'adaptor_program', kind: 'any' },
    ASSET_TOKEN_PROGRAM,
    LP_TOKEN_PROGRAM,
    SYSTEM_PROGRAM,
  ]);
  const called = readVault(call, vault);
  const adaptor = adaptors.find(({ programAddress }) => programAddress === adaptorProgram);
  if (adaptor === undefined) throw new ProgramFailure('UnsupportedProgramId', 'The adaptor has no model.');

  const source = accounts.vaultStrategyAssetAta.address;
  const request = { authority, strategy, destination: source, remaining: call.accounts.slice(OWN_ACCOUNTS) };
  const receiptAddress = keys.strategyReceipt[0];
  const receipt = getStrategyInitReceiptDecoder().decode(dataOf(call, receiptAddress));
  const { lastUpdatedEpoch } = getAdaptorAddReceiptDecoder().decode(dataOf(call, keys.adaptorReceipt[0]));
  const userLp = accounts.userLpAta.address;
  const preview = (actualValueOf: () => bigint) =>
    requireOk(
      call,
      previewInstantWithdrawStrategy(called.state, {
        ...data,
        userLp: tokensOf(call, userLp),
        now: call.now,
        operationalState: called.operationalState,
        position: {
          reportedValue: receipt.positionValue,
          // Read last: what the vault itself refuses comes before anything of the adaptor.
          get actualValue() {
            return actualValueOf();
          },
          adaptorEpoch: lastUpdatedEpoch,
          epoch: call.epoch,
        },
      }),
    );
  const { assetPaid: amount } = preview(() => adaptor.valueOf(call, request));
  const positionValue = adaptor.withdraw(call, { ...request, amount });
  // What the adaptor says afterwards is what the vault goes by; it may have rounded in the vault's favour.
  const withdrawal = preview(() => positionValue + amount);
  call.invoke(burnLp(lpMint[0], userLp, user, withdrawal.lpBurned));
  call.invoke(
    transferAsset(call, {
      mint,
      tokenProgram,
      source,
      destination: accounts.userAssetAta.address,
      owner: authority,
      amount,
    }),
    [authority],
  );
  writeVault(call, vault, called.account, withdrawal.vault);
  const encoded = getStrategyInitReceiptEncoder().encode({
    ...receipt,
    positionValue,
    lastUpdatedTs: call.now,
  });
  call.write(receiptAddress, Uint8Array.from(encoded));
}

function dataOf(call: ModelledCall, address: string): Uint8Array {
  return Uint8Array.from(call.findAccount(address as never)?.data ?? []);
}
