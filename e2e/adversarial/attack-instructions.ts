import {
  ASSOCIATED_TOKEN,
  COMPUTE_BUDGET,
  MEMO,
  type Palette,
  STAKE,
  STRANGER,
  SYSTEM,
  TOKEN,
} from './palette.ts';
import type { Random } from './random.ts';
import { type DraftAccount, type DraftInstruction, decodeAddress } from './transaction-draft.ts';

const CLOCK = 'SysvarC1ock11111111111111111111111111111111';
const HISTORY = 'SysvarStakeHistory1111111111111111111111111';
const RENT = 'SysvarRent111111111111111111111111111111111';
const BLOCKHASHES = 'SysvarRecentB1ockHashes11111111111111111111';
const CONFIG = 'StakeConfig11111111111111111111111111111111';

/** Amounts at which something may change: none, one, a rent, a stake, everything. */
export const AMOUNTS: readonly bigint[] = [
  0n,
  1n,
  5_000n,
  890_880n,
  2_039_280n,
  1_666_240n,
  2_282_880n,
  1_000_000_000n,
  2_500_000_001n,
  40_000_000_000n,
  2n ** 32n,
  2n ** 63n,
  2n ** 64n - 1n,
];

type Attack = (palette: Palette, random: Random) => DraftInstruction;

const w = (address: string): DraftAccount => ({ address, isSigner: false, isWritable: true });
const r = (address: string): DraftAccount => ({ address, isSigner: false, isWritable: false });
const signs = (address: string): DraftAccount => ({ address, isSigner: true, isWritable: false });
const pays = (address: string): DraftAccount => ({ address, isSigner: true, isWritable: true });

type Part = number | bigint | string | readonly [u32: number];

/** Bytes one after the other: a number is one byte, a bigint eight, a list of one number four, a text an address. */
function joinBytes(...parts: readonly Part[]): Uint8Array {
  return Uint8Array.from(
    parts.flatMap((part) => {
      if (typeof part === 'number') return [part];
      if (typeof part === 'string') return [...decodeAddress(part)];
      const size = typeof part === 'bigint' ? 8 : 4;
      const view = new DataView(new ArrayBuffer(size));
      if (typeof part === 'bigint') view.setBigUint64(0, part, true);
      else view.setUint32(0, part[0], true);
      return [...new Uint8Array(view.buffer)];
    }),
  );
}

const instruction = (program: string, accounts: readonly DraftAccount[], ...data: readonly Part[]) => ({
  program,
  accounts,
  data: joinBytes(...data),
});

const amount = (random: Random): bigint => random.pick(AMOUNTS);
const anyTokens = ({ tokens, foreignTokens }: Palette, random: Random): string =>
  random.pick([...tokens, ...foreignTokens]);
const someone = ({ wallet, tokens, stakes }: Palette, random: Random): string =>
  random.pick([STRANGER.address, STRANGER.address, wallet, ...tokens, ...stakes]);

const system: readonly Attack[] = [
  (p, x) => instruction(SYSTEM, [pays(p.wallet), w(someone(p, x))], [2], amount(x)),
  (p) => instruction(SYSTEM, [pays(p.wallet)], [1], STRANGER.address),
  (p, x) => instruction(SYSTEM, [pays(p.wallet)], [8], amount(x)),
  (p, x) =>
    instruction(
      SYSTEM,
      [w(p.nonce), w(someone(p, x)), r(BLOCKHASHES), r(RENT), signs(p.wallet)],
      [5],
      amount(x),
    ),
  (p) => instruction(SYSTEM, [w(p.nonce), r(BLOCKHASHES), signs(p.wallet)], [4]),
  (p, x) => {
    const accounts = [w(p.savings), signs(p.wallet), w(someone(p, x))];
    const seed = [...new TextEncoder().encode('savings')];
    return instruction(SYSTEM, accounts, [11], 1_000_000_000n, BigInt(seed.length), ...seed, SYSTEM);
  },
  (p) => instruction(SYSTEM, [w(p.nonce), signs(p.wallet)], [7], STRANGER.address),
];

