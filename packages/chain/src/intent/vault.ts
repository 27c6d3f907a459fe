import type { Intent, VaultKeys } from './intent.ts';
import { ASSOCIATED_TOKEN_PROGRAM, SYSTEM_PROGRAM, TOKEN_PROGRAM } from './known-keys.ts';
import type { InstructionView } from './read-message.ts';

/** The intents of a vault. */
export type VaultIntent = Extract<Intent, { kind: 'vault-deposit' | 'vault-withdraw' }>;

// The first 8 bytes of sha256("global:deposit_vault") and of sha256("global:instant_withdraw_vault").
const DEPOSIT = Uint8Array.fromHex('7ee015ffe4357521');
const INSTANT_WITHDRAW = Uint8Array.fromHex('dd3873a880dcebf5');

/** The one list of instructions that fulfils a vault intent, as the programs read them. */
export function expectedVaultInstructions(intent: VaultIntent): readonly InstructionView[] {
  const { wallet, vault } = intent;
  return intent.kind === 'vault-deposit'
    ? [createTokenAccount(wallet, vault.userLp, vault.lpMint), depositIntoVault(wallet, vault, intent.amount)]
    : [createTokenAccount(wallet, vault.userAsset, vault.assetMint), withdraw(intent)];
}

/** Lists an idempotent creation of the wallet's account for a mint, paid by the wallet: tag 1. */
export function createTokenAccount(
  wallet: Uint8Array,
  account: Uint8Array,
  mint: Uint8Array,
): InstructionView {
  return {
    program: ASSOCIATED_TOKEN_PROGRAM,
    accounts: [wallet, account, wallet, mint, SYSTEM_PROGRAM, TOKEN_PROGRAM],
    data: Uint8Array.of(1),
  };
}

/** Lists a deposit: discriminator, u64 amount. */
export function depositIntoVault(wallet: Uint8Array, vault: VaultKeys, amount: bigint): InstructionView {
  const data = new Uint8Array(16);
  data.set(DEPOSIT);
  new DataView(data.buffer).setBigUint64(8, amount, true);
  const { protocol, assetMint, lpMint, userAsset, idle, idleAuthority, userLp, lpMintAuthority } = vault;
  const accounts = [
    wallet,
    protocol,
    vault.vault,
    assetMint,
    lpMint,
    userAsset,
    idle,
    idleAuthority,
    userLp,
    lpMintAuthority,
  ];
  return { program: vault.program, accounts: [...accounts, ...PROGRAMS], data };
}

// Discriminator, u64 amount, bool amount is in LP, bool all.
function withdraw({
  wallet,
  vault,
  amount,
  isAmountInLp,
  isWithdrawAll,
}: Extract<VaultIntent, { kind: 'vault-withdraw' }>): InstructionView {
  const data = new Uint8Array(18);
  data.set(INSTANT_WITHDRAW);
  new DataView(data.buffer).setBigUint64(8, amount, true);
  data[16] = isAmountInLp ? 1 : 0;
  data[17] = isWithdrawAll ? 1 : 0;
  const { protocol, assetMint, lpMint, userLp, idle, idleAuthority, userAsset } = vault;
  const accounts = [wallet, protocol, vault.vault, assetMint, lpMint, userLp, idle, idleAuthority, userAsset];
  return { program: vault.program, accounts: [...accounts, ...PROGRAMS], data };
}

// Of the asset, of the LP, and the system's.
const PROGRAMS = [TOKEN_PROGRAM, TOKEN_PROGRAM, SYSTEM_PROGRAM];
