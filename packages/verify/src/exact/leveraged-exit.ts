import {
  ASSOCIATED_TOKEN_PROGRAM,
  findAssociatedTokenAddress,
  findProgramAddress,
  INSTRUCTIONS_SYSVAR,
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
} from '../bytes/address.ts';
import { ascii, encodeAddress, isSame } from '../bytes/text.ts';
import { deploymentKeys, type LeveragedKeys, type WalletAccount } from '../deployment.ts';
import { assetForLp, partOf, type StakePool, u64At } from '../ledger.ts';
import {
  BORROW,
  END_FLASH_LOAN,
  END_FLASH_LOAN_OF_GROUP,
  INITIALIZE_LENDING_ACCOUNT,
  REPAY,
  START_FLASH_LOAN,
} from '../programs/lending.ts';
import { CREATE_TOKEN_ACCOUNT, TRANSFER_TOKENS } from '../programs/native.ts';
import { SWAP_EXACT_OUT } from '../programs/swaps.ts';
import type { Subject } from '../subject.ts';
import {
  type Change,
  LP_DECIMALS,
  parseAmount,
  parseInteger,
  Refusal,
  requireStated,
} from '../verification.ts';
import {
  balanceBefore,
  call,
  change,
  countInFront,
  countSettings,
  type Expected,
  findInstruction,
  findPostCondition,
  openTokenAccount,
  type Plan,
  readAs,
  rentOf,
  rentOfMissing,
  requireBalance,
  requirePostCondition,
} from './plan.ts';
import {
  arriving,
  ofWallet,
  priceVault,
  requirePool,
  type WalletVault,
  withdrawFromIdle,
  withdrawFromStrategy,
} from './vault.ts';

/** Plans an exit from the leveraged vault to raSOL: from idle funds or through a flash loan, as the answer says. */
export function planLeveragedExit(subject: Subject, readPurchase?: ReadPurchase): Plan {
  const { request, answer } = subject;
  const lp = parseAmount(request, LP_DECIMALS);
  requireStated(answer, 'burnedLpLamports', lp);
  const payout = parseInteger(answer, 'expectedPayoutRasolLamports');
  return answer['path'] === 'flash-bracket'
    ? planFlashExit(subject, deploymentKeys(subject.deployment).leveraged(), lp, payout, readPurchase)
    : planIdleExit(subject, lp, payout);
}

function planIdleExit(subject: Subject, lp: bigint, payout: bigint | undefined): Plan {
  const { wallet, deployment } = subject;
  const vault = ofWallet(deploymentKeys(deployment).leveragedVault(), wallet);
  const { userAsset, userLp } = vault;
  const priced = priceVault(subject, vault);
  const due = priced && assetForLp(priced.vault, priced.shares, lp);
  const promised = due === undefined || (payout ?? 0n) > due ? payout : due;
  const condition = requirePostCondition(subject, userAsset, { amount: promised });
  return {
    instructions: [
      openTokenAccount(wallet, userAsset, vault.assetMint),
      withdrawFromIdle(wallet, vault, [lp, true, false]),
      condition.instruction,
    ],
    effects: () => ({
      leaves: [change(deployment.rasolMaxMint, lp, userLp)],
      arrives: arriving(deployment.rasolMint, userAsset, due ?? payout, condition),
      rent: rentOfMissing(subject, [userAsset]),
    }),
  };
}

/** The wallet that buys the SOL for its loan, and its accounts. */
export type Buyer = {
  readonly subject: Subject;
  readonly wallet: Uint8Array;
  readonly keys: LeveragedKeys;
  readonly vault: WalletVault;
  readonly userSol: Uint8Array;
  readonly lendingAccount: Uint8Array;
};
type FlashExit = Buyer & { readonly lp: bigint; readonly amounts: FlashAmounts };
/** Reads how it is bought; undefined where it is not. */
export type ReadPurchase = (buyer: Buyer, loan: bigint) => Purchase | undefined;

const LENDING_ACCOUNT_SIZE = 2_312;

/**
 * Plans an exit that burns LP for a part of a leveraged position and repays the part's debt through a flash loan.
 *
 * @param payout - base units of raSOL that the answer promises.
 * @param readPurchase - how the SOL is bought that pays the loan; at the market of the deployment, unless given.
 */
