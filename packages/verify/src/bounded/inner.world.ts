import assert from 'node:assert/strict';
import { findRequestAccounts } from '../deployment.ts';
import type { InnerInstruction } from '../verification.ts';
import { checkInnerInstructions } from './instructions.ts';
import type { BoundedKind, Scene, Step } from './intent.ts';
import { key, keys, STAKE, STRANGER, SYSTEM, sceneOf, swapStep, TOKEN, text, WALLET } from './rules.world.ts';

export const ME = text(WALLET);
export const OTHER = text(STRANGER);
export const ASSOCIATED = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
export const RENT_LIMIT = 10_000_000n;
export const { receipt, escrow } = findRequestAccounts({ wallet: WALLET }, keys);
export const at = (place: Uint8Array) => text(place);
export const data = (...parts: readonly ArrayLike<number>[]) =>
  Uint8Array.from(parts.flatMap((part) => Array.from(part)));

type Circumstances = {
  /** The program that swaps. */
  readonly program?: Uint8Array;
  readonly terms?: Partial<Scene['terms']>;
  readonly more?: Partial<Step>;
};

/** Checks whether a program that swaps may invoke this. */
export function mayInvoke(
  kind: BoundedKind,
  inner: InnerInstruction,
  { program = key(9), terms = {}, more = {} }: Circumstances = {},
): boolean {
  const one = swapStep();
  const step = { ...one.step, program, ...more };
  const { scene, shape, roles } = sceneOf(kind, { read: [{ ...one, step }], inner: [[0, [inner]]], terms });
  const found = checkInnerInstructions(scene, shape, roles);
  for (const each of found) {
    assert.equal(each.rule, 'inner-instruction');
    assert.equal(each.instruction, 0);
    assert.match(
      each.detail,
      new RegExp(`^${text(program)} invokes ${inner.program} with tag (?:\\d+|none) for the wallet`),
    );
  }
  return found.length === 0;
}

export const system = (accounts: readonly string[], ...parts: readonly ArrayLike<number>[]) => ({
  program: SYSTEM,
  accounts,
  data: data(...parts),
});
export const token = (accounts: readonly string[], ...parts: readonly ArrayLike<number>[]) => ({
  ...system(accounts, ...parts),
  program: TOKEN,
});
export const stake = (accounts: readonly string[], ...parts: readonly ArrayLike<number>[]) => ({
  ...system(accounts, ...parts),
  program: STAKE,
});
