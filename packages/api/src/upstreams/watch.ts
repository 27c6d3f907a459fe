import { UpstreamFault, UpstreamRefusal } from '../problems/faults.ts';
import type { Clock } from '../runtime/clock.ts';
import { currentTrace, runInTrace } from '../runtime/trace.ts';

/** How a call to an upstream ended: answered, refused with its reason, or without a usable answer. */
export type CallResult = 'answered' | 'refused' | UpstreamFault['kind'] | 'failed';

/** Sees every call to an upstream, and every breaker that opens or closes. */
export type UpstreamWatch = {
  /**
   * @param upstream - `rpc1`, `router`: a name from the configuration, never a URL.
   * @param operation - one of a fixed set: an RPC method, a path without its parameters.
   */
  onCall(upstream: string, operation: string, outcome: CallResult, seconds: number): void;
  onBreaker(guard: string, isOpen: boolean): void;
};

/** Looks away. */
export const NO_WATCH: UpstreamWatch = { onCall: () => undefined, onBreaker: () => undefined };

/** Runs a call, as a part of the trace that it is made for, and tells how it went. */
export async function watched<Result>(
  { watch, clock }: { readonly watch: UpstreamWatch; readonly clock: Clock },
  upstream: string,
  operation: string,
  call: () => Promise<Result>,
): Promise<Result> {
  const started = clock.elapsed();
  const span = currentTrace()?.startCall?.(`${upstream} ${operation}`, { 'peer.service': upstream });
  const tell = (result: CallResult) => {
    watch.onCall(upstream, operation, result, (clock.elapsed() - started) / 1_000);
    span?.end({ 'staking.result': result }, result !== 'answered' && result !== 'refused');
  };
  try {
    const result = await runInTrace(span, call);
    tell('answered');
    return result;
  } catch (error) {
    tell(getCallResult(error));
    throw error;
  }
}

function getCallResult(error: unknown): CallResult {
  if (error instanceof UpstreamFault) return error.kind;
  return error instanceof UpstreamRefusal ? 'refused' : 'failed';
}
