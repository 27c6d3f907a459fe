import { HEADERS } from '../headers.ts';
import type { Operation } from '../operation.ts';

/** A group of operations that codes name instead of ids, so that a new operation belongs to it by its description. */
export type OperationGroup = keyof typeof OPERATION_GROUPS;

/** Which operations belong to a group. */
export const OPERATION_GROUPS = {
  /** Has a JSON body. */
  bodies: ({ body }: Operation) => body !== undefined,
  /** Has members or parameters that a caller must send. */
  requiring: ({ body, requiredQuery = [] }: Operation) =>
    (body?.required ?? []).length > 0 || requiredQuery.length > 0,
  /** Accepts an `Idempotency-Key`. */
  keyed: ({ requestHeaders = [] }: Operation) => requestHeaders.includes(HEADERS.idempotencyKey),
  /** Answers a transaction to sign. */
  builds: ({ responses }: Operation) =>
    Object.values(responses).some(({ properties }: { properties?: object }) =>
      Object.hasOwn(properties ?? {}, 'service_token'),
    ),
} as const;
