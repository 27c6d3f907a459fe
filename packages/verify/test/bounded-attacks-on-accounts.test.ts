import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Address, KeyPairSigner } from '@solana/kit';
import { describeAttacks } from './attack-suite.ts';
import { type AttackWorld, assertRefused, KINDS, listRules, MARKET, u64 } from './attack-world.ts';
import { attackOtherAccounts, isItsTurn } from './attacks-on-bytes.ts';
import { type BoundedWorld, DEPLOYMENT, SOL } from './bounded-world.ts';
import { STAKE, SYSTEM, TOKEN, tokenData, withInner, withLamports, withState } from './edit-evidence.ts';

const { solMint, rasolMint } = DEPLOYMENT;
const RENT = 2_039_280n;

describeAttacks('transactions that change other accounts', (getKit) => {
  let kit: AttackWorld;
  let world: BoundedWorld;
  let wallet: KeyPairSigner;
  let stranger: Address;
  before(() => {
    kit = getKit();
    ({ world, wallet, stranger } = kit);
  });

  describe('other accounts of the wallet', () => {
    for (const kind of KINDS) {
      test(`${kind}: may be there, and may not change by a byte or a lamport`, () =>
        attackOtherAccounts(kit, kind, isItsTurn(kind)));
    }

    test('tokens of a second account are sold as well', async () => {
      const base = await world.subject(await kit.withWritable(kit.createAsk('exit'), stranger));
      const holding = (amount: bigint) => () => ({
        lamports: RENT,
        owner: TOKEN,
        data: tokenData(rasolMint, wallet.address, amount),
      });
      const sold = withState(
        withState(base, 'before', stranger, holding(9n * SOL)),
        'after',
        stranger,
        holding(7n * SOL),
      );
      assertRefused(sold, 'account');
      assertRefused(sold, 'conservation');
    });

    test('a rent that is held to ransom', async () => {
      for (const kind of KINDS) {
        const base = await world.subject(await kit.withWritable(kit.createAsk(kind), stranger));
        const frozen = tokenData(stranger, wallet.address, 0n);
        frozen[108] = 2;
        const ransom = withState(withLamports(base, wallet.address, -98n * SOL), 'after', stranger, () => ({
          lamports: 98n * SOL,
          owner: TOKEN,
          data: frozen,
        }));
        assertRefused(ransom, 'new-account', kind);
        assert.ok(
          listRules(ransom).some((rule) => rule === 'conservation' || rule === 'price'),
          kind,
        );
      }
    });

    test('wrapped SOL of a stranger does not count, nor what others may take', async () => {
      const base = await world.subject(await kit.withWritable(kit.createAsk('market exit'), stranger));
      for (const spoil of [
        (data: Uint8Array) => data.set(tokenData(solMint, MARKET, 0n).subarray(32, 64), 32),
        (data: Uint8Array) => data.set([1, 0, 0, 0], 72),
        (data: Uint8Array) => data.set([1, 0, 0, 0], 129),
      ]) {
        const data = tokenData(solMint, wallet.address, 2n * SOL);
        spoil(data);
        const account = (lamports: bigint) => () => ({ lamports, owner: TOKEN, data });
        const paid = withLamports(base, wallet.address, -2n * SOL);
        const moved = withState(
          withState(paid, 'before', stranger, account(RENT)),
          'after',
          stranger,
          account(RENT + 2n * SOL),
        );
        assertRefused(moved, 'price');
      }
    });
  });

  describe('the wallet itself', () => {
    for (const kind of KINDS) {
      test(`${kind}: assigned, filled with data, or short of one lamport`, async () => {
        const subject = await world.subject(kit.createAsk(kind));
        const at = wallet.address;
        assertRefused(
          withState(subject, 'after', at, (one) => ({ ...one, owner: stranger })),
          'account',
        );
        assertRefused(
          withState(subject, 'after', at, (one) => ({ ...one, data: Uint8Array.of(1) })),
          'account',
        );
        assertRefused(
          withState(subject, 'after', at, () => undefined),
          'account',
        );
        const isExit = kind.endsWith('exit') && kind !== 'slow exit' && kind !== 'vault exit';
        assertRefused(withLamports(subject, at, isExit ? -SOL : -1n), isExit ? 'price' : 'conservation');
      });

      test(`${kind}: what programs invoke in its name`, async () => {
        const subject = await world.subject(kit.createAsk(kind));
        const at = wallet.address;
        const data = (...bytes: readonly number[]) => Uint8Array.from(bytes);
        for (const [program, accounts, bytes] of [
          [TOKEN, [stranger, stranger, at], data(3, ...u64(1n))],
          [TOKEN, [stranger, stranger, at], data(4, ...u64(1n))],
          [TOKEN, [stranger, at], data(6, 2, 0)],
          [TOKEN, [stranger, stranger, at], data(9)],
          [TOKEN, [stranger, stranger, at], data(38)],
          [TOKEN, [at], data(255)],
          [SYSTEM, [at, stranger], data(2, 0, 0, 0, ...u64(40n * SOL))],
          [SYSTEM, [at], data(1, 0, 0, 0)],
          [SYSTEM, [stranger, at], data(7, 0, 0, 0)],
          [STAKE, [stranger, at, at], data(1, 0, 0, 0)],
          [STAKE, [stranger, stranger, stranger, stranger, at], data(4, 0, 0, 0)],
          [STAKE, [stranger, at], data(6, 0, 0, 0)],
          ['TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb', [stranger, stranger, at], data(3)],
          ['Vote111111111111111111111111111111111111111', [stranger, at], data(1)],
          ['JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4', [at], data(1)],
        ] as const) {
          assertRefused(
            withInner(subject, 2, { program, accounts, data: bytes }),
            'inner-instruction',
            program,
          );
        }
        const unknown = { program: stranger, accounts: [stranger], data: data(1) };
        assert.deepEqual(
          listRules(withInner(subject, 2, unknown)),
          [],
          'programs of the programs are their own affair',
        );
        assertRefused(withInner(subject, 99, unknown), 'evidence');
      });
    }
  });
});