const token: readonly Attack[] = [
  (p, x) => instruction(TOKEN, [w(x.pick(p.tokens)), w(anyTokens(p, x)), signs(p.wallet)], 3, amount(x)),
  (p, x) => instruction(TOKEN, [w(x.pick(p.tokens)), r(STRANGER.address), signs(p.wallet)], 4, amount(x)),
  (p, x) => instruction(TOKEN, [w(x.pick(p.tokens)), signs(p.wallet)], 6, x.below(4), 1, STRANGER.address),
  (p) => instruction(TOKEN, [w(p.mint), signs(p.wallet)], 6, 0, 1, STRANGER.address),
  (p, x) => instruction(TOKEN, [w(anyTokens(p, x)), w(someone(p, x)), signs(p.wallet)], 9),
  (p, x) => instruction(TOKEN, [w(x.pick(p.tokens)), w(x.pick(p.mints)), signs(p.wallet)], 8, amount(x)),
  (p, x) => instruction(TOKEN, [w(p.mint), w(anyTokens(p, x)), signs(p.wallet)], 7, amount(x)),
  (p, x) => instruction(TOKEN, [w(anyTokens(p, x))], 17),
  (p, x) => instruction(TOKEN, [w(anyTokens(p, x)), w(someone(p, x)), signs(p.wallet)], 38),
  (p, x) => instruction(TOKEN, [w(x.pick(p.tokens)), w(someone(p, x)), signs(p.wallet)], 45, 0),
  (p, x) =>
    instruction(
      TOKEN,
      [w(x.pick(p.tokens)), w(x.pick(p.foreignTokens)), signs(p.wallet)],
      255,
      3,
      9,
      3,
      amount(x),
    ),
  (p, x) =>
    instruction(TOKEN, [w(anyTokens(p, x)), r(x.pick(p.mints))], 18, x.pick([p.wallet, STRANGER.address])),
];

const stake: readonly Attack[] = [
  (p, x) =>
    instruction(STAKE, [w(x.pick(p.stakes)), r(CLOCK), signs(p.wallet)], [1], STRANGER.address, [x.below(2)]),
  (p, x) =>
    instruction(
      STAKE,
      [w(x.pick(p.stakes)), r(p.foreignVote), r(CLOCK), r(HISTORY), r(CONFIG), signs(p.wallet)],
      [2],
    ),
  (p, x) => instruction(STAKE, [w(x.pick(p.stakes)), w(p.foreignStake), signs(p.wallet)], [3], amount(x)),
  (p, x) =>
    instruction(
      STAKE,
      [w(x.pick(p.stakes)), w(someone(p, x)), r(CLOCK), r(HISTORY), signs(p.wallet)],
      [4],
      amount(x),
    ),
  (p, x) => instruction(STAKE, [w(x.pick(p.stakes)), r(CLOCK), signs(p.wallet)], [5]),
  (p, x) =>
    instruction(STAKE, [w(x.pick(p.stakes)), signs(p.wallet)], [6], 1, 2n ** 62n, 0, 1, STRANGER.address),
  (p, x) =>
    instruction(
      STAKE,
      [w(x.pick(p.stakes)), w(x.pick(p.stakes)), r(CLOCK), r(HISTORY), signs(p.wallet)],
      [7],
    ),
  (p, x) => instruction(STAKE, [w(x.pick(p.stakes)), w(x.pick(p.stakes)), signs(p.wallet)], [16], amount(x)),
  (p, x) => instruction(STAKE, [w(x.pick(p.stakes)), w(x.pick(p.stakes)), signs(p.wallet)], [17], amount(x)),
];

const rest: readonly Attack[] = [
  (p, x) => {
    const at = x.below(p.foreignTokens.length);
    const accounts = [w(p.foreignTokens[at] ?? ''), r(STRANGER.address), r(p.mints[at] ?? '')];
    return instruction(ASSOCIATED_TOKEN, [pays(p.wallet), ...accounts, r(SYSTEM), r(TOKEN)], 1);
  },
  (_, x) => instruction(COMPUTE_BUDGET, [], 3, amount(x)),
  (_, x) =>
    instruction(COMPUTE_BUDGET, [], 3, 1_000_000_000n, ...Array.from({ length: x.below(3) }, () => 0)),
  (_, x) => instruction(COMPUTE_BUDGET, [], 2, [x.pick([1, 1_000, 1_400_000, 2 ** 31])]),
  () => instruction(COMPUTE_BUDGET, [], 1, [256 * 1024]),
  () => instruction(COMPUTE_BUDGET, [], 4, [64 * 1024 * 1024]),
  (p, x) => instruction(MEMO, x.chance(50) ? [] : [signs(p.wallet)], 104, 105),
  (_, x) => instruction(SYSTEM, [pays(STRANGER.address), w(someone(_, x))], [2], 0n),
];

const GROUPS = [system, token, stake, rest];

/** Lists every kind of hostile instruction. */
export const ATTACKS: readonly Attack[] = GROUPS.flat();

/** Draws one hostile instruction. */
export function createAttack(palette: Palette, random: Random): DraftInstruction {
  return random.pick(random.pick(GROUPS))(palette, random);
}
