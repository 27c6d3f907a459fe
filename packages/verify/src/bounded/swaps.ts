import { findProgramAddress, JUPITER_PROGRAM, STAKEDEX_PROGRAM } from '../bytes/address.ts';
import { ascii, hex, isSame } from '../bytes/text.ts';
import type { DeploymentKeys, ReserveKeys } from '../deployment.ts';
import { BASIS_POINTS, partOf, u16At, u32At, u64At } from '../ledger.ts';
import { type Call, readCall } from '../programs/instruction-format.ts';
import { INFINITY, JUPITER, MARKET, STAKE_POOL, STAKEDEX } from '../programs/swaps.ts';
import type { LedgerAccount } from '../verification.ts';
import type { Step } from './intent.ts';

/** Why an instruction without a minimum cannot pay less than it does now. */
export type PriceProof =
  /** It trades at the rate of the pool of raSOL, which falls in no epoch that it has been updated in. */
  | { readonly by: 'pool-rate' }
  /** It trades at the vault's own arithmetic. */
  | { readonly by: 'vault-rate' }
  /**
   * The Reserve takes no more than its fee says for as little SOL as may be left, unless its fee is changed: nothing is
   * promised.
   */
  | { readonly by: 'reserve-fee' }
  /** It trades at the rate of the pool of raSOL, less what the Reserve takes as above. */
  | { readonly by: 'pool-rate-and-reserve' };

/** A place of an instruction where one account is due. */
export type FixedAccount = {
  readonly role: string;
  readonly actual: Uint8Array | undefined;
  readonly due: Uint8Array;
};

/** Input and output of one instruction of a listed program, by its own bytes. Base units. */
export type Swap = {
  readonly name: string;
  /** The key that must have signed for the input. */
  readonly authority: Uint8Array | undefined;
  /** The account that is drawn on: of a token, of stake, or the wallet itself. */
  readonly source: Uint8Array | undefined;
  /** Most that is drawn; `everything` where it empties the account. */
  readonly most: bigint | 'everything';
  /** Every account that may receive the output. */
  readonly destinations: readonly (Uint8Array | undefined)[];
  /** Least that it gives, or why that is what it gives now. */
  readonly minimum: bigint | PriceProof;
  /** Further accounts whose place is fixed. */
  readonly fixed: readonly FixedAccount[];
};

/** Roles by which programs call the signer for the input, the account drawn on, and the one paid into. */
const AUTHORITY = ['user', 'owner', 'funding wallet'];
const SOURCE = ['stake account', 'source', 'funding wallet'];
const DESTINATION = ['destination', 'recipient', 'new stake account'];

/**
 * Creates a swap from what a call takes and gives: a stake account as a whole, any other asset up to an amount.
 *
 * @param own - what the program has otherwise.
 */
export function toSwap(
  { name, account, amount, takes }: Call,
  own: Partial<Swap> & { readonly minimum: Swap['minimum'] },
): Swap {
  const first = (roles: readonly string[]) => account(roles.find(takes) ?? '');
  return {
    name,
    authority: first(AUTHORITY),
    source: first(SOURCE),
    most: takes('stake account') ? 'everything' : (amount('amount') ?? amount('amount in') ?? 0n),
    destinations: [first(DESTINATION)],
    fixed: [],
    ...own,
  };
}

/** Reads a swap of the Infinity pool, of an exact input with a minimum out or of an exact output with a maximum in. */
export function readInfinitySwap(step: Step): Swap | undefined {
  const call = readCall(INFINITY, step);
  if (call === undefined) return undefined;
  const { amount } = call;
  return toSwap(call, {
    most: amount('amount in') ?? amount('most in') ?? 0n,
    minimum: amount('least out') ?? amount('amount out') ?? 0n,
  });
}

const EVERYTHING = 2n ** 64n - 1n;

/**
 * Reads a swap at the sandbox's market, of an exact input or for an exact output; the highest amount sells all that the source
 * holds.
 */