function planFlashExit(
  subject: Subject,
  keys: LeveragedKeys,
  lp: bigint,
  payout: bigint | undefined,
  readPurchase: ReadPurchase = readMarketPurchase,
): Plan {
  const { wallet, deployment } = subject;
  const vault = ofWallet(keys.vault, wallet);
  const { solMint } = deploymentKeys(deployment);
  const userSol = findAssociatedTokenAddress(wallet, solMint);
  const buyer = { subject, wallet, keys, vault, userSol, lendingAccount: findLendingAccount(wallet, keys) };
  const amounts = readFlashAmounts(subject, keys, userSol, (loan) => readPurchase(buyer, loan));
  const exit: FlashExit = { ...buyer, lp, amounts };
  const open = (account: Uint8Array, mint: Uint8Array) =>
    opensTokenAccount(subject, account) ? [openTokenAccount(wallet, account, mint)] : [];
  const initialized = initializeLendingAccount(exit);
  const opened = [...open(userSol, solMint), ...open(vault.userAsset, vault.assetMint), ...initialized];
  const instructions = [...opened, ...bracket(exit, countInFront(subject) + opened.length)];
  const condition = findPostCondition(subject, vault.userAsset, { amount: payout });
  if (condition === undefined) holdWithoutCondition(exit, instructions.length);
  return {
    version: 0,
    instructions: condition === undefined ? instructions : [...instructions, condition.instruction],
    effects: () => ({
      leaves: [change(deployment.rasolMaxMint, lp, vault.userLp)],
      arrives: [
        ...arriving(deployment.rasolMint, vault.userAsset, payout, { least: condition?.least }),
        ...leftOver(exit),
      ],
      rent: [
        ...rentOfMissing(subject, [userSol, vault.userAsset]),
        ...initialized.flatMap(() => rentOf(subject, exit.lendingAccount, LENDING_ACCOUNT_SIZE)),
      ],
    }),
  };
}

// What is borrowed beyond the debt; the debt may grow up to it until the transaction lands.
function leftOver({ subject, keys, userSol, lp, amounts: { loan } }: FlashExit): readonly Change[] {
  const left = loan - (debtOf(subject, keys, lp) ?? loan);
  return left > 0n ? [change(subject.deployment.solMint, left, userSol, 0n)] : [];
}

/** With so many instructions there is no room for a balance requirement. */
const INSTRUCTION_LIMIT = 10;
/** How much more than its part of the debt an exit may borrow then: one part in ten. */
const LOAN_ROOM_PARTS = 10n;

// Then only what the redemption brings may go into buying back, not raSOL that the wallet had: none was there, or no more is
// borrowed than the redeemed part of the debt.
function holdWithoutCondition({ subject, keys, vault, lp, amounts }: FlashExit, count: number): void {
  const place = { account: encodeAddress(vault.userAsset) };
  // A limit of loaded data may be left out, for which there would be room then.
  if (countSettings(subject) > 2 || count < INSTRUCTION_LIMIT - countInFront(subject)) {
    throw new Refusal('minimum', 'The message must end by requiring that what is due has arrived.', place);
  }
  const own = balanceBefore(subject, vault.userAsset);
  if (own === 0n) return;
  const debt = own === undefined ? undefined : debtOf(subject, keys, lp);
  if (debt === undefined) {
    throw new Refusal('evidence', 'The debt was not read.', place);
  }
  const most = debt + debt / LOAN_ROOM_PARTS;
  if (amounts.loan > most) {
    throw new Refusal(
      'conservation',
      `${amounts.loan} lamports are borrowed; it must be at most ${most}.`,
      place,
    );
  }
}

// Seeds: name, group, authority, u16 index, u16 id of a third party.
function findLendingAccount(wallet: Uint8Array, { lending }: LeveragedKeys): Uint8Array {
  const { program, group, accountIndex, thirdPartyId } = lending;
  return findProgramAddress(
    [ascii('marginfi_account'), group, wallet, u16(accountIndex), u16(thirdPartyId)],
    program,
  );
}

