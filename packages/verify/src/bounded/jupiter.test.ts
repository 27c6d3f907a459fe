import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { INFINITY_PROGRAM, JUPITER_PROGRAM } from '../bytes/address.ts';
import { DEPLOYMENT } from '../exact/keys.world.ts';
import { filled, intentOf, text, u32, u64 } from './rules.world.ts';
import { readSwap } from './steps.ts';
import { data, namesOf, places, readOf, u16 } from './swaps.world.ts';

suite('the aggregator', () => {
  const tags = (name: string) => Buffer.from(TAGS[name] ?? '', 'hex');
  // The first 8 bytes of sha256("global:" and the name).
  const TAGS: Readonly<Record<string, string>> = {
    route: 'e517cb977ae3ad2a',
    shared_accounts_route: 'c1209b3341d69c81',
    exact_out_route: 'd033ef977b2bed5c',
    shared_accounts_exact_out_route: 'b0d169a89a7d453e',
    route_v2: 'bb64facc31c4af14',
    shared_accounts_route_v2: 'd19853937cfed8e9',
    exact_out_route_v2: '9d8ab85215f4f324',
    shared_accounts_exact_out_route_v2: '3560e5cad8bbfa18',
  };
  // A plan of one step of variant 0, all of the way from account 0 to account 1.
  const PLAN = data(u32(1), 0, 100, 0, 1);
  const first = (exact: bigint, quoted: bigint, slippage: number, fee = 0, plan: Uint8Array = PLAN) =>
    data(plan, u64(exact), u64(quoted), u16(slippage), fee);
  const second = (exact: bigint, quoted: bigint, slippage: number, fee = 0) =>
    data(u64(exact), u64(quoted), u16(slippage), u16(fee), u16(0), PLAN);
  const isShared = (name: string) => name.startsWith('shared');
  const isExactOut = (name: string) => name.includes('exact_out');
  const bytesOf = (name: string, ...terms: readonly [bigint, bigint, number, number?, Uint8Array?]) =>
    data(
      tags(name),
      isShared(name) ? 3 : [],
      name.endsWith('_v2') ? second(terms[0], terms[1], terms[2], terms[3]) : first(...terms),
    );
  const read = (bytes: Uint8Array, edit = (all: Uint8Array[]): Uint8Array[] => all) =>
    readOf(JUPITER_PROGRAM, { accounts: edit(places(13)), data: bytes });
  const PLACES: Readonly<Record<string, readonly number[]>> = {
    route: [1, 2, 3, 4],
    exact_out_route: [1, 2, 3, 4],
    shared_accounts_route: [2, 3, 6],
    shared_accounts_exact_out_route: [2, 3, 6],
    route_v2: [0, 1, 2, 7],
    exact_out_route_v2: [0, 1, 2, 7],
    shared_accounts_route_v2: [1, 2, 5],
    shared_accounts_exact_out_route_v2: [1, 2, 5],
  };

  for (const name of Object.keys(TAGS)) {
    test(`${name}: amounts with the slippage against the wallet`, () => {
      for (const [slippage, most, minimum] of isExactOut(name)
        ? ([
            [0, 999n, 1_001n],
            [50, 1_004n, 1_001n],
            [10_000, 1_998n, 1_001n],
          ] as const)
        : ([
            [0, 1_001n, 999n],
            [50, 1_001n, 994n],
            [10_000, 1_001n, 0n],
          ] as const)) {
        const swap = read(bytesOf(name, 1_001n, 999n, slippage));
        assert.ok(swap, `${slippage}`);
        assert.deepEqual([swap.most, swap.minimum], [most, minimum]);
        assert.deepEqual(namesOf(swap, places(13)).length, PLACES[name]?.length);
      }
      assert.equal(read(bytesOf(name, 1_001n, 999n, 10_001)), undefined);
    });

    test(`${name}: accounts by their places, the program itself for none`, () => {
      const accounts = places(13);
      const swap = readOf(JUPITER_PROGRAM, { accounts, data: bytesOf(name, 5n, 4n, 0) });
      assert.ok(swap);
      assert.deepEqual(namesOf(swap, accounts), PLACES[name]);
      const further = PLACES[name]?.[3];
      if (further === undefined) return;
      const none = read(bytesOf(name, 5n, 4n, 0), (all) => all.with(further, JUPITER_PROGRAM));
      assert.equal(none?.destinations.length, 1);
    });

    test(`${name}: no platform fee, and no byte more or less`, () => {
      const bytes = bytesOf(name, 5n, 4n, 0);
      assert.equal(read(bytesOf(name, 5n, 4n, 0, 1)), undefined);
      if (name.endsWith('_v2')) assert.equal(read(bytes.subarray(0, -PLAN.length)), undefined);
      else for (const other of [data(bytes, 0), bytes.subarray(0, -1)]) assert.equal(read(other), undefined);
    });
  }

  suite('its plan', () => {
    const steps = (...all: readonly Uint8Array[]) => data(u32(all.length), ...all);
    const step = (variant: number, ...rest: number[]) => data(variant, rest, 100, 0, 1);
    const isRead = (plan: Uint8Array) => read(bytesOf('route', 5n, 4n, 0, 0, plan))?.most === 5n;

    test('has 1 to 16 steps', () => {
      assert.ok(isRead(steps(step(0))));
      assert.ok(isRead(steps(...Array.from({ length: 16 }, () => step(0)))));
      assert.ok(!isRead(steps(...Array.from({ length: 17 }, () => step(0)))));
      assert.ok(!isRead(steps()));
      assert.ok(!isRead(data(u32(2), step(0))));
      assert.ok(!isRead(Uint8Array.of(1, 0)));
    });

    test('has steps with as many bytes as their variant has', () => {
      const sizes = [
        [0, 0],
        [8, 1],
        [29, 16],
        [33, 4],
        [42, 3],
        [43, 10],
        [44, 5],
        [71, 2],
        [81, 8],
        [87, 9],
        [123, 48],
        [126, 17],
        [185, 57],
        [186, 65],
        [190, 81],
      ] as const;
      for (const [variant, size] of sizes)
        for (const count of [size - 1, size, size + 1]) {
          const args = new Array<number>(Math.max(0, count)).fill(0xff);
          assert.equal(
            isRead(steps(step(variant, ...args), step(0))),
            args.length === size,
            `${variant} ${count}`,
          );
        }
    });

    test('may name slices of accounts, two bytes each, or none', () => {
      const slices = (count: number, bytes: number) => [
        ...u32(count),
        ...new Array<number>(bytes).fill(0xff),
      ];
      for (const [count, bytes, isDue] of [
        [0, 0, true],
        [2, 4, true],
        [2, 3, false],
        [2, 5, false],
        [1_000_000, 4, false],
      ] as const) {
        assert.equal(isRead(steps(step(75, ...slices(count, bytes)), step(0))), isDue);
        assert.equal(isRead(steps(step(47, 7, 1, ...slices(count, bytes)), step(0))), isDue);
      }
      assert.ok(isRead(steps(step(47, 7, 0), step(0))));
      assert.ok(!isRead(steps(step(47, 7, 2), step(0))));
      assert.ok(!isRead(steps(step(47, 7, 2, ...slices(2, 4)), step(0))));
      assert.ok(!isRead(steps(step(47, 7), step(0))));
    });

    test('has no step whose size is not known', () => {
      for (const variant of [111, 120, 146, 183, 197, 255])
        for (const count of [0, 1, 2, 4, 8, 16])
          assert.ok(!isRead(steps(step(variant, ...new Array<number>(count).fill(0)))), `${variant}`);
      assert.ok(isRead(steps(step(196, 0))));
    });
  });

  test('is read only where the deployment lists it', () => {
    const step = {
      index: 0,
      program: JUPITER_PROGRAM,
      accounts: places(13),
      data: bytesOf('route', 5n, 4n, 0),
    };
    const intent = intentOf('swap-in');
    assert.equal(readSwap(step, intent, { ...DEPLOYMENT, routerPrograms: [] }), undefined);
    const listed = { ...DEPLOYMENT, routerPrograms: [text(JUPITER_PROGRAM)] };
    assert.equal(readSwap(step, intent, listed)?.letter, 'X');
    assert.equal(readSwap({ ...step, program: INFINITY_PROGRAM }, intent, listed), undefined);
    assert.equal(readSwap(step, intentOf('vault-deposit'), listed), undefined);
    assert.equal(readSwap({ ...step, data: filled(8, {}) }, intent, listed), undefined);
  });
});
