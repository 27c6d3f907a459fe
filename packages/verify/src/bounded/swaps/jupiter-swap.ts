import { isSame } from '../../bytes/index.ts';
import { u16At, u64At } from '../../ledger/little-endian.ts';
import { JUPITER } from '../../programs/jupiter.ts';
import { type Call, readCall } from '../../programs/read-call.ts';
import { JUPITER_PROGRAM } from '../program-keys.ts';
import type { Step } from '../scene.ts';
import { skipRoutePlan } from './jupiter-route-plan.ts';
import type { Swap } from './swap.ts';
import { toSwap } from './to-swap.ts';

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
