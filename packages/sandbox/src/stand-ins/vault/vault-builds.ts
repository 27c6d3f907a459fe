import { AccountRole, type Address, createNoopSigner, type Instruction } from '@solana/kit';
import { getCreateAssociatedTokenIdempotentInstruction } from '@solana-program/token';
import {
  getCancelRequestWithdrawVaultInstruction,
  getDepositVaultInstruction,
  getDirectWithdrawStrategyInstruction,
  getInstantWithdrawVaultInstruction,
  getRequestWithdrawVaultInstruction,
  getWithdrawVaultInstruction,
  redeemableValue,
} from '@staking-agent/chain/vault';
import { TOKEN_PROGRAM_ADDRESS } from '../../vm/program-addresses.ts';
import type { SandboxLedger } from '../../world/sandbox-ledger.ts';
import type { LentStrategy } from '../../world/usdc-vault/vault-seed.ts';
import type { Draft } from '../router/order.ts';
import { assertIsKey, type Fields, findFlag, requireAmount, requireKey } from './read-fields.ts';
import { badRequest } from './vault-error.ts';
import { findUserAccounts, readTokens, readVaultView, type UserAccounts } from './vault-view.ts';

/** Drafts the transaction of a request; throws `VaultError` 400 for what does not fit. */
export type Build = (ledger: SandboxLedger, body: Fields) => Draft;

/** Compute units a transaction of the provider may use. */
const UNITS = 200_000;

/** Builds by the last part of their path. */
export const VAULT_BUILDS: Readonly<Record<string, Build>> = {
  deposit: (ledger, body) => {
    const { user, accounts, common } = read(ledger, body);
    const amount = requirePositive(body);
    const open = createAccount(user, user, accounts.lp, ledger.vault.lpMint);
    return draft(user, accounts, [open, getDepositVaultInstruction({ ...common, amount })]);
  },
  'direct-withdraw': (ledger, body) => {
    const { user, accounts, common } = read(ledger, body);
    const isWithdrawAll = findFlag(body['isWithdrawAll'], 'isWithdrawAll');
    if (isWithdrawAll === undefined) badRequest('Missing required field: isWithdrawAll');
    const given = requireAmount(body['lamportAmount'], 'lamportAmount');
    if (!isWithdrawAll && given === 0n) badRequest('Invalid amount: lamportAmount must be above zero');
    const asset = isWithdrawAll ? worthOfAll(ledger, accounts) : given;
    // The program refuses zero even where it does not look at the amount.
    const how = { amount: isWithdrawAll ? 1n : given, isAmountInLp: false, isWithdrawAll };
    const { idle, lentTo } = readVaultView(ledger);
    const open = createAccount(user, user, accounts.asset, ledger.vault.assetMint);
    if (asset <= idle) {
      return draft(user, accounts, [open, getInstantWithdrawVaultInstruction({ ...common, ...how })]);
    }
    const place = ledger.vault.strategies.find((_each, index) => asset <= (lentTo[index] ?? 0n));
    if (place === undefined) badRequest('Insufficient liquidity in the vault for an instant withdrawal');
    const escrow = createAccount(user, accounts.receipt, accounts.escrow, ledger.vault.lpMint);
    const request = getRequestWithdrawVaultInstruction({ ...common, payer: createNoopSigner(user), ...how });
    return draft(user, accounts, [open, escrow, request, withdrawFromStrategy(place, common)]);
  },
  'request-withdrawal': (ledger, body) => {
    const { user, accounts, common } = read(ledger, body);
    const isAmountInLp = findFlag(body['isAmountInLp'], 'isAmountInLp') ?? true;
    const isWithdrawAll = findFlag(body['isWithdrawAll'], 'isWithdrawAll') ?? false;
    const given = requireAmount(body['lamportAmount'], 'lamportAmount');
    if (!isWithdrawAll && given === 0n) badRequest('Invalid amount: lamportAmount must be above zero');
    const how = { amount: isWithdrawAll ? 1n : given, isAmountInLp, isWithdrawAll };
    const open = createAccount(user, accounts.receipt, accounts.escrow, ledger.vault.lpMint);
    const payer = createNoopSigner(user);
    return draft(user, accounts, [open, getRequestWithdrawVaultInstruction({ ...common, payer, ...how })]);
  },
  withdraw: (ledger, body) => {
    const { user, accounts, common } = read(ledger, body);
    const open = createAccount(user, user, accounts.asset, ledger.vault.assetMint);
    return draft(user, accounts, [open, getWithdrawVaultInstruction(common)]);
  },
  'cancel-withdrawal': (ledger, body) => {
    const { user, accounts, common } = read(ledger, body);
    return draft(user, accounts, [getCancelRequestWithdrawVaultInstruction(common)]);
  },
};

function read(ledger: SandboxLedger, body: Fields) {
  const { vault } = ledger;
  const user = requireKey(body['userPubkey'], 'userPubkey');
  assertIsKey(body['assetMint'], 'assetMint', vault.assetMint);
  assertIsKey(body['assetTokenProgram'], 'assetTokenProgram', TOKEN_PROGRAM_ADDRESS);
  const accounts = findUserAccounts(ledger, user);
  const common = {
    userTransferAuthority: createNoopSigner(user),
    protocol: vault.protocol,
    vault: vault.vault,
    vaultAssetMint: vault.assetMint,
    vaultLpMint: vault.lpMint,
    vaultLpMintAuth: vault.lpMintAuth,
    vaultAssetIdleAta: vault.idleAta,
    vaultAssetIdleAuth: vault.idleAuth,
    userAssetAta: accounts.asset,
    userLpAta: accounts.lp,
    requestWithdrawLpAta: accounts.escrow,
    requestWithdrawVaultReceipt: accounts.receipt,
    assetTokenProgram: TOKEN_PROGRAM_ADDRESS,
  };
  return { user, accounts, common };
}

function requirePositive(body: Fields): bigint {
  const amount = requireAmount(body['lamportAmount'], 'lamportAmount');
  return amount > 0n ? amount : badRequest('Invalid amount: lamportAmount must be above zero');
}

function worthOfAll(ledger: SandboxLedger, { lp }: UserAccounts): bigint {
  const { state, now } = readVaultView(ledger);
  const value = redeemableValue(state, readTokens(ledger, lp), now);
  return value.ok ? value.asset : 0n;
}

function withdrawFromStrategy(place: LentStrategy, common: ReturnType<typeof read>['common']): Instruction {
  const { accounts, ...instruction } = getDirectWithdrawStrategyInstruction({
    ...common,
    adaptorAddReceipt: place.adaptorReceipt,
    strategyInitReceipt: place.strategyReceipt,
    directWithdrawInitReceipt: place.directReceipt,
    strategy: place.strategy,
    vaultStrategyAuth: place.strategyAuth,
    vaultStrategyAssetAta: place.strategyAta,
    adaptorProgram: place.adaptorProgram,
    userArgs: null,
  });
  const own = [place.liquidity, place.position].map((address) => ({ address, role: AccountRole.WRITABLE }));
  return { ...instruction, accounts: [...accounts, ...own] };
}

function createAccount(payer: Address, owner: Address, ata: Address, mint: Address): Instruction {
  return getCreateAssociatedTokenIdempotentInstruction({ payer: createNoopSigner(payer), ata, owner, mint });
}

function draft(wallet: Address, accounts: UserAccounts, instructions: readonly Instruction[]): Draft {
  return { wallet, instructions, units: UNITS, output: 'token', tokenAccount: accounts.asset };
}
