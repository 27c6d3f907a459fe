import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type ErrorFacts, StakingError } from '@staking-agent/sdk';
import {
  acceptLeverage,
  isForbidden,
  isOpen,
  listCautions,
  type Proposal,
  readEnd,
  sayFee,
  saysTheSame,
  sayTrade,
} from './confirmation.ts';
import { openSession } from './session.ts';

const stake = (amount: bigint) => ({ asset: 'stake', amount, account: 'a', least: amount });

test('the button says what a signature gives and gets', () => {
  assert.equal(sayTrade({ leaves: [], arrives: [] }), 'Sign – no money moves');
  assert.equal(sayTrade({ leaves: [stake(0n)], arrives: [] }), 'Sign – no money moves');
  assert.equal(sayTrade({ leaves: [stake(1n)], arrives: [] }), 'Sign – give 0.000000001 SOL of stake');
  assert.equal(
    sayTrade({ leaves: [stake(4_000_000_000n)], arrives: [stake(4_000_000_000n)] }),
    'Sign – move 4 SOL of stake',
  );
  assert.equal(
    sayTrade({ leaves: [], arrives: [stake(9_007_199_254_740_993n)] }),
    'Sign – receive 9,007,199 SOL of stake',
  );
  assert.equal(
    sayTrade({ leaves: [stake(1n), stake(2n)], arrives: [stake(3n)] }),
    'Sign – move 0.000000001 SOL of stake and 0.000000002 SOL of stake',
  );
});

test('what can be less is never stated as what arrives', () => {
  assert.equal(isOpen(stake(5n)), false);
  assert.equal(isOpen({ ...stake(5n), least: 4n }), true);
  assert.equal(isOpen({ ...stake(5n), least: undefined }), true);
  assert.equal(isOpen({ ...stake(5n), isAtRate: true }), true);
  const arrives = [{ ...stake(5n), least: 4n }];
  assert.equal(sayTrade({ leaves: [], arrives }), 'Sign – receive about 0.000000005 SOL of stake');
});

type Effects = NonNullable<NonNullable<Proposal['checked']>['effects']>;
type Code = NonNullable<Proposal['build']['receipt']>['warnings'][number]['code'];

/** A proved transaction that gives 5 SOL of stake, with what differs. */
function propose(effects: Partial<Effects> = {}, codes: readonly Code[] = [], level = 'exact'): Proposal {
  const proved = {
    leaves: [stake(5_000_000_000n)],
    arrives: [{ ...stake(4_000_000_000n), least: 3_000_000_000n }],
    fee: { signatures: 5_000n, priority: 3_100n },
    rent: [{ account: 'r', lamports: 7n, isRefundable: true }],
    ...effects,
  };
  const warnings = codes.map((code) => ({ code, detail: '' }));
  // What the page reads of a build and its proof, without the rest of them.
  return {
    intent: { request: { wallet: 'w' } },
    build: { receipt: { warnings, undo: { description: 'Ask.' } } },
    checked: { level, findings: [], effects: proved },
    instructions: [],
  } as unknown as Proposal;
}

test('a later build takes the place of one that was read only if it says the same', () => {
  const shown = propose();
  const same = { arrives: [{ ...stake(4_000_000_999n), account: 'new', least: 3_000_000_999n }] };
  assert.ok(saysTheSame(propose(same), shown), 'digits that are not shown, and another new account');
  assert.ok(saysTheSame(propose({ fee: { signatures: 5_000n, priority: 3_050n } }), shown));
  for (const other of [
    propose({ leaves: [stake(5_000_000_001n)] }),
    propose({ arrives: [{ ...stake(3_999_990_000n), least: 3_000_000_000n }] }),
    propose({ arrives: [{ ...stake(4_000_000_000n), least: 2_999_990_000n }] }),
    propose({ arrives: [{ ...stake(4_000_000_000n), least: undefined }] }),
    propose({ fee: { signatures: 5_000n, priority: 3_101n } }),
    propose({ rent: [] }),
    propose({}, ['NO_MINIMUM']),
    propose({}, [], 'unproven'),
  ]) {
    assert.equal(saysTheSame(other, shown), false);
  }
});

test('fees are said as a limit', () => {
  assert.equal(sayFee({ signatures: 5_000n, priority: 3_001n }), '0.0000081 SOL');
  assert.equal(sayFee({ signatures: 10_000n, priority: 1n }), '0.000011 SOL');
});

test('a warning stops the button until it is accepted, leverage once in a wallet', (t) => {
  const kept = new Map<string, string>();
  const value = { getItem: (key: string) => kept.get(key) ?? null, setItem: kept.set.bind(kept) };
  Object.defineProperty(globalThis, 'localStorage', { value, configurable: true });
  t.after(() => Reflect.deleteProperty(globalThis, 'localStorage'));
  const ask = (...codes: Code[]) => listCautions(propose({}, codes)).map(({ code }) => code);
  assert.deepEqual(ask('MINIMUM_AT_RATE'), []);
  for (const code of ['NO_SOL_FOR_EXIT', 'VALIDATOR_DELINQUENT', 'NO_MINIMUM'] as const)
    assert.deepEqual(ask(code), ['WARNINGS'], code);
  assert.deepEqual(ask('LEVERAGE', 'NO_MINIMUM'), ['LEVERAGE', 'WARNINGS']);
  acceptLeverage('w');
  assert.deepEqual(ask('LEVERAGE'), []);
  acceptLeverage('other');
  assert.ok(isForbidden(propose({}, ['WALLET_TOO_POOR'])));
  assert.equal(isForbidden(propose({}, ['LEVERAGE', 'NO_MINIMUM'])), false);
});

/** Opens the page of a service that names a ledger node, or none. */
async function openPage(t: TestContext, rpcUrl: string | null) {
  const answer = async () => Response.json({ deployment: 'sandbox', rpcUrl });
  const { mock } = t.mock.method(globalThis, 'fetch', answer);
  await openSession('http://page');
  // What is replaced twice in a test stays replaced after it.
  mock.restore();
}

const ENDS: readonly (readonly [Partial<ErrorFacts>, string, string])[] = [
  // Beside these two the page does not offer to prepare it again: it would be paid twice.
  [{ code: 'AMOUNTS_DIFFER' }, 'landed', 'open'],
  [{ code: 'OTHER_FORM_LANDED', outcome: 'not_sent' }, 'landed', 'open'],
  [{ code: 'OTHER_FORM_LANDED', outcome: 'unknown' }, 'open', 'open'],
  [{ code: 'TRANSACTION_EXPIRED', outcome: 'expired' }, 'expired', 'open'],
  [{ code: 'LEDGER_EXECUTION_FAILED', outcome: 'rejected' }, 'failed', 'open'],
  [{ code: 'CONNECTION_FAILED' }, 'open', 'open'],
];
for (const [facts, own, none] of ENDS) {
  const { code, outcome } = facts;
  test(`${code} with outcome ${outcome} is ${own}, and ${none} where no own node shows it`, async (t) => {
    const error = new StakingError('', {
      kind: 'ledger',
      code: String(code),
      retryable: false,
      signature: 's',
      outcome,
    });
    await openPage(t, 'http://node');
    assert.equal(readEnd(error), own);
    await openPage(t, null);
    assert.equal(readEnd(error), none);
  });
}
