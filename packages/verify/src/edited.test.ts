import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { AccountRole, type Instruction } from '@solana/kit';
import fc from 'fast-check';
import { compareEdited } from './edited.ts';
import {
  assertion,
  assertMeaningIsKept,
  budget,
  compiled,
  getAllInstructions,
  LIGHTHOUSE,
  memo,
  NEWER_BLOCKHASH,
  OLDER_LIGHTHOUSE,
  ONE_SIGNER,
} from './edited.world.ts';
import { BUILDS, nativeStake } from './exact/builds.world.ts';
import { flashExit } from './exact/exits.world.ts';
import { STRANGER, WALLET } from './exact/keys.world.ts';
import { type Build, createMessage, createTransaction } from './exact/ledger.world.ts';
import { readTransaction } from './index.ts';

const isFlash = ({ answer }: Build) => answer['path'] === 'flash-bracket';
const listKinds = (build: Build, edited: readonly Instruction[], options = {}) => {
  const result = compareEdited(compiled(build, getAllInstructions(build)), compiled(build, edited, options));
  assert.equal(result.difference, undefined);
  return result.mutations.map(({ kind }) => kind);
};
const findPart = (build: Build, edited: readonly Instruction[], options = {}) => {
  const result = compareEdited(compiled(build, getAllInstructions(build)), compiled(build, edited, options));
  assert.deepEqual(result.mutations, []);
  assert.match(result.difference?.detail ?? '', /^[A-Z].*\.$/);
  return result.difference?.part;
};

/** One byte of so many, of each build others; edited.slow.test.ts changes all. */
const SHARE = 20;

suite('edits of wallets that are listed', () => {
  for (const [name, build] of ONE_SIGNER) {
    const all = getAllInstructions(build);
    test(`${name}: unchanged, guarded at its end, renewed`, () => {
      assert.deepEqual(listKinds(build, all), []);
      assert.deepEqual(listKinds(build, [...all, assertion(), assertion(10, OLDER_LIGHTHOUSE), memo('hi')]), [
        'assertion',
        'assertion',
        'memo',
      ]);
      assert.deepEqual(listKinds(build, all, { blockhash: NEWER_BLOCKHASH }), ['blockhash']);
    });
    test(`${name}: another limit, price and size of accounts`, () => {
      const [, , ...rest] = all;
      const priced = [budget(2, 0, 0, 16, 0), budget(3, 16, 39, 0, 0, 0, 0, 0, 0), ...rest];
      assert.deepEqual(listKinds(build, priced), ['compute-unit-limit', 'compute-unit-price']);
      const sized = [...all, budget(4, 0, 0, 1, 0)];
      assert.deepEqual(listKinds(build, sized), ['loaded-accounts-data-size']);
    });
    if (isFlash(build)) continue;
    test(`${name}: guards anywhere, the compute budget moved or gone`, () => {
      for (let at = 0; at <= all.length; at += 1) {
        assert.deepEqual(listKinds(build, all.toSpliced(at, 0, assertion(15))), ['assertion']);
      }
      const [limit, price, ...rest] = all as [Instruction, Instruction];
      assert.deepEqual(listKinds(build, [price, ...rest, limit]), []);
      assert.deepEqual(listKinds(build, rest), ['compute-unit-limit', 'compute-unit-price']);
    });
  }

  test('a message without a version is compared as well', () => {
    const { 'a deactivation': build } = BUILDS;
    assert.ok(build);
    const read = (instructions: readonly Instruction[]) =>
      readTransaction(createTransaction(createMessage(build, instructions)));
    const built = read(build.instructions);
    const { mutations } = compareEdited(built, read([...build.instructions, assertion()]));
    assert.deepEqual(
      mutations.map(({ kind, instruction }) => [kind, instruction]),
      [['assertion', 3]],
    );
    assert.equal(
      compareEdited(built, compiled(build, getAllInstructions(build))).difference?.part,
      'version',
    );
  });
});

