import type { Address } from '@solana/kit';
import type { CallAccount, ModelledCall } from '../../vm/models/program-model.ts';

/** The first bytes of the data that ask an adaptor for a withdrawal: `sha256("global:withdraw")`. */
export const ADAPTOR_WITHDRAW_DISCRIMINATOR = Uint8Array.of(183, 18, 70, 156, 148, 109, 161, 34);

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
  getValue(call: ModelledCall, request: AdaptorRequest): bigint;
  /**
   * Pays asset base units out of the position.
   *
   * @returns what the position is worth afterwards, in asset base units.
   * @throws {ProgramFailure} where the adaptor refuses.
   */
  withdraw(call: ModelledCall, request: AdaptorRequest & { readonly amount: bigint }): bigint;
};
