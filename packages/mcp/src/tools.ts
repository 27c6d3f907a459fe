import { type OperationId, PROBLEM_CODES, type ProblemDefinition } from '@staking-agent/wire';
import type { Json } from './result.ts';

/** A tool that calls one operation. */
type ToolDefinition = {
  /** In snake case, as agents know it. */
  readonly name: string;
  readonly operation: OperationId;
  readonly title: string;
  /** What it is for, when not, and which tool comes next. */
  readonly description: string;
  /** True if it moves money, which only the tool that submits does. */
  readonly moves?: true;
};

/**
 * Every tool that calls an operation, in the order in which agents see them: look around, compare, build, submit, follow.
 *
 * The words are fixed here: nothing that an upstream or a caller says is ever part of a description.
 */
export const TOOLS = [
  {
    name: 'list_strategies',
    operation: 'listStrategies',
    title: 'List strategies',
    description:
      'Strategies with their status, APY and exchange rate. For what an APY rests on, use get_strategy_facts.',
  },
  {
    name: 'get_strategy_facts',
    operation: 'getStrategyFacts',
    title: 'Get the facts of a strategy',
    description:
      'APY with source, age and what was realised; what can leave now, fees, programs and, where it borrows, its leverage. No rating.',
  },
  {
    name: 'get_limits',
    operation: 'getLimits',
    title: 'Get limits',
    description:
      'Least and most that can be staked and unstaked now, for one wallet where given. Says which network this is: isSandbox.',
  },
  {
    name: 'list_positions',
    operation: 'listPositions',
    title: 'List positions',
    description:
      'All that a wallet has staked, its worth and dates. Each position has in next the calls that are possible now: pass their body to the build tool of the endpoint.',
  },
  {
    name: 'compare_entries',
    operation: 'entryOptions',
    title: 'Compare ways in',
    description: 'Every strategy for an amount: what arrives, costs, break-even and risks. Builds nothing.',
  },
  {
    name: 'compare_exits',
    operation: 'exitOptions',
    title: 'Compare ways out',
    description:
      'Every way out of a position: what arrives at least, when, and what haste costs. Builds nothing.',
  },
  {
    name: 'get_apy_history',
    operation: 'apyHistory',
    title: 'Get the history of an APY',
    description: 'APY of a strategy over time.',
  },
  {
    name: 'build_stake',
    operation: 'stake',
    title: 'Build a stake',
    description:
      'Builds a transaction that stakes. Nothing moves until the wallet signs it and submit_signed_transaction sends it. Show the receipt to the person first.',
  },
  {
    name: 'build_unstake',
    operation: 'unstake',
    title: 'Build an unstake',
    description:
      'Builds a transaction that takes money out of a strategy. What comes after it is in next. Nothing moves until it is signed and submitted.',
  },
  {
    name: 'build_withdraw',
    operation: 'withdraw',
    title: 'Build a withdrawal',
    description:
      'Builds a transaction that pays out a deactivated stake account. Nothing moves until it is signed and submitted.',
  },
  {
    name: 'build_split',
    operation: 'split',
    title: 'Build a split of a stake account',
    description:
      'Builds a transaction that makes two stake accounts of one, to leave with a part. Nothing moves until it is signed and submitted.',
  },
  {
    name: 'build_merge',
    operation: 'merge',
    title: 'Build a merge of stake accounts',
    description:
      'Builds a transaction that makes one stake account of several. Nothing moves until it is signed and submitted.',
  },
  {
    name: 'submit_signed_transaction',
    operation: 'broadcast',
    title: 'Submit a signed transaction',
    description:
      'Sends a transaction that the wallet signed, with service_token, and route, routerKind and router_order as the build answered them. After a timeout call it again with the same arguments: the same transaction never executes twice. Then use get_transaction.',
    moves: true,
  },
  {
    name: 'get_transaction',
    operation: 'getTransaction',
    title: 'Get the status of a transaction',
    description:
      'Whether a transaction landed, failed, is pending or expired. Give lastValidBlockHeight of the expiry of the build, and wait: 20. Build again only after failed or expired.',
  },
] as const satisfies readonly ToolDefinition[];

/** The name of a tool that calls an operation. */
export type ToolName = (typeof TOOLS)[number]['name'];

/** Returns the operation behind a tool. */
export function findOperation(tool: ToolName): ToolOperation {
  for (const { name, operation } of TOOLS) if (name === tool) return operation;
  throw new TypeError(`No tool is named ${tool}.`);
}

type ToolOperation = (typeof TOOLS)[number]['operation'];

const CODES: ReadonlyMap<string, ProblemDefinition> = new Map(Object.entries(PROBLEM_CODES));

/** The tool that says what a code means. It asks nobody. */
export const EXPLAIN_ERROR = {
  name: 'explain_error',
  title: 'Explain an error',
  description: 'What a problem code means and what to do about it. Give the code of a refused call.',
  input: {
    type: 'object',
    properties: { code: { type: 'string', description: 'Such as BELOW_MINIMUM_DELEGATION.' } },
    required: ['code'],
    additionalProperties: false,
  },
  output: {
    type: 'object',
    properties: {
      code: { type: 'string' },
      title: { type: 'string' },
      cause: { type: 'string' },
      cure: { type: 'string' },
      retryable: { type: 'boolean' },
    },
    required: ['code', 'title', 'cause', 'cure', 'retryable'],
  },
} as const;

/** Describes a code of the contract; returns undefined for any other code. */
export function explainError(code: string): Json | undefined {
  const definition = CODES.get(code);
  if (definition === undefined) return undefined;
  const { slug, title, cause, cure, retryable = false, outcome } = definition;
  return { code, slug, title, cause, cure, retryable, ...(outcome !== undefined && { outcome }) };
}

/** A client that calls an operation by its id; the service judges what an agent gave. */
export type CallPorts = {
  call(operation: OperationId, request: object, options?: { readonly timeoutMs?: number }): Promise<object>;
};

/**
 * Calls the operation of a tool. A build comes with its receipt, for the person who is asked to sign.
 *
 * @throws {StakingError}
 */
export async function callOperation({ call }: CallPorts, tool: ToolName, members: Json): Promise<Json> {
  const receipt = tool.startsWith('build_') ? { include: ['receipt'] } : {};
  return { ...(await call(findOperation(tool), { ...members, ...receipt })) };
}
