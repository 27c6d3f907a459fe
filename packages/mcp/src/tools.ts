import { nameSigned } from '@staking-agent/sdk/verify';
import { getTitle, MAX_MERGED, type OperationId } from '@staking-agent/wire';
import { CODES } from './codes.ts';
import { type Json, Refusal } from './result.ts';

/** A tool that calls one operation. */
type ToolDefinition = {
  /** In snake case, as agents know it. */
  readonly name: string;
  readonly operation: OperationId;
  readonly title: string;
  /** By the rubric of README.md, in its order: purpose, which tool instead, effects, limit, what it returns. */
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
      'Lists the strategies with status, APY and exchange rate. Use it first; get_strategy_facts tells what an APY rests on. Reads only. Limit: figures are minutes old, and null while their source is away. Returns strategies.',
  },
  {
    name: 'get_strategy_facts',
    operation: 'getStrategyFacts',
    title: 'Get the facts of a strategy',
    description:
      'Tells what the APY of a strategy rests on, its liquidity, fees, programs and loan. Use it before money goes in; list_strategies has all side by side. Reads only. Limit: no rating, and missing names what could not be read. Returns apy, liquidity, fees, programs, leverage.',
  },
  {
    name: 'get_limits',
    operation: 'getLimits',
    title: 'Get limits',
    description:
      'Tells the least and the most that can be staked and unstaked now, for one wallet where given, and by isSandbox whether it is real money. Use it before a build tool. Reads only. Limit: as of seconds ago. Returns strategies and network.',
  },
  {
    name: 'list_positions',
    operation: 'listPositions',
    title: 'List positions',
    description:
      'Lists all that a wallet has staked, its worth and dates. Use it to find stake accounts and the calls in next, whose body goes to the build tool of the endpoint; compare_exits prices them. Reads only. Limit: a page at a time, by nextCursor. Returns positions and totals.',
  },
  {
    name: 'get_history',
    operation: 'walletHistory',
    title: 'Get the history of a wallet',
    description:
      'Lists what a wallet put in, took out and was paid. Use it with after and wait: 20 to hear of what comes, such as withdrawable stake or a claimable withdrawal; list_positions has the present. Reads only. Limit: a page at a time. Returns rows and nextCursor.',
  },
  {
    name: 'compare_entries',
    operation: 'entryOptions',
    title: 'Compare ways in',
    description:
      'Compares what an amount comes to in every strategy: what arrives, costs, break-even and risks. Use it before build_stake; for a way out use compare_exits. Reads only. Limit: prices of this moment. Returns options, each with its call in next.',
  },
  {
    name: 'compare_exits',
    operation: 'exitOptions',
    title: 'Compare ways out',
    description:
      'Compares every way out of a position: what arrives at least, when, and what haste costs. Use it before build_unstake; list_positions names the positions. Reads only. Limit: one position at a time. Returns options, fastest and cheapest.',
  },
  {
    name: 'get_apy_history',
    operation: 'apyHistory',
    title: 'Get the history of an APY',
    description:
      'Lists the APY of a strategy over time. Use it for the past; list_strategies has the present one. Reads only. Limit: days without a figure are left out. Returns points, oldest first.',
  },
  {
    name: 'build_stake',
    operation: 'stake',
    title: 'Build a stake',
    description:
      'Builds a transaction that stakes. Use it for money that goes in, then submit_signed_transaction; build_unstake takes it out. Moves nothing until the wallet has signed: show the receipt with its warnings to the person first. Limit: it can land until its expiry. Returns transaction, service_token, receipt.',
  },
  {
    name: 'build_unstake',
    operation: 'unstake',
    title: 'Build an unstake',
    description:
      'Builds a transaction that takes money out of a strategy. Use it with a call of list_positions or compare_exits; for stake that has cooled down use build_withdraw. Moves nothing until signed. Limit: it can land until its expiry. Returns transaction, service_token, receipt, next.',
  },
  {
    name: 'build_withdraw',
    operation: 'withdraw',
    title: 'Build a withdrawal',
    description:
      'Builds a transaction that pays out a deactivated stake account. Use it after the epoch of its deactivation; before that, build_unstake. Moves nothing until signed. Limit: it can land until its expiry. Returns transaction, service_token, receipt.',
  },
  {
    name: 'build_split',
    operation: 'split',
    title: 'Build a split of a stake account',
    description:
      'Builds a transaction that makes two stake accounts of one. Use it to leave with a part; build_merge is the way back. Moves nothing until signed. Limit: both keep the minimum delegation of get_limits. Returns transaction, service_token, receipt, newStakeAccount.',
  },
  {
    name: 'build_merge',
    operation: 'merge',
    title: 'Build a merge of stake accounts',
    description: `Builds a transaction that makes one stake account of several. Use it to put small ones together; build_split is the way back. Moves nothing until signed. Limit: ${MAX_MERGED} accounts at once, all in the same state. Returns transaction, service_token, receipt.`,
  },
  {
    name: 'submit_signed_transaction',
    operation: 'broadcast',
    title: 'Submit a signed transaction',
    description:
      'Sends a transaction that the wallet signed, with service_token, and route, routerKind and router_order as the build answered them. Use it for builds of these tools, then get_transaction. Moves money: after a timeout call it again with the same arguments, as the same transaction never executes twice. Limit: until the expiry of the build. Returns signature.',
    moves: true,
  },
  {
    name: 'get_transaction',
    operation: 'getTransaction',
    title: 'Get the status of a transaction',
    description:
      'Tells whether a transaction landed, failed, is pending or expired. Use it after submit_signed_transaction, with lastValidBlockHeight of the expiry of the build, and wait: 20. Reads only. Limit: build again only after failed or expired. Returns status, changes and failure.',
  },
] as const satisfies readonly ToolDefinition[];

