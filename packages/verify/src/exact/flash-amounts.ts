import { isSame } from '../bytes/is-same.ts';
import { TOKEN_PROGRAM } from '../bytes/known-keys.ts';
import type { LeveragedKeys } from '../deployment-keys.ts';
import { encodeAddress } from '../ledger/encode-address.ts';
import { u64At } from '../ledger/little-endian.ts';
import type { StakePool } from '../ledger/stake-pool.ts';
import { assetForLp } from '../ledger/vault-price.ts';
import { BORROW } from '../programs/lending.ts';
import { TRANSFER_TOKENS } from '../programs/token.ts';
import { Refusal } from '../refusal.ts';
import type { ExactSubject } from './exact-subject.ts';
import { type Expected, findInstruction } from './plan.ts';
import { priceVault, requirePool } from './priced.ts';
import { balanceBefore } from './token-accounts.ts';

/** How the SOL is bought that pays a loan. */
export type Purchase = {
  /** Lamports bought back to pay the loan, and the most raSOL base units that may go for them. */
  readonly bought: bigint;
  readonly spentAtMost: bigint;
  /** The instruction that does it. */
  readonly due: Expected;
};

/** The amounts of an exit through a flash loan, as the message has them and within their bounds. */
export type FlashAmounts = Purchase & {
  /** Lamports borrowed. */
  readonly loan: bigint;
  /** Lamports that must be left before the loan is paid: wrapped SOL of the wallet's own and what was bought. */
  readonly kept: bigint | undefined;
};

/** What a lender may take for a loan, and so what more than the loan may be bought: one part in a hundred. */
const LOAN_FEE_PARTS = 100n;
/** How much more than the pool's price buying the SOL may cost: 0.15 %. */
const DEAREST = { numerator: 10_015n, denominator: 10_000n };

/**
 * Reads the amounts that a builder chooses and checks that they are harmless.
 *
 * What is borrowed is paid back in the same transaction, so only the buying costs the wallet: no more is bought than the
 * loan and its fee, and for no more raSOL than the pool's price and 0.15 %.
 *
 * @throws {Refusal} when an amount is missing or out of bounds.
 */
export function readFlashAmounts(
  subject: ExactSubject,
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
  const dearest = (worth * DEAREST.numerator) / DEAREST.denominator;
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
export function debtOf(
  subject: ExactSubject,
  { adaptor, vault }: LeveragedKeys,
  lp: bigint,
): bigint | undefined {
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
function getBalanceFloor(subject: ExactSubject, userSol: Uint8Array, bought: bigint): bigint | undefined {
  const own = balanceBefore(subject, userSol);
  const found = findInstruction(subject, TOKEN_PROGRAM, TRANSFER_TOKENS, userSol);
  const [kept] = isSame(found?.accounts[0], userSol) ? (found?.values ?? []) : [];
  if (own === undefined && typeof kept === 'bigint' && kept > bought) return kept;
  if (own !== undefined && own > 0n) return own + bought;
  return kept === undefined ? undefined : bought;
}
