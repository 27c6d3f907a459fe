import { type AccountMeta, AccountRole, type Address, getU64Decoder } from '@solana/kit';
import {
  ADAPTOR_ADD_RECEIPT_DISCRIMINATOR,
  DIRECT_WITHDRAW_INIT_RECEIPT_DISCRIMINATOR,
  getAdaptorAddReceiptDecoder,
  getDirectWithdrawInitReceiptDecoder,
  getStrategyInitReceiptDecoder,
  getStrategyInitReceiptEncoder,
  STRATEGY_INIT_RECEIPT_DISCRIMINATOR,
  type StrategyInitReceipt,
} from '@staking-agent/chain/vault';
import type { CallAccount, ModelledCall } from '../../vm/models/program-model.ts';
import { ANCHOR_ERROR__BAD_DATA, ANCHOR_ERROR__WRONG_SEEDS, failWith } from '../anchor/anchor-failure.ts';
import type { AccountRule } from '../anchor/check-accounts.ts';
import { encodeAdaptorCall } from './adaptor.ts';
import { findStrategyKeys, findVaultKeys } from './vault-addresses.ts';
import {
  ASSET_TOKEN_PROGRAM,
  createVaultRule,
  LP_TOKEN_PROGRAM,
  PROTOCOL,
  readTokens,
  SYSTEM_PROGRAM,
  transferAsset,
} from './vault-call.ts';

/** Bytes of what an adaptor returns: what the position is worth. */
const VALUE_SIZE = 8;

/** The accounts that both withdrawals from a strategy take. */
export type StrategyAccounts = Readonly<
  Record<
    | 'userTransferAuthority'
    | 'vault'
    | 'strategy'
    | 'vaultAssetMint'
    | 'vaultStrategyAuth'
    | 'userAssetAta'
    | 'vaultStrategyAssetAta'
    | 'adaptorProgram'
    | 'assetTokenProgram',
    AccountMeta
  >
>;

/** A strategy that is about to pay. */
export type CalledStrategy = {
  readonly receipt: StrategyInitReceipt;
  /** Epoch in which the vault was allowed the adaptor. */
  readonly adaptorEpoch: bigint;
  /**
   * Invokes the adaptor for asset base units.
   *
   * @returns what it has delivered to the vault, and what it says that the position is worth now.
   */
  collect(amount: bigint): { readonly delivered: bigint; readonly positionValue: bigint };
  /** Hands base units of the asset to the user, and stores what the position is worth afterwards. */
  settle(paid: bigint, positionValue: bigint): void;
};

/**
 * Lists the rules of a withdrawal from a strategy.
 *
 * @param lpAccount - the account whose LP are burned.
 * @param receipt - of a request, where there is one.
 */
export function strategyRules(
  call: ModelledCall,
  accounts: StrategyAccounts,
  lpAccount: AccountRule,
  receipt?: AccountRule,
): AccountRule[] {
  const vault = accounts.vault.address;
  const mint = accounts.vaultAssetMint.address;
  const tokenProgram = accounts.assetTokenProgram.address;
  const seeds = (address: Address) => [address, ANCHOR_ERROR__WRONG_SEEDS] as const;
  const keys = findStrategyKeys(vault, accounts.strategy.address, accounts.adaptorProgram.address);
  const createAssetRule = (name: string, owner: Address): AccountRule => ({
    name,
    kind: 'token',
    isWritable: true,
    associated: { owner, mint, tokenProgram },
  });
  return [
    { name: 'user_transfer_authority', kind: 'signer', isWritable: true },
    PROTOCOL,
    createVaultRule(call, vault, mint),
    {
      name: 'adaptor_add_receipt',
      kind: ADAPTOR_ADD_RECEIPT_DISCRIMINATOR,
      is: seeds(keys.adaptorReceipt[0]),
    },
    {
      name: 'strategy_init_receipt',
      kind: STRATEGY_INIT_RECEIPT_DISCRIMINATOR,
      isWritable: true,
      is: seeds(keys.strategyReceipt[0]),
    },
    {
      name: 'direct_withdraw_init_receipt',
      kind: DIRECT_WITHDRAW_INIT_RECEIPT_DISCRIMINATOR,
      is: seeds(keys.directReceipt[0]),
    },
    { name: 'strategy', kind: 'any' },
    { name: 'vault_asset_mint', kind: 'mint', isWritable: true, mintProgram: tokenProgram },
    { name: 'vault_lp_mint', kind: 'mint', isWritable: true, is: seeds(findVaultKeys(vault).lpMint[0]) },
    lpAccount,
    { name: 'vault_strategy_auth', kind: 'any', isWritable: true, is: seeds(keys.strategyAuth[0]) },
    createAssetRule('user_asset_ata', accounts.userTransferAuthority.address),
    createAssetRule('vault_strategy_asset_ata', accounts.vaultStrategyAuth.address),
    ...(receipt === undefined ? [] : [receipt]),
    { name: 'adaptor_program', kind: 'any' },
    ASSET_TOKEN_PROGRAM,
    LP_TOKEN_PROGRAM,
    SYSTEM_PROGRAM,
  ];
}

