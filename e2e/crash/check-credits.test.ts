import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Credit, type CreditHistory, checkCredits, createSightings } from './watch-credits.ts';

const CREDIT: Credit = {
  wallet: 'w',
  partner_id: 'first',
  referral_code: null,
  referrer: null,
  signature: 's1',
  created_at: '1',
};
const FIRST = { wallet: 'w', signature: 's1', partner: 'first', referrer: null, answers: ['s1'] };
const SECOND = { wallet: 'w', signature: 's2', partner: 'second', referrer: 'r', answers: [] };

const seen = (...reads: readonly (readonly Credit[])[]) => {
  const sightings = createSightings();
  for (const rows of reads) sightings.note(rows);
  return sightings.all();
};
const history = (changes: Partial<CreditHistory> = {}): CreditHistory => ({
  stakes: [FIRST, SECOND],
  sightings: seen([], [CREDIT], [CREDIT]),
  ledger: new Map([['s1', 'done']]),
  landed: new Set(['s1']),
  ...changes,
});
const credit = (changes: Partial<Credit>) => ({ sightings: seen([{ ...CREDIT, ...changes }]) });

const breaches: Record<string, [Partial<CreditHistory>, RegExp]> = {
  'two credits of a wallet': [{ sightings: seen([CREDIT, { ...CREDIT, created_at: '2' }]) }, /2 credits/],
  'one credit that stands there twice': [{ sightings: seen([CREDIT, CREDIT]) }, /2 credits/],
  'a second credit that was gone later': [
    { sightings: seen([CREDIT], [CREDIT, { ...CREDIT, created_at: '2' }], [CREDIT]) },
    /2 credits/,
  ],
  'a credit that another one replaced': [
    {
      sightings: seen(
        [CREDIT],
        [{ ...CREDIT, partner_id: 'second', referrer: 'r', signature: 's2', created_at: '2' }],
      ),
      ledger: new Map([
        ['s1', 'done'],
        ['s2', 'done'],
      ]),
    },
    /^w: changed from .*"first".* to .*"second"/,
  ],
  'a credit that changed and changed back': [
    { sightings: seen([CREDIT], [{ ...CREDIT, created_at: '2' }], [CREDIT]) },
    /changed/,
  ],
  'a credit that got lost': [{ sightings: seen([CREDIT], []) }, /changed from .* to \[\]/],
  'a credit by a stake that never landed': [
    credit({ partner_id: 'second', referrer: 'r', signature: 's2' }),
    /by a stake that never landed/,
  ],
  'a credit by a stake that failed': [
    {
      ...credit({ partner_id: 'second', referrer: 'r', signature: 's2' }),
      ledger: new Map([
        ['s1', 'done'],
        ['s2', 'failed'],
      ]),
    },
    /by a stake that failed/,
  ],
  "a credit to the partner of another one's stake": [credit({ partner_id: 'second' }), /was not built/],
  'a credit to a referrer whom the stake does not name': [credit({ referrer: 'r' }), /was not built/],
  'a credit to nobody': [credit({ partner_id: null }), /was not built/],
  "a credit by another wallet's stake": [
    { ...credit({ wallet: 'other' }), landed: new Set() },
    /never signed/,
  ],
  'a credit that nobody staked for': [credit({ signature: 's3' }), /never signed/],
  'a stake that was not credited': [{ sightings: [] }, /^w: no credit$/],
  'another signature than the own': [{ stakes: [{ ...FIRST, answers: ['s1', 's9'] }] }, /answered as s9/],
  'a broadcast that was acknowledged and lost': [
    { sightings: [], ledger: new Map(), landed: new Set() },
    /^s1: acknowledged, and not on the ledger$/,
  ],
};
for (const [name, [changes, expected]] of Object.entries(breaches)) {
  test(`finds ${name}`, () => assert.match(checkCredits(history(changes)).join('\n'), expected));
}

test('finds nothing where one of several is credited, or nobody need be', () => {
  const both = {
    ledger: new Map([
      ['s1', 'done' as const],
      ['s2', 'done' as const],
    ]),
    landed: new Set(['s1', 's2']),
  };
  const quiet: readonly Partial<CreditHistory>[] = [
    {},
    both,
    // The later one may be found first.
    { ...both, ...credit({ partner_id: 'second', referrer: 'r', signature: 's2' }) },
    // It landed when everything had been looked at.
    { stakes: [SECOND], sightings: [], ledger: new Map([['s2', 'done']]), landed: new Set() },
    // Nobody is to be credited, or the ledger refused it.
    { stakes: [{ ...FIRST, partner: null }], sightings: [] },
    { sightings: [], ledger: new Map([['s1', 'failed']]), landed: new Set() },
  ];
  for (const changes of quiet) assert.deepEqual(checkCredits(history(changes)), []);
});
