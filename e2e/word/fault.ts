/** What comes back over the connection: a status, a code of JSON-RPC, nothing, half a connection, or that it was taken. */
export type Said = 400 | 403 | 408 | 500 | 502 | 504 | -32015 | 'hang' | 'cut' | 'taken';

/** When the bytes go on to the ledger; `later` is after the caller has got its first word. */
export type Passing = 'never' | 'at once' | 'later';

/** How a gateway treats the bytes of one transaction, whenever it gets them. */
export type Fault = { readonly said: Said; readonly passing: Passing };

/** One broadcast of the matrix. */
export type Case = {
  readonly name: string;
  readonly route: 'rpc' | 'router';
  readonly fault: Fault;
  /** Whether the ledger refuses the transaction. */
  readonly isDoomed: boolean;
};

/** What stands beside the faulty node. */
export const TOPOLOGIES = ['alone', 'two faulty', 'beside a sound one', 'beside one that lags'] as const;
export type Topology = (typeof TOPOLOGIES)[number];

/** What a caller is told, as far as it acts on it. */
export type Word = 'ok' | 'rejected' | 'expired' | 'not_sent' | 'unknown';

/** What the ledger says in the end. */
export type End = 'landed' | 'failed' | 'absent';

const OF_NODES: readonly Said[] = [502, 504, 408, 500, -32015, 'hang', 'cut'];
const OF_ROUTERS: readonly Said[] = [502, 504, 408, 400, 500, 'hang', 'cut'];
const PASSINGS: readonly Passing[] = ['never', 'at once', 'later'];

/** Every fault of a node, for transactions that succeed and for those that are refused. */
export const NODE_CASES: readonly Case[] = listCases('rpc', OF_NODES);
/** Every fault of the router, for both. */
export const ROUTER_CASES: readonly Case[] = listCases('router', OF_ROUTERS);

function listCases(route: Case['route'], answers: readonly Said[]): Case[] {
  const faults = answers.flatMap((said) => PASSINGS.map((passing) => ({ said, passing })));
  const honest: Fault = { said: 403, passing: 'never' };
  const liar: Fault = { said: 'taken', passing: 'never' };
  return [...faults, honest, liar].flatMap((fault) =>
    [false, true].map((isDoomed) => ({
      name: `${route}: says ${fault.said}, passes on ${fault.passing}${isDoomed ? ', refused by the ledger' : ''}`,
      route,
      fault,
      isDoomed,
    })),
  );
}

/** The words that may come first; none of them is untrue, whatever becomes of the bytes later. */
export function listFirstWords({ route, fault, isDoomed }: Case, topology: Topology): readonly Word[] {
  // Refused unsigned, before any signed byte leaves; for a moment after the start its row may be lost, for all that is known.
  if (isDoomed) return ['rejected', 'unknown'];
  if (route === 'rpc' && topology === 'beside a sound one') return ['ok'];
  // One that lags takes the bytes as well, since it is not asked to try them.
  if (route === 'rpc' && topology === 'beside one that lags') return ['ok', 'unknown'];
  if (fault.said === 'taken') return ['ok'];
  return fault.passing === 'at once' ? ['unknown', 'ok'] : ['unknown'];
}
