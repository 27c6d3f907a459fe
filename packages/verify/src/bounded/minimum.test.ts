import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { UNSTAKE_PROGRAM } from '../bytes/address.ts';
import type { LedgerAccount } from '../verification.ts';
import { checkMinimum } from './instructions.ts';
import type { BoundedKind } from './intent.ts';
import {
  AMOUNT,
  EPOCH,
  filled,
  GIVEN,
  key,
  keys,
  NEW_STAKE,
  plain,
  RASOL,
  RAUSDC,
  SEEDED,
  SOL,
  STRANGER,
  sceneOf,
  swapStep,
  text,
  tokens,
  USDC,
  u64,
  WALLET,
} from './rules.world.ts';
import type { ReadStep } from './steps.ts';
import type { Swap } from './swaps.ts';

type Given = NonNullable<Parameters<typeof sceneOf>[1]>;
const LEAST = 900n;
const POOL = { lastUpdateEpoch: EPOCH } as never;
const TERMS = { most: AMOUNT, least: LEAST, pool: POOL };

function judge(kind: BoundedKind, read: readonly ReadStep[], given: Given = {}) {
  const { scene, shape } = sceneOf(kind, { terms: TERMS, ...given, read });
  return checkMinimum(scene, shape);
}

/** What is said of one swap, or two, by the sentences behind its name. */
function faults(kind: BoundedKind, swaps: readonly Partial<Swap>[], given: Given = {}): readonly string[] {
  const steps = swaps.map((swap, i) => swapStep({ name: `Swap ${i}`, ...swap }, i));
  return judge(kind, steps, given).map(({ rule, instruction, detail }) => {
    assert.ok(detail.startsWith(`Swap ${instruction} `), detail);
    assert.equal(rule, 'minimum');
    return `${instruction} ${detail.slice(`Swap ${instruction} `.length)}`;
  });
}

/** A swap of each kind that is as it is due. */
const DUE: Readonly<Record<BoundedKind, Partial<Swap>>> = {
  'swap-in': { source: WALLET, destinations: [RASOL.account], minimum: LEAST },
  'swap-out': { source: RASOL.account, destinations: [WALLET], minimum: LEAST },
  'stake-out': { source: GIVEN, destinations: [WALLET], minimum: LEAST, most: 'everything' },
  'stake-withdrawal': { source: RASOL.account, destinations: [NEW_STAKE], minimum: LEAST },
  'vault-deposit': { source: USDC.account, destinations: [RAUSDC.account], minimum: { by: 'vault-rate' } },
  'vault-withdrawal': { source: RAUSDC.account, destinations: [USDC.account], minimum: { by: 'vault-rate' } },
};
const KINDS = Object.keys(DUE) as BoundedKind[];

