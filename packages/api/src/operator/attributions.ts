import { type AttributionFilter, createAttributions } from '../store/partners.ts';
import { requireAddress } from '../strategies/prepare.ts';
import { type AddGroup, type Context, print, printTime, UsageError } from './commands.ts';
import { requirePartner } from './partners.ts';

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
    .description('List attributions, oldest first.')
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
  const rows = await createAttributions(context.store).list(await readFilter(options, context));
  print(
    context,
    rows.map((row) => ({
      credited_at: printTime(row.created_at),
      wallet: row.wallet,
      partner_id: row.partner_id,
      partner_name: row.partner_name,
      referral_code: row.referral_code,
      referrer: row.referrer,
      signature: row.signature,
    })),
  );
}

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
