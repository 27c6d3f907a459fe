import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type Evidence, type LedgerAccount, Refusal } from '../verification.ts';
import { arrivingAsset, assertEvidence, type BoundedKind } from './intent.ts';
import {
  type Balance,
  checkConservation,
  checkPayer,
  checkPrice,
  getArriving,
  getBalance,
} from './prove-bounded.ts';
import {
  AMOUNT,
  type Change,
  intentOf,
  KINDS,
  NEW_STAKE,
  plain,
  RASOL,
  RAUSDC,
  SOL,
  STRANGER,
  sceneOf,
  stake,
  text,
  tokens,
  USDC,
  WALLET,
} from './rules.world.ts';

const NONE: Balance = { sol: 0n, spent: 0n, received: 0n, staked: 0n };

suite('what the wallet has more or less of', () => {
  const weigh = (kind: BoundedKind, ...changes: readonly Change[]): Partial<Balance> => {
    const { scene, roles } = sceneOf(kind, { changes });
    const balance = getBalance(scene, roles);
    return Object.fromEntries(Object.entries(balance).filter(([, amount]) => amount !== 0n));
  };
  const sol = (amount: bigint, lamports: bigint, more = {}) =>
    tokens(SOL.mint, amount, { lamports, ...more });

  test('is SOL of the wallet itself', () => {
    assert.deepEqual(weigh('swap-in', [WALLET, plain(9n), plain(4n)]), { sol: -5n });
    assert.deepEqual(weigh('swap-in', [WALLET, undefined, plain(4n)]), { sol: 4n });
    assert.deepEqual(weigh('swap-in', [WALLET, plain(9n), undefined]), { sol: -9n });
    assert.deepEqual(weigh('swap-in', [STRANGER, plain(9n), plain(4n)]), {});
  });

  test('is wrapped SOL in any account of the wallet, by its lamports', () => {
    for (const at of [SOL.account, STRANGER]) {
      assert.deepEqual(weigh('swap-in', [at, sol(1n, 3n), sol(1n, 7n)]), { sol: 4n });
      assert.deepEqual(weigh('swap-in', [at, undefined, sol(1n, 7n)]), { sol: 7n });
      assert.deepEqual(weigh('swap-in', [at, sol(1n, 7n), undefined]), { sol: -7n });
    }
  });

  test('is no gain where another may move or close it, and a loss all the same', () => {
    for (const parts of [{ 72: [1] }, { 129: [1] }]) {
      assert.deepEqual(weigh('swap-in', [SOL.account, sol(1n, 3n), sol(1n, 7n, { parts })]), {});
      assert.deepEqual(weigh('swap-in', [SOL.account, sol(1n, 7n), sol(1n, 3n, { parts })]), { sol: -4n });
    }
  });

  test('is nothing of another’s, and nothing of another mint', () => {
    assert.deepEqual(weigh('swap-in', [STRANGER, undefined, sol(1n, 7n, { owner: STRANGER })]), {});
    assert.deepEqual(weigh('swap-in', [STRANGER, undefined, tokens(USDC.mint, 1n)]), {});
  });

  test('is less of what is spent, over all accounts', () => {
    const of = (amount: bigint, more = {}) => tokens(RASOL.mint, amount, more);
    assert.deepEqual(weigh('swap-out', [RASOL.account, of(9n), of(5n)]), { spent: 4n });
    assert.deepEqual(weigh('swap-out', [STRANGER, of(9n), of(5n)], [RASOL.account, of(2n), of(0n)]), {
      spent: 6n,
    });
    assert.deepEqual(weigh('swap-out', [STRANGER, of(9n), of(5n, { owner: STRANGER })]), { spent: 9n });
    assert.deepEqual(weigh('swap-out', [STRANGER, of(9n, { owner: STRANGER }), undefined]), {});
    assert.deepEqual(weigh('swap-in', [STRANGER, of(9n), of(5n)]), {}, 'raSOL is not spent there');
  });

  test('is more of what is due, in the wallet’s own account only', () => {
    for (const [kind, { mint, account }] of [
      ['swap-in', RASOL],
      ['vault-deposit', RAUSDC],
      ['vault-withdrawal', USDC],
    ] as const) {
      assert.deepEqual(weigh(kind, [account, tokens(mint, 2n), tokens(mint, 9n)]), { received: 7n });
      assert.deepEqual(weigh(kind, [account, undefined, tokens(mint, 9n)]), { received: 9n });
      assert.deepEqual(weigh(kind, [account, undefined, tokens(mint, 9n, { owner: STRANGER })]), {});
      assert.deepEqual(weigh(kind, [account, undefined, tokens(STRANGER, 9n)]), {});
      assert.deepEqual(weigh(kind, [STRANGER, undefined, tokens(mint, 9n)]), {});
    }
  });

  test('is the stake that is due', () => {
    assert.deepEqual(weigh('stake-withdrawal', [NEW_STAKE, undefined, stake(8n)]), { staked: 8n });
    assert.deepEqual(weigh('stake-withdrawal', [NEW_STAKE, undefined, undefined]), {});
    assert.deepEqual(weigh('stake-withdrawal', [STRANGER, undefined, stake(8n)]), {});
  });
});

