import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { CLOCK_ADDRESS, STAKE_HISTORY_ADDRESS } from '@staking-agent/chain/ledger';
import { encodeBase58 } from '@staking-agent/verify';
import { RENT } from '../upstreams/ledger/client.ts';
import { readStakeStep, traceOwners } from './stake-steps.ts';

const key = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte));
const [stake, other, wallet, stranger] = [key(1), key(2), key(3), key(4)];

function encode(number: number, ...parts: readonly (string | number)[]): Uint8Array {
  const bytes = [number, 0, 0, 0];
  for (const part of parts) {
    if (typeof part === 'number') bytes.push(part, 0, 0, 0);
    else bytes.push(...new Uint8Array(32).fill([stake, other, wallet, stranger].indexOf(part) + 1));
  }
  return Uint8Array.from(bytes);
}

const read = (data: Uint8Array, ...accounts: readonly string[]) => {
  const program = 'Stake11111111111111111111111111111111111111';
  return readStakeStep({ program, accounts, data })[0];
};

suite('an instruction of the stake program', () => {
  const given = { kind: 'authorize', account: stake, from: wallet, owner: stranger };
  const forms: Record<string, [ReturnType<typeof read>, object]> = {
    Authorize: [read(encode(1, stranger, 1), stake, CLOCK_ADDRESS, wallet), given],
    'Authorize without sysvars': [read(encode(1, stranger, 1), stake, wallet), given],
    AuthorizeChecked: [read(encode(10, 1), stake, CLOCK_ADDRESS, wallet, stranger), given],
    AuthorizeWithSeed: [read(encode(8, stranger, 1), stake, wallet, CLOCK_ADDRESS), { ...given, from: '' }],
    AuthorizeCheckedWithSeed: [
      read(encode(11, 1), stake, wallet, CLOCK_ADDRESS, stranger),
      { ...given, from: '' },
    ],
    'Authorize of a staker': [
      read(encode(1, stranger, 0), stake, CLOCK_ADDRESS, wallet),
      { kind: 'other', account: stake },
    ],
    Initialize: [
      read(encode(0, stranger, wallet), stake, RENT),
      { kind: 'initialize', account: stake, owner: wallet },
    ],
    InitializeChecked: [
      read(encode(9), stake, RENT, stranger, wallet),
      { kind: 'initialize', account: stake, owner: wallet },
    ],
    Withdraw: [
      read(encode(4, 9, 0), stake, other, CLOCK_ADDRESS, STAKE_HISTORY_ADDRESS, wallet),
      { kind: 'withdraw', account: stake, owner: wallet },
    ],
    'Withdraw without sysvars': [
      read(encode(4, 9, 0), stake, other, wallet),
      { kind: 'withdraw', account: stake, owner: wallet },
    ],
    Split: [
      read(encode(3, 9, 0), stake, other, wallet),
      { kind: 'split', account: other, from: stake, by: wallet },
    ],
    Merge: [read(encode(7), stake, other, wallet), { kind: 'merge', account: other, into: stake }],
    DelegateStake: [read(encode(2), stake, other, CLOCK_ADDRESS), { kind: 'delegate', account: stake }],
    DeactivateDelinquent: [read(encode(14), stake, other, stranger), { kind: 'deactivate', account: stake }],
    Deactivate: [read(encode(5), stake, CLOCK_ADDRESS, wallet), { kind: 'deactivate', account: stake }],
  };
  for (const [name, [step, expected]] of Object.entries(forms)) {
    test(name, () => assert.deepEqual(step, expected));
  }
});

suite('the owner of stake accounts before a transaction', () => {
  const trace = (steps: Parameters<typeof traceOwners>[0], owned: string[], closed: string[] = []) => {
    const { before, after } = traceOwners(steps, wallet, new Set(owned), new Set(closed));
    return { before: [...before].toSorted(), after: [...after].toSorted() };
  };

  test('of an account that a pool split off and gave to the wallet is the pool', () => {
    const steps = [
      { kind: 'split', account: stake, from: other, by: stranger },
      { kind: 'authorize', account: stake, from: stranger, owner: wallet },
    ] as const;
    assert.deepEqual(trace(steps, [stake]), { before: [], after: [stake] });
  });

  test('of an account that went to a pool, which merged it, is the wallet', () => {
    const steps = [
      { kind: 'authorize', account: stake, from: wallet, owner: stranger },
      { kind: 'merge', account: stake, into: other },
    ] as const;
    assert.deepEqual(trace(steps, [], [stake]), { before: [stake], after: [] });
  });

  test('of an account that a part of the wallet was split off is the wallet, also where nobody said so', () => {
    const steps = [{ kind: 'split', account: other, from: stake, by: wallet }] as const;
    const both = [stake, other].toSorted();
    assert.deepEqual(trace(steps, [other]), { before: [stake], after: both });
    assert.deepEqual(trace(steps, [stake]), { before: [stake], after: both });
    assert.deepEqual(trace(steps, []), { before: [], after: [] });
    const given = [...steps, { kind: 'authorize', account: other, from: wallet, owner: stranger }] as const;
    assert.deepEqual(trace(given, []), { before: [stake], after: [stake] });
  });

  test('of two that were merged is who owns the one that is left', () => {
    const steps = [{ kind: 'merge', account: other, into: stake }] as const;
    assert.deepEqual(trace(steps, [stake], [other]), { before: [stake, other].toSorted(), after: [stake] });
  });

  test('of an account that was emptied is who withdrew', () => {
    const steps = [{ kind: 'withdraw', account: stake, owner: wallet }] as const;
    assert.deepEqual(trace(steps, [], [stake]), { before: [stake], after: [] });
    const others = [{ kind: 'withdraw', account: stake, owner: stranger }] as const;
    assert.deepEqual(trace(others, [], [stake]), { before: [], after: [] });
  });
});
