import { UpstreamRefusal } from './upstream-fault.ts';

/** A ledger node understood the call and refused it. */
export class JsonRpcError extends UpstreamRefusal {
  override readonly name = 'JsonRpcError';
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data: unknown) {
    super('ledger', 200, message, undefined);
    this.code = code;
    this.data = data;
  }
}
