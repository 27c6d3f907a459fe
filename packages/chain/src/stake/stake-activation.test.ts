import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { getStakeStatus, NOT_DEACTIVATED, type StakeStatus } from './accounts.ts';

function delegation(stake: bigint, activationEpoch: bigint, deactivationEpoch = NOT_DEACTIVATED) {
  return { stake, activationEpoch, deactivationEpoch };
}

/** A cluster with the same stake in every epoch from 10 on. */
function constant(status: StakeStatus) {
  return (epoch: bigint) => (epoch >= 10n ? status : undefined);
}

const LARGE = constant({ effective: 1_000_000n, activating: 500n, deactivating: 500n });
/** 9 % of 10,000 may move in an epoch, and all that moves is the stake under test. */
const SMALL = constant({ effective: 10_000n, activating: 1_800n, deactivating: 1_800n });

describe('a delegation', () => {
  test('is active one epoch later in a large cluster, and gone one after deactivation', () => {
    const stake = delegation(500n, 10n, 12n);
    assert.deepEqual(
      [9n, 10n, 11n, 12n, 13n].map((epoch) => getStakeStatus(stake, epoch, LARGE)),
      [
        { effective: 0n, activating: 0n, deactivating: 0n },
        { effective: 0n, activating: 500n, deactivating: 0n },
        { effective: 500n, activating: 0n, deactivating: 0n },
        { effective: 500n, activating: 0n, deactivating: 500n },
        { effective: 0n, activating: 0n, deactivating: 0n },
      ],
    );
  });

  test('warms up by 9 % of the cluster an epoch', () => {
    assert.equal(getStakeStatus(delegation(1_800n, 10n), 11n, SMALL).effective, 900n);
    assert.equal(getStakeStatus(delegation(1_800n, 10n), 11n, SMALL).activating, 900n);
    assert.equal(getStakeStatus(delegation(1_800n, 5n, 10n), 11n, SMALL).deactivating, 900n);
  });

  test('was never active when deactivated at once', () => {
    assert.equal(getStakeStatus(delegation(500n, 10n, 10n), 11n, LARGE).effective, 0n);
  });

  test('older than the history is wholly active, or wholly gone', () => {
    assert.equal(getStakeStatus(delegation(500n, 3n), 11n, LARGE).effective, 500n);
    assert.equal(getStakeStatus(delegation(500n, 3n, 5n), 11n, LARGE).effective, 0n);
  });

  test('does not move without the cluster saying so', () => {
    const still = constant({ effective: 1_000_000n, activating: 0n, deactivating: 0n });
    assert.equal(getStakeStatus(delegation(500n, 10n), 12n, still).effective, 0n);
    assert.equal(getStakeStatus(delegation(500n, 3n, 10n), 12n, still).effective, 500n);
  });
});
