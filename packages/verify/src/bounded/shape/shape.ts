import type { Step } from '../scene.ts';
import type { VaultCall } from '../swaps/vault-swap.ts';

/**
 * What a top-level instruction is to its transaction, one letter each, so that a kind's order is one regular expression.
 *
 * - `L`, `P`, `D`: compute-unit limit and price, limit of loaded data.
 * - `M`: the memo of the vault provider.
 * - `R`: opens the account that receives. `O`: opens the raSOL account that stake passes through; `K` closes it.
 * - `W`: opens the wallet's wrapped-SOL account. `S`, `I`: create and initialise one of a seed. `T`, `Y`: fill and sync it. `C`:
 *   closes it.
 * - `Z`: hands the given stake account on. `N`: creates the stake account that is due. `V`: deactivates it.
 * - `X`: swaps. `E`: opens the account of the wallet's request at the vault. `Q`: requests. `d`: redeems the request.
 */
export type Letter =
  | 'L'
  | 'P'
  | 'D'
  | 'M'
  | 'R'
  | 'O'
  | 'K'
  | 'W'
  | 'S'
  | 'I'
  | 'T'
  | 'Y'
  | 'C'
  | 'Z'
  | 'N'
  | 'V'
  | 'X'
  | 'E'
  | 'Q'
  | 'd';

/** A top-level instruction that its kind may hold. */
export type ReadStep = {
  readonly letter: Letter;
  readonly step: Step;
  /** With `X`, `Q` and `d`. */
  readonly call?: VaultCall;
};

/** Accounts that steps make and the rules must know. */
export type Shape = {
  readonly read: readonly ReadStep[];
  /** The wallet's associated account of wrapped SOL, and those of a seed that the message creates. */
  readonly wrapped: readonly Uint8Array[];
  /** The stake account that is due. */
  readonly newStake: Uint8Array | undefined;
};
