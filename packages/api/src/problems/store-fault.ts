/**
 * The store did not do what it was asked: it is down, locked, read-only, full, or too slow.
 *
 * The same query may work a moment later. A query that could never work (a constraint, a syntax) is not a fault of
 * the store and keeps its own error.
 */
export class StoreFault extends Error {
  override readonly name = 'StoreFault';
  /** The database's own word for it. */
  readonly code: string;

  constructor(code: string, cause: unknown) {
    // The cause's text may quote a row or a connection string: it stays out of the message.
    super(`The store is not available (${code}).`, { cause });
    this.code = code;
  }
}