/** Reads a strategy whose accounts have been checked; the adaptor's own follow behind `ownAccounts` of the instruction. */
export function openStrategy(
  call: ModelledCall,
  accounts: StrategyAccounts,
  ownAccounts: number,
): CalledStrategy {
  const strategy = accounts.strategy.address;
  const programAddress = accounts.adaptorProgram.address;
  const keys = findStrategyKeys(accounts.vault.address, strategy, programAddress);
  const authority = keys.strategyAuth[0];
  const source = accounts.vaultStrategyAssetAta.address;
  const receipt = getStrategyInitReceiptDecoder().decode(readData(call, keys.strategyReceipt[0]));
  const { lastUpdatedEpoch } = getAdaptorAddReceiptDecoder().decode(readData(call, keys.adaptorReceipt[0]));
  const direct = getDirectWithdrawInitReceiptDecoder().decode(readData(call, keys.directReceipt[0]));
  return {
    collect: (amount) => {
      const before = readTokens(call, source);
      const own = [
        { address: authority, role: AccountRole.WRITABLE_SIGNER },
        { address: strategy, role: AccountRole.READONLY },
        { address: accounts.vaultAssetMint.address, role: AccountRole.READONLY },
        { address: source, role: AccountRole.WRITABLE },
        { address: accounts.assetTokenProgram.address, role: AccountRole.READONLY },
      ];
      const remaining = call.accounts.slice(ownAccounts).map(toMeta);
      const data = encodeAdaptorCall(direct, amount);
      call.invoke({ programAddress, accounts: [...own, ...remaining], data }, [authority]);
      const delivered = readTokens(call, source) - before;
      const returned = call.getReturned();
      if (returned.length < VALUE_SIZE) failWith(call, ANCHOR_ERROR__BAD_DATA);
      return { delivered, positionValue: getU64Decoder().decode(returned) };
    },
    receipt,
    adaptorEpoch: lastUpdatedEpoch,
    settle: (paid, positionValue) => {
      const transfer = transferAsset(call, {
        mint: accounts.vaultAssetMint.address,
        tokenProgram: accounts.assetTokenProgram.address,
        source,
        destination: accounts.userAssetAta.address,
        owner: authority,
        amount: paid,
      });
      call.invoke(transfer, [authority]);
      const after = { ...receipt, positionValue, lastUpdatedTs: call.now };
      call.write(keys.strategyReceipt[0], Uint8Array.from(getStrategyInitReceiptEncoder().encode(after)));
    },
  };
}

function toMeta({ address, isSigner, isWritable }: CallAccount): AccountMeta {
  if (isSigner)
    return { address, role: isWritable ? AccountRole.WRITABLE_SIGNER : AccountRole.READONLY_SIGNER };
  return { address, role: isWritable ? AccountRole.WRITABLE : AccountRole.READONLY };
}

function readData(call: ModelledCall, address: Address): Uint8Array {
  return Uint8Array.from(call.findAccount(address)?.data ?? []);
}
