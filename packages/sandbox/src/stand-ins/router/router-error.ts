/** Words of the router's error envelope. */
export type RouterErrorCode = 'BAD_REQUEST' | 'UNAUTHORIZED' | 'NOT_FOUND' | 'INTERNAL_SERVER_ERROR';

const STATUS: Readonly<Record<RouterErrorCode, number>> = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  NOT_FOUND: 404,
  INTERNAL_SERVER_ERROR: 500,
};

/** A refusal of the router: `{"error":{"code","message"}}`. */
export class RouterError extends Error {
  override readonly name = 'RouterError';
  readonly code: RouterErrorCode;

  constructor(code: RouterErrorCode, message: string) {
    super(message);
    this.code = code;
  }

  get status(): number {
    return STATUS[this.code];
  }
}

/** @throws {RouterError} 400 */
export function badRequest(message: string): never {
  throw new RouterError('BAD_REQUEST', message);
}
