/** Which trace something belongs to, and the span it is done for (W3C Trace Context). */
export type TraceContext = {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  /** Whether the caller records the trace. */
  readonly isSampled: boolean;
};

const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const LONGEST = 512;
const ZEROS = /^0+$/;

/**
 * Reads a `traceparent` field (https://www.w3.org/TR/trace-context-2/#traceparent-header).
 *
 * @returns undefined for an invalid field, which the standard says to ignore. From later versions, the parts of version 00
 *   are read.
 */
export function parseTraceparent(text: string): TraceContext | undefined {
  if (text.length > LONGEST) return undefined;
  const [, version, traceId = '', spanId = '', flags = '', rest] = FORM.exec(text) ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && rest !== undefined)) return undefined;
  if (ZEROS.test(traceId) || ZEROS.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: Number.parseInt(flags, 16) % 2 === 1 };
}

/** Prints a context as the fields `traceparent` and `traceresponse` have it. */
export function printTraceparent({ traceId, spanId, isSampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}
