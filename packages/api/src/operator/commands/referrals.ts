import { randomInt } from 'node:crypto';
import { isReferralCode } from '../../attribution/partner-key.ts';
import { createReferralCodes } from '../../store/partners.ts';
import type { ReferralCodeRow } from '../../store/schema.ts';
import { requireAddress } from '../../strategies/fields.ts';
import { type CommandGroup, type Context, formatTable, print, RefusedError, UsageError } from '../admin.ts';

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
          json: all.map(toJson),
          lines: formatTable(
            ['CODE', 'WALLET', 'STATUS', 'CREATED'],
            all.map((row) => [
              row.code,
              row.wallet,
              row.retired_at === null ? 'active' : `retired ${formatDate(row.retired_at)}`,
              formatDate(row.created_at),
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
        const { wallet } = await requireExisting(code, context);
        await createReferralCodes(context.store).retire(code);
        print(context, {
          json: { code, wallet, status: 'retired' },
          lines: [`${code} of ${wallet} is retired.`],
        });
      },
    },
  },
};

async function requireExisting(code: string, { store }: Context): Promise<ReferralCodeRow> {
  const row = await createReferralCodes(store).find(code);
  if (row === undefined) throw new RefusedError(`There is no referral code ${code}. See: referrals list`);
  return row;
}

function requireCode(text: string): string {
  if (!isReferralCode(text)) throw new UsageError('A code must be 4 to 12 ASCII letters and digits.');
  return text.toUpperCase();
}

function randomCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

function toJson({ code, wallet, created_at, retired_at }: ReferralCodeRow) {
  return {
    code,
    wallet,
    active: retired_at === null,
    createdAt: new Date(created_at).toISOString(),
    retiredAt: retired_at === null ? null : new Date(retired_at).toISOString(),
  };
}

function formatDate(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
