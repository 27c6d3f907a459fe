import {
  OPERATION_GROUPS,
  OPERATION_IDS,
  OPERATIONS,
  type Operation,
  type OperationId,
} from '@staking-agent/wire';

/** A command that calls one operation. */
export type Verb = {
  readonly name: string;
  readonly operation: OperationId;
  /** The members that are given by place; all others are options. */
  readonly places: readonly string[];
};

/** The commands that only ask and have a name of their own, in the order of the help. */
const NAMED: readonly Verb[] = [
  { name: 'strategies', operation: 'listStrategies', places: [] },
  { name: 'strategy', operation: 'getStrategy', places: ['key'] },
  { name: 'facts', operation: 'getStrategyFacts', places: ['key'] },
  { name: 'apy', operation: 'apyHistory', places: ['strategy'] },
  { name: 'limits', operation: 'getLimits', places: [] },
  { name: 'positions', operation: 'listPositions', places: ['wallet'] },
  { name: 'entry', operation: 'entryOptions', places: ['asset', 'amount'] },
  { name: 'exit', operation: 'exitOptions', places: ['strategy'] },
  { name: 'quote', operation: 'quote', places: ['strategy', 'amount'] },
  { name: 'status', operation: 'getTransaction', places: ['signature'] },
  { name: 'service', operation: 'status', places: [] },
  { name: 'health', operation: 'health', places: [] },
];

/** The commands that build a transaction, and land it where somebody signs. */
export const BUILDS = [
  { name: 'stake', operation: 'stake', places: ['strategy', 'amount'] },
  { name: 'unstake', operation: 'unstake', places: ['strategy', 'kind'] },
  { name: 'withdraw', operation: 'withdraw', places: ['stakeAccount'] },
  { name: 'split', operation: 'split', places: ['stakeAccount', 'amount'] },
  { name: 'merge', operation: 'merge', places: ['into', 'from'] },
] as const satisfies readonly Verb[];

/** A command that builds. */
export type BuildVerb = (typeof BUILDS)[number];

/** Operations that commands of their own call. */
export const OTHERS: readonly OperationId[] = ['broadcast', 'refresh'];

/** The commands that only ask: those with a name, then every further operation by its id, its path parameters by place. */
export const READS: readonly Verb[] = [...NAMED, ...OPERATION_IDS.flatMap(nameRead)];

function nameRead(id: OperationId): Verb[] {
  const operation: Operation = OPERATIONS[id];
  const isListed = OTHERS.includes(id) || NAMED.some((verb) => verb.operation === id);
  if (isListed || OPERATION_GROUPS.builds(operation)) return [];
  const name = id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return [{ name, operation: id, places: Object.keys(operation.params?.properties ?? {}) }];
}
