import { ascii } from '../bytes/ascii.ts';
import { findAssociatedTokenAddress } from '../bytes/find-associated-token-address.ts';
import { findProgramAddress } from '../bytes/find-program-address.ts';
import { INSTRUCTIONS_SYSVAR, SYSTEM_PROGRAM, TOKEN_PROGRAM } from '../bytes/known-keys.ts';
import { deploymentKeys, type LeveragedKeys, type WalletAccount } from '../deployment-keys.ts';
import { encodeAddress } from '../ledger/encode-address.ts';
import {
  BORROW,
  END_FLASH_LOAN,
  END_FLASH_LOAN_OF_GROUP,
  INITIALIZE_LENDING_ACCOUNT,
  REPAY,
  START_FLASH_LOAN,
} from '../programs/lending.ts';
import { SWAP_EXACT_OUT } from '../programs/market.ts';
import { Refusal } from '../refusal.ts';
import type { Change } from '../verification.ts';
import type { ExactSubject } from './exact-subject.ts';
import { debtOf, type FlashAmounts, type Purchase, readFlashAmounts } from './flash-amounts.ts';
import { change, type Expected, findInstruction, type Plan } from './plan.ts';
import {
  balanceBefore,
  findPostCondition,
  opensTokenAccount,
  openTokenAccount,
  rentOf,
  rentOfMissing,
  requireBalance,
} from './token-accounts.ts';
import { arriving } from './vault.ts';
import { ofWallet, type WalletVault, withdrawFromStrategy } from './vault-instructions.ts';

/** What one exit goes through. */
type FlashExit = {
  readonly subject: ExactSubject;
  readonly wallet: Uint8Array;
  readonly keys: LeveragedKeys;
  readonly vault: WalletVault;
  readonly userSol: Uint8Array;
  readonly lendingAccount: Uint8Array;
  readonly lp: bigint;
  readonly amounts: FlashAmounts;
};

/** Where the SOL that pays the loan is bought. */
export type Buyer = Pick<FlashExit, 'subject' | 'wallet' | 'keys' | 'vault' | 'userSol' | 'lendingAccount'>;
/** Reads how it is bought; undefined where it is not. */
export type ReadPurchase = (buyer: Buyer, loan: bigint) => Purchase | undefined;

/** Limit and price stand in front; the loan's end is counted with them. */
const BUDGET_INSTRUCTIONS = 2;
const LENDING_ACCOUNT_SIZE = 2_312;

/**
 * Plans an exit that burns LP for a part of a leveraged position and repays the part's debt through a flash loan.
 *
 * @param payout - base units of raSOL that the answer promises.
 * @param readPurchase - how the SOL is bought that pays the loan; at the market of the deployment, unless given.
 */
export function planFlashExit(
  subject: ExactSubject,
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
  const inside = [borrow(exit), redeem(exit), amounts.due, ...keepOwnSol(exit), repay(exit)];
  const endIndex = BUDGET_INSTRUCTIONS + opened.length + 1 + inside.length;
  const instructions = [...opened, start(exit, endIndex), ...inside, end(exit)];
  const condition = findPostCondition(subject, vault.userAsset, { amount: payout });
  if (condition === undefined) holdWithoutCondition(exit, instructions.length);
  return {
    version: 0,
    signers: [wallet],
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
  if (count < INSTRUCTION_LIMIT - BUDGET_INSTRUCTIONS) {
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
  return [
    {
      program: lending.program,
      format: INITIALIZE_LENDING_ACCOUNT,
      accounts: [lending.group, lendingAccount, wallet, wallet, INSTRUCTIONS_SYSVAR, SYSTEM_PROGRAM],
      values: [lending.accountIndex, lending.thirdPartyId || undefined],
    },
  ];
}

function start({ wallet, keys: { lending }, lendingAccount }: FlashExit, endIndex: number): Expected {
  return {
    program: lending.program,
    format: START_FLASH_LOAN,
    accounts: [lendingAccount, wallet, INSTRUCTIONS_SYSVAR],
    values: [BigInt(endIndex)],
  };
}

function borrow({ wallet, keys: { lending }, lendingAccount, userSol, amounts }: FlashExit): Expected {
  const { program, group, bank, liquidityVault, liquidityVaultAuthority } = lending;
  return {
    program,
    format: BORROW,
    accounts: [
      group,
      lendingAccount,
      wallet,
      bank,
      userSol,
      liquidityVaultAuthority,
      liquidityVault,
      TOKEN_PROGRAM,
    ],
    values: [amounts.loan],
  };
}

function redeem({ wallet, keys: { adaptor }, vault, userSol, lp }: FlashExit): Expected {
  const own = (name: WalletAccount) =>
    name === 'wallet' ? wallet : name === 'walletSol' ? userSol : vault.userAsset;
  return withdrawFromStrategy(wallet, vault, adaptor, own, [lp, true, false]);
}

function readMarketPurchase({ subject, wallet, keys, vault, userSol }: Buyer): Purchase | undefined {
  const [program, address, rasolVault, solVault] = keys.market();
  const values = findInstruction(subject, program, SWAP_EXACT_OUT)?.values;
  if (values === undefined) return undefined;
  const [bought, spentAtMost] = values as [bigint, bigint];
  const accounts = [address, wallet, vault.userAsset, userSol, rasolVault, solVault, TOKEN_PROGRAM];
  return { bought, spentAtMost, due: { program, format: SWAP_EXACT_OUT, accounts } };
}

function keepOwnSol({ wallet, userSol, amounts: { kept } }: FlashExit): readonly Expected[] {
  return kept === undefined ? [] : [requireBalance(wallet, userSol, kept)];
}

// The amount has no meaning beside "all", which frees the position; only then the end needs no oracle.
function repay({ wallet, keys: { lending }, lendingAccount, userSol }: FlashExit): Expected {
  const { program, group, bank, liquidityVault } = lending;
  return {
    program,
    format: REPAY,
    accounts: [group, lendingAccount, wallet, bank, userSol, liquidityVault, TOKEN_PROGRAM],
    values: [0n, true],
  };
}

// The lender takes the group too since its version 0.1.10; either form does nothing but end the loan.
function end({ subject, wallet, keys: { lending }, lendingAccount }: FlashExit): Expected {
  const { program, group } = lending;
  const found = findInstruction(subject, program, END_FLASH_LOAN);
  return found?.accounts.length === END_FLASH_LOAN.accounts.length
    ? { program, format: END_FLASH_LOAN, accounts: [lendingAccount, wallet], values: [] }
    : { program, format: END_FLASH_LOAN_OF_GROUP, accounts: [lendingAccount, group, wallet], values: [] };
}

function u16(value: number): Uint8Array {
  return Uint8Array.of(value & 0xff, value >> 8);
}
