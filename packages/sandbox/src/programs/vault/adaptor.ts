import type { Address } from '@solana/kit';
import type { CallAccount, ModelledCall } from '../program-model.ts';

/** What a vault asks of an adaptor. */
export type AdaptorRequest = {
  /** The vault's authority towards the strategy, in whose name the position is held. */
  readonly authority: Address;
  readonly strategy: Address;
  /** The vault's token account that the assets must be left in. */
  readonly destination: Address;
  /** The accounts behind those of the vault's own instruction. */
  readonly remaining: readonly CallAccount[];
};

/** A program between a vault and what it invests in, called by the model of the vault program. */
export type Adaptor = {
  readonly programAddress: Address;
  /** What the position is worth before anything is paid, in asset base units. @throws {ProgramFailure} */
  valueOf(call: ModelledCall, request: AdaptorRequest): bigint;
  /**
   * Pays asset base units out of the position.
   *
   * @returns what the position is worth afterwards, in asset base units.
   * @throws {ProgramFailure} where the adaptor refuses.
   */
  withdraw(call: ModelledCall, request: AdaptorRequest & { readonly amount: bigint }): bigint;
};
