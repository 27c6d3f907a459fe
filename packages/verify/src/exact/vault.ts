import { findAssociatedTokenAddress } from '../bytes/find-associated-token-address.ts';
import { SYSTEM_PROGRAM, TOKEN_PROGRAM, VAULT_PROGRAM } from '../bytes/known-keys.ts';
import { deploymentKeys, type VaultKeys } from '../deployment-keys.ts';
import { addressOf } from '../ledger/address-of.ts';
import { assetForLp, lpForAsset, lpForDeposit } from '../ledger/vault-price.ts';
import { parseAmount } from '../parse-amount.ts';
import { TRANSFER_TOKENS } from '../programs/token.ts';
import { DEPOSIT_VAULT, INSTANT_WITHDRAW_VAULT } from '../programs/vault.ts';
import { Refusal } from '../refusal.ts';
import type { Change } from '../verification.ts';
import type { VerifyRequest } from '../verify-request.ts';
import type { ExactSubject } from './exact-subject.ts';
import { change, type Expected, findInstruction, type Plan } from './plan.ts';
import { priceVault } from './priced.ts';
import {
  balanceBefore,
  openTokenAccount,
  rentOfMissing,
  requireBalance,
  requirePostCondition,
} from './token-accounts.ts';

const USDC_DECIMALS = 6;
const LP_DECIMALS = 9;

/** A vault and the wallet's two accounts in it. */
export type WalletVault = VaultKeys & { readonly userAsset: Uint8Array; readonly userLp: Uint8Array };

/** Derives a wallet's own accounts in a vault. */
export function ofWallet(vault: VaultKeys, wallet: Uint8Array): WalletVault {
  return {
    ...vault,
    userAsset: findAssociatedTokenAddress(wallet, vault.assetMint),
    userLp: findAssociatedTokenAddress(wallet, vault.lpMint),
  };
}

/** Plans a deposit of USDC. */
export function planUsdcDeposit(subject: ExactSubject): Plan {
  const { request, wallet, deployment } = subject;
  const vault = ofWallet(deploymentKeys(deployment).usdcVault(), wallet);
  const amount = parseAmount(request.amount, 'amount', USDC_DECIMALS);
  const { userAsset, userLp } = vault;
  const lp = lpArriving(subject, vault, amount);
  const condition = requirePostCondition(subject, userLp, {
    amount: lp,
    minReceive: readMinReceive(request, LP_DECIMALS),
  });
  return {
    version: 'legacy',
    signers: [wallet],
    instructions: [
      openTokenAccount(wallet, userLp, vault.lpMint),
      depositInto(wallet, vault, amount),
      condition.instruction,
    ],
    effects: () => ({
      leaves: [change(deployment.usdcMint, amount, userAsset)],
      arrives: arriving(deployment.rausdcMint, userLp, lp, condition),
      rent: rentOfMissing(subject, [userLp]),
    }),
  };
}

/** Plans a withdrawal of USDC from the idle funds: an amount, or everything. */
export function planUsdcWithdrawal(subject: ExactSubject): Plan {
  const { request, wallet, deployment } = subject;
  const vault = ofWallet(deploymentKeys(deployment).usdcVault(), wallet);
  const isAll = request.isWithdrawAll === true;
  const amount = isAll ? anyAmount(subject) : parseAmount(request.amount, 'amount', USDC_DECIMALS);
  const { userAsset, userLp } = vault;
  const priced = priceVault(subject, vault);
  const held = balanceBefore(subject, userLp);
  const burned = isAll ? held : priced && lpForAsset(priced.vault, priced.shares, amount);
  const paid = isAll ? priced && held && assetForLp(priced.vault, priced.shares, held) : amount;
  const condition = requirePostCondition(subject, userAsset, {
    amount: paid,
    minReceive: readMinReceive(request, USDC_DECIMALS),
  });
  return {
    version: 'legacy',
    signers: [wallet],
    instructions: [
      openTokenAccount(wallet, userAsset, vault.assetMint),
      withdrawFromIdle(wallet, vault, [amount, false, isAll]),
      ...(isAll ? [] : [requireKept(subject, userLp, held, burned)]),
      condition.instruction,
    ],
    effects: () => ({
      leaves: burned === undefined ? [] : [change(deployment.rausdcMint, burned, userLp)],
      arrives: arriving(deployment.usdcMint, userAsset, paid, condition),
      rent: rentOfMissing(subject, [userAsset]),
    }),
  };
}

