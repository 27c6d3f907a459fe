import { isSame } from '../bytes/text.ts';
import { DEPLOYMENT } from '../exact/keys.world.ts';
import { key, WALLET } from './rules.world.ts';
import { readRouterSwap } from './steps.ts';
import type { Swap } from './swaps.ts';

export const data = (...parts: readonly (number | ArrayLike<number>)[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'number' ? [part] : Array.from(part))));
export const places = (count: number) => Array.from({ length: count }, (_, i) => key(100 + i));
export const u16 = (value: number) => [value & 0xff, value >> 8];

type Parts = { readonly accounts: readonly Uint8Array[]; readonly data: Uint8Array };
export const readOf = (program: Uint8Array, parts: Parts): Swap | undefined =>
  readRouterSwap({ index: 0, program, ...parts }, WALLET, DEPLOYMENT);

/** Which of its accounts a swap names: authority, source, destinations. */
export function namesOf({ authority, source, destinations }: Swap, accounts: readonly Uint8Array[]) {
  const at = (each: Uint8Array | undefined) =>
    each === WALLET ? 'wallet' : accounts.findIndex((account) => isSame(account, each));
  return [at(authority), at(source), ...destinations.map(at)];
}