suite('a loss', () => {
  const fee = { signatures: 10n, priority: 5n };
  const rent = [{ account: text(STRANGER), lamports: 100n, isRefundable: true }];
  const COST = 115n;
  const judge = (kind: BoundedKind, balance: Partial<Balance>) => {
    const { scene } = sceneOf(kind);
    return checkConservation(scene, { ...NONE, ...balance }, { fee, rent });
  };

  test('of SOL is the fee, the rents and what was asked for, where SOL goes in', () => {
    for (const kind of KINDS) {
      const most = COST + (kind === 'swap-in' ? AMOUNT : 0n);
      assert.deepEqual(judge(kind, { sol: -most }), []);
      assert.deepEqual(judge(kind, { sol: -most - 1n }), [
        {
          rule: 'conservation',
          account: text(WALLET),
          detail: `The wallet would lose ${most + 1n} lamports; at most ${most} may leave.`,
        },
      ]);
    }
  });

  test('of what is spent is what was asked for', () => {
    for (const [kind, { account, mint }] of [
      ['swap-out', RASOL],
      ['stake-withdrawal', RASOL],
      ['vault-deposit', USDC],
      ['vault-withdrawal', RAUSDC],
    ] as const) {
      assert.deepEqual(judge(kind, { spent: AMOUNT }), []);
      assert.deepEqual(judge(kind, { spent: AMOUNT + 1n }), [
        {
          rule: 'conservation',
          account: text(account),
          detail: `The wallet would lose ${AMOUNT + 1n} base units of ${text(mint)}; at most ${AMOUNT} may leave.`,
        },
      ]);
    }
    for (const kind of ['swap-in', 'stake-out'] as const)
      assert.deepEqual(judge(kind, { spent: AMOUNT + 1n }), []);
  });
});

suite('what arrives', () => {
  const arrives: Readonly<Record<BoundedKind, readonly [bigint, string]>> = {
    'swap-in': [3n, text(RASOL.mint)],
    'swap-out': [1_001n, text(SOL.mint)],
    'stake-out': [1_001n, text(SOL.mint)],
    'stake-withdrawal': [4n, 'stake'],
    'vault-deposit': [3n, text(RAUSDC.mint)],
    'vault-withdrawal': [3n, text(USDC.mint)],
  };
  test('is counted in what is due, SOL without the costs', () => {
    for (const kind of KINDS) {
      const intent = intentOf(kind);
      const amount = getArriving(intent, { sol: 1n, spent: 2n, received: 3n, staked: 4n }, 1_000n);
      assert.deepEqual([amount, arrivingAsset(intent)], arrives[kind]);
    }
  });

  test('is worth what our own price says', () => {
    for (const kind of KINDS) {
      const { scene } = sceneOf(kind, { terms: { least: 50n } });
      const mint = arrivingAsset(scene.intent);
      assert.deepEqual(checkPrice(scene, 50n), []);
      assert.deepEqual(checkPrice(scene, 49n), [
        {
          rule: 'price',
          detail: `The wallet would receive 49 base units of ${mint}; by our own price at least 50 are due.`,
          price: { least: 50n, offered: 49n, mint },
        },
      ]);
    }
  });
});

test('nobody signs and pays but the wallet, and nothing asks for more memory', () => {
  const { scene } = sceneOf('swap-in');
  const judge = (more: Partial<typeof scene.message>) =>
    checkPayer({ ...scene, message: { ...scene.message, ...more } }).map(
      ({ rule, detail }) => `${rule}: ${detail}`,
    );
  const config = { priorityFee: 1n, unitLimit: 1, loadedDataLimit: 1, heapSize: undefined };
  assert.deepEqual(judge({}), []);
  assert.deepEqual(judge({ config }), []);
  assert.deepEqual(judge({ signerCount: 2 }), ['signers: 2 keys must sign; only the wallet should.']);
  assert.deepEqual(judge({ keys: [STRANGER] }), ['signers: 1 keys must sign; only the wallet should.']);
  assert.deepEqual(judge({ config: { ...config, heapSize: 1 } }), ['fee: The message asks for more memory.']);
});

suite('evidence', () => {
  const at = text(STRANGER);
  const state = new Map<string, LedgerAccount | undefined>([[at, undefined]]);
  const whole = { ...sceneOf('swap-in').scene.evidence, before: state, after: state };
  const without = (member: 'after' | 'innerInstructions'): Evidence => {
    const { [member]: _, ...rest } = whole;
    return rest;
  };
  const judge = (evidence: Evidence, writable: readonly string[] = [at]): string | undefined => {
    try {
      assertEvidence(evidence, writable);
      return undefined;
    } catch (error) {
      assert.ok(error instanceof Refusal);
      assert.equal(error.finding.rule, 'evidence');
      return error.finding.detail;
    }
  };

  test('has every writable account before and after, if only that there is none', () => {
    assert.equal(judge(whole), undefined);
    assert.equal(
      judge({ ...whole, before: new Map() }),
      `Account ${at} may be written to, and was not read before it.`,
    );
    assert.equal(
      judge({ ...whole, after: new Map() }),
      `Account ${at} may be written to, and was not read after the simulation.`,
    );
    assert.equal(judge({ ...whole, before: new Map() }, []), undefined);
  });

  test('has a simulation', () => {
    assert.equal(judge(without('after')), 'There is no simulation.');
    assert.equal(judge(without('innerInstructions')), 'There is no simulation.');
  });

  test('has figures that can be', () => {
    assert.equal(judge({ ...whole, rentExemption: () => 10_000_000n }), undefined);
    assert.equal(
      judge({ ...whole, rentExemption: () => 10_000_001n }),
      'A rent of 10000001 lamports is over 10000000.',
    );
    assert.equal(judge({ ...whole, rentExemption: (size) => (size === 200 ? 1n : 10_000_001n) }), undefined);
    assert.equal(judge({ ...whole, signatureFee: 1_000_000n }), undefined);
    assert.equal(
      judge({ ...whole, signatureFee: 1_000_001n }),
      'A signature fee of 1000001 lamports is over 1000000.',
    );
  });
});