/** How much more LP may be burned than the vault's arithmetic says now, for the builder's 0.5 % and what accrues: 0.6 %. */
const MOST_BURNED = { numerator: 1_006n, denominator: 1_000n };

// The program takes no maximum of LP to burn: what must be left of them does.
function requireKept(
  subject: ExactSubject,
  userLp: Uint8Array,
  held: bigint | undefined,
  burned: bigint | undefined,
): Expected {
  const [kept] = findInstruction(subject, TOKEN_PROGRAM, TRANSFER_TOKENS, userLp)?.values ?? [];
  if (typeof kept !== 'bigint') {
    throw new Refusal('minimum', 'The message must require how much raUSDC is left.', {
      account: addressOf(userLp),
    });
  }
  const most = burned && (burned * MOST_BURNED.numerator) / MOST_BURNED.denominator + 1n;
  if (held !== undefined && most !== undefined && kept + most < held) {
    throw new Refusal(
      'minimum',
      `${held - kept} base units of raUSDC may be burned; it must be at most ${most}.`,
      { account: addressOf(userLp) },
    );
  }
  return requireBalance(subject.wallet, userLp, kept);
}

/** Says what arrives: what is computed from evidence, else the least that is required. */
export function arriving(
  mint: string,
  account: Uint8Array,
  amount: bigint | undefined,
  { least }: { readonly least: bigint | undefined },
): readonly Change[] {
  const known = amount ?? least;
  return known === undefined ? [] : [change(mint, known, account, least ?? 0n)];
}

/** Computes the LP that a deposit brings; undefined where the vault was not read. */
export function lpArriving(subject: ExactSubject, keys: VaultKeys, asset: bigint): bigint | undefined {
  const priced = priceVault(subject, keys);
  return priced && lpForDeposit(priced.vault, priced.shares, asset);
}

function readMinReceive({ minReceive }: VerifyRequest, decimals: number): bigint | undefined {
  return minReceive === undefined ? undefined : parseAmount(minReceive, 'minReceive', decimals);
}

// Beside "everything" the amount has no meaning, but the program refuses 0.
function anyAmount(subject: ExactSubject): bigint {
  const [amount] = findInstruction(subject, VAULT_PROGRAM, INSTANT_WITHDRAW_VAULT)?.values ?? [];
  return typeof amount === 'bigint' && amount > 0n ? amount : 1n;
}

/** Expects a deposit of base units of the asset. */
export function depositInto(wallet: Uint8Array, vault: WalletVault, amount: bigint): Expected {
  const { protocol, assetMint, lpMint, userAsset, idle, idleAuthority, userLp, lpMintAuthority } = vault;
  const accounts = [wallet, protocol, vault.vault, assetMint, lpMint, userAsset, idle, idleAuthority];
  return {
    program: VAULT_PROGRAM,
    format: DEPOSIT_VAULT,
    accounts: [...accounts, userLp, lpMintAuthority, ...PROGRAMS],
    values: [amount],
  };
}

/** Expects a withdrawal from the idle funds: amount, whether it is of LP, whether everything goes. */
export function withdrawFromIdle(
  wallet: Uint8Array,
  vault: WalletVault,
  values: readonly [amount: bigint, isInLp: boolean, isAll: boolean],
): Expected {
  const { protocol, assetMint, lpMint, userLp, idle, idleAuthority, userAsset } = vault;
  const accounts = [wallet, protocol, vault.vault, assetMint, lpMint, userLp, idle, idleAuthority];
  return {
    program: VAULT_PROGRAM,
    format: INSTANT_WITHDRAW_VAULT,
    accounts: [...accounts, userAsset, ...PROGRAMS],
    values,
  };
}

// Of the asset, of the LP, and the system's.
const PROGRAMS = [TOKEN_PROGRAM, TOKEN_PROGRAM, SYSTEM_PROGRAM];
