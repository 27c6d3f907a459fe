import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type EncodedAccount, lamports } from '@solana/kit';
import { toAddress } from '@staking-agent/chain/address';
import fc from 'fast-check';
import { STAKE_PROGRAM_ADDRESS } from './program-addresses.ts';
import {
  encodeInitializedStake,
  findDelegation,
  parseStakeState,
  STAKE_ACCOUNT_SIZE,
  withDelegation,
} from './stake-account.ts';

const DELEGATED = 2;
const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const delegatedBytes = fc
  .uint8Array({ minLength: STAKE_ACCOUNT_SIZE, maxLength: STAKE_ACCOUNT_SIZE })
  .map((bytes) => Uint8Array.from([DELEGATED, 0, 0, 0, ...bytes.subarray(4)]));

function createAccount(data: Uint8Array): EncodedAccount {
  return {
    address: toAddress(new Uint8Array(32).fill(7)),
    programAddress: STAKE_PROGRAM_ADDRESS,
    lamports: lamports(1n),
    data,
    executable: false,
    space: BigInt(data.length),
  };
}

/** What kit's decoder says of the same bytes. */
function findByKit(data: Uint8Array): ReturnType<typeof findDelegation> {
  const state = parseStakeState(data);
  if (state?.__kind !== 'Stake') return undefined;
  const { delegation, creditsObserved } = state.fields[1];
  const { voterPubkey, stake, activationEpoch, deactivationEpoch } = delegation;
  return { delegation: { voterPubkey, stake, activationEpoch, deactivationEpoch }, creditsObserved };
}

describe('the delegation of a stake account', () => {
  test('is what kit reads, in accounts of any bytes and wherever they lie in a buffer', () => {
    fc.assert(
      fc.property(delegatedBytes, fc.nat(16), (bytes, before) => {
        const data = Uint8Array.from([...new Uint8Array(before), ...bytes]).subarray(before);
        assert.deepEqual(findDelegation({ data }), findByKit(data));
        assert.ok(findDelegation({ data }) !== undefined);
      }),
    );
  });

  test('is none where kit reads none: another state, no state, too few bytes', () => {
    fc.assert(
      fc.property(delegatedBytes, fc.nat(STAKE_ACCOUNT_SIZE - 1), (bytes, size) => {
        const data = bytes.subarray(0, size);
        assert.deepEqual(findDelegation({ data }), findByKit(data));
      }),
    );
    for (const state of [0, 1, 3, 4, 258]) {
      const data = new Uint8Array(STAKE_ACCOUNT_SIZE);
      new DataView(data.buffer).setUint32(0, state, true);
      assert.equal(findDelegation({ data }), undefined, `state ${state}`);
      assert.equal(findByKit(data), undefined, `state ${state}`);
    }
  });

  test('changes by its lamports and credits alone', () => {
    fc.assert(
      fc.property(delegatedBytes, u64, u64, (bytes, stake, creditsObserved) => {
        const account = createAccount(bytes);
        const before = Uint8Array.from(bytes);
        const changed = withDelegation(account, { stake, creditsObserved, lamports: 5n });
        assert.deepEqual(bytes, before, 'the account that was given is as it was');
        const was = findByKit(bytes);
        assert.ok(was !== undefined);
        assert.deepEqual(findByKit(Uint8Array.from(changed.data)), {
          delegation: { ...was.delegation, stake },
          creditsObserved,
        });
        const back = { stake: was.delegation.stake, creditsObserved: was.creditsObserved, lamports: 1n };
        assert.deepEqual(withDelegation(changed, back), account);
      }),
    );
  });

  test('cannot change where there is none', () => {
    const account = createAccount(encodeInitializedStake(STAKE_PROGRAM_ADDRESS));
    assert.throws(
      () => withDelegation(account, { stake: 1n, creditsObserved: 1n, lamports: 1n }),
      /is not delegated/,
    );
  });
});