export function readMarketSwap(step: Step): Swap | undefined {
  const call = readCall(MARKET, step);
  if (call === undefined) return undefined;
  const { amount } = call;
  const most = amount('amount in') ?? amount('most in') ?? EVERYTHING;
  return toSwap(call, {
    most: most === EVERYTHING ? 'everything' : most,
    minimum: amount('least out') ?? amount('amount out') ?? 0n,
  });
}

/**
 * Reads a deposit into, or a withdrawal from, the pool of raSOL; undefined for any other instruction of the program.
 *
 * A stake account that is deposited goes as a whole; Authorize has handed it over. The older forms have no minimum.
 */
export function readStakePoolSwap(step: Step, keys: DeploymentKeys, wallet: Uint8Array): Swap | undefined {
  const call = readCall(STAKE_POOL, step);
  if (call === undefined) return undefined;
  const { amount, account, takes } = call;
  const lamports = amount('lamports');
  return toSwap(call, {
    ...(takes('stake account') && { authority: wallet }),
    ...(lamports !== undefined && { most: lamports }),
    minimum: amount('least') ?? { by: 'pool-rate' },
    fixed: [
      { role: 'the stake pool', actual: account('stake pool'), due: keys.stakePool.address },
      ...(takes('new authority')
        ? [{ role: 'authority of the new stake account', actual: account('new authority'), due: wallet }]
        : []),
    ],
  });
}

/**
 * Reads an instruction of the router's program on the raSOL pool or the Reserve of the deployment. None of its instructions
 * has a minimum: each is taken where the price is known to stand, and refused over any other pool.
 */
export function readStakedexSwap(step: Step, keys: DeploymentKeys): Swap | undefined {
  const call = readCall(STAKEDEX, step);
  const minimum = call && findProof(call, keys);
  if (call === undefined || minimum === undefined) return undefined;
  return toSwap(call, { minimum, fixed: listFixedAccounts(call, step, keys, minimum) });
}

function listFixedAccounts(
  { account, further, takes }: Call,
  { data }: Step,
  keys: DeploymentKeys,
  { by }: PriceProof,
): readonly FixedAccount[] {
  const reserve = keys.reserve();
  if (by === 'reserve-fee') return fixReserve(further, account('stake account'), reserve);
  if (takes('stake account')) return [];
  const actual = account('mint in') ?? account('mint out');
  const mint = { role: 'the mint of raSOL', actual, due: keys.rasolMint };
  if (by !== 'pool-rate-and-reserve') return [mint];
  const seeds = [ascii('bridge_stake'), account('user') ?? new Uint8Array(), data.subarray(-4)];
  const due = findProgramAddress(seeds, STAKEDEX_PROGRAM);
  const repaying = account('stake account that repays the rent');
  return [
    { role: 'the bridge stake account', actual: account('new stake account'), due },
    mint,
    ...fixReserve(RESERVE_ROLES.map(account), repaying, reserve),
  ];
}

/** The Reserve among the accounts, in the order that every instruction has them in. */
const RESERVE_ROLES = [
  'reserve program',
  'reserve',
  'SOL of the reserve',
  'fee of the reserve',
  'stake record',
  'protocol fee',
] as const;

function fixReserve(
  actual: readonly (Uint8Array | undefined)[],
  stake: Uint8Array | undefined,
  reserve: ReserveKeys | undefined,
): readonly FixedAccount[] {
  if (reserve === undefined) return [];
  const { program, pool, sol, fee, protocolFee } = reserve;
  const record = findProgramAddress([pool, stake ?? new Uint8Array()], program);
  const due = [program, pool, sol, fee, record, protocolFee];
  return due.map((key, at) => ({ role: `the ${RESERVE_ROLES[at]}`, actual: actual[at], due: key }));
}

