import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { findRequestAccounts } from '../deployment.ts';
import type { LedgerAccount } from '../verification.ts';
import { checkNewAccounts } from './accounts.ts';
import type { BoundedKind } from './intent.ts';
import {
  EPOCH,
  filled,
  GIVEN,
  key,
  keys,
  NEW_STAKE,
  plain,
  RASOL,
  RAUSDC,
  rentExemption,
  SEEDED,
  SOL,
  STAKE,
  STRANGER,
  sceneOf,
  stake,
  swapStep,
  TOKEN,
  text,
  tokens,
  USDC,
  WALLET,
} from './rules.world.ts';

const VOTE = key(50);
const LIST = key(51);
const listed = (...votes: readonly Uint8Array[]): LedgerAccount => ({
  lamports: 1n,
  owner: STAKE,
  data: filled(9 + 73 * votes.length, Object.fromEntries(votes.map((vote, i) => [9 + 73 * i + 41, vote]))),
});
const POOL = { validatorList: LIST } as never;

/** What is found of one account that comes into being: its fault, or the rent it locks. */
function judge(
  kind: BoundedKind,
  at: Uint8Array,
  after: LedgerAccount | undefined,
  {
    before = undefined as LedgerAccount | undefined,
    letter = 'X' as 'X' | 'N',
    list = listed(key(49), VOTE) as LedgerAccount | null,
  } = {},
) {
  const given = {
    changes: [[at, before, after]] as const,
    read: [{ ...swapStep(), letter }],
    seen: [[LIST, list ?? undefined]] as const,
    terms: { pool: POOL },
  };
  const { scene, shape, roles } = sceneOf(kind, given);
  const { findings, rent } = checkNewAccounts(scene, shape, roles);
  for (const finding of findings) {
    assert.equal(finding.rule, 'new-account');
    assert.equal(finding.account, text(at));
  }
  const start = `New account ${text(at)} `;
  return findings.length > 0 ? findings.map(({ detail }) => detail.slice(start.length)).join() : rent;
}

const RENT = rentExemption(165);
const { receipt, escrow } = findRequestAccounts({ wallet: WALLET }, keys);
const locks = (at: Uint8Array, lamports: bigint, isRefundable = true) => [
  { account: text(at), lamports, isRefundable },
];

type Place = readonly [BoundedKind, Uint8Array, Uint8Array, owner: Uint8Array, isNamed: boolean];
const RECEIVED: readonly Place[] = [
  ['swap-in', RASOL.account, RASOL.mint, WALLET, true],
  ['vault-deposit', RAUSDC.account, RAUSDC.mint, WALLET, true],
  ['vault-withdrawal', USDC.account, USDC.mint, WALLET, true],
];
const WRAPPED: readonly Place[] = (['swap-in', 'swap-out', 'stake-out'] as const).flatMap((kind) => [
  [kind, SOL.account, SOL.mint, WALLET, false] as const,
  [kind, SEEDED, SOL.mint, WALLET, false] as const,
]);
const ESCROW: Place = ['vault-withdrawal', escrow, RAUSDC.mint, receipt, true];

