/** Why an instruction without a minimum cannot pay less than it does now. */
export type PriceProof =
  /** It trades at the rate of the pool of raSOL, which falls in no epoch that it has been updated in. */
  | { readonly by: 'pool-rate' }
  /** It trades at the vault's own arithmetic. */
  | { readonly by: 'vault-rate' }
  /**
   * The Reserve takes no more than its fee says for as little SOL as may be left, unless its fee is changed: nothing is
   * promised.
   */
  | { readonly by: 'reserve-fee' }
  /** It trades at the rate of the pool of raSOL, less what the Reserve takes as above. */
  | { readonly by: 'pool-rate-and-reserve' };

/** A place of an instruction where one account is due. */
export type FixedAccount = {
  readonly role: string;
  readonly actual: Uint8Array | undefined;
  readonly due: Uint8Array;
};

/** What one instruction of a listed program takes and gives, by its own bytes. Base units. */
export type Swap = {
  /** Name of the instruction. */
  readonly name: string;
  /** Who must have signed for the input. */
  readonly authority: Uint8Array | undefined;
  /** The account that is drawn on: of a token, of stake, or the wallet itself. */
  readonly source: Uint8Array | undefined;
  /** Most that is drawn; `everything` where it empties the account. */
  readonly most: bigint | 'everything';
  /** Every account that may receive the output. */
  readonly destinations: readonly (Uint8Array | undefined)[];
  /** Least that it gives, or why that is what it gives now. */
  readonly minimum: bigint | PriceProof;
  /** Further accounts whose place is fixed. */
  readonly fixed: readonly FixedAccount[];
};