suite('edits that are refused, with their name', () => {
  const transfer: Instruction = {
    programAddress: '11111111111111111111111111111111' as typeof WALLET,
    accounts: [
      { address: WALLET, role: AccountRole.WRITABLE_SIGNER },
      { address: STRANGER, role: AccountRole.WRITABLE },
    ],
    data: Uint8Array.of(2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0),
  };
  const signedMemo = { ...memo('x'), accounts: [{ address: WALLET, role: AccountRole.READONLY_SIGNER }] };
  const writing = (role: AccountRole) => ({ ...assertion(), accounts: [{ address: STRANGER, role }] });

  for (const [name, build] of ONE_SIGNER) {
    const all = getAllInstructions(build);
    const end = all.length;
    const added = (instruction: Instruction) => findPart(build, [...all, instruction]);
    test(`${name}: nothing else is added`, () => {
      for (const tag of [0, 1, 16, 255]) assert.equal(added(assertion(tag)), 'instructions');
      assert.equal(added({ ...assertion(), data: new Uint8Array() }), 'instructions');
      assert.equal(added(assertion(4, STRANGER)), 'instructions');
      assert.equal(added(signedMemo), 'instructions');
      assert.equal(added({ ...transfer, accounts: transfer.accounts?.slice(0, 1) ?? [] }), 'instructions');
      assert.equal(added(transfer), 'instructions');
      assert.equal(added(writing(AccountRole.WRITABLE)), 'accounts');
      assert.equal(added(writing(AccountRole.READONLY_SIGNER)), 'signers');
    });
    test(`${name}: nothing is removed, doubled or exchanged`, () => {
      const parts = ['instructions', 'accounts', 'flash-loan', 'lookups', 'signers'];
      for (let at = 2; at < end; at += 1) {
        assert.ok(parts.includes(findPart(build, all.toSpliced(at, 1)) ?? ''), `without ${at}`);
        assert.ok(parts.includes(findPart(build, all.toSpliced(at, 0, all[at] as Instruction)) ?? ''));
        const [a, b] = [all[at], all[at + 1]];
        if (a && b) assert.ok(parts.includes(findPart(build, all.toSpliced(at, 2, b, a)) ?? ''));
      }
    });
    test(`${name}: the compute budget keeps to the limits`, () => {
      const [limit, price, ...rest] = all as [Instruction, Instruction];
      const refused: readonly (readonly Instruction[])[] = [
        [budget(2, 0, 0, 0, 0), price],
        [budget(2, 0x80, 0x5d, 0x15, 1), price],
        [limit, budget(3, 0, 0, 0, 0, 1, 0, 0, 0)],
        [limit, price, price],
        [limit, price, budget(1, 0, 0, 1, 0)],
        [limit, price, budget(9)],
        [limit, budget(3, 1, 0, 0, 0, 0, 0, 0, 0, 0)],
      ];
      for (const changed of refused) {
        const part = findPart(build, [...changed, ...rest]);
        assert.ok(part === 'compute-budget' || (isFlash(build) && part === 'flash-loan'), String(part));
      }
    });
    test(`${name}: nobody else pays`, () => {
      assert.equal(findPart(build, all, { feePayer: STRANGER }), 'signers');
    });
  }

  test('before the end of a flash loan nothing is added, not even a setting', () => {
    const build = flashExit();
    const all = getAllInstructions(build);
    const endAt = all.findIndex(({ data = [] }) => Buffer.from(data).toString('hex') === '697cc96a9902089c');
    assert.ok(endAt > 4);
    for (let at = 0; at <= endAt; at += 1) {
      for (const guard of [assertion(), memo('x'), budget(4, 0, 0, 1, 0)]) {
        assert.equal(findPart(build, all.toSpliced(at, 0, guard)), 'flash-loan', `at ${at}`);
      }
    }
    assert.equal(findPart(build, all.slice(1)), 'flash-loan');
    assert.deepEqual(listKinds(build, all.toSpliced(endAt + 1, 0, assertion(), memo('x'))), [
      'assertion',
      'memo',
    ]);
  });

  test('a transaction that the service has signed too stays as it is', () => {
    const all = getAllInstructions(nativeStake);
    assert.deepEqual(listKinds(nativeStake, all), []);
    assert.equal(findPart(nativeStake, [...all, assertion()]), 'co-signer');
    assert.equal(findPart(nativeStake, all, { blockhash: NEWER_BLOCKHASH }), 'co-signer');
  });

  test('tables that are used otherwise, or not at all', () => {
    const { 'a leveraged exit from idle funds': build } = BUILDS;
    assert.ok(build);
    const plain = compiled({}, getAllInstructions(build));
    const looked = compiled({ hasTable: true }, getAllInstructions(build));
    assert.ok(looked.message.lookups.length > 0);
    assert.equal(compareEdited(looked, plain).difference?.part, 'lookups');
    assert.equal(compareEdited(plain, looked).difference?.part, 'lookups');
  });
});

test('whatever byte of an edited message changes, what is accepted means what was built', () => {
  for (const [i, [name, build]] of ONE_SIGNER.entries())
    assertMeaningIsKept(name, build, (at) => at % SHARE === i % SHARE);
});

test('any lot of listed edits is accepted and told, and one more that is not is refused', () => {
  const builds = ONE_SIGNER.filter(([, build]) => !isFlash(build)).map(([, build]) => build);
  const guard = fc.oneof(
    fc.integer({ min: 2, max: 15 }).map((tag) => assertion(tag)),
    fc.string({ maxLength: 20 }).map(memo),
  );
  const others = [transferLike(WALLET), assertion(0), assertion(1), assertion(16)];
  fc.assert(
    fc.property(
      fc.constantFrom(...builds),
      fc.array(fc.tuple(fc.nat(12), guard), { maxLength: 4 }),
      fc.constantFrom(...others),
      fc.nat(12),
      (build, guards, other, place) => {
        const edited = guards.reduce(
          (list: readonly Instruction[], [at, each]) => list.toSpliced(at % (list.length + 1), 0, each),
          getAllInstructions(build),
        );
        assert.equal(listKinds(build, edited, { blockhash: NEWER_BLOCKHASH }).length, guards.length + 1);
        assert.ok(findPart(build, edited.toSpliced(place % (edited.length + 1), 0, other)));
      },
    ),
    { numRuns: 100 },
  );
});

function transferLike(from: typeof WALLET): Instruction {
  return {
    programAddress: LIGHTHOUSE,
    accounts: [{ address: from, role: AccountRole.WRITABLE_SIGNER }],
    data: Uint8Array.of(0, 1, 2),
  };
}
