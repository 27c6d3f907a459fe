import type { Address } from '@solana/kit';

/** The ledger has no lookup table in use where the deployment says. */
export class NoLookupTable extends Error {
  override readonly name = 'NoLookupTable';
  readonly tables: readonly Address[];

  constructor(tables: readonly Address[]) {
    super(`The ledger has no lookup table in use at ${tables.join(', ')}.`);
    this.tables = tables;
  }
}