/** Returns the stake account that `PrefundWithdrawStake` splits off to repay its rent; undefined for other instructions. */
export function findSlumdog(step: Step): Uint8Array | undefined {
  return isSame(step.program, STAKEDEX_PROGRAM)
    ? readCall(STAKEDEX, step)?.account('stake account that repays the rent')
    : undefined;
}

// The pool's accounts follow, its program first.
function findProof({ further, takes }: Call, keys: DeploymentKeys): PriceProof | undefined {
  const [program, pool] = further;
  const reserve = keys.reserve();
  if (isSame(program, keys.stakePool.program) && isSame(pool, keys.stakePool.address)) {
    if (!takes('reserve')) return { by: 'pool-rate' };
    return reserve && { by: 'pool-rate-and-reserve' };
  }
  const isReserve = takes('stake account') && reserve !== undefined && isSame(program, reserve.program);
  return isReserve ? { by: 'reserve-fee' } : undefined;
}

const FEE_ACCOUNT = hex('183796faa81b65b2');
const INCOMING_STAKE_OFFSET = 72;
const LIQUIDITY_LINEAR = 1;
/** Numerator and denominator of the flat part, or of that at full liquidity, then of that at none. */
const FEE_OFFSETS = [9, 17, 25, 33];
/** The part of the reserve's SOL that others may take out before the transaction lands: one in so many. */
const SOL_LEAVING = 20n;

/**
 * Computes the least that the reserve pays for a stake account after losing a twentieth of its SOL, rounded down.
 *
 * The fee is a flat part, or rises in a line from full to no liquidity: with m its slope over all lamports of the pool, c
 * the part at full liquidity, I the stake that the pool has not emptied yet and S the account, the part is (m (I + S) + c) /
 * (1 + m S). Two lamports more are allowed for, since the program rounds on the way. Layouts: public source.
 *
 * @param program - base58 address of the program that owns the fee.
 * @returns undefined when the fee is none of the reserve's.
 */
export function leastFromReserve(
  [pool, solReserves, fee]: readonly (LedgerAccount | undefined)[],
  program: string,
  lamports: bigint,
): bigint | undefined {
  if (!pool || !solReserves || fee?.owner !== program) return undefined;
  const { data } = fee;
  const tag = Number(data[8]);
  if (!isSame(data.subarray(0, 8), FEE_ACCOUNT) || !(tag <= LIQUIDITY_LINEAR)) return undefined;
  const [full = 0n, fullOf = 0n, ...rising] = FEE_OFFSETS.map((at) => u64At(data, at));
  const [none = full, noneOf = fullOf] = tag === LIQUIDITY_LINEAR ? rising : [];
  const incoming = u64At(pool.data, INCOMING_STAKE_OFFSET) ?? 0n;
  const owned = incoming + solReserves.lamports;
  const slope = none * fullOf - full * noneOf;
  const whole = fullOf * noneOf * owned + slope * lamports;
  if (slope < 0n || whole === 0n) return undefined;
  const used = incoming + solReserves.lamports / SOL_LEAVING + 1n + lamports;
  const taken = (lamports * (slope * used + full * noneOf * owned)) / whole + 2n;
  return taken > lamports ? 0n : lamports - taken;
}

/** The terms of either version: u64 of the side that is exact, u64 quoted of the other, u16 slippage. */
type Terms = { readonly exact: bigint; readonly quoted: bigint; readonly slippage: number };

/**
 * Reads a swap of the aggregator.
 *
 * In the first version the amounts follow the route plan, and the program ignores bytes behind them: fields read from the end
 * could be forged. So the plan is read as the program reads it, and nothing may follow. A platform fee is refused.
 */
