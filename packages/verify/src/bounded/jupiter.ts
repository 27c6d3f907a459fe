import { JUPITER_PROGRAM } from '../bytes/known-keys.ts';
import { isSame } from '../bytes/text.ts';
import { u16At, u32At, u64At } from '../ledger/accounts.ts';
import { type Call, readCall } from '../programs/instruction-format.ts';
import { JUPITER } from '../programs/swaps.ts';
import type { Step } from './scene.ts';
import { type Swap, toSwap } from './swaps.ts';

const BASIS_POINTS = 10_000n;

/** What either version says: u64 of the side that is exact, u64 quoted of the other, u16 slippage. */
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
    minimum: isExactOut ? exact : (quoted * (BASIS_POINTS - bps)) / BASIS_POINTS,
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
