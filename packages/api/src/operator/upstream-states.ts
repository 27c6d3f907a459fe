import type { Clock } from '../runtime/clock.ts';
import type { UpstreamWatch } from '../upstreams/watch.ts';

/** How a system is, by its calls; times in milliseconds since the epoch. */
export type UpstreamState = {
  readonly name: string;
  readonly state: 'ok' | 'failing' | 'unknown';
  readonly since: number | undefined;
  readonly lastSuccess: number | undefined;
};

/** Remembers how the systems behind the service are. */
export type UpstreamStates = {
  /** What watches calls to upstreams, beside another one. */
  watch(beside: UpstreamWatch): UpstreamWatch;
  /** Records one call. @param isAnswered - whether the upstream answered, also with a refusal. */
  note(name: string, isAnswered: boolean): void;
  /** All systems, also those that were not asked yet. */
  list(): readonly UpstreamState[];
};

/** Calls in a row that brought no answer: one alone says nothing. */
const FAILING_CALLS = 3;
/** By the names that calls are watched under. */
const SYSTEMS = ['ledger', 'router', 'vault', 'database', 'validator apy', 'router lsts', 'vault records'];
/** The records that a provider answers beside what it builds: while those arrive, it is there, also unasked. */
const RECORDS_OF: Readonly<Record<string, string>> = { router: 'router lsts', vault: 'vault records' };
const LEDGER_NODE = /^rpc\d+$/;

type Known = {
  faults: number;
  isFailing: boolean;
  since: number | undefined;
  lastSuccess: number | undefined;
};

/** Creates the record of upstream states of one process; all ledger nodes count as one upstream. */
export function createUpstreamStates({ now }: Pick<Clock, 'now'>): UpstreamStates {
  const known = new Map<string, Known>(
    SYSTEMS.map((name) => [name, { faults: 0, isFailing: false, since: undefined, lastSuccess: undefined }]),
  );
  const note = (name: string, isAnswered: boolean) => {
    const one = known.get(LEDGER_NODE.test(name) ? 'ledger' : name);
    if (one === undefined) return;
    if (isAnswered) {
      one.lastSuccess = now();
      if (one.isFailing || one.since === undefined) one.since = one.lastSuccess;
      one.isFailing = false;
      one.faults = 0;
      return;
    }
    one.faults += 1;
    if (one.isFailing || one.faults < FAILING_CALLS) return;
    one.isFailing = true;
    one.since = now();
  };
  return {
    note,
    watch: (beside) => ({
      ...beside,
      onCall(upstream, operation, result, seconds) {
        note(upstream, result === 'answered' || result === 'refused');
        beside.onCall(upstream, operation, result, seconds);
      },
    }),
    list: () =>
      [...known].map(([name, own]) => {
        const records = known.get(RECORDS_OF[name] ?? '');
        const isHeard = own.since === undefined && records?.isFailing === false;
        const { isFailing, since, lastSuccess } = isHeard ? records : own;
        const state = isFailing ? 'failing' : since === undefined ? 'unknown' : 'ok';
        return { name, state, since, lastSuccess };
      }),
  };
}
