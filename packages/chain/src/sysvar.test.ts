import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Blockhash, lamports, type UnixTimestamp } from '@solana/kit';
import {
  getSysvarClockEncoder,
  getSysvarEpochRewardsEncoder,
  SYSVAR_CLOCK_ADDRESS,
  SYSVAR_EPOCH_REWARDS_ADDRESS,
} from '@solana/sysvars';
import fc from 'fast-check';
import { toAddress } from '#address';
import { arePayingRewards, CLOCK_ADDRESS, decodeClock, EPOCH_REWARDS_ADDRESS } from './ledger.ts';

const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const LAST_SECOND = 8_640_000_000_000n;
const second = fc.bigInt({ min: -LAST_SECOND, max: LAST_SECOND });

test('decodes every clock that the ledger can have', () => {
  fc.assert(
    fc.property(u64, second, u64, u64, second, (slot, epochStart, epoch, leaderScheduleEpoch, now) => {
      const clock = {
        slot,
        epochStartTimestamp: epochStart as UnixTimestamp,
        epoch,
        leaderScheduleEpoch,
        unixTimestamp: now as UnixTimestamp,
      };
      const data = new Uint8Array(getSysvarClockEncoder().encode(clock));
      assert.deepEqual(decodeClock(data), { slot, epochStart, epoch, now });
      assert.equal(decodeClock(data.subarray(0, -1)), undefined);
      for (const timestamp of [LAST_SECOND + 1n, -LAST_SECOND - 1n] as UnixTimestamp[]) {
        for (const name of ['epochStartTimestamp', 'unixTimestamp']) {
          const never = getSysvarClockEncoder().encode({ ...clock, [name]: timestamp });
          assert.equal(decodeClock(new Uint8Array(never)), undefined);
        }
      }
    }),
  );
  assert.equal(CLOCK_ADDRESS, SYSVAR_CLOCK_ADDRESS);
  assert.equal(decodeClock(undefined), undefined);
});

test('decodes whether rewards are being paid out', () => {
  fc.assert(
    fc.property(
      fc.boolean(),
      u64,
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      (active, amount, hash) => {
        const rewards = {
          distributionStartingBlockHeight: amount,
          numPartitions: amount,
          parentBlockhash: toAddress(hash) as string as Blockhash,
          totalPoints: amount,
          totalRewards: lamports(amount),
          distributedRewards: lamports(amount),
          active,
        };
        const data = new Uint8Array(getSysvarEpochRewardsEncoder().encode(rewards));
        assert.equal(arePayingRewards(data), active);
        assert.equal(arePayingRewards(data.subarray(0, -1)), false);
      },
    ),
  );
  assert.equal(EPOCH_REWARDS_ADDRESS, SYSVAR_EPOCH_REWARDS_ADDRESS);
  assert.equal(arePayingRewards(undefined), false);
});
