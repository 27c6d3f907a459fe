import { randomBytes, randomInt } from 'node:crypto';
import { base32nopad } from '@scure/base';
import {
  createPartnerKey,
  getSecretName,
  hashPartnerKey,
  isReferralCode,
} from '../attribution/attribution.ts';
import {
  type Attribution,
  type AttributionFilter,
  createAttributions,
  createPartners,
  createReferralCodes,
  type Partner,
} from '../store/partners.ts';
import type { ReferralCodeRow } from '../store/schema.ts';
import { requireAddress } from '../strategies/prepare.ts';
import {
  type CommandGroup,
  type Context,
  formatTable,
  type Input,
  print,
  printTime,
  RefusedError,
  UsageError,
} from './commands.ts';

const NAME_LIMIT = 80;
const DEFAULT_OVERLAP_HOURS = '24';
const OVERLAP_HOURS_LIMIT = 720;

/** Commands about partners and their keys. */
export const partners: CommandGroup = {
  summary: 'Partners send their key with POST /stake and are credited with the wallets they bring in.',
  commands: {
    add: {
      summary: 'Add a partner and print its key. The key is shown only once.',
      parameters: { name: `what people call it, up to ${NAME_LIMIT} characters` },
      async run({ parameters: { name = '' } }, context) {
        if (
          !/^[^\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]+$/u.test(name) ||
          name.trim() !== name ||
          name.length > NAME_LIMIT
        ) {
          throw new UsageError(
            `The name must have 1 to ${NAME_LIMIT} printable characters, without spaces around it.`,
          );
        }
        const store = createPartners(context.store);
        const all = await store.list();
        if (all.some((partner) => partner.name === name)) {
          throw new RefusedError(`The partner "${name}" exists already. Replace its key with rotate-key.`);
        }
        const { key, ...stored } = newKey(context, all);
        const id = `p_${base32nopad.encode(randomBytes(10)).toLowerCase()}`;
        await store.add({ id, name, ...stored });
        print(context, {
          json: { id, name, key },
          lines: [`Partner ${id} "${name}" is added.`, ...keyLines(key)],
        });
      },
    },
    list: {
      summary: 'List all partners, with the last four characters of their keys.',
      async run(_, context) {
        const all = await createPartners(context.store).list();
        const known = knownSecrets(context);
        print(context, {
          json: all.map((partner) => partnerToJson(partner, known)),
          lines: formatTable(
            ['ID', 'NAME', 'KEY', 'STATUS', 'ADDED'],
            all.map((partner) => [
              partner.id,
              partner.name,
              `...${partner.key_last4}`,
              getStatus(partner, known),
              printDate(partner.created_at),
            ]),
          ),
        });
      },
    },
    deactivate: {
      summary: 'Deactivate a partner: its key is refused. Its credits remain.',
      parameters: { id: 'of the partner' },
      run: ({ parameters: { id = '' } }, context) => setActive(id, false, context),
    },
    activate: {
      summary: 'Activate a partner: its key is accepted again.',
      parameters: { id: 'of the partner' },
      run: ({ parameters: { id = '' } }, context) => setActive(id, true, context),
    },
    'rotate-key': {
      summary: 'Replace the key of a partner and print the new one. The key is shown only once.',
      parameters: { id: 'of the partner' },
      options: {
        'overlap-hours': {
          placeholder: 'hours',
          summary: `How long the previous key stays valid: ${DEFAULT_OVERLAP_HOURS} by default; 0 for a leaked key.`,
        },
      },
      async run({ parameters: { id = '' }, texts }, context) {
        const hours = texts['overlap-hours'] ?? DEFAULT_OVERLAP_HOURS;
        if (!/^[0-9]{1,3}$/.test(hours) || Number(hours) > OVERLAP_HOURS_LIMIT) {
          throw new UsageError(`--overlap-hours must be a whole number from 0 to ${OVERLAP_HOURS_LIMIT}.`);
        }
        const store = createPartners(context.store);
        const { name } = await requirePartner(id, context);
        const { key, ...stored } = newKey(context, await store.list());
        await store.replaceKey(id, stored, Number(hours) * 3_600_000);
        const former = Number(hours) === 0 ? 'no longer holds' : `holds for another ${hours} hours`;
        print(context, {
          json: { id, name, key, overlapHours: Number(hours) },
          lines: [`Partner ${id} "${name}" has a new key; the previous one ${former}.`, ...keyLines(key)],
        });
      },
    },
  },
};

/**
 * Finds a partner.
 *
 * @throws {RefusedError} when there is none.
 */
export async function requirePartner(id: string, { store }: Context): Promise<Partner> {
  const partner = await createPartners(store).find(id);
  if (partner === undefined) throw new RefusedError(`There is no partner "${id}". See: partners list`);
  return partner;
}

async function setActive(id: string, isActive: boolean, context: Context): Promise<void> {
  const { name } = await requirePartner(id, context);
  await createPartners(context.store).setActive(id, isActive);
  const status = isActive ? 'active' : 'inactive';
  print(context, { json: { id, name, status }, lines: [`Partner ${id} "${name}" is ${status}.`] });
}

