import { randomBytes } from 'node:crypto';
import { base32nopad } from '@scure/base';
import { createPartnerKey, getSecretName, hashPartnerKey } from '../../attribution/partner-key.ts';
import { createPartners, type Partner } from '../../store/partners.ts';
import { type CommandGroup, type Context, formatTable, print, RefusedError, UsageError } from '../admin.ts';

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
          json: all.map((partner) => toJson(partner, known)),
          lines: formatTable(
            ['ID', 'NAME', 'KEY', 'STATUS', 'ADDED'],
            all.map((partner) => [
              partner.id,
              partner.name,
              `...${partner.key_last4}`,
              getStatus(partner, known),
              formatDate(partner.created_at),
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
  if (deactivated_at !== null) return `inactive since ${formatDate(deactivated_at)}`;
  return known.has(getSecretName(key_hash)) ? 'active' : 'needs a new key: its secret is not configured';
}

function toJson(partner: Partner, known: ReadonlySet<string>) {
  return {
    id: partner.id,
    name: partner.name,
    keyLast4: partner.key_last4,
    active: partner.deactivated_at === null,
    keyUsable: known.has(getSecretName(partner.key_hash)),
    addedAt: new Date(partner.created_at).toISOString(),
    deactivatedAt: partner.deactivated_at === null ? null : new Date(partner.deactivated_at).toISOString(),
  };
}

function formatDate(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
