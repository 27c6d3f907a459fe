import type { AccountMeta, Address } from '@solana/kit';
import { toAddressBytes } from '@staking-agent/chain/address';
import * as vaults from '@staking-agent/chain/vault';
import { findPda, type ModelledCall, type Pda, ProgramFailure } from '../../vm/player/model.ts';
import { parseMintDecimals, readSupply } from '../../vm/token-balances.ts';
import * as anchor from '../anchor.ts';
import { transferTokens } from '../native.ts';

/** The one account of the program that says which operations are on. */
export const PROTOCOL: Pda = derive('protocol');

/** Addresses that derive from a vault alone. */
export function findVaultKeys(vault: Address) {
  return {
    lpMint: derive('vault_lp_mint', vault),
    lpMintAuth: derive('vault_lp_mint_auth', vault),
    idleAuth: derive('vault_asset_idle_auth', vault),
  };
}

/** Addresses that derive from a vault, a strategy and its adaptor. */
export function findStrategyKeys(vault: Address, strategy: Address, adaptor: Address) {
  return {
    adaptorReceipt: derive('adaptor_add_receipt', vault, adaptor),
    strategyReceipt: derive('strategy_init_receipt', vault, strategy),
    directReceipt: derive('direct_withdraw_init_receipt', vault, strategy),
    strategyAuth: derive('vault_strategy_auth', vault, strategy),
  };
}

/** The account of a user's one pending request. */
export function findRequestReceipt(vault: Address, user: Address): Pda {
  return derive('request_withdraw_vault_receipt', vault, user);
}

function derive(word: string, ...keys: readonly Address[]): Pda {
  return findPda(vaults.VOLTR_VAULT_PROGRAM_ADDRESS, word, ...keys.map((key) => toAddressBytes(key)));
}

const readProtocol = anchor.createReader(vaults.getProtocolDecoder());
/** Reads the account of a vault. */
export const readVault = anchor.createReader(vaults.getVaultDecoder());
/** Reads what a vault knows of one of its strategies. */
export const readStrategyReceipt = anchor.createReader(vaults.getStrategyInitReceiptDecoder());
// Made once: to make one takes a third of what it takes to encode an account.
const VAULT_ENCODER = vaults.getVaultEncoder();
const STRATEGY_RECEIPT_ENCODER = vaults.getStrategyInitReceiptEncoder();

/** Encodes the account of a vault with another state. */
export function encodeVault(account: vaults.Vault, state: vaults.VaultState, now: bigint): Uint8Array {
  return Uint8Array.from(VAULT_ENCODER.encode(vaults.withVaultState(account, state, now)));
}

/** Encodes what a vault knows of a strategy, with what its position is worth now. */
export function encodeStrategyReceipt(
  receipt: vaults.StrategyInitReceipt,
  positionValue: bigint,
  lastUpdatedTs: bigint,
): Uint8Array {
  return Uint8Array.from(STRATEGY_RECEIPT_ENCODER.encode({ ...receipt, positionValue, lastUpdatedTs }));
}

/** The accounts of an instruction by the program's names of their places, in its order. */
export type VaultAccounts = Readonly<Record<'userTransferAuthority' | 'vault', AccountMeta>> & {
  readonly [N in
    | 'adaptorProgram'
    | 'assetTokenProgram'
    | 'strategy'
    | 'vaultAssetIdleAuth'
    | 'vaultAssetMint'
    | 'vaultStrategyAuth']?: AccountMeta;
};

/** A vault that an instruction names, and who deals with it. */
export type OpenedVault = ReturnType<typeof openVault>;

/**
 * Checks the accounts of an instruction, and reads the vault.
 *
 * @param own - rules of the instruction that differ from those which the others have.
 * @throws {ProgramFailure}
 */
export function openVault(call: ModelledCall, accounts: VaultAccounts, own: anchor.AccountRules = {}) {
  const user = accounts.userTransferAuthority.address;
  const vault = accounts.vault.address;
  const keys = findVaultKeys(vault);
  const receipt = findRequestReceipt(vault, user);
  anchor.checkAccounts(call, anchor.pickRules(accounts, { ...createRules(call, accounts), ...own }));
  const account = readVault(call, vault);
  const { operationalState } = readProtocol(call, PROTOCOL.address);
  const state = vaults.getVaultState(account, readSupply(call, account.lp.mint));
  return { user, vault, ...keys, lpMint: keys.lpMint.address, receipt, account, state, operationalState };
}