// An account cannot be initialized twice, so this stands exactly where the answer says so.
function initializeLendingAccount({
  subject,
  wallet,
  keys: { lending },
  lendingAccount,
}: FlashExit): readonly Expected[] {
  const isInitialized = subject.answer['initializedLendingAccount'];
  const stands = findInstruction(subject, lending.program, INITIALIZE_LENDING_ACCOUNT) !== undefined;
  if (isInitialized !== undefined && isInitialized !== stands) {
    throw new Refusal('new-account', 'initializedLendingAccount of the answer is not so.');
  }
  if (!stands) return [];
  const { program, group, accountIndex, thirdPartyId } = lending;
  const accounts = [group, lendingAccount, wallet, wallet, INSTRUCTIONS_SYSVAR, SYSTEM_PROGRAM];
  return [call(program, INITIALIZE_LENDING_ACCOUNT, accounts, [accountIndex, thirdPartyId || undefined])];
}

function redeem({ wallet, keys: { adaptor }, vault, userSol, lp }: FlashExit): Expected {
  const own = (name: WalletAccount) =>
    name === 'wallet' ? wallet : name === 'walletSol' ? userSol : vault.userAsset;
  return withdrawFromStrategy(wallet, vault, adaptor, own, [lp, true, false]);
}

function readMarketPurchase({ subject, wallet, keys, vault, userSol }: Buyer): Purchase | undefined {
  const { program, address, rasolVault, solVault } = keys.market();
  const values = findInstruction(subject, program, SWAP_EXACT_OUT)?.values;
  if (values === undefined) return undefined;
  const [bought, spentAtMost] = values as [bigint, bigint];
  const accounts = [address, wallet, vault.userAsset, userSol, rasolVault, solVault, TOKEN_PROGRAM];
  return { bought, spentAtMost, due: call(program, SWAP_EXACT_OUT, accounts) };
}

function bracket(exit: FlashExit, first: number): readonly Expected[] {
  const { subject, wallet, keys, lendingAccount, userSol, amounts } = exit;
  const { program, group, bank, liquidityVault, liquidityVaultAuthority } = keys.lending;
  const own = [group, lendingAccount, wallet, bank, userSol];
  const inside: readonly Expected[] = [
    call(program, BORROW, [...own, liquidityVaultAuthority, liquidityVault, TOKEN_PROGRAM], [amounts.loan]),
    redeem(exit),
    amounts.due,
    ...(amounts.kept === undefined ? [] : [requireBalance(wallet, userSol, amounts.kept)]),
    // The amount has no meaning beside "all", which frees the position; only then the end needs no oracle.
    call(program, REPAY, [...own, liquidityVault, TOKEN_PROGRAM], [0n, true]),
  ];
  const end = findInstruction(subject, program, END_FLASH_LOAN);
  const isShort = end?.accounts.length === END_FLASH_LOAN.accounts.length;
  const endAt = BigInt(first + 1 + inside.length);
  return [
    call(program, START_FLASH_LOAN, [lendingAccount, wallet, INSTRUCTIONS_SYSVAR], [endAt]),
    ...inside,
    // The lender takes the group too since its version 0.1.10; either form does nothing but end the loan.
    isShort
      ? call(program, END_FLASH_LOAN, [lendingAccount, wallet])
      : call(program, END_FLASH_LOAN_OF_GROUP, [lendingAccount, group, wallet]),
  ];
}

function u16(value: number): Uint8Array {
  return Uint8Array.of(value & 0xff, value >> 8);
}

/** How the SOL is bought that pays a loan. */
export type Purchase = {
  /** Lamports bought back to pay the loan, and the most raSOL base units that may go for them. */
  readonly bought: bigint;
  readonly spentAtMost: bigint;
  /** The instruction that does it. */
  readonly due: Expected;
};

/** The amounts of an exit through a flash loan, as the message has them and within their bounds. */
type FlashAmounts = Purchase & {
  /** Lamports borrowed. */
  readonly loan: bigint;
  /** Lamports that must be left before the loan is paid: wrapped SOL of the wallet's own and what was bought. */
  readonly kept: bigint | undefined;
};

/** Most that a lender may take for a loan, and that may be bought beyond it: one part in a hundred. */
const LOAN_FEE_PARTS = 100n;
/** How much more than the pool's price buying the SOL may cost: 0.15 %. */
const DEAREST_BPS = 10_015n;