function newKey(context: Context, others: readonly Partner[]) {
  const [secret] = context.secrets();
  if (secret === undefined) throw new RefusedError('PARTNER_KEY_SECRETS is empty.');
  const known = knownSecrets(context);
  const unknown = new Set(
    others.map(({ key_hash }) => getSecretName(key_hash)).filter((kid) => !known.has(kid)),
  );
  if (unknown.size > 0) {
    context.warn(
      `Other partners' keys are hashed under ${[...unknown].join(', ')}, which this PARTNER_KEY_SECRETS does not contain. Is it the service's?`,
    );
  }
  const key = createPartnerKey();
  return { key, keyHash: hashPartnerKey(secret, key), last4: key.slice(-4) };
}

function knownSecrets({ secrets }: Context): ReadonlySet<string> {
  return new Set(secrets().map(({ kid }) => kid));
}

function keyLines(key: string): readonly string[] {
  return ['', `    ${key}`, '', 'The key is not stored and cannot be shown again.'];
}

function getStatus({ deactivated_at, key_hash }: Partner, known: ReadonlySet<string>): string {
  if (deactivated_at !== null) return `inactive since ${printDate(deactivated_at)}`;
  return known.has(getSecretName(key_hash)) ? 'active' : 'needs a new key: its secret is not configured';
}

function partnerToJson(partner: Partner, known: ReadonlySet<string>) {
  return {
    id: partner.id,
    name: partner.name,
    keyLast4: partner.key_last4,
    active: partner.deactivated_at === null,
    keyUsable: known.has(getSecretName(partner.key_hash)),
    addedAt: printTime(partner.created_at),
    deactivatedAt: partner.deactivated_at === null ? null : printTime(partner.deactivated_at),
  };
}

// Without the letters and digits that people take for one another.
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const CODE_LENGTH = 8;

/** Commands about referral codes. */
export const referrals: CommandGroup = {
  summary: 'A stake with a referral code credits the wallet that the code belongs to.',
  commands: {
    create: {
      summary: 'Create a referral code for a wallet.',
      parameters: { wallet: 'that is credited, base58' },
      options: {
        code: {
          placeholder: 'code',
          summary: '4 to 12 ASCII letters and digits; a random one unless given.',
        },
      },
      async run({ parameters: { wallet = '' }, texts }, context) {
        requireAddress(wallet, 'wallet');
        const code = texts['code'] === undefined ? randomCode() : requireCode(texts['code']);
        if (!(await createReferralCodes(context.store).add(code, wallet))) {
          throw new RefusedError(
            `The code ${code} exists already. A code belongs to its wallet even when it is retired.`,
          );
        }
        print(context, { json: { code, wallet }, lines: [`${code} credits ${wallet}.`] });
      },
    },
    list: {
      summary: 'List referral codes.',
      options: { wallet: { placeholder: 'wallet', summary: 'Only codes of this wallet.' } },
      async run({ texts: { wallet } }, context) {
        if (wallet !== undefined) requireAddress(wallet, '--wallet');
        const all = await createReferralCodes(context.store).list(wallet);
        print(context, {
          json: all.map(codeToJson),
          lines: formatTable(
            ['CODE', 'WALLET', 'STATUS', 'CREATED'],
            all.map((row) => [
              row.code,
              row.wallet,
              row.retired_at === null ? 'active' : `retired ${printDate(row.retired_at)}`,
              printDate(row.created_at),
            ]),
          ),
        });
      },
    },
    retire: {
      summary: 'Retire a code. Its credits remain.',
      parameters: { code: 'to retire, in any case' },
      async run({ parameters }, context) {
        const code = requireCode(parameters['code'] ?? '');
        const codes = createReferralCodes(context.store);
        const row = await codes.find(code);
        if (row === undefined)
          throw new RefusedError(`There is no referral code ${code}. See: referrals list`);
        const { wallet } = row;
        await codes.retire(code);
        print(context, {
          json: { code, wallet, status: 'retired' },
          lines: [`${code} of ${wallet} is retired.`],
        });
      },
    },
  },
};

function requireCode(text: string): string {
  if (!isReferralCode(text)) throw new UsageError('A code must be 4 to 12 ASCII letters and digits.');
  return text.toUpperCase();
}

function randomCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

function codeToJson({ code, wallet, created_at, retired_at }: ReferralCodeRow) {
  return {
    code,
    wallet,
    active: retired_at === null,
    createdAt: printTime(created_at),
    retiredAt: retired_at === null ? null : printTime(retired_at),
  };
}

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
        const { isJson, write } = context;
        const isCsv = input.flags.has('csv');
        if (isCsv && isJson) throw new UsageError('--csv and --json exclude one another.');
        if (isCsv) write(formatCsvLine(COLUMNS));
        let separator = '[';
        // Printed page by page: there may be more than fit into memory or into one statement's time.
        for await (const rows of readPages(filter, context)) {
          if (isJson)
            write(`${separator}${rows.map((row) => `\n  ${JSON.stringify(row, [...COLUMNS])}`).join(',')}`);
          else if (isCsv)
            write(rows.map((row) => formatCsvLine(COLUMNS.map((column) => row[column]))).join(''));
          else write(rows.map((row) => `${formatLine(row)}\n`).join(''));
          separator = ',';
        }
        if (isJson) write(separator === '[' ? '[]\n' : '\n]\n');
      },
    },
  },
};

type Row = Readonly<Record<(typeof COLUMNS)[number], string | null>>;

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
  return { ...row, credited_at: printTime(created_at) };
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

function printDate(milliseconds: number): string {
  return printTime(milliseconds).slice(0, 10);
}