suite('one swap', () => {
  test('may be just what is due', () => {
    for (const kind of KINDS) assert.deepEqual(faults(kind, [DUE[kind]]), [], kind);
  });

  test('draws on what is spent, and on nothing else', () => {
    for (const kind of KINDS) {
      const most = kind === 'stake-out' ? 'everything' : AMOUNT;
      for (const source of [STRANGER, undefined, key(77)])
        assert.deepEqual(
          faults(kind, [{ ...DUE[kind], source }]),
          [`0 draws up to ${most} from ${source ? text(source) : 'nothing'}; at most ${AMOUNT} may go.`],
          kind,
        );
    }
    for (const source of [SOL.account, SEEDED]) {
      assert.deepEqual(faults('swap-in', [{ ...DUE['swap-in'], source }]), []);
      assert.equal(faults('swap-out', [{ ...DUE['swap-out'], source }]).length, 1);
    }
  });

  test('draws no more than was asked for', () => {
    for (const kind of KINDS) {
      const isWhole = kind === 'stake-out';
      assert.deepEqual(faults(kind, [{ ...DUE[kind], most: AMOUNT }]), []);
      assert.deepEqual(faults(kind, [{ ...DUE[kind], most: AMOUNT - 1n }]), []);
      assert.equal(faults(kind, [{ ...DUE[kind], most: AMOUNT + 1n }]).length, 1);
      assert.equal(faults(kind, [{ ...DUE[kind], most: 'everything' }]).length, isWhole ? 0 : 1);
      const all = { intent: { isAll: true } };
      assert.equal(faults(kind, [{ ...DUE[kind], most: 'everything' }], all).length, 0);
      assert.equal(faults(kind, [{ ...DUE[kind], most: AMOUNT + 1n }], all).length, 1);
    }
  });

  test('pays into the account that is due, with every account that may receive', () => {
    for (const kind of KINDS) {
      const [due] = DUE[kind].destinations ?? [];
      for (const other of [STRANGER, undefined]) {
        const what = `0 pays into ${other ? text(other) : 'nothing'}, which is not the account due.`;
        assert.deepEqual(faults(kind, [{ ...DUE[kind], destinations: [other] }]), [what], kind);
        assert.deepEqual(faults(kind, [{ ...DUE[kind], destinations: [due, other] }]), [what], kind);
      }
    }
    for (const kind of ['swap-out', 'stake-out'] as const)
      for (const place of [SOL.account, SEEDED])
        assert.deepEqual(faults(kind, [{ ...DUE[kind], destinations: [place] }]), []);
    assert.equal(faults('swap-in', [{ ...DUE['swap-in'], destinations: [WALLET] }]).length, 1);
  });

  test('of a request at the vault pays where the layout says', () => {
    const request = swapStep({ ...DUE['vault-withdrawal'], destinations: [STRANGER] }, 0, 'Q');
    assert.deepEqual(judge('vault-withdrawal', [request]), []);
    const redeem = swapStep({ ...DUE['vault-withdrawal'], destinations: [STRANGER] }, 0, 'd');
    assert.equal(judge('vault-withdrawal', [redeem]).length, 1);
  });
});

suite('accounts that have their place', () => {
  test('are there, in each swap, and the wallet signs for each', () => {
    const fixed = [{ role: 'the pool', actual: key(30), due: key(30) }];
    for (const kind of KINDS) {
      assert.deepEqual(judge(kind, [swapStep({ ...DUE[kind], fixed })]), []);
      for (const actual of [key(31), undefined]) {
        const name = actual === undefined ? 'nothing' : text(actual);
        const wrong = { ...DUE[kind], fixed: [{ role: 'the pool', actual, due: key(30) }] };
        assert.deepEqual(judge(kind, [swapStep(wrong, 3)]), [
          {
            rule: 'account',
            instruction: 3,
            detail: `Swap names ${name} where the pool, ${text(key(30))}, is due.`,
          },
        ]);
        const signed = { ...DUE[kind], authority: actual, fixed };
        assert.deepEqual(judge(kind, [swapStep(DUE[kind]), swapStep(signed, 1)]), [
          {
            rule: 'account',
            instruction: 1,
            detail: `Swap names ${name} where the wallet, ${text(WALLET)}, is due.`,
          },
        ]);
      }
    }
  });

  test('are asked of swaps only', () => {
    const { step } = swapStep();
    assert.deepEqual(judge('swap-in', [{ letter: 'L', step }, swapStep(DUE['swap-in'], 1)]), []);
    assert.deepEqual(judge('swap-in', [{ letter: 'L', step }]), []);
  });
});