suite('a new token account', () => {
  test('is of the mint and the owner that are due, open, with its rent; and the rent is named', () => {
    for (const [kind, at, mint, owner, isNamed] of [...RECEIVED, ...WRAPPED, ESCROW]) {
      const isRefundable = at !== escrow;
      assert.deepEqual(
        judge(kind, at, tokens(mint, 0n, { owner })),
        isNamed ? locks(at, RENT, isRefundable) : [],
      );
      assert.deepEqual(
        judge(kind, at, tokens(mint, 0n, { owner, lamports: 5n })),
        isNamed ? locks(at, 5n, isRefundable) : [],
      );
      assert.equal(
        judge(kind, at, tokens(mint, 0n, { owner, lamports: RENT + 1n })),
        `holds ${RENT + 1n} lamports; its rent is ${RENT}.`,
      );
      assert.equal(
        judge(kind, at, tokens(STRANGER, 0n, { owner })),
        `holds mint ${text(STRANGER)} instead of the one due.`,
      );
      assert.equal(
        judge(kind, at, tokens(mint, 0n, { owner: STRANGER })),
        `belongs to ${text(STRANGER)} instead of its owner.`,
      );
      for (const parts of [{ 108: [2] }, { 72: [1] }, { 129: [1] }])
        assert.equal(
          judge(kind, at, tokens(mint, 0n, { owner, parts })),
          'is frozen, or has a delegate or close authority.',
        );
      for (const other of [plain(5n), plain(5n, TOKEN), { ...tokens(mint, 0n, { owner }), owner: STAKE }])
        assert.equal(judge(kind, at, other), 'is no initialised token account.');
    }
  });

  test('of a request keeps no LP', () => {
    const [kind, at, mint, owner] = ESCROW;
    assert.equal(judge(kind, at, tokens(mint, 1n, { owner })), 'keeps LP of the wallet.');
    assert.deepEqual(judge('swap-in', RASOL.account, tokens(RASOL.mint, 9n)), locks(RASOL.account, RENT));
  });

  test('is judged only where it is new and on the list', () => {
    const broken = tokens(STRANGER, 0n, { owner: STRANGER });
    assert.deepEqual(judge('swap-in', RASOL.account, broken, { before: broken }), []);
    assert.deepEqual(judge('swap-in', RASOL.account, undefined), []);
    assert.deepEqual(judge('swap-in', STRANGER, broken), []);
    assert.deepEqual(judge('vault-withdrawal', receipt, broken), []);
  });

  test('that should not be there should be closed', () => {
    assert.equal(judge('stake-out', RASOL.account, tokens(RASOL.mint, 0n)), 'should be closed.');
    assert.equal(judge('swap-out', RASOL.account, tokens(RASOL.mint, 0n)), 'should be closed.');
    assert.equal(judge('stake-out', GIVEN, stake(5n)), 'should be closed.');
    assert.equal(judge('swap-in', WALLET, plain(5n)), 'should be closed.');
  });
});

suite('a new stake account', () => {
  const at = NEW_STAKE;
  const of = (after: LedgerAccount, more = {}) => judge('stake-withdrawal', at, after, more);

  test('is the wallet’s, delegated to a validator of the pool, and cools down', () => {
    assert.deepEqual(of(stake(77n)), []);
    assert.deepEqual(of(stake(77n), { letter: 'N' }), locks(at, rentExemption(200)));
    assert.deepEqual(of(stake(77n), { list: listed(VOTE) }), []);
  });

  test('is nobody else’s', () => {
    const why = 'has a staker or withdrawer that is not the wallet.';
    assert.equal(of(stake(77n, { staker: STRANGER, withdrawer: WALLET })), why);
    assert.equal(of(stake(77n, { withdrawer: STRANGER })), why);
  });

  test('is no other account', () => {
    for (const other of [plain(5n), { ...stake(77n), owner: TOKEN }, plain(5n, STAKE)])
      assert.equal(of(other), 'is not a delegated stake account.');
  });

  test('has no lockup', () => {
    for (const byte of [76, 84, 92, 123]) {
      const { data, ...rest } = stake(77n);
      assert.equal(of({ ...rest, data: data.with(byte, 1) }), 'has a lockup.', `${byte}`);
    }
  });

  test('holds what it delegates and a rent, no less and no more', () => {
    const rent = rentExemption(200);
    assert.deepEqual(of(stake(77n, { lamports: 77n })), []);
    assert.equal(of(stake(77n, { lamports: 76n })), 'holds less than it delegates.');
    assert.equal(
      of(stake(77n, { lamports: 78n + rent })),
      `holds ${rent + 1n} lamports; its rent is ${rent}.`,
    );
  });

  test('cools down from this epoch on', () => {
    for (const epoch of [EPOCH - 1n, EPOCH + 1n, 2n ** 64n - 1n])
      assert.equal(
        of(stake(77n, { epoch })),
        `does not cool down: its deactivation epoch is ${epoch} instead of ${EPOCH}.`,
      );
  });

  test('is of a validator that was read to be in the list', () => {
    assert.equal(
      of(stake(77n, { vote: key(48) })),
      `is delegated to ${text(key(48))}, no validator of the pool.`,
    );
    assert.equal(of(stake(77n), { list: null }), 'has validators that were not read.');
  });
});
