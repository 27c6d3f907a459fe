import type { Exchange } from './exchange.ts';

/** The contract is broken, and the exchange that shows it. */
export class Breach extends Error {
  override readonly name = 'Breach';
  readonly exchange: Exchange | undefined;

  /** @param message - what came, and what would be right. */
  constructor(message: string, exchange?: Exchange) {
    super(message);
    this.exchange = exchange;
  }
}

/** A check that cannot be made here; the message says what it lacks. */
export class Skipped extends Error {
  override readonly name = 'Skipped';
}
