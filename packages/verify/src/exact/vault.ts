import {
  findAssociatedTokenAddress,
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
  VAULT_PROGRAM,
} from '../bytes/address.ts';
import { isWritableAt } from '../bytes/message.ts';
import { encodeAddress, isSame } from '../bytes/text.ts';
import { deploymentKeys, type StrategyKeys, type VaultKeys, type WalletAccount } from '../deployment.ts';
import {
  assetForLp,
  findShares,
  lpForAsset,
  lpForDeposit,
  partOf,
  readMintSupply,
  readStakePool,
  readVault,
  type StakePool,
  tokensForLamports,
  type Vault,
  type VaultShares,
} from '../ledger.ts';
import { TRANSFER_TOKENS } from '../programs/native.ts';
import { DEPOSIT_SOL_WITH_SLIPPAGE } from '../programs/swaps.ts';
import { DEPOSIT_VAULT, INSTANT_WITHDRAW_STRATEGY, INSTANT_WITHDRAW_VAULT } from '../programs/vault.ts';
import type { Subject } from '../subject.ts';
import {
  type Change,
  LP_DECIMALS,
  parseAmount,
  parseInteger,
  parseMinReceive,
  Refusal,
  requireStated,
  SOL_DECIMALS,
  USDC_DECIMALS,
} from '../verification.ts';
import {
  balanceBefore,
  call,
  change,
  type Expected,
  type Found,
  findInstruction,
  LEAST_BPS,
  openTokenAccount,
  type Plan,
  readAs,
  rentOfMissing,
  requireBalance,
  requirePostCondition,
} from './plan.ts';

/** The place of the strategy in a withdrawal from one. */
export const STRATEGY_AT = 6;

