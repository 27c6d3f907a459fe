import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Address, KeyPairSigner } from '@solana/kit';
import { describeAttacks } from './attack-suite.ts';
import { type AttackWorld, assertRefused, KINDS, listRules, u64 } from './attack-world.ts';
import type { BoundedWorld } from './bounded-world.ts';
import { STAKE, SYSTEM, TOKEN } from './edit-evidence.ts';
import { declare, listInstructions, type PlainInstruction, withData } from './edit-transaction.ts';

const BUDGET = 'ComputeBudget111111111111111111111111111111';

describeAttacks('transactions of another shape', (getKit) => {
  let kit: AttackWorld;
  let world: BoundedWorld;
  let wallet: KeyPairSigner;
  let stranger: Address;
  before(() => {
    kit = getKit();
    ({ world, wallet, stranger } = kit);
  });

  describe('shape', () => {
    test('every instruction twice, a byte longer, a byte shorter, under another tag', async () => {
      let count = 0;
      for (const kind of KINDS) {
        const ask = kit.createAsk(kind);
        const subject = await world.subject(ask);
        for (const { what, instructions } of malformed(listInstructions(ask.transaction))) {
          const edited = await world.read(await kit.editInstructions(ask, () => instructions));
          assert.notDeepEqual(listRules({ ...subject, ...edited }), [], `${kind}: ${what}`);
          count += 1;
        }
      }
      assert.ok(count > 100);
    });

    test('what no kind has: memo, heap frame, unlisted program, approval, nonce, assignment', async () => {
      const memo = declare(
        'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
        [],
        new TextEncoder().encode('hello'),
      );
      const heap = declare(BUDGET, [], Uint8Array.of(1, 0, 0, 4, 0));
      const unlisted = declare(
        'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4',
        [['s', wallet.address]],
        Uint8Array.of(1),
      );
      const approve = declare(
        TOKEN,
        [
          ['-', stranger],
          ['-', stranger],
          ['s', wallet.address],
        ],
        Uint8Array.of(4, ...u64(9n)),
      );
      const nonce = declare(
        SYSTEM,
        [
          ['-', stranger],
          ['s', wallet.address],
        ],
        Uint8Array.of(4, 0, 0, 0),
      );
      const assign = declare(
        SYSTEM,
        [['ws', wallet.address]],
        Uint8Array.of(1, 0, 0, 0, ...new Uint8Array(32)),
      );
      for (const kind of KINDS) {
        const subject = await world.subject(kit.createAsk(kind));
        for (const one of [memo, heap, unlisted, approve, nonce, assign]) {
          for (const place of ['first', 'last']) {
            const edited = await kit.editInstructions(kit.createAsk(kind), (all) =>
              place === 'first' ? [one, ...all] : [...all, one],
            );
            const { transaction, accounts } = await world.read(edited);
            assertRefused({ ...subject, transaction, accounts }, 'shape', kind);
          }
        }
      }
    });
  });
});

type Malformed = { readonly what: string; readonly instructions: readonly PlainInstruction[] };

function* malformed(all: readonly PlainInstruction[]): Generator<Malformed> {
  for (const [i, one] of all.entries()) {
    const put = (what: string, edit: (data: Uint8Array) => Uint8Array): Malformed => ({
      what: `instruction ${i} ${what}`,
      instructions: all.map((each, at) => (at === i ? withData(one, edit) : each)),
    });
    // The stake given up may be handed over in one step or two.
    const isAuthorize = one.programAddress === STAKE && one.data[0] === 1;
    if (!isAuthorize) yield { what: `instruction ${i} twice`, instructions: [...all, one] };
    yield put('longer', (data) => Uint8Array.of(...data, 0));
    if (one.data.length > 1) yield put('shorter', (data) => data.slice(0, -1));
    for (const tag of [1, 4, 5, 6, 7, 13, 255]) {
      const isOther = one.programAddress === TOKEN && one.data[0] !== tag;
      if (isOther) yield put(`under tag ${tag}`, (data) => Uint8Array.of(tag, ...data.subarray(1)));
    }
  }
}
