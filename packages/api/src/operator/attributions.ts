import { type Attribution, type AttributionFilter, createAttributions } from '../store/partners.ts';
import { requireAddress } from '../strategies/prepare.ts';
import { type AddGroup, type Context, printTime, UsageError } from './commands.ts';
import { requirePartner } from './partners.ts';

const COLUMNS = [
  'credited_at',
  'wallet',
  'partner_id',
  'partner_name',
  'referral_code',
  'referrer',
  'signature',
] as const;
const PAGE = 500;

/** The options of a list of attributions. */
type ListOptions = {
  readonly partner?: string;
  readonly referrer?: string;
  readonly since?: string;
  readonly until?: string;
};

/** Adds the command about who brought which wallet in. */
export const addAttributions: AddGroup = (program, act) => {
  program
    .command('attributions')
    .description(
      'Each wallet is credited once: to the partner and the referrer of its first attributed stake.',
    )
    .command('list')
    .description('List attributions, oldest first, as CSV with a line of headings.')
    .option('--partner <id>', 'Only wallets that this partner is credited with.')
    .option('--referrer <wallet>', 'Only wallets that this referrer is credited with.')
    .option('--since <date>', 'From this UTC date or ISO 8601 time, inclusive: 2026-01-31.')
    .option('--until <date>', 'Until this UTC date or ISO 8601 time, exclusive.')
    .action(act(listAttributions));
};

async function listAttributions(
  context: Context,
  _words: readonly string[],
  options: ListOptions,
): Promise<void> {
  const filter = await readFilter(options, context);
  const { isJson, write } = context;
  if (!isJson) write(formatCsvLine(COLUMNS));
  let separator = '[';
  // Printed page by page: there may be more than fit into memory or into one statement's time.
  for await (const rows of readPages(filter, context)) {
    if (isJson)
      write(`${separator}${rows.map((row) => `\n  ${JSON.stringify(row, [...COLUMNS])}`).join(',')}`);
    else write(rows.map((row) => formatCsvLine(COLUMNS.map((column) => row[column]))).join(''));
    separator = ',';
  }
  if (isJson) write(separator === '[' ? '[]\n' : '\n]\n');
}

type Row = Readonly<Record<(typeof COLUMNS)[number], string | null>>;

async function readFilter(options: ListOptions, context: Context): Promise<AttributionFilter> {
  const { partner, referrer, since, until } = options;
  if (referrer !== undefined) requireAddress(referrer, '--referrer');
  const times = { since: readTime('since', since), until: readTime('until', until) };
  if (partner !== undefined) await requirePartner(partner, context);
  return { partnerId: partner, referrer, ...times };
}

function readTime(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  try {
    return Temporal.Instant.from(text.includes('T') ? text : `${text}T00:00Z`).epochMilliseconds;
  } catch {
    throw new UsageError(
      `--${option} must be a date such as 2026-01-31, or a time such as 2026-01-31T12:00:00Z.`,
    );
  }
}

async function* readPages(filter: AttributionFilter, { store }: Context): AsyncGenerator<readonly Row[]> {
  const all = createAttributions(store);
  let after: Attribution | undefined;
  for (;;) {
    const page = await all.list({ ...filter, after, limit: PAGE });
    if (page.length > 0) yield page.map(toRow);
    if (page.length < PAGE) return;
    after = page.at(-1);
  }
}

function toRow({ created_at, ...row }: Attribution): Row {
  return { ...row, credited_at: printTime(created_at) };
}

/**
 * Prints one line of a CSV file (RFC 4180), with its line end.
 *
 * A text that a spreadsheet would take for a formula gets an apostrophe before it.
 */
export function formatCsvLine(cells: readonly (string | null)[]): string {
  return `${cells.map(formatCell).join(',')}\r\n`;
}

function formatCell(text: string | null): string {
  const safe = (text ?? '').replace(/^[=+\-@\t\r\n＝＋－＠]/, "'$&");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
