import assert from 'node:assert/strict';
import { BUILDS, nativeStake } from '../exact/builds.world.ts';
import { type Build, createTransaction } from '../exact/ledger.world.ts';
import { MalformedMessage, readTransaction } from '../index.ts';
import { compareEdited } from './compare-edited.ts';
import {
  assertion,
  compiled,
  getAllInstructions,
  getMeaning,
  memo,
  OLDER_LIGHTHOUSE,
} from './edits.world.ts';

/** Whether a wallet can add anything: some exits fill their transaction. */
const hasRoom = (build: Build) => {
  const added = [assertion(), assertion(10, OLDER_LIGHTHOUSE), memo('m'.repeat(100))];
  try {
    return compiled(build, [...getAllInstructions(build), ...added]).messageBytes.length > 0;
  } catch (error) {
    if (error instanceof MalformedMessage) return false;
    throw error;
  }
};
/** Builds that a wallet alone signs, and that have room for what it adds. */
export const ONE_SIGNER = Object.entries(BUILDS).filter(
  ([, build]) => build !== nativeStake && hasRoom(build),
);

/**
 * Asserts that an edited message of which a byte is changed is refused, or means what was built.
 *
 * @param isTried - which bytes are changed, one at a time, in one of their bits and in the highest.
 */
export function assertMeaningIsKept(name: string, build: Build, isTried: (at: number) => boolean): void {
  let [tried, accepted] = [0, 0];
  const built = compiled(build, getAllInstructions(build));
  const meaning = getMeaning(built);
  const { messageBytes } = compiled(build, [...getAllInstructions(build), assertion(), memo('x')]);
  for (const at of messageBytes.keys()) {
    if (!isTried(at)) continue;
    tried += 1;
    for (const mask of new Set([1 << (at % 8), 0x80])) {
      const edited = readIfWellFormed(messageBytes.with(at, (messageBytes[at] ?? 0) ^ mask));
      if (edited === undefined || compareEdited(built, edited).difference !== undefined) continue;
      accepted += 1;
      assert.deepEqual(getMeaning(edited), meaning, `${name}: byte ${at}`);
    }
  }
  // Blockhash, limit, price, what is asserted and noted.
  assert.ok(accepted > (60 * tried) / messageBytes.length / 2, `${accepted} of ${tried} bytes`);
}

function readIfWellFormed(message: Uint8Array) {
  try {
    return readTransaction(createTransaction(message));
  } catch (error) {
    if (error instanceof MalformedMessage) return undefined;
    throw error;
  }
}