export function planUsdcDeposit(subject: Subject): Plan {
  const { request, wallet, deployment } = subject;
  const vault = ofWallet(deploymentKeys(deployment).usdcVault(), wallet);
  const amount = parseAmount(request, USDC_DECIMALS);
  const { userAsset, userLp } = vault;
  const lp = lpArriving(subject, vault, amount);
  const condition = requirePostCondition(subject, userLp, {
    amount: lp,
    minReceive: parseMinReceive(request, LP_DECIMALS),
  });
  return {
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

/** Plans a withdrawal of USDC from the idle funds and the strategies: an amount, or everything. */
export function planUsdcWithdrawal(subject: Subject): Plan {
  const { request, wallet, deployment } = subject;
  const vault = ofWallet(deploymentKeys(deployment).usdcVault(), wallet);
  const isAll = request.isWithdrawAll === true;
  const amount = isAll ? undefined : parseAmount(request, USDC_DECIMALS);
  const { userAsset, userLp } = vault;
  const priced = priceVault(subject, vault);
  const held = balanceBefore(subject, userLp);
  const burned = amount === undefined ? held : priced && lpForAsset(priced.vault, priced.shares, amount);
  const paid = amount ?? (priced && held && assetForLp(priced.vault, priced.shares, held));
  const condition = requirePostCondition(subject, userAsset, {
    amount: paid,
    minReceive: parseMinReceive(request, USDC_DECIMALS),
  });
  return {
    // Payments out of several strategies may need a lookup table.
    version: subject.transaction.message.version === 0 ? 0 : 'legacy',
    instructions: [
      openTokenAccount(wallet, userAsset, vault.assetMint),
      // Of everything all has to be there still: what another withdrawal has paid is nothing that this one brings.
      ...(isAll ? [requireKept(subject, userLp, held, 0n)] : []),
      ...payments(subject, vault, amount),
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

const NO_FEE = { numerator: 0n, denominator: 0n };

/** Plans a deposit of SOL into the raSOL pool and of the raSOL into the leveraged vault. */
export function planLeveragedStake(subject: Subject): Plan {
  const { request, answer, wallet, deployment } = subject;
  const vault = ofWallet(deploymentKeys(deployment).leveragedVault(), wallet);
  const lamports = parseAmount(request, SOL_DECIMALS);
  requireStated(answer, 'depositedSolLamports', lamports);
  const staged = parseInteger(answer, 'stagedRasolLamports') ?? 0n;
  const lp = lpArriving(subject, vault, staged);
  const condition = requirePostCondition(subject, vault.userLp, { amount: lp });
  return {
    instructions: [
      openTokenAccount(wallet, vault.userAsset, vault.assetMint),
      openTokenAccount(wallet, vault.userLp, vault.lpMint),
      depositSol(subject, vault, lamports, staged),
      depositInto(wallet, vault, staged),
      condition.instruction,
    ],
    effects: () => ({
      leaves: [change(deployment.solMint, lamports, wallet)],
      arrives: arriving(deployment.rasolMaxMint, vault.userLp, lp, condition),
      rent: rentOfMissing(subject, [vault.userAsset, vault.userLp]),
    }),
  };
}

// The pool's manager is the referrer too. As many raSOL as go on into the vault must come out, or nothing happens.
function depositSol(
  subject: Subject,
  { userAsset, assetMint }: WalletVault,
  lamports: bigint,
  staged: bigint,
): Expected {
  const { stakePool } = deploymentKeys(subject.deployment);
  const pool = requirePool(subject, assetMint);
  const worth = tokensForLamports({ ...pool, solDepositFee: NO_FEE }, lamports);
  const least = partOf(tokensForLamports(pool, lamports), LEAST_BPS) || 1n;
  if (staged < least || staged > worth) {
    throw new Refusal(
      'price',
      `The answer stages ${staged} base units of raSOL; for ${lamports} lamports it must be ${least} to ${worth}.`,
      { price: { least, offered: staged, mint: subject.deployment.rasolMint } },
    );
  }
  const accounts = [
    ...[stakePool.address, stakePool.withdrawAuthority(), pool.reserve, subject.wallet, userAsset],
    ...[pool.managerFee, pool.managerFee, assetMint, SYSTEM_PROGRAM, TOKEN_PROGRAM],
  ];
  return call(stakePool.program, DEPOSIT_SOL_WITH_SLIPPAGE, accounts, [lamports, staged]);
}

/** How much more LP may be burned than the vault's arithmetic says now, for the builder's 0.5 % and what accrues: 0.6 %. */
const MOST_BURNED_BPS = 10_060n;

/**
 * Expects that enough LP is left: the program takes no maximum to burn.
 *
 * @throws {Refusal} rule `minimum` where nothing requires it, or too little.
 */
export function requireKept(
  subject: Subject,
  userLp: Uint8Array,
  held: bigint | undefined,
  burned: bigint | undefined,
): Expected {
  const [kept] = findInstruction(subject, TOKEN_PROGRAM, TRANSFER_TOKENS, userLp)?.values ?? [];
  const place = { account: encodeAddress(userLp) };
  if (typeof kept !== 'bigint') {
    throw new Refusal('minimum', 'The message must require how much raUSDC is left.', place);
  }
  const most = burned && partOf(burned, MOST_BURNED_BPS) + 1n;
  if (held !== undefined && most !== undefined && kept + most < held) {
    throw new Refusal(
      'minimum',
      `${held - kept} raUSDC units may be burned; it must be at most ${most}.`,
      place,
    );
  }
  return requireBalance(subject.wallet, userLp, kept);
}

/** Returns what arrives: computed from evidence, otherwise the required minimum. */
export function arriving(
  mint: string,
  account: Uint8Array,
  amount: bigint | undefined,
  { least }: { readonly least: bigint | undefined },
): readonly Change[] {
  const known = amount ?? least;
  return known === undefined ? [] : [{ ...change(mint, known, account), least }];
}

/** Computes the LP that a deposit brings; undefined where the vault was not read. */
export function lpArriving(subject: Subject, keys: VaultKeys, asset: bigint): bigint | undefined {
  const priced = priceVault(subject, keys);
  return priced && lpForDeposit(priced.vault, priced.shares, asset);
}

/**
 * Expects the payments of an exit from the USDC vault: out of its idle funds and the strategies of the deployment, in
 * any order, amounts that come to what was asked for, or the last one of everything.
 *
 * @param amount - base units of USDC; undefined for everything.
 * @throws {Refusal} when a strategy is not of the deployment, or the amounts come to another.
 */
function payments(subject: Subject, vault: WalletVault, amount: bigint | undefined): readonly Expected[] {
  const { wallet, deployment, transaction } = subject;
  // Each pays once.
  const strategies = [...deploymentKeys(deployment).usdcStrategies()];
  const found = transaction.message.instructions.flatMap((each) => {
    const fromIdle = readAs(subject, each, VAULT_PROGRAM, INSTANT_WITHDRAW_VAULT);
    const read = fromIdle ?? readAs(subject, each, VAULT_PROGRAM, INSTANT_WITHDRAW_STRATEGY);
    return read === undefined ? [] : [{ ...read, isIdle: fromIdle !== undefined }];
  });
  if (found.length === 0 || found.filter(({ isIdle }) => isIdle).length > 1) {
    throw new Refusal('shape', 'Nothing is withdrawn, or idle funds twice.');
  }
  const paid = found.reduce((sum, { values: [each] }) => sum + (each as bigint), 0n);
  if (amount !== undefined && paid !== amount) {
    throw new Refusal('shape', `The payments come to ${paid}; they must come to ${amount}.`);
  }
  return found.map(({ values: [each], accounts, isIdle }, index) => {
    const isAll = amount === undefined && index === found.length - 1;
    // Beside "everything" the amount has no meaning.
    const terms: VaultTerms = [each as bigint, false, isAll];
    if (isIdle) return withdrawFromIdle(wallet, vault, terms);
    const at = strategies.findIndex(({ strategy: key }) => isSame(key, accounts[STRATEGY_AT]));
    const [strategy] = at < 0 ? [] : strategies.splice(at, 1);
    if (strategy === undefined)
      throw new Refusal('account', 'A strategy is not one of the deployment, or pays twice.');
    const own = (name: WalletAccount) => (name === 'wallet' ? wallet : vault.userAsset);
    const due = withdrawFromStrategy(wallet, vault, strategy, own, terms);
    return strategy.picks ? withPicked(subject, due, accounts) : due;
  });
}

/**
 * Lets accounts follow those that are due, which the strategy's adaptor takes as the ledger names them at the time: any but
 * the wallet. In its name they could be used for what is not due; without it they bring what the balance requirement says,
 * or the transaction fails.
 *
 * @throws {Refusal} rule `account` where the wallet is among them.
 */
export function withPicked(
  { accounts, wallet, transaction: { message } }: Subject,
  due: Expected,
  found: Found['accounts'],
): Expected {
  const picked = found.slice(due.accounts.length).flatMap((key) => key ?? []);
  if (picked.some((key) => isSame(key, wallet))) {
    throw new Refusal('account', 'The wallet is handed to the adaptor of a strategy.', {
      account: encodeAddress(wallet),
    });
  }
  const further = picked.map((key) => ({
    role: 'account that the adaptor picks',
    isWritable: isWritableAt(message, accounts.indexOf(key)),
    isSigner: false,
  }));
  return {
    ...due,
    accounts: [...due.accounts, ...picked],
    further: [...(due.further ?? []), ...further],
  };
}

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

/** How much a withdrawal takes: base units, whether they are of LP, whether everything goes. */
type VaultTerms = readonly [amount: bigint, isInLp: boolean, isAll: boolean];

/** Expects a deposit of base units of the asset. */
export function depositInto(wallet: Uint8Array, vault: WalletVault, amount: bigint): Expected {
  const { protocol, assetMint, lpMint, userAsset, idle, idleAuthority, userLp, lpMintAuthority } = vault;
  const accounts = [wallet, protocol, vault.vault, assetMint, lpMint, userAsset, idle, idleAuthority];
  return call(VAULT_PROGRAM, DEPOSIT_VAULT, [...accounts, userLp, lpMintAuthority, ...PROGRAMS], [amount]);
}

/** Expects a withdrawal from the idle funds. */
export function withdrawFromIdle(wallet: Uint8Array, vault: WalletVault, values: VaultTerms): Expected {
  const { protocol, assetMint, lpMint, userLp, idle, idleAuthority, userAsset } = vault;
  const accounts = [wallet, protocol, vault.vault, assetMint, lpMint, userLp, idle, idleAuthority];
  return call(VAULT_PROGRAM, INSTANT_WITHDRAW_VAULT, [...accounts, userAsset, ...PROGRAMS], values);
}

/** The token programs of asset and LP, and the system program. */
export const PROGRAMS = [TOKEN_PROGRAM, TOKEN_PROGRAM, SYSTEM_PROGRAM];

/** Expects a withdrawal from a strategy. */
export function withdrawFromStrategy(
  wallet: Uint8Array,
  vault: WalletVault,
  strategy: StrategyKeys,
  own: (name: WalletAccount) => Uint8Array,
  terms: VaultTerms,
): Expected {
  const accounts = [
    ...[wallet, vault.protocol, vault.vault, strategy.receipt, strategy.strategyReceipt],
    ...[strategy.directReceipt, strategy.strategy, vault.assetMint, vault.lpMint, vault.userLp],
    ...[strategy.authority, vault.userAsset, strategy.asset, strategy.program, ...PROGRAMS],
    ...strategy.accountsOf(own),
  ];
  const values = [...terms, strategy.arguments];
  return call(VAULT_PROGRAM, INSTANT_WITHDRAW_STRATEGY, accounts, values, strategy.accounts);
}

/**
 * Reads the raSOL pool from the evidence.
 *
 * @throws {Refusal} rule `evidence` when it is missing or is not the pool of this mint.
 */
export function requirePool({ evidence, deployment: { stakePool } }: Subject, mint: Uint8Array): StakePool {
  const pool = readStakePool(evidence.before?.get(stakePool.address), stakePool.program);
  if (pool !== undefined && isSame(pool.mint, mint)) return pool;
  throw new Refusal('evidence', 'The stake pool of raSOL was not read.', {
    account: stakePool.address,
  });
}

type PricedVault = { readonly vault: Vault; readonly shares: VaultShares };

/**
 * Prices a vault from the evidence; undefined unless it has vault, LP mint and time.
 *
 * @param isFeeDue - whether the program takes the management fee first, up to now.
 */
export function priceVault(
  { evidence: { before, unixTimestamp } }: Subject,
  keys: VaultKeys,
  isFeeDue = true,
): PricedVault | undefined {
  const vault = readVault(before?.get(encodeAddress(keys.vault)), encodeAddress(VAULT_PROGRAM));
  const minted = readMintSupply(before?.get(encodeAddress(keys.lpMint)));
  if (vault === undefined || minted === undefined || unixTimestamp === undefined) return undefined;
  const shares = findShares(isFeeDue ? vault : { ...vault, managementFeeBps: 0n }, minted, unixTimestamp);
  return shares && { vault, shares };
}
