import { type Attribution, type AttributionFilter, createAttributions } from '../../store/partners.ts';
import { requireAddress } from '../../strategies/fields.ts';
import { type CommandGroup, type Context, formatCsvLine, type Input, UsageError } from '../admin.ts';
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

/** Commands about who brought which wallet in. */
export const attributions: CommandGroup = {
  summary: 'Each wallet is credited once: to the partner and the referrer of its first attributed stake.',
  commands: {
    list: {
      summary: 'List attributions, oldest first.',
      options: {
        partner: { placeholder: 'id', summary: 'Only wallets that this partner is credited with.' },
        referrer: { placeholder: 'wallet', summary: 'Only wallets that this referrer is credited with.' },
        since: {
          placeholder: 'date',
          summary: 'From this UTC date or ISO 8601 time, inclusive: 2026-01-31.',
        },
        until: { placeholder: 'date', summary: 'Until this UTC date or ISO 8601 time, exclusive.' },
        csv: { summary: 'Print CSV, with a line of headings.' },
      },
      async run(input, context) {
        const filter = await readFilter(input, context);
        const print = input.flags.has('csv') ? csvPrinter(context) : createPrinter(context);
        if (input.flags.has('csv') && context.isJson)
          throw new UsageError('--csv and --json exclude one another.');
        print.begin();
        for await (const page of readPages(filter, context)) print.page(page);
        print.end();
      },
    },
  },
};

type Row = Readonly<Record<(typeof COLUMNS)[number], string | null>>;

/** Pages are printed as they come: there may be more attributions than fit into memory or into one statement's time. */
type Printer = { begin(): void; page(rows: readonly Row[]): void; end(): void };

async function readFilter({ texts }: Input, context: Context): Promise<AttributionFilter> {
  const { partner, referrer, since, until } = texts;
  if (referrer !== undefined) requireAddress(referrer, '--referrer');
  const times = { since: readTime('since', since), until: readTime('until', until) };
  if (partner !== undefined) await requirePartner(partner, context);
  return { partnerId: partner, referrer, ...times };
}

function readTime(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const isForm = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/.test(text);
  const time = isForm ? Date.parse(text) : Number.NaN;
  // A day that a month has not is moved into the next one by the parser.
  const isDay =
    isForm && new Date(`${text.slice(0, 10)}T00:00:00Z`).toISOString().startsWith(text.slice(0, 10));
  if (Number.isNaN(time) || !isDay) {
    throw new UsageError(
      `--${option} must be a date such as 2026-01-31, or a time such as 2026-01-31T12:00:00Z.`,
    );
  }
  return time;
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
  return { ...row, credited_at: new Date(created_at).toISOString() };
}

function csvPrinter({ write }: Context): Printer {
  return {
    begin: () => write(formatCsvLine(COLUMNS)),
    page: (rows) => write(rows.map((row) => formatCsvLine(COLUMNS.map((column) => row[column]))).join('')),
    end: () => undefined,
  };
}

function createPrinter({ isJson, write }: Context): Printer {
  if (!isJson) {
    return {
      begin: () => undefined,
      page: (rows) => write(rows.map((row) => `${formatLine(row)}\n`).join('')),
      end: () => undefined,
    };
  }
  let separator = '';
  return {
    begin: () => write('['),
    page: (rows) => {
      const texts = rows.map((row) => `\n  ${JSON.stringify(row, [...COLUMNS])}`);
      write(`${separator}${texts.join(',')}`);
      separator = ',';
    },
    end: () => write(separator === '' ? ']\n' : '\n]\n'),
  };
}

function formatLine({
  credited_at,
  wallet,
  partner_id,
  partner_name,
  referral_code,
  referrer,
  signature,
}: Row): string {
  const parties = [
    partner_id === null ? undefined : `partner ${partner_id} "${partner_name}"`,
    referrer === null ? undefined : `referrer ${referrer} by ${referral_code}`,
  ].filter((party) => party !== undefined);
  return `${credited_at}  ${wallet}  ${parties.join(', ')}  ${signature}`;
}