function createRules(call: ModelledCall, accounts: VaultAccounts): anchor.AccountRules {
  const { userTransferAuthority, vaultAssetMint, assetTokenProgram } = accounts;
  const vault = accounts.vault.address;
  const { lpMint, lpMintAuth, idleAuth } = findVaultKeys(vault);
  const receipt = findRequestReceipt(vault, userTransferAuthority.address).address;
  const isOfAsset = (): void => {
    const { mint } = readVault(call, vault).asset;
    if (vaultAssetMint !== undefined && mint !== vaultAssetMint.address) {
      fail(call, vaults.VOLTR_VAULT_ERROR__INVALID_TOKEN_MINT, 'vault');
    }
  };
  const assetRule = (owner: AccountMeta | undefined): anchor.AccountRule =>
    owner === undefined || vaultAssetMint === undefined
      ? { kind: 'any' }
      : anchor.tokenRule(owner.address, vaultAssetMint.address, assetTokenProgram?.address);
  return {
    payer: { kind: 'signer', isWritable: true },
    userTransferAuthority: { kind: 'signer' },
    protocol: anchor.seededRule(PROTOCOL.address, vaults.PROTOCOL_DISCRIMINATOR),
    vault: { kind: vaults.VAULT_DISCRIMINATOR, isWritable: true, satisfies: isOfAsset },
    vaultAssetMint: { kind: 'mint', ...(assetTokenProgram && { mintProgram: assetTokenProgram.address }) },
    vaultLpMint: anchor.seededRule(lpMint.address, 'mint'),
    vaultLpMintAuth: anchor.seededRule(lpMintAuth.address),
    vaultAssetIdleAta: assetRule(accounts.vaultAssetIdleAuth),
    vaultAssetIdleAuth: anchor.seededRule(idleAuth.address),
    vaultStrategyAssetAta: assetRule(accounts.vaultStrategyAuth),
    userAssetAta: assetRule(userTransferAuthority),
    userLpAta: anchor.tokenRule(userTransferAuthority.address, lpMint.address),
    requestWithdrawLpAta: anchor.tokenRule(receipt, lpMint.address),
    requestWithdrawVaultReceipt: anchor.seededRule(
      receipt,
      vaults.REQUEST_WITHDRAW_VAULT_RECEIPT_DISCRIMINATOR,
      true,
    ),
    assetTokenProgram: { kind: 'any-token-program' },
    lpTokenProgram: { kind: 'token-program' },
    systemProgram: { kind: 'system-program' },
    ...createStrategyRules(accounts),
  };
}

function createStrategyRules({ vault, strategy, adaptorProgram }: VaultAccounts): anchor.AccountRules {
  if (strategy === undefined || adaptorProgram === undefined) return {};
  const keys = findStrategyKeys(vault.address, strategy.address, adaptorProgram.address);
  const direct = vaults.DIRECT_WITHDRAW_INIT_RECEIPT_DISCRIMINATOR;
  return {
    adaptorAddReceipt: anchor.seededRule(
      keys.adaptorReceipt.address,
      vaults.ADAPTOR_ADD_RECEIPT_DISCRIMINATOR,
    ),
    strategyInitReceipt: anchor.seededRule(
      keys.strategyReceipt.address,
      vaults.STRATEGY_INIT_RECEIPT_DISCRIMINATOR,
      true,
    ),
    directWithdrawInitReceipt: anchor.seededRule(keys.directReceipt.address, direct),
    vaultStrategyAuth: anchor.seededRule(keys.strategyAuth.address),
  };
}

/** Stores what an instruction has made of a vault. */
export function writeVault(
  call: ModelledCall,
  { vault, account }: OpenedVault,
  state: vaults.VaultState,
): void {
  call.write(vault, encodeVault(account, state, call.now));
}

/** Unwraps a preview. @throws {ProgramFailure} with what the program, or the token program it calls, answers instead. */
export function requireOk<T extends { readonly ok: true }>(
  call: ModelledCall,
  result: T | vaults.VaultRefusal,
): T {
  if (result.ok) return result;
  if (result.by === 'vault') return fail(call, result.code);
  throw new ProgramFailure({ Custom: result.code }, 'insufficient funds');
}

/** Returns the decimals of a mint that has been checked. */
export function readDecimals(call: ModelledCall, mint: Address): number {
  return parseMintDecimals(call.findAccount(mint)) ?? 0;
}

/** A transfer in base units, from an account whose owner signs the transaction or is derived. */
type Transfer = {
  readonly source: Address;
  readonly destination: Address;
  readonly owner: Address | Pda;
  readonly amount: bigint;
};

/** Moves base units of a vault's asset. */
export function moveAsset(
  call: ModelledCall,
  accounts: Readonly<Record<'vaultAssetMint' | 'assetTokenProgram', AccountMeta>>,
  transfer: Transfer,
): void {
  const mint = accounts.vaultAssetMint.address;
  const decimals = readDecimals(call, mint);
  move(call, { mint, decimals, tokenProgram: accounts.assetTokenProgram.address }, transfer);
}

/** Moves LP base units. */
export function moveLp(call: ModelledCall, mint: Address, transfer: Transfer): void {
  move(call, { mint, decimals: vaults.LP_DECIMALS }, transfer);
}

function move(
  call: ModelledCall,
  token: { readonly mint: Address; readonly decimals: number; readonly tokenProgram?: Address },
  { owner, ...transfer }: Transfer,
): void {
  const [address, signers] = typeof owner === 'string' ? [owner, []] : [owner.address, [owner]];
  call.invoke(transferTokens({ ...token, ...transfer, owner: address }), ...signers);
}

/**
 * Refuses as the vault program does.
 *
 * @param account - the program's name of the account at fault, where one is.
 * @throws {ProgramFailure} always.
 */
export function fail(call: ModelledCall, code: number, account?: string): never {
  return anchor.failWith(call, code, account, describe);
}

/** Returns the message that the program prints, which differs from the client's for some codes. */
function describe(code: number) {
  const error = vaults.getVaultError(code);
  if (error === undefined || !vaults.isVaultErrorCode(code)) return error;
  return { ...error, message: vaults.getVoltrVaultErrorMessage(code) };
}
