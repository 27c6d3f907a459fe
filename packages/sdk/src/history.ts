import type { StakingClient } from './client.ts';
import { type CallOptions, pauseBefore, systemPace } from './exchange.ts';
import type { HistoryRow } from './generated/contract.ts';
import type { RequestOf } from './operations.ts';
import { isStakingError, type StakingError } from './staking-error.ts';

/** The wallet, and which of its rows are wanted. */
export type HistoryFilters = Omit<RequestOf<'walletHistory'>, 'limit' | 'cursor' | 'after' | 'wait'>;

/** A client that can read histories. */
type Reader = Pick<StakingClient, 'walletHistory'>;

/** Seconds that the service holds an answer without rows back for, and milliseconds within which it must have come. */
const WAIT_SECONDS = 30;
const WAIT_TIMEOUT_MS = 75_000;

/**
 * Reads the history of a wallet page by page, newest row first.
 *
 * @throws {StakingError}
 */
export async function* history(
  client: Reader,
  filters: HistoryFilters,
  options?: CallOptions,
): AsyncGenerator<HistoryRow, void> {
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await client.walletHistory({ ...filters, ...(cursor && { cursor }) }, options);
    yield* page.rows;
    cursor = page.nextCursor;
  }
}

/**
 * Gives the rows of a wallet as they come, oldest first, for as long as it is read: each row once. It goes on where it was
 * after a connection is lost, and while the service is away.
 *
 * @param filters.after - `cursor` of a row, or a slot: begins with what came after it; with the present unless given.
 * @param filters.signal - ends it.
 * @param filters.onAway - called as the service goes away, once until it is back.
 * @throws {StakingError} where the service refuses the request.
 */
export async function* watch(
  client: Reader,
  {
    after,
    signal,
    onAway,
    ...filters
  }: HistoryFilters & {
    readonly after?: string;
    readonly signal?: AbortSignal;
    readonly onAway?: (error: StakingError) => void;
  },
): AsyncGenerator<HistoryRow, void> {
  let cursor = after;
  for (let failures = 0; !signal?.aborted; ) {
    try {
      const read = await readOn(client, filters, cursor, signal);
      ({ cursor } = read);
      failures = 0;
      yield* read.rows;
    } catch (error) {
      if (signal?.aborted) return;
      if (!isStakingError(error) || !error.retryable) throw error;
      if (failures === 0) onAway?.(error);
      const pause = pauseBefore(failures, error.retryAfter, systemPace.random);
      failures += 1;
      await systemPace.sleep(pause, signal).catch(() => undefined);
    }
  }
}

/** Waits for the rows after a cursor; without one finds the present, where there is none yet. */
async function readOn(
  client: Reader,
  filters: HistoryFilters,
  after: string | undefined,
  signal: AbortSignal | undefined,
): Promise<{ readonly rows: readonly HistoryRow[]; readonly cursor: string }> {
  const options = { signal, retries: 0, timeoutMs: WAIT_TIMEOUT_MS };
  if (after === undefined) {
    const { asOf } = await client.walletHistory({ ...filters, limit: '1' }, options);
    return { rows: [], cursor: asOf.slot };
  }
  const request = { ...filters, after, wait: String(WAIT_SECONDS) };
  const { rows, nextCursor } = await client.walletHistory(request, options);
  return { rows, cursor: nextCursor ?? after };
}
