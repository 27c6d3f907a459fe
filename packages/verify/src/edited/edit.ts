/** What a wallet may change in a transaction before it signs. */
export const MUTATION_KINDS = [
  'assertion',
  'memo',
  'compute-unit-limit',
  'compute-unit-price',
  'loaded-accounts-data-size',
  'blockhash',
] as const;

/** One thing that a wallet changed, and may. */
export type Mutation = {
  readonly kind: (typeof MUTATION_KINDS)[number];
  /** One sentence. */
  readonly detail: string;
  /** Index of the instruction in the edited message, where one stands for it. */
  readonly instruction?: number;
};

/** The first thing that a wallet changed and may not. */
export type Difference = {
  readonly part:
    | 'co-signer'
    | 'version'
    | 'signers'
    | 'accounts'
    | 'lookups'
    | 'instructions'
    | 'flash-loan'
    | 'compute-budget';
  /** One sentence: what stands there, and what would be right. */
  readonly detail: string;
  /** Index of the instruction in the edited message, where one is at fault. */
  readonly instruction?: number;
};

/** Ends a comparison with the difference that refuses the edit. */
export class Disallowed extends Error {
  override readonly name = 'Disallowed';
  readonly difference: Difference;

  constructor(part: Difference['part'], detail: string, instruction?: number) {
    super(detail);
    this.difference = { part, detail, ...(instruction !== undefined && { instruction }) };
  }
}