/**
 * Reads the amounts that a builder chooses and checks that they are harmless.
 *
 * What is borrowed is paid back in the same transaction, so only the buying costs the wallet: no more is bought than the
 * loan and its fee, and for no more raSOL than the pool's price and 0.15 %.
 *
 * @throws {Refusal} when an amount is missing or out of bounds.
 */
function readFlashAmounts(
  subject: Subject,
  { lending, vault }: LeveragedKeys,
  userSol: Uint8Array,
  readPurchase: (loan: bigint) => Purchase | undefined,
): FlashAmounts {
  const [loan] = findInstruction(subject, lending.program, BORROW)?.values ?? [];
  const purchase = typeof loan === 'bigint' ? readPurchase(loan) : undefined;
  if (typeof loan !== 'bigint' || purchase === undefined) {
    throw new Refusal('shape', 'Nothing is borrowed, or bought back.');
  }
  const { bought, spentAtMost } = purchase;
  const most = loan + loan / LOAN_FEE_PARTS + 1n;
  if (bought < loan || bought > most) {
    throw new Refusal(
      'conservation',
      `${bought} lamports are bought for a loan of ${loan}; it must be ${loan} to ${most}.`,
    );
  }
  const worth = tokensOwed(requirePool(subject, vault.assetMint), bought);
  const dearest = partOf(worth, DEAREST_BPS);
  if (spentAtMost > dearest) {
    throw new Refusal(
      'price',
      `${spentAtMost} raSOL units may go for ${bought} lamports; it must be at most ${dearest}.`,
    );
  }
  return { ...purchase, loan, kept: getBalanceFloor(subject, userSol, bought) };
}

const POSITION = 0x4c;
const COLLATERAL_AT = 65;
const DEBT_AT = 73;

/**
 * Computes the lamports of debt that redeeming LP pays back: its part of the position's, rounded up as the adaptor does.
 *
 * The part is what the LP are worth of the position's collateral less its debt, the debt at the pool's price.
 *
 * @returns undefined when vault or position was not read, or the position is worth nothing.
 */
function debtOf(subject: Subject, { adaptor, vault }: LeveragedKeys, lp: bigint): bigint | undefined {
  const { evidence, deployment } = subject;
  const account = evidence.before?.get(deployment.leveraged?.adaptor?.position ?? '');
  const priced = priceVault(subject, vault);
  const data = account?.owner === encodeAddress(adaptor.program) ? account.data : undefined;
  if (data?.[0] !== POSITION || priced === undefined) return undefined;
  const [collateral = 0n, debt = 0n] = [u64At(data, COLLATERAL_AT), u64At(data, DEBT_AT)];
  const net = collateral - tokensOwed(requirePool(subject, vault.assetMint), debt);
  return net <= 0n ? undefined : (debt * assetForLp(priced.vault, priced.shares, lp) + net - 1n) / net;
}

// Rounded up.
function tokensOwed({ totalLamports, tokenSupply }: StakePool, lamports: bigint): bigint {
  return totalLamports === 0n ? lamports : (lamports * tokenSupply + totalLamports - 1n) / totalLamports;
}

// Wrapped SOL that the wallet had before must outlast the exit: where it had some, a balance requirement is due.
function getBalanceFloor(subject: Subject, userSol: Uint8Array, bought: bigint): bigint | undefined {
  const own = balanceBefore(subject, userSol);
  const found = findInstruction(subject, TOKEN_PROGRAM, TRANSFER_TOKENS, userSol);
  const [kept] = isSame(found?.accounts[0], userSol) ? (found?.values ?? []) : [];
  if (own === undefined && typeof kept === 'bigint' && kept > bought) return kept;
  if (own !== undefined && own > 0n) return own + bought;
  return kept === undefined ? undefined : bought;
}

function opensTokenAccount(subject: Subject, account: Uint8Array): boolean {
  return subject.transaction.message.instructions.some((each) =>
    isSame(readAs(subject, each, ASSOCIATED_TOKEN_PROGRAM, CREATE_TOKEN_ACCOUNT)?.accounts[1], account),
  );
}
