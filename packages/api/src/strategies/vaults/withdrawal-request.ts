import { type Address, createNoopSigner, type Instruction } from '@solana/kit';
import type { Adaptor } from '@staking-agent/chain/deployment';
import {
  findAssociatedTokenAddress,
  getCreateTokenAccountInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@staking-agent/chain/token';
import {
  type ClaimInput,
  findRequestWithdrawVaultReceiptPda,
  getCancelRequestWithdrawVaultInstruction,
  getDirectWithdrawStrategyInstruction,
  getRequestWithdrawVaultInstruction,
  getRequestWithdrawVaultReceiptDecoder,
  getWithdrawVaultInstruction,
  VOLTR_VAULT_PROGRAM_ADDRESS,
} from '@staking-agent/chain/vault';
import type { ReadAccounts } from '../../upstreams/ledger/read-accounts.ts';
import { listAdaptorAccounts, type StrategyAccounts, type WithdrawalTerms } from './strategy-accounts.ts';
import type { VaultAccounts, WalletAccounts } from './vault-accounts.ts';

/** The accounts of a wallet's one request of a withdrawal. */
export type RequestAccounts = {
  readonly request: Address;
  /** The token account that holds its LP; it stays when the request is paid. */
  readonly escrow: Address;
};

/** Accounts of a vault, of a wallet in it, and of its request. */
export type RequestPlace = VaultAccounts & WalletAccounts & RequestAccounts;

/** What a request keeps; amounts in base units, the time in Unix seconds. */
export type WithdrawalRequest = Pick<ClaimInput, 'lpEscrowed' | 'assetBits' | 'withdrawableFrom'>;

/** Derives the accounts of a wallet's request. */
export async function findRequestAccounts(
  wallet: Address,
  { vault, lpMint }: VaultAccounts,
): Promise<RequestAccounts> {
  const [request] = await findRequestWithdrawVaultReceiptPda({ vault, user: wallet });
  return { request, escrow: await findAssociatedTokenAddress(request, lpMint) };
}

/** Decodes a wallet's request; undefined where it has made none, or it was paid. */
export function decodeRequest(read: ReadAccounts, request: Address): WithdrawalRequest | undefined {
  const account = read(request);
  const decoder = getRequestWithdrawVaultReceiptDecoder();
  if (account?.owner !== VOLTR_VAULT_PROGRAM_ADDRESS || account.data.length < decoder.fixedSize)
    return undefined;
  const decoded = decoder.decode(account.data);
  return {
    lpEscrowed: decoded.amountLpEscrowed,
    assetBits: decoded.amountAssetToWithdrawDecimalBits,
    withdrawableFrom: decoded.withdrawableFromTs,
  };
}

/** Builds a request of a withdrawal, with the account that its LP wait in. */
export function requestWithdrawal(
  { request, escrow, protocol, vault, lpMint, userLp }: RequestPlace,
  wallet: Address,
  terms: WithdrawalTerms,
): Instruction[] {
  const signer = createNoopSigner(wallet);
  return [
    getCreateTokenAccountInstruction({ owner: request, mint: lpMint, account: escrow, payer: wallet }),
    getRequestWithdrawVaultInstruction({
      payer: signer,
      userTransferAuthority: signer,
      protocol,
      vault,
      vaultLpMint: lpMint,
      userLpAta: userLp,
      requestWithdrawLpAta: escrow,
      requestWithdrawVaultReceipt: request,
      ...terms,
    }),
  ];
}

/** Builds the payment of a request out of the idle funds. */
export function claimFromIdle(place: RequestPlace, wallet: Address): Instruction {
  return getWithdrawVaultInstruction({
    ...sharedAccounts(place, wallet),
    vaultAssetIdleAta: place.idle,
    vaultAssetIdleAuth: place.idleAuthority,
  });
}

/**
 * Builds the payment of a whole request out of one strategy.
 *
 * @param own - the accounts of the wallet that an adaptor may name.
 */
export function claimFromStrategy<Own extends string>(
  place: RequestPlace & StrategyAccounts,
  adaptor: Adaptor<Own>,
  wallet: Address,
  own: Readonly<Record<Own, Address>>,
): Instruction {
  const instruction = getDirectWithdrawStrategyInstruction({
    ...sharedAccounts(place, wallet),
    adaptorAddReceipt: place.adaptorReceipt,
    strategyInitReceipt: place.strategyReceipt,
    directWithdrawInitReceipt: place.directReceipt,
    strategy: adaptor.strategy,
    vaultStrategyAuth: place.strategyAuthority,
    vaultStrategyAssetAta: place.strategyAsset,
    adaptorProgram: adaptor.program,
    userArgs: adaptor.arguments ?? null,
  });
  return { ...instruction, accounts: [...instruction.accounts, ...listAdaptorAccounts(adaptor, own)] };
}

/** Builds the end of a request that is not to be paid: its LP go back to the wallet. */
export function cancelRequest(
  { protocol, vault, lpMint, userLp, escrow, request }: RequestPlace,
  wallet: Address,
): Instruction {
  return getCancelRequestWithdrawVaultInstruction({
    userTransferAuthority: createNoopSigner(wallet),
    protocol,
    vault,
    vaultLpMint: lpMint,
    userLpAta: userLp,
    requestWithdrawLpAta: escrow,
    requestWithdrawVaultReceipt: request,
  });
}

function sharedAccounts(place: RequestPlace, wallet: Address) {
  return {
    userTransferAuthority: createNoopSigner(wallet),
    protocol: place.protocol,
    vault: place.vault,
    vaultAssetMint: place.assetMint,
    vaultLpMint: place.lpMint,
    requestWithdrawLpAta: place.escrow,
    userAssetAta: place.userAsset,
    requestWithdrawVaultReceipt: place.request,
    assetTokenProgram: TOKEN_PROGRAM_ADDRESS,
  };
}
