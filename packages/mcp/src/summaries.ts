import type { AnswerOf, BuildId, Quantity, Receipt, SuggestedCall } from '@staking-agent/sdk';
import { LEVERAGE_RISK } from '@staking-agent/sdk/verify';
import type { Json } from './result.ts';
import type { ToolName, ToolOperation } from './tools.ts';

/** Elements of a list that a summary names. */
const NAMED = 12;

/**
 * Says in a sentence or two what a tool has answered: outcome, identifiers and amounts, for hosts that show their model the
 * text alone.
 *
 * @param answer - of the operation; where a hostile service left a member out, or hid a sentence in a figure or a name, this
 *   says that and no more.
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
  return LACKING;
}

/** Says what a row of a history moved; nothing for a date. */
function moved(way: 'in' | 'out', quantities: readonly Quantity[]): string {
  return quantities.length === 0 ? '' : `, ${way} ${quantities.map((each) => say(each)).join(' and ')}`;
}

const LACKING = 'The answer lacks members of the contract.';

const SHAPES = {
  figure: /^-?\d{1,30}(\.\d{1,30})?$/,
  /** An address, a signature, a key, a status, a code or a date. */
  name: /^[\w.:-]{1,90}$/,
  symbol: /^[\w ]{1,16}$/,
};

/** Returns a value in its shape. @throws {TypeError} for any other. */
function as(shape: keyof typeof SHAPES, value: unknown): string {
  const text = String(value);
  if (!SHAPES[shape].test(text)) throw new TypeError(`This is no ${shape}.`);
  return text;
}

const figure = (value: unknown) => as('figure', value);
const name = (value: unknown) => as('name', value);

type Answer<Tool extends ToolName> = AnswerOf<ToolOperation<Tool>>;

const SUMMARIES: { readonly [Tool in ToolName]: (answer: Answer<Tool>) => string } = {
  list_strategies: ({ strategies }) =>
    some(
      strategies,
      ({ key, asset, status, live: { apy } }) =>
        `${name(key)} takes ${as('symbol', asset)}, ${name(status)}, APY ${orUnknown(apy)} %`,
    ),
  get_strategy_facts: ({ strategy, apy, liquidity: { instant }, leverage }) =>
    sentences(
      `${name(strategy)}: APY ${orUnknown(apy.percent)} %.`,
      instant && `${say(instant)} can leave at once.`,
      leverage && `It owes ${say(leverage.debt)} against ${say(leverage.collateral)}.`,
    ),
  get_limits: ({ network, strategies }) =>
    sentences(
      `${name(network.deployment)}${network.isSandbox ? ', where nothing has value' : ''}.`,
      some(strategies, ({ key, closedReason, stake, wallet }) => {
        if (closedReason !== null) return `${name(key)}: closed, ${name(closedReason.code)}`;
        const own = wallet === null ? '' : `, this wallet ${say(wallet.max)}`;
        return `${name(key)}: from ${say(stake.least, 'unknown')} to ${say(stake.most, 'no limit')}${own}`;
      }),
    ),
  list_positions: ({ wallet, positions, totals, nextCursor, isComplete }) =>
    sentences(
      `${positions.length} positions of ${name(wallet)}, worth ${totals.map((total) => say(total)).join(' and ') || 'nothing'}.`,
      some(
        positions,
        ({ strategy, id, state, value }) => `${name(strategy)} ${name(id)}: ${say(value)}, ${name(state)}`,
      ),
      !isComplete && 'Not all could be read.',
      nextCursor && `More with cursor ${name(nextCursor)}.`,
    ),
  get_history: ({ wallet, rows, nextCursor, isComplete }) =>
    sentences(
      `${rows.length} rows of ${name(wallet)}.`,
      some(
        rows,
        ({ type, strategy, slot, in: gained, out }) =>
          `${name(type)} of ${name(strategy)} in slot ${figure(slot)}${moved('in', gained)}${moved('out', out)}`,
      ),
      !isComplete && 'Not all could be read.',
      nextCursor && nextCursor.length <= 90 && `Goes on at ${name(nextCursor)}.`,
    ),
  compare_entries: ({ options }) =>
    some(options, ({ strategy, problem, receive, breakEvenDays }) =>
      receive === null
        ? `${name(strategy)}: not now, ${name(problem?.code)}`
        : `${name(strategy)}: about ${say(receive.expected)}, break-even after ${orUnknown(breakEvenDays)} days`,
    ),
  compare_exits: ({ of, options, fastest, cheapest }) =>
    sentences(
      `Ways out of ${say(of)}:`,
      some(options, ({ path, problem, receive, availableAt }) => {
        if (receive === null) return `${name(path)} not now, ${name(problem?.code)}`;
        const when = availableAt === null ? 'at once' : `from epoch ${figure(availableAt.epoch)} on`;
        return `${name(path)} ${when}, about ${say(receive.expected)}, at least ${say(receive.atLeast, 'nothing')}`;
      }),
      `Fastest: ${name(fastest ?? 'none')}; cheapest: ${name(cheapest ?? 'none')}.`,
    ),
  get_apy_history: ({ strategy, range, points }) => {
    const newest = points.at(-1);
    const last = newest === undefined ? '' : `, the newest ${figure(newest.apy)} % on ${name(newest.date)}`;
    return `${points.length} points of ${name(strategy)} in ${name(range)}${last}.`;
  },
  build_stake: sayBuild,
  build_unstake: sayBuild,
  build_withdraw: sayBuild,
  build_split: sayBuild,
  build_merge: sayBuild,
  submit_signed_transaction: ({ signature }) =>
    `Sent: ${name(signature)}. Ask get_transaction whether it landed.`,
  get_transaction: sayTransaction,
};

