import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LedgerAccount } from '../src/subject.ts';
import { describeAttacks } from './attack-suite.ts';
import { assertRefused, KINDS, listRules, u64 } from './attack-world.ts';
import { DEPLOYMENT, SOL } from './bounded-world.ts';
import {
  decodeKey,
  STAKE,
  SYSTEM,
  stakeData,
  TOKEN,
  tokenData,
  withInner,
  withState,
} from './edit-evidence.ts';

const { rasolMint, solMint, voteAccount } = DEPLOYMENT;
const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
const TABLES = 'AddressLookupTab1e1111111111111111111111111';
const LOADER = 'BPFLoaderUpgradeab1e11111111111111111111111';
const VOTE = 'Vote111111111111111111111111111111111111111';
const RENT = 2_039_280n;

const filled = (size: number, key: Uint8Array, at: number): Uint8Array => {
  const data = new Uint8Array(size);
  data[0] = 1;
  data.set(key, at);
  return data;
};

/** Accounts in which a wallet has a right and no balance, or one that no token account shows. */
function listRights(wallet: string, stranger: string): Readonly<Record<string, LedgerAccount>> {
  const key = decodeKey(wallet);
  const of = (owner: string, data: Uint8Array, lamports = SOL): LedgerAccount => ({ lamports, owner, data });
  const custody = stakeData(stranger, voteAccount, SOL, 2n ** 64n - 1n);
  custody.set(key, 92);
  const delegated = tokenData(rasolMint, stranger, SOL);
  delegated.set([1, 0, 0, 0, ...key], 72);
  const closable = tokenData(rasolMint, stranger, SOL);
  closable.set([1, 0, 0, 0, ...key], 129);
  const extended = new Uint8Array(234);
  extended.set(tokenData(rasolMint, wallet, SOL));
  extended[165] = 2;
  return {
    'Token-2022 account with extensions': of(TOKEN_2022, extended),
    'Token-2022 mint with the wallet as permanent delegate': of(TOKEN_2022, filled(202, key, 170)),
    'multisig with the wallet as one of its signers': of(TOKEN, filled(355, key, 35)),
    'mint that the wallet may freeze': of(TOKEN, filled(82, key, 50)),
    'vote account that pays the wallet': of(VOTE, filled(3_762, key, 36)),
    'program data that the wallet may upgrade': of(LOADER, filled(300, key, 13)),
    'lookup table of the wallet': of(TABLES, filled(88, key, 22)),
    'nonce of the wallet': of(SYSTEM, filled(80, key, 8)),
    'stake of a stranger with the wallet as custodian': of(STAKE, custody),
    'tokens of a stranger that the wallet may spend': of(TOKEN, delegated),
    'tokens of a stranger that the wallet may close away': of(TOKEN, closable),
    'vesting of a program nobody knows': of(stranger, filled(77, key, 45)),
  };
}

