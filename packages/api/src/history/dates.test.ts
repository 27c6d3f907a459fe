import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { StakeStatus } from '@staking-agent/chain/stake';
import { findFirstMoving, findPhase } from './dates.ts';

const status = (effective: bigint, activating: bigint, deactivating: bigint): StakeStatus => {
  return { effective, activating, deactivating };
};
/** Nine percent of what is effective may move in an epoch. */
const QUIET = status(1_000n, 10n, 10n);

suite('the phase that stake enters as an epoch ends', () => {
  const quiet = () => QUIET;

  test('follows from the epoch before, where little moves', () => {
    assert.equal(findFirstMoving(7n, quiet), 7n);
    assert.equal(findPhase({ kind: 'activated', epoch: 7n }, 7n, quiet), 'active');
    assert.equal(findPhase({ kind: 'activated', epoch: 6n }, 7n, quiet), undefined);
    assert.equal(findPhase({ kind: 'deactivated', epoch: 7n }, 7n, quiet), 'withdrawable');
    assert.equal(findPhase({ kind: 'deactivated', epoch: 6n }, 7n, quiet), undefined);
    assert.equal(findPhase({ kind: 'undone', epoch: 7n }, 7n, quiet), undefined);
  });

  test('comes later where much moves, and is said of each epoch that stake cools down in', () => {
    const epochs = new Map([
      [6n, status(1_000n, 100n, 100n)],
      [7n, QUIET],
    ]);
    const history = (epoch: bigint) => epochs.get(epoch) ?? QUIET;
    assert.equal(findFirstMoving(7n, history), 6n);
    assert.equal(findFirstMoving(8n, history), 8n);
    assert.equal(findPhase({ kind: 'activated', epoch: 6n }, 6n, history), undefined);
    assert.equal(findPhase({ kind: 'activated', epoch: 6n }, 7n, history), 'active');
    assert.equal(findPhase({ kind: 'deactivated', epoch: 6n }, 6n, history), 'deactivating');
    assert.equal(findPhase({ kind: 'deactivated', epoch: 6n }, 7n, history), 'withdrawable');
    assert.equal(findPhase({ kind: 'deactivated', epoch: 6n }, 8n, history), undefined);
  });

  test('ends with what the ledger remembers', () => {
    assert.equal(
      findFirstMoving(7n, () => undefined),
      7n,
    );
    assert.equal(
      findFirstMoving(7n, () => status(0n, 0n, 0n)),
      7n,
    );
    assert.equal(
      findPhase({ kind: 'activated', epoch: 7n }, 7n, () => undefined),
      'active',
    );
  });
});
