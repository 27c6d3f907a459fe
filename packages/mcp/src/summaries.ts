import type { AnswerOf, BuildId, Quantity, Receipt } from '@staking-agent/sdk';
import type { Json } from './result.ts';
import type { ToolName, ToolOperation } from './tools.ts';

/** Elements of a list that a summary names. */
const NAMED = 12;

/**
 * Says in a sentence or two what a tool has answered: outcome, identifiers and amounts, for hosts that show their model the
 * text alone.
 *
 * @param answer - of the operation; what a hostile service left out of it is left out here.
 */
export function summarize(tool: ToolName, answer: Json): string {
  return summarizeAs(SUMMARIES[tool], answer);
}

function summarizeAs(write: (answer: never) => string, answer: Json): string {
  try {
    // The contract says what it is; a service that keeps to none is caught here.
    const text = write(answer as never);
    if (!/\bundefined\b/.test(text)) return text;
  } catch {}
  return 'The answer lacks members of the contract.';
}

type Answer<Tool extends ToolName> = AnswerOf<ToolOperation<Tool>>;

const SUMMARIES: { readonly [Tool in ToolName]: (answer: Answer<Tool>) => string } = {
  list_strategies: ({ strategies }) =>
    some(
      strategies,
      ({ key, asset, status, live: { apy } }) =>
        `${key} takes ${asset}, ${status}, APY ${apy ?? 'unknown'} %`,
    ),
  get_strategy_facts: ({ strategy, apy, liquidity: { instant }, leverage }) =>
    sentences(
      `${strategy}: APY ${apy.percent ?? 'unknown'} %.`,
      instant && `${say(instant)} can leave at once.`,
      leverage && `It owes ${say(leverage.debt)} against ${say(leverage.collateral)}.`,
    ),
  get_limits: ({ network, strategies }) =>
    sentences(
      `${network.deployment}${network.isSandbox ? ', where nothing has value' : ''}.`,
      some(strategies, ({ key, closedReason, stake, wallet }) => {
        if (closedReason !== null) return `${key}: closed, ${closedReason.code}`;
        const own = wallet === null ? '' : `, this wallet ${say(wallet.max)}`;
        return `${key}: from ${say(stake.least, 'unknown')} to ${say(stake.most, 'no limit')}${own}`;
      }),
    ),
  list_positions: ({ wallet, positions, totals, nextCursor, isComplete }) =>
    sentences(
      `${positions.length} positions of ${wallet}, worth ${totals.map((total) => say(total)).join(' and ') || 'nothing'}.`,
      some(positions, ({ strategy, id, state, value }) => `${strategy} ${id}: ${say(value)}, ${state}`),
      !isComplete && 'Not all could be read.',
      nextCursor && `More with cursor ${nextCursor}.`,
    ),
  compare_entries: ({ options }) =>
    some(options, ({ strategy, problem, receive, breakEvenDays }) =>
      receive === null
        ? `${strategy}: not now, ${problem?.code}`
        : `${strategy}: about ${say(receive.expected)}, break-even after ${breakEvenDays ?? 'unknown'} days`,
    ),
  compare_exits: ({ of, options, fastest, cheapest }) =>
    sentences(
      `Ways out of ${say(of)}:`,
      some(options, ({ path, problem, receive, availableAt }) => {
        if (receive === null) return `${path} not now, ${problem?.code}`;
        const when = availableAt === null ? 'at once' : `from epoch ${availableAt.epoch} on`;
        return `${path} ${when}, about ${say(receive.expected)}, at least ${say(receive.atLeast, 'nothing')}`;
      }),
      `Fastest: ${fastest ?? 'none'}; cheapest: ${cheapest ?? 'none'}.`,
    ),
  get_apy_history: ({ strategy, range, points }) => {
    const newest = points.at(-1);
    const last = newest === undefined ? '' : `, the newest ${newest.apy} % on ${newest.date}`;
    return `${points.length} points of ${strategy} in ${range}${last}.`;
  },
  build_stake: sayBuild,
  build_unstake: sayBuild,
  build_withdraw: sayBuild,
  build_split: sayBuild,
  build_merge: sayBuild,
  submit_signed_transaction: ({ signature }) =>
    `Sent, and not landed yet: ${signature}. get_transaction says what becomes of it.`,
  get_transaction: sayTransaction,
};

function sayBuild({ receipt, expiry, ...build }: AnswerOf<BuildId>): string {
  const opened = 'newStakeAccount' in build ? build.newStakeAccount : undefined;
  const account = opened ?? ('stakeAccount' in build && build.stakeAccount);
  return sentences(
    'Built, not signed.',
    receipt?.summary,
    sayWarnings(receipt),
    account && `Stake account: ${account}.`,
    `To be signed and submitted before block height ${expiry.lastValidBlockHeight}: transaction, with service_token.`,
  );
}

/** A transaction that was followed; where it was signed earlier, only signature and status are known. */
type Followed = Partial<Answer<'get_transaction'>>;

function sayTransaction({ signature, status, slot, changes, failure }: Followed): string {
  const moved = (changes ?? []).map((change) => `${change.direction} ${say(change)}`).join(', ');
  return sentences(
    `${signature}: ${status}${slot ? ` in slot ${slot}` : ''}.`,
    moved && `Moved: ${moved}.`,
    failure && `${failure.code}: ${failure.detail}`,
  );
}

/** Says what became of a transaction that was signed here, and what its receipt warns of. */
export function summarizeSigned(told: Json): string {
  return summarizeAs(sayOwn, told);
}

function sayOwn({ receipt, ...followed }: Followed & { readonly receipt?: Receipt }): string {
  return sentences(sayTransaction(followed), receipt?.summary, sayWarnings(receipt));
}

function sayWarnings(receipt: Receipt | undefined): string {
  return sentences(...(receipt?.warnings ?? []).map(({ code, detail }) => `${code}: ${detail}`));
}

function say(quantity: Quantity | null, otherwise = ''): string {
  return quantity === null ? otherwise : `${quantity.amount} ${quantity.asset}`;
}

function some<Item>(items: readonly Item[], print: (item: Item) => string): string {
  if (items.length === 0) return '';
  const more = items.length - NAMED;
  return `${items.slice(0, NAMED).map(print).join('; ')}${more > 0 ? `; and ${more} more` : ''}.`;
}

function sentences(...parts: readonly (string | false | null | undefined)[]): string {
  return parts.filter((part) => part).join(' ');
}
