import type { Address, Instruction } from '@solana/kit';
import { TOKEN_PROGRAM_ADDRESS } from '../../../vm/program-addresses.ts';
import { createDeterministicKey } from '../../../world/accounts/deterministic-key.ts';
import type { SandboxLedger } from '../../../world/sandbox-ledger.ts';
import type { Draft } from '../order.ts';
import type { MaliciousVariant } from './variants.ts';

/** Who gains by a malicious order; nobody of the world. */
export const STRANGER = createDeterministicKey('stranger').address;

const CLOSE_ACCOUNT = 9;

/** A transaction that harms its wallet. */
export type CorruptedDraft = {
  readonly feePayer: Address;
  readonly instructions: readonly Instruction[];
  readonly units: number;
  /** Goes before the compute budget. */
  readonly first?: Instruction;
  /** Stands in the place of the compute-unit price. */
  readonly price?: Instruction;
  /** Whether the order says that it brings nothing, so that nothing can be missing. */
  readonly promisesNothing?: boolean;
};

/** What a variant may look at. */
export type Scene = {
  readonly draft: Draft;
  readonly ledger: SandboxLedger;
  /** The same order over twice the amount; undefined where an order has none. */
  readonly doubled: Draft | undefined;
};

type Change = Partial<CorruptedDraft> | undefined;

/** Turns an order against its wallet; undefined where that does not fit the order or the wallet lacks what it takes. */
export type Corruption = (scene: Scene) => Promise<Change> | Change;

/** Some of the variants. */
export type Corruptions<V extends MaliciousVariant> = Readonly<Record<V, Corruption>>;

/** Puts instructions where they still find every account open. */
export function append(
  { instructions }: Pick<Draft, 'instructions'>,
  ...added: readonly Instruction[]
): Partial<CorruptedDraft> {
  const closing = instructions.findIndex(
    ({ programAddress, data }) => programAddress === TOKEN_PROGRAM_ADDRESS && data?.[0] === CLOSE_ACCOUNT,
  );
  const at = closing === -1 ? instructions.length : closing;
  return { instructions: [...instructions.slice(0, at), ...added, ...instructions.slice(at)] };
}

/** Puts instructions before all others. */
export function prepend(
  { instructions }: Pick<Draft, 'instructions'>,
  ...added: readonly Instruction[]
): Partial<CorruptedDraft> {
  return { instructions: [...added, ...instructions] };
}
