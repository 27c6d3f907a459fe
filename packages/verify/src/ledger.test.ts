import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { isInValidatorList, readStakePool } from './ledger.ts';

const PROGRAM = 'SPoo1Ku8WFXoNDMHPsrGSTSG1Y47rzgn41SLUNakuHy';
const key = (fill: number) => new Uint8Array(32).fill(fill);
const u64 = (value: number) => [...new Uint8Array(BigUint64Array.of(BigInt(value)).buffer)];
const fee = (denominator: number, numerator: number) => [...u64(denominator), ...u64(numerator)];
type Options = { readonly future?: boolean; readonly stake?: boolean; readonly sol?: boolean };

/** A pool with or without the fees to come and the keys that move what follows them. */
function poolOf({ future = false, stake = false, sol = false }: Options): Uint8Array {
  const fixed = new Uint8Array(346);
  fixed[0] = 1;
  for (const [at, fill] of [
    [98, 3],
    [130, 4],
    [162, 5],
    [194, 6],
  ] as const)
    fixed.set(key(fill), at);
  fixed.set([...u64(70), ...u64(60), ...u64(50)], 258);
  const option = (isThere: boolean, value: ArrayLike<number>) => (isThere ? [1, ...Array.from(value)] : [0]);
  return Uint8Array.from([
    ...fixed,
    ...option(future, fee(1, 2)),
    ...option(stake, key(7)),
    ...option(sol, key(8)),
    ...fee(11, 12),
    ...fee(100, 3),
    ...option(future, fee(15, 16)),
    9,
    ...option(stake, key(10)),
    ...fee(200, 7),
    1,
  ]);
}
const read = (data: Uint8Array, owner = PROGRAM) => readStakePool({ lamports: 1n, owner, data }, PROGRAM);

suite('a stake pool', () => {
  const DUE = {
    validatorList: key(3),
    reserve: key(4),
    mint: key(5),
    managerFee: key(6),
    totalLamports: 70n,
    tokenSupply: 60n,
    lastUpdateEpoch: 50n,
    stakeWithdrawalFee: { denominator: 100n, numerator: 3n },
    solDepositFee: { denominator: 200n, numerator: 7n },
  };
  test('is read with and without each of its options', () => {
    for (const future of [false, true])
      for (const stake of [false, true])
        for (const sol of [false, true]) assert.deepEqual(read(poolOf({ future, stake, sol })), DUE);
  });

  test('is none of another program or kind, and none that is cut short', () => {
    const data = poolOf({});
    assert.equal(readStakePool(undefined, PROGRAM), undefined);
    assert.equal(read(data, 'SysvarC1ock11111111111111111111111111111111'), undefined);
    assert.equal(read(data.with(0, 2)), undefined);
    for (const size of [1, 258, 270, 346, data.length - 20, data.length - 2])
      assert.equal(read(data.subarray(0, size)), undefined);
  });
});

test('a validator is in the list at its whole key, where an entry has it', () => {
  const list = new Uint8Array(9 + 3 * 73);
  for (const [i, fill] of [20, 21, 22].entries()) list.set(key(fill), 9 + 73 * i + 41);
  for (const fill of [20, 21, 22]) assert.ok(isInValidatorList(list, key(fill)));
  for (const at of [0, 1, 31]) assert.ok(!isInValidatorList(list, key(21).with(at, 0)));
  assert.ok(!isInValidatorList(list, key(23)));
  assert.ok(!isInValidatorList(list.subarray(0, -1), key(22)), 'cut short');
  const shifted = new Uint8Array(list.length);
  shifted.set(key(20), 9 + 40);
  assert.ok(!isInValidatorList(shifted, key(20)));
});