function sayBuild({ receipt, expiry, ...build }: AnswerOf<BuildId>): string {
  const opened = 'newStakeAccount' in build ? build.newStakeAccount : undefined;
  const account = opened ?? ('stakeAccount' in build && build.stakeAccount);
  return sentences(
    'Built, not signed.',
    receipt?.summary,
    isLeveraged(build) && `Of this strategy: ${LEVERAGE_RISK}`,
    sayWarnings(receipt),
    account && `Stake account: ${name(account)}.`,
    `To be signed and submitted before block height ${figure(expiry.lastValidBlockHeight)}: transaction, with service_token.`,
  );
}

/** Checks whether a build stakes into what borrows; its risk is told whatever the receipt warns of. */
function isLeveraged(build: object): boolean {
  return 'strategy' in build && build.strategy === 'sol-leveraged-stake' && !('kind' in build);
}

function sayTransaction({
  signature,
  status,
  slot,
  changes,
  failure,
  otherForm,
  ownNode,
}: Answer<'get_transaction'> & { readonly ownNode?: string }): string {
  const moved = (changes ?? []).map((change) => `${name(change.direction)} ${say(change)}`).join(', ');
  return sentences(
    `${name(signature)}: ${ownNode ? `the ledger node of this machine shows ${name(ownNode)}, the service says ` : ''}${name(status)}${slot ? ` in slot ${figure(slot)}` : ''}.`,
    moved && `Moved: ${moved}.`,
    failure && `${name(failure.code)}: ${failure.detail}`,
    otherForm &&
      `Another transaction of the build, ${name(otherForm.signature ?? 'not-known')}, has landed or can: build none beside it.`,
  );
}

/** Says what became of a transaction that was signed here, and what its receipt warns of. */
export function summarizeSigned(told: Json): string {
  const text = summarizeAs(sayOwn, told);
  // Of what was signed here the signature is known, whatever the service says of it.
  return text === LACKING ? `Signed: ${told['signature']}. ${LACKING}` : text;
}

type Signed = {
  readonly signature: string;
  readonly status: string;
  readonly risk?: string;
  readonly receipt?: Receipt;
  readonly next?: SuggestedCall;
};

function sayOwn({ signature, status, receipt, risk, next }: Signed): string {
  return sentences(
    `${name(signature)}: ${name(status)}.`,
    receipt?.summary,
    risk && `Of this strategy: ${risk}`,
    sayWarnings(receipt),
    next && `What has arrived is raSOL. For SOL, sell ${figure(next.body['amount'])} of it, with next.`,
  );
}

function sayWarnings(receipt: Receipt | undefined): string {
  return sentences(...(receipt?.warnings ?? []).map(({ code, detail }) => `${name(code)}: ${detail}`));
}

function say(quantity: Quantity | null, otherwise = ''): string {
  return quantity === null ? otherwise : `${figure(quantity.amount)} ${as('symbol', quantity.asset)}`;
}

function orUnknown(value: unknown): string {
  return value === null ? 'unknown' : figure(value);
}

function some<Item>(items: readonly Item[], print: (item: Item) => string): string {
  if (items.length === 0) return '';
  const more = items.length - NAMED;
  return `${items.slice(0, NAMED).map(print).join('; ')}${more > 0 ? `; and ${more} more` : ''}.`;
}

function sentences(...parts: readonly (string | false | null | undefined)[]): string {
  return parts.filter((part) => part).join(' ');
}
