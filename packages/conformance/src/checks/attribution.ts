import { checks, expectEqual, expectOk, expectRefusal, expectThat } from '../check.ts';
import fields from '../corpus/fields.json' with { type: 'json' };
import { expandText, forRows } from '../corpus.ts';
import { makeAddress, type Subject } from '../subject.ts';

const SECTION = 'POST /stake, attribution';
/** Well-formed, of nobody. */
const FOREIGN = `sapk_${'a'.repeat(32)}pbiyagy`;
const NOBODY = 'NOBODY00';

async function stake({ post }: Subject, members: object, headers: Readonly<Record<string, string>> = {}) {
  const body = { strategy: 'sol-native-stake', wallet: makeAddress(), amount: '1.5', ...members };
  return post('/stake', body, headers);
}

/** Refusals of partner keys and referral codes. Credit itself is told to partners, not to callers. */
export const ATTRIBUTION_CHECKS = checks('attribution', 'build', SECTION, {
  'code-malformed': {
    proves: 'A referral code is 4 to 12 ASCII letters and digits; anything else is 400.',
    run: (subject) =>
      forRows(fields.referralCodes, async (code) => {
        expectRefusal(
          await stake(subject, { referral_code: expandText(code) }),
          'REFERRAL_CODE_MALFORMED',
          '4 to 12',
        );
      }),
  },
  'code-unknown': {
    proves: 'An unknown code is 404, in the body and in the header, in upper and lower case.',
    run: async (subject) => {
      expectRefusal(await stake(subject, { referral_code: NOBODY }), 'REFERRAL_CODE_NOT_FOUND');
      expectRefusal(
        await stake(subject, {}, { 'x-referral-code': NOBODY.toLowerCase() }),
        'REFERRAL_CODE_NOT_FOUND',
      );
    },
  },
  'partner-unknown': {
    proves: 'An unknown partner key is 403, in the body and in the header, and no answer repeats it.',
    run: (subject) =>
      forRows(['', 'secret-1', FOREIGN, FOREIGN.toUpperCase(), 'k'.repeat(5_000)], async (key) => {
        for (const exchange of [
          await stake(subject, { partner_api_key: key }),
          ...(key === '' ? [] : [await stake(subject, {}, { 'x-partner-key': key })]),
        ]) {
          expectRefusal(exchange, 'PARTNER_KEY_UNKNOWN');
          expectThat(
            exchange,
            key === '' || !exchange.answer.text.includes(key),
            'The answer repeats the key.',
          );
        }
      }),
  },
  conflict: {
    proves: 'A body and a header that differ are 400.',
    run: async (subject) => {
      expectRefusal(
        await stake(subject, { partner_api_key: 'a' }, { 'x-partner-key': 'b' }),
        'ATTRIBUTION_CONFLICT',
      );
      const codes = await stake(subject, { referral_code: NOBODY }, { 'x-referral-code': 'NOBODY11' });
      expectRefusal(codes, 'ATTRIBUTION_CONFLICT');
    },
  },
  order: {
    proves:
      'Of several faults, that of the request is answered before that of the partner, and that of the partner before that of the code.',
    run: async (subject) => {
      const bad = { partner_api_key: FOREIGN, referral_code: NOBODY };
      expectRefusal(await stake(subject, { ...bad, strategy: 'eth-stake' }), 'STRATEGY_NOT_FOUND');
      expectRefusal(await stake(subject, { ...bad, wallet: 'abc' }), 'ADDRESS_MALFORMED');
      expectRefusal(await stake(subject, { ...bad, amount: '1.0000000001' }), 'AMOUNT_TOO_FINE');
      expectRefusal(await stake(subject, { ...bad, referral_code: '!' }), 'REFERRAL_CODE_MALFORMED');
      expectRefusal(await stake(subject, bad), 'PARTNER_KEY_UNKNOWN');
    },
  },
  optional: {
    proves: 'Attribution is optional: a stake without it is built.',
    run: async (subject) => {
      const exchange = expectOk(await stake(subject, {}));
      expectEqual(exchange, 'The status', exchange.answer.status, 200);
    },
  },
});