suite('what a swap gives at the least', () => {
  test('stands in the bytes, and is what our own price says', () => {
    for (const kind of ['swap-in', 'swap-out', 'stake-out', 'stake-withdrawal'] as const) {
      assert.deepEqual(judge(kind, [swapStep({ ...DUE[kind], minimum: LEAST + 1n })]), []);
      const [found, ...others] = judge(kind, [swapStep({ ...DUE[kind], minimum: LEAST - 1n }, 2)]);
      assert.deepEqual(others, []);
      assert.equal(found?.instruction, 2);
      assert.match(found?.detail ?? '', /^Swap may give as little as 899 base units of .* at least 900\.$/);
      const mint =
        { 'swap-in': text(RASOL.mint), 'stake-withdrawal': 'stake' }[kind as string] ?? text(SOL.mint);
      assert.deepEqual(found?.price, { least: LEAST, offered: LEAST - 1n, mint });
    }
  });

  test('is the very amount of USDC where an amount of it is asked for', () => {
    const due = DUE['vault-withdrawal'];
    for (const [minimum, count] of [
      [AMOUNT, 0],
      [AMOUNT + 1n, 1],
      [AMOUNT - 1n, 1],
    ] as const)
      assert.equal(judge('vault-withdrawal', [swapStep({ ...due, minimum })]).length, count, `${minimum}`);
    const tight = { terms: { ...TERMS, least: AMOUNT + 1n } };
    assert.equal(judge('vault-withdrawal', [swapStep({ ...due, minimum: AMOUNT })], tight).length, 1);
  });

  test('needs no minimum at the pool’s rate, while the pool is updated in this epoch', () => {
    const atRate = { ...DUE['swap-in'], minimum: { by: 'pool-rate' } } as const;
    assert.deepEqual(faults('swap-in', [atRate]), []);
    for (const epoch of [EPOCH - 1n, EPOCH + 1n]) {
      const terms = { ...TERMS, pool: { lastUpdateEpoch: epoch } as never };
      assert.deepEqual(faults('swap-in', [atRate], { terms }), [
        `0 has no minimum, and its rate can move: the pool was updated in epoch ${epoch}.`,
      ]);
    }
    const none = faults('swap-in', [atRate], { terms: { pool: undefined as never } });
    assert.equal(none.length, 1);
  });
});

suite('what the reserve gives at the least', () => {
  const { pool, sol, fee } = keys.reserve() ?? assert.fail('the deployment has a Reserve');
  // One part in ten, flat.
  const flat: LedgerAccount = {
    lamports: 1n,
    owner: text(UNSTAKE_PROGRAM),
    data: filled(41, { 0: Buffer.from('183796faa81b65b2', 'hex'), 9: u64(1n), 17: u64(10n) }),
  };
  const seen = [
    [pool, { ...plain(1n), data: new Uint8Array(80) }],
    [sol, plain(10n ** 9n)],
    [fee, flat],
  ] as const;
  const paid = { ...DUE['stake-out'], minimum: { by: 'reserve-fee' } } as const;
  // A tenth and two lamports of 1,000.
  test('is what its fee leaves', () => {
    const judgeAt = (least: bigint) =>
      judge('stake-out', [swapStep(paid)], { seen, terms: { ...TERMS, least } });
    assert.deepEqual(judgeAt(898n), []);
    assert.deepEqual(judgeAt(899n)[0]?.price, { least: 899n, offered: 898n, mint: text(SOL.mint) });
  });

  test('is nothing where its fee was not read', () => {
    for (const [at] of seen) {
      const others = seen.filter(([place]) => place !== at);
      assert.deepEqual(faults('stake-out', [paid], { seen: others }), ['0 has no minimum and no known fee.']);
    }
  });

  test('is nothing that minReceive could be held to, however little', () => {
    const due =
      '0 pays by a rate or a fee that can change until it lands: nothing in its bytes demands minReceive. A route with a minimum, or a request without minReceive, would be right.';
    const intent = { minReceive: 1n };
    assert.deepEqual(faults('stake-out', [paid], { seen, intent }), [due]);
    const exit = { ...DUE['stake-withdrawal'], minimum: { by: 'pool-rate-and-reserve' } } as const;
    assert.deepEqual(faults('stake-withdrawal', [exit], { intent }), [due]);
    for (const [kind, by] of [
      ['swap-in', 'pool-rate'],
      ['swap-out', 'pool-rate'],
      ['vault-withdrawal', 'vault-rate'],
    ] as const) {
      const swap = { ...DUE[kind], minimum: { by } };
      assert.deepEqual(faults(kind, [swap], { intent }), [due]);
      assert.deepEqual(faults(kind, [swap]), []);
    }
    assert.deepEqual(faults('stake-withdrawal', [exit]), []);
    const terms = { ...TERMS, pool: { lastUpdateEpoch: 1n } as never };
    assert.equal(faults('stake-withdrawal', [exit], { terms }).length, 1);
  });
});

