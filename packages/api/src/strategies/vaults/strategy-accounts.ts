import { type AccountMeta, AccountRole, type Address, createNoopSigner, type Instruction } from '@solana/kit';
import type { Adaptor } from '@staking-agent/chain/deployment';
import { TOKEN_PROGRAM_ADDRESS } from '@staking-agent/chain/token';
import {
  findAdaptorAddReceiptPda,
  findDirectWithdrawInitReceiptPda,
  findStrategyInitReceiptPda,
  findVaultStrategyAuthPda,
  findVaultStrategyTokenAccount,
  getInstantWithdrawStrategyInstruction,
} from '@staking-agent/chain/vault';
import type { VaultAccounts, WalletAccounts } from './vault-accounts.ts';

/** What all wallets share of one strategy of a vault. */
export type StrategyAccounts = {
  readonly adaptorReceipt: Address;
  readonly strategyReceipt: Address;
  readonly directReceipt: Address;
  readonly strategyAuthority: Address;
  /** The token account through which the strategy pays. */
  readonly strategyAsset: Address;
};

/** How much a withdrawal takes: asset or LP base units, or every LP. */
export type WithdrawalTerms = {
  readonly amount: bigint;
  readonly isAmountInLp: boolean;
  readonly isWithdrawAll: boolean;
};

/** Derives what all wallets share of a strategy. */
export async function findStrategyAccounts(
  { vault, assetMint }: Pick<VaultAccounts, 'vault' | 'assetMint'>,
  { program, strategy }: Pick<Adaptor<string>, 'program' | 'strategy'>,
): Promise<StrategyAccounts> {
  const seeds = { vault, strategy, adaptorProgram: program };
  return {
    adaptorReceipt: (await findAdaptorAddReceiptPda(seeds))[0],
    strategyReceipt: (await findStrategyInitReceiptPda(seeds))[0],
    directReceipt: (await findDirectWithdrawInitReceiptPda(seeds))[0],
    strategyAuthority: (await findVaultStrategyAuthPda(seeds))[0],
    strategyAsset: await findVaultStrategyTokenAccount({ ...seeds, assetMint }),
  };
}

/**
 * Builds a withdrawal from a strategy of a vault.
 *
 * @param own - the accounts of the wallet that an adaptor may name.
 */
export function withdrawFromStrategy<Own extends string>(
  accounts: VaultAccounts & WalletAccounts & StrategyAccounts,
  adaptor: Adaptor<Own>,
  wallet: Address,
  own: Readonly<Record<Own, Address>>,
  terms: WithdrawalTerms,
): Instruction {
  const instruction = getInstantWithdrawStrategyInstruction({
    userTransferAuthority: createNoopSigner(wallet),
    protocol: accounts.protocol,
    vault: accounts.vault,
    adaptorAddReceipt: accounts.adaptorReceipt,
    strategyInitReceipt: accounts.strategyReceipt,
    directWithdrawInitReceipt: accounts.directReceipt,
    strategy: adaptor.strategy,
    vaultAssetMint: accounts.assetMint,
    vaultLpMint: accounts.lpMint,
    userLpAta: accounts.userLp,
    vaultStrategyAuth: accounts.strategyAuthority,
    userAssetAta: accounts.userAsset,
    vaultStrategyAssetAta: accounts.strategyAsset,
    adaptorProgram: adaptor.program,
    assetTokenProgram: TOKEN_PROGRAM_ADDRESS,
    ...terms,
    userArgs: adaptor.arguments ?? null,
  });
  return { ...instruction, accounts: [...instruction.accounts, ...listAdaptorAccounts(adaptor, own)] };
}

/** Lists what an adaptor is called with after the accounts of the vault's instruction. */
export function listAdaptorAccounts<Own extends string>(
  { accounts }: Adaptor<Own>,
  own: Readonly<Record<Own, Address>>,
): AccountMeta[] {
  return accounts.map(({ account, isSigner, isWritable }) => ({
    address: isOwn(account, own) ? own[account] : (account as Address),
    role: getRole(isSigner, isWritable),
  }));
}

function isOwn<Own extends string>(account: string, own: Readonly<Record<Own, Address>>): account is Own {
  return Object.hasOwn(own, account);
}

function getRole(isSigner: boolean, isWritable: boolean): AccountRole {
  if (isSigner) return isWritable ? AccountRole.WRITABLE_SIGNER : AccountRole.READONLY_SIGNER;
  return isWritable ? AccountRole.WRITABLE : AccountRole.READONLY;
}
