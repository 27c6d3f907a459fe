import { randomBytes, randomInt } from 'node:crypto';
import { base32nopad } from '@scure/base';
import {
  createPartnerKey,
  getSecretName,
  hashPartnerKey,
  isReferralCode,
} from '../attribution/attribution.ts';
import {
  type AttributionFilter,
  createAttributions,
  createPartners,
  createReferralCodes,
} from '../store/partners.ts';
import type { PartnerRow } from '../store/schema.ts';
import { requireAddress } from '../strategies/prepare.ts';
import { type AddGroup, type Context, print, printTime, RefusedError, UsageError } from './commands.ts';

const NAME_LIMIT = 80;
const DEFAULT_OVERLAP_HOURS = '24';
const OVERLAP_HOURS_LIMIT = 720;

/** Adds the commands about partners and their keys. */
export const addPartners: AddGroup = (program, act) => {
  const group = program
    .command('partners')
    .description('Partners send their key with POST /stake and are credited with the wallets they bring in.');
  group
    .command('add')
    .description('Add a partner and print its key. The key is shown only once.')
    .argument('<name>', `what people call it, up to ${NAME_LIMIT} characters`)
    .action(act(addPartner));
  group
    .command('list')
    .description('List all partners, with the last four characters of their keys.')
    .action(act(listPartners));
  for (const [name, isActive, description] of [
    ['deactivate', false, 'Deactivate a partner: its key is refused. Its credits remain.'],
    ['activate', true, 'Activate a partner: its key is accepted again.'],
  ] as const) {
    const command = group.command(name).description(description).argument('<id>', 'of the partner');
    command.action(act((context, [id = '']) => setActive(id, isActive, context)));
  }
  group
    .command('rotate-key')
    .description('Replace the key of a partner and print the new one. The key is shown only once.')
    .argument('<id>', 'of the partner')
    .option(
      '--overlap-hours <hours>',
      `How long the previous key stays valid: ${DEFAULT_OVERLAP_HOURS} by default; 0 for a leaked key.`,
    )
    .action(act(rotateKey));
};

async function addPartner(context: Context, [name = '']: readonly string[]): Promise<void> {
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
  print(context, { id, name, key });
}

async function listPartners(context: Context): Promise<void> {
  const all = await createPartners(context.store).list();
  const known = knownSecrets(context);
  print(
    context,
    all.map((partner) => ({
      id: partner.id,
      name: partner.name,
      keyLast4: partner.key_last4,
      active: partner.deactivated_at === null,
      keyUsable: known.has(getSecretName(partner.key_hash)),
      addedAt: printTime(partner.created_at),
      deactivatedAt: printTime(partner.deactivated_at),
    })),
  );
}

async function rotateKey(
  context: Context,
  [id = '']: readonly string[],
  { overlapHours: hours = DEFAULT_OVERLAP_HOURS }: { overlapHours?: string },
): Promise<void> {
  if (!/^[0-9]{1,3}$/.test(hours) || Number(hours) > OVERLAP_HOURS_LIMIT) {
    throw new UsageError(`--overlap-hours must be a whole number from 0 to ${OVERLAP_HOURS_LIMIT}.`);
  }
  const store = createPartners(context.store);
  const { name } = await requirePartner(id, context);
  const { key, ...stored } = newKey(context, await store.list());
  await store.replaceKey(id, stored, Number(hours) * 3_600_000);
  print(context, { id, name, key, overlapHours: Number(hours) });
}

async function requirePartner(id: string, { store }: Context): Promise<PartnerRow> {
  const partner = await createPartners(store).find(id);
  if (partner === undefined) throw new RefusedError(`There is no partner "${id}". See: partners list`);
  return partner;
}

async function setActive(id: string, isActive: boolean, context: Context): Promise<void> {
  const { name } = await requirePartner(id, context);
  await createPartners(context.store).setActive(id, isActive);
  print(context, { id, name, status: isActive ? 'active' : 'inactive' });
}

function newKey(context: Context, others: readonly PartnerRow[]) {
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

// Without the letters and digits that people take for one another.
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const CODE_LENGTH = 8;

/** Adds the commands about referral codes. */
export const addReferrals: AddGroup = (program, act) => {
  const group = program
    .command('referrals')
    .description('A stake with a referral code credits the wallet that the code belongs to.');
  group
    .command('create')
    .description('Create a referral code for a wallet.')
    .argument('<wallet>', 'that is credited, base58')
    .option('--code <code>', '4 to 12 ASCII letters and digits; a random one unless given.')
    .action(act(createCode));
  group
    .command('list')
    .description('List referral codes.')
    .option('--wallet <wallet>', 'Only codes of this wallet.')
    .action(act(listCodes));
  group
    .command('retire')
    .description('Retire a code. Its credits remain.')
    .argument('<code>', 'to retire, in any case')
    .action(act(retireCode));
};

async function createCode(
  context: Context,
  [wallet = '']: readonly string[],
  options: { code?: string },
): Promise<void> {
  requireAddress(wallet, 'wallet');
  const code = options.code === undefined ? randomCode() : requireCode(options.code);
  if (!(await createReferralCodes(context.store).add(code, wallet))) {
    throw new RefusedError(
      `The code ${code} exists already. A code belongs to its wallet even when it is retired.`,
    );
  }
  print(context, { code, wallet });
}

async function listCodes(
  context: Context,
  _words: readonly string[],
  { wallet }: { wallet?: string },
): Promise<void> {
  if (wallet !== undefined) requireAddress(wallet, '--wallet');
  const all = await createReferralCodes(context.store).list(wallet);
  print(
    context,
    all.map(({ code, wallet, created_at, retired_at }) => ({
      code,
      wallet,
      active: retired_at === null,
      createdAt: printTime(created_at),
      retiredAt: printTime(retired_at),
    })),
  );
}

async function retireCode(context: Context, [text = '']: readonly string[]): Promise<void> {
  const code = requireCode(text);
  const codes = createReferralCodes(context.store);
  const row = await codes.find(code);
  if (row === undefined) throw new RefusedError(`There is no referral code ${code}. See: referrals list`);
  const { wallet } = row;
  await codes.retire(code);
  print(context, { code, wallet, status: 'retired' });
}

function requireCode(text: string): string {
  if (!isReferralCode(text)) throw new UsageError('A code must be 4 to 12 ASCII letters and digits.');
  return text.toUpperCase();
}

function randomCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

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