describeAttacks('a program that does more than it says', (getKit) => {
  for (const kind of KINDS) {
    test(`${kind}: takes a right of the wallet away, or uses it up`, async () => {
      const { world, wallet, stranger, createAsk, withWritable } = getKit();
      const base = await world.subject(await withWritable(createAsk(kind), stranger));
      for (const [what, account] of Object.entries(listRights(wallet.address, stranger))) {
        const put = (after: LedgerAccount | undefined) =>
          withState(
            withState(base, 'before', stranger, () => account),
            'after',
            stranger,
            () => after,
          );
        assert.deepEqual(listRules(put(account)), [], `${what}, unchanged`);
        const longer = Uint8Array.of(...account.data, 0);
        const anothers = Uint8Array.from(account.data);
        const at = Buffer.from(account.data).indexOf(decodeKey(wallet.address));
        anothers.set(decodeKey(stranger), at);
        const advanced = Uint8Array.from(account.data);
        advanced[account.data.length - 1] = 0xaa;
        for (const [how, after] of Object.entries({
          closed: undefined,
          'handed over': { ...account, data: anothers },
          'longer by a byte': { ...account, data: longer },
          'shorter by a byte': { ...account, data: account.data.slice(0, -1) },
          'moved on': { ...account, data: advanced },
          'of another program': { ...account, owner: TOKEN === account.owner ? STAKE : TOKEN },
          'short of its reserve': { ...account, lamports: account.lamports - 1n },
        })) {
          assertRefused(put(after), 'account', `${kind}: ${what}, ${how}`);
        }
      }
    });

    test(`${kind}: closes an account of the wallet and opens it again as something else`, async () => {
      const { world, wallet, stranger, createAsk } = getKit();
      const subject = await world.subject(createAsk(kind));
      const own = [...(subject.evidence.after ?? [])].filter(
        ([at, after]) =>
          subject.evidence.before.get(at) !== undefined &&
          after?.owner === TOKEN &&
          Buffer.from(after.data.subarray(32, 64)).equals(decodeKey(wallet.address)),
      );
      for (const [at, after] of own) {
        assert.ok(after);
        const reopened = (edit: (data: Uint8Array) => void, lamports = after.lamports) =>
          withState(subject, 'after', at, (one) => {
            const data = Uint8Array.from(one.data);
            edit(data);
            return { ...one, data, lamports };
          });
        for (const [how, edited] of Object.entries({
          'with a delegate': reopened((data) => data.set([1, 0, 0, 0, ...decodeKey(stranger)], 72)),
          'with a close authority': reopened((data) => data.set([1, 0, 0, 0, ...decodeKey(stranger)], 129)),
          frozen: reopened((data) => data.set([2], 108)),
          'of a stranger': reopened((data) => data.set(decodeKey(stranger), 32)),
          'of another mint': reopened((data) => data.set(decodeKey(solMint), 0)),
          'without its rent': reopened(() => undefined, RENT - 1n),
          'under Token-2022': withState(subject, 'after', at, (one) => ({ ...one, owner: TOKEN_2022 })),
        })) {
          assert.notDeepEqual(listRules(edited), [], `${kind}: ${at}, ${how}`);
        }
      }
    });

    test(`${kind}: invokes in the wallet's name what the message does not show`, async () => {
      const { world, wallet, stranger, createAsk } = getKit();
      const subject = await world.subject(createAsk(kind));
      const at = wallet.address;
      const invoke = (program: string, accounts: readonly string[], ...data: readonly number[]) =>
        withInner(subject, 2, { program, accounts, data: Uint8Array.from(data) });
      for (const [what, edited] of Object.entries({
        'account of a seed, filled': invoke(SYSTEM, [at, stranger], 3, 0, 0, 0, ...u64(SOL)),
        'wallet given room': invoke(SYSTEM, [at], 8, 0, 0, 0, ...u64(80n)),
        'wallet made a nonce': invoke(SYSTEM, [at], 6, 0, 0, 0),
        'nonce used up': invoke(SYSTEM, [stranger, stranger, at], 4, 0, 0, 0),
        'derived address emptied': invoke(SYSTEM, [stranger, at, stranger], 11, 0, 0, 0, ...u64(1n)),
        'prefunded account made': invoke(SYSTEM, [stranger, at], 13, 0, 0, 0, ...u64(SOL)),
        'multisig spends': invoke(TOKEN, [stranger, stranger, stranger, at], 3, ...u64(1n)),
        'approval, checked': invoke(TOKEN, [stranger, stranger, stranger, at], 13, ...u64(1n), 9),
        'lamports unwrapped': invoke(TOKEN, [stranger, stranger, at], 45, 0),
        'batch of token instructions': invoke(TOKEN, [stranger, stranger, at], 255, 3, 9),
        'permanent delegate': invoke(TOKEN_2022, [stranger, stranger, stranger, at], 12, ...u64(1n), 9),
        'stake merged away': invoke(STAKE, [stranger, stranger, stranger, stranger, at], 7, 0, 0, 0),
        'idle stake moved': invoke(STAKE, [stranger, stranger, at], 17, 0, 0, 0, ...u64(1n)),
        'stake locked up': invoke(STAKE, [stranger, at], 12, 0, 0, 0, 0, 0),
        'stake withdrawn with the wallet as custodian': invoke(
          STAKE,
          [stranger, at, stranger, stranger, stranger, at],
          ...[4, 0, 0, 0, ...u64(1n)],
        ),
        'vote account emptied': invoke(VOTE, [stranger, stranger, at], 3, 0, 0, 0),
        'lookup table extended': invoke(TABLES, [stranger, at, at], 2, 0, 0, 0),
        'program upgraded': invoke(LOADER, [stranger, stranger, stranger, at], 3, 0, 0, 0),
        'a wallet of programs asked to act': invoke(stranger, [stranger, at], 1),
      })) {
        assertRefused(edited, 'inner-instruction', `${kind}: ${what}`);
      }
    });

    test(`${kind}: a node that keeps what a swap invokes to itself`, async () => {
      const { world, createAsk } = getKit();
      const subject = await world.subject(createAsk(kind));
      const silent = { ...subject.evidence, innerInstructions: new Map() };
      assertRefused({ ...subject, evidence: silent }, 'evidence', kind);
    });
  }

  test('a pool that is worth nothing has no price', async () => {
    const { world, createAsk } = getKit();
    for (const kind of ['exit', 'market exit', 'slow exit'] as const) {
      const subject = await world.subject(createAsk(kind));
      for (const offset of [258, 266]) {
        const empty = withState(subject, 'before', DEPLOYMENT.stakePool.address, (one) => {
          const data = Uint8Array.from(one.data);
          data.set(u64(0n), offset);
          return { ...one, data };
        });
        assertRefused(empty, 'evidence', `${kind} ${offset}`);
      }
    }
  });

  test('stake that is said to be more than its account holds', async () => {
    const { world, createAsk } = getKit();
    const subject = await world.subject(createAsk('slow exit'));
    const made = [...(subject.evidence.after ?? [])].find(
      ([at, after]) => after?.owner === STAKE && subject.evidence.before.get(at) === undefined,
    );
    assert.ok(made);
    const hollow = withState(subject, 'after', made[0], (one) => ({ ...one, lamports: RENT }));
    assertRefused(hollow, 'new-account');
  });

  test('an account in two roles: the new stake is one that is there, or the account that pays for it', async () => {
    const { world, createAsk } = getKit();
    const subject = await world.subject(createAsk('slow exit'));
    const made = [...(subject.evidence.after ?? [])].find(
      ([at, after]) => after?.owner === STAKE && subject.evidence.before.get(at) === undefined,
    );
    assert.ok(made?.[1]);
    const account = made[1];
    assertRefused(
      withState(subject, 'before', made[0], () => account),
      'account',
    );
  });
});