suite('stake that becomes raSOL on its way to SOL', () => {
  const into = { source: GIVEN, destinations: [RASOL.account], most: 'everything', minimum: 990n } as const;
  const out = { source: RASOL.account, destinations: [WALLET], most: AMOUNT, minimum: LEAST } as const;
  const judgeBoth = (first: Partial<Swap>, second: Partial<Swap>, given: Given = {}) =>
    faults(
      'stake-out',
      [
        { ...into, ...first },
        { ...out, ...second },
      ],
      given,
    );
  const held = { seen: [[RASOL.account, tokens(RASOL.mint, 5n)]] } as const;

  test('is sold at once', () => {
    assert.deepEqual(judgeBoth({}, {}), []);
    assert.deepEqual(judgeBoth({}, { destinations: [SEEDED] }), []);
  });

  test('is the given stake, and comes to the wallet', () => {
    const what = ['0 should turn the given stake into raSOL of the wallet.'];
    for (const first of [
      { source: STRANGER },
      { destinations: [STRANGER] },
      { destinations: [RASOL.account, STRANGER] },
      { destinations: [WALLET] },
    ])
      assert.deepEqual(judgeBoth(first, {}), what);
  });

  test('is what is sold, into an account of the wallet', () => {
    assert.deepEqual(judgeBoth({}, { source: STRANGER }), [
      '1 should sell the raSOL that the stake becomes.',
    ]);
    assert.deepEqual(judgeBoth({}, { destinations: [STRANGER] }), [
      `1 pays into ${text(STRANGER)}, which is not the account due.`,
    ]);
  });

  test('sells none that the wallet held before', () => {
    assert.deepEqual(judgeBoth({ minimum: AMOUNT }, {}, held), []);
    assert.deepEqual(judgeBoth({ minimum: AMOUNT - 1n }, {}, held), [
      `1 may sell ${AMOUNT} raSOL where the stake may bring less.`,
    ]);
    assert.deepEqual(judgeBoth({ minimum: AMOUNT }, { most: AMOUNT + 1n }, held).length, 1);
    assert.deepEqual(judgeBoth({ minimum: AMOUNT }, { most: 'everything' }, held).length, 1);
    assert.deepEqual(judgeBoth({ minimum: 1n }, { most: 'everything' }), [], 'it held none');
    assert.deepEqual(judgeBoth({ minimum: { by: 'pool-rate' } }, {}, held).length, 1, 'its fee may rise');
  });

  test('brings at the end what our own price says, and on the way what its rate says', () => {
    assert.equal(judgeBoth({}, { minimum: LEAST - 1n }).length, 1);
    assert.deepEqual(judgeBoth({ minimum: { by: 'pool-rate' } }, {}), []);
    const terms = { ...TERMS, pool: { lastUpdateEpoch: 1n } as never };
    assert.equal(judgeBoth({ minimum: { by: 'pool-rate' } }, {}, { terms }).length, 1);
    assert.deepEqual(judgeBoth({}, {}, { terms }), []);
  });

  test('is two swaps of a stake account: of another kind, the second is not looked at', () => {
    const [first, second] = [swapStep(DUE['swap-out']), swapStep(DUE['swap-out'], 1)];
    assert.deepEqual(judge('swap-out', [first, second]), []);
  });
});