export function readJupiterSwap(step: Step): Swap | undefined {
  const call = readCall(JUPITER, step);
  const terms = call && (readFirst(call) ?? readSecond(call));
  if (call === undefined || terms === undefined || terms.slippage > BASIS_POINTS) return undefined;
  const { exact, quoted } = terms;
  const bps = BigInt(terms.slippage);
  const isExactOut = call.name.includes('exact_out');
  const [destination, further] = [call.account('destination'), call.account('further destination')];
  return toSwap(call, {
    most: isExactOut ? (quoted * (BASIS_POINTS + bps) + BASIS_POINTS - 1n) / BASIS_POINTS : exact,
    // The program itself stands for none.
    destinations:
      !call.takes('further destination') || isSame(further, JUPITER_PROGRAM)
        ? [destination]
        : [destination, further],
    minimum: isExactOut ? exact : partOf(quoted, BASIS_POINTS - bps),
  });
}

// Behind the slippage a u8 platform fee, and the end.
function readFirst({ value }: Call): Terms | undefined {
  const data = value('plan and amounts');
  const at = data instanceof Uint8Array ? skipRoutePlan(data, 0) : undefined;
  if (!(data instanceof Uint8Array) || at === undefined || data.length !== at + 19 || data[at + 18] !== 0)
    return undefined;
  return {
    exact: u64At(data, at) ?? 0n,
    quoted: u64At(data, at + 8) ?? 0n,
    slippage: u16At(data, at + 16) ?? 0,
  };
}

function readSecond({ value, amount }: Call): Terms | undefined {
  const exact = amount('amount in') ?? amount('amount out');
  const quoted = amount('quoted out') ?? amount('quoted in');
  const plan = value('plan');
  const isWhole =
    exact !== undefined && quoted !== undefined && plan instanceof Uint8Array && plan.length > 0;
  return isWhole && value('platform fee') === 0
    ? { exact, quoted, slippage: Number(value('slippage')) }
    : undefined;
}

/** Most steps a plan is read for. */
const STEPS_LIMIT = 16;
/** Percent, index of the input, index of the output. */
const STEP_TAIL = 3;

/**
 * Bytes of arguments by variant of the aggregator's `Swap`, from its IDL of October 2026, a letter each: a digit is as many,
 * {@link MANY} say the larger sizes. `s` is a list of account slices, two bytes each, and `o` one byte and an optional
 * list of them. `-` has nested lists: no order for raSOL has needed one.
 */
const ARGUMENTS =
  '00000000100010011110010110011b0004000001043a550o00' +
  '0000000010110010000002000s000008800129010000110000' +
  '000o1011001-00001191-1bd01c10100100a1000010001-000' +
  '011102090815101112101110100110011-1ef201g211101';
const MANY: Readonly<Record<string, number>> = { a: 10, b: 16, c: 17, d: 48, e: 57, f: 65, g: 81 };

/**
 * Skips a route plan of the aggregator's first version.
 *
 * @param at - offset of its count.
 * @returns the offset behind it, which may lie behind the data; undefined when a variant is not known.
 */
function skipRoutePlan(data: Uint8Array, at: number): number | undefined {
  const count = u32At(data, at);
  if (count === undefined || count === 0 || count > STEPS_LIMIT) return undefined;
  let next: number | undefined = at + 4;
  for (let left = count; left > 0 && next !== undefined; left -= 1) next = skipStep(data, next);
  return next;
}

function skipStep(data: Uint8Array, at: number): number | undefined {
  const kind = ARGUMENTS[data[at] ?? ARGUMENTS.length];
  if (kind === undefined || kind === '-') return undefined;
  if (kind === 's') return skipSlices(data, at + 1);
  if (kind !== 'o') return at + 1 + (MANY[kind] ?? Number(kind)) + STEP_TAIL;
  const flag = data[at + 2];
  if (flag === 0) return at + 3 + STEP_TAIL;
  return flag === 1 ? skipSlices(data, at + 3) : undefined;
}

function skipSlices(data: Uint8Array, at: number): number | undefined {
  const count = u32At(data, at);
  return count === undefined ? undefined : at + 4 + 2 * count + STEP_TAIL;
}