/** The name of a tool that calls an operation. */
export type ToolName = (typeof TOOLS)[number]['name'];

/** The operation behind a tool. */
export type ToolOperation<Tool extends ToolName = ToolName> = Extract<
  (typeof TOOLS)[number],
  { readonly name: Tool }
>['operation'];

/** Returns the operation behind a tool. */
export function findOperation(tool: ToolName): ToolOperation {
  for (const { name, operation } of TOOLS) if (name === tool) return operation;
  throw new TypeError(`No tool is named ${tool}.`);
}

/** The tool that says what a code means. It asks nobody. */
export const EXPLAIN_ERROR = {
  name: 'explain_error',
  title: 'Explain an error',
  description:
    'Explains what a code means and what to do about it. Use it for the code of a refused call; get_transaction tells why one failed. Reads only, asks nobody. Limit: codes that a tool answers. Returns cause and cure.',
  input: {
    type: 'object',
    properties: { code: { type: 'string', description: 'Such as BELOW_MINIMUM_DELEGATION.' } },
    required: ['code'],
    additionalProperties: false,
  },
  validCall: { code: 'BELOW_MINIMUM_DELEGATION' },
  output: {
    type: 'object',
    properties: {
      code: { type: 'string', description: 'The code that was asked for.' },
      slug: { type: 'string', description: 'Of the service: last segment of the type of such a problem.' },
      title: { type: 'string', description: 'What happened, in a few words.' },
      cause: { type: 'string', description: 'Why it happens.' },
      cure: { type: 'string', description: 'What to do.' },
      retryable: { type: 'boolean', description: 'True if the same call can succeed later.' },
      outcome: { type: 'string', description: 'Of a broadcast: the fate of the transaction.' },
    },
    required: ['code', 'title', 'cause', 'cure', 'retryable'],
  },
  async run({ code }: Json): Promise<Json> {
    const explained = explainError(String(code));
    if (explained !== undefined) return explained;
    throw new Refusal('CODE_UNKNOWN', 'There is no such code. Codes are in upper case.');
  },
  summarize: ({ code, title, cure }: Json) => `${code}: ${title}. ${cure}`,
} as const;

/** Describes a code of the contract, the client or the policy; returns undefined for any other code. */
export function explainError(code: string): Json | undefined {
  const definition = CODES.get(code);
  if (definition === undefined) return undefined;
  const { slug, cause, cure, retryable = false, outcome } = definition;
  return { code, slug, title: getTitle(code, definition), cause, cure, retryable, outcome };
}

/** A client that calls an operation by its id; the service judges what an agent gave. */
export type CallPorts = {
  call(
    operation: OperationId,
    request: object,
    options?: { readonly timeoutMs?: number; readonly signal?: AbortSignal | undefined },
  ): Promise<object>;
};

/**
 * Calls the operation of a tool. A build comes with its receipt, for the person who is asked to sign. The strategy of a build is
 * the one that was asked for, and what was sent has a name of its own, whatever the service calls it.
 *
 * @throws {StakingError}
 */
export async function callOperation({ call }: CallPorts, tool: ToolName, members: Json): Promise<Json> {
  const receipt = tool.startsWith('build_') ? { include: ['receipt'] } : {};
  const answer = { ...(await call(findOperation(tool), { ...members, ...receipt })) };
  if ('strategy' in answer && 'strategy' in members) return { ...answer, strategy: members['strategy'] };
  if (tool !== 'submit_signed_transaction') return answer;
  const { signature: told }: { readonly signature?: unknown } = answer;
  const signature = await nameSigned(members['signed_tx'], told);
  return signature === undefined ? answer : { ...answer, signature };
}
