import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createBlocks, createGenesisBlocks, writeSlotHashes } from './blocks.ts';
import { SandboxVm } from './sandbox-vm.ts';

test('whatever blocks came since, and whichever jumps, the VM has the newest 512 hashes', () => {
  const step = fc.oneof(
    fc.record({ append: fc.constantFrom(0, 1, 2, 40, 511, 512, 513, 700) }),
    fc.record({ jump: fc.constantFrom(1n, 2n, 511n, 512n, 432_000n) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
      const blocks = createBlocks(createGenesisBlocks(447_552_003n, 1_700_000_000_000n, 400n));
      const vm = new SandboxVm();
      for (const each of [{ append: 0 }, ...steps]) {
        if ('append' in each) for (let left = each.append; left > 0; left -= 1) blocks.append(400n);
        else blocks.jumpTo(blocks.tip().slot + each.jump, 400n);
        writeSlotHashes(vm, blocks);
        assert.deepEqual(
          vm.getSlotHashes().map(({ slot, hash }) => [slot, hash]),
          blocks
            .toArray()
            .toReversed()
            .map(({ slot, blockhash }) => [slot, blockhash]),
        );
      }
    }),
    { numRuns: 15 },
  );
});

test('the times of slots are remembered, also where blocks came unevenly and time jumped', () => {
  const blocks = createBlocks(createGenesisBlocks(447_552_003n, 1_700_000_000_000n, 400n));
  const oldest = blocks.oldest();
  const told = new Map(blocks.toArray().map(({ slot, unixMilliseconds }) => [slot, unixMilliseconds]));
  const hold = ({ slot, unixMilliseconds }: { slot: bigint; unixMilliseconds: bigint }) =>
    told.set(slot, unixMilliseconds);
  const append = (count: number, milliseconds: bigint) => {
    for (let left = count; left > 0; left -= 1) hold(blocks.append(milliseconds));
  };
  append(700, 400n);
  append(3, 4_000n);
  append(600, 200n);
  blocks.jumpTo(blocks.tip().slot + 432_000n, 200n);
  append(600, 400n);
  for (const [slot, time] of told) assert.equal(blocks.findTime(slot), time, String(slot));
  let before = 0n;
  for (let slot = oldest.slot; slot <= blocks.tip().slot; slot += 1_001n) {
    const time = blocks.findTime(slot) ?? 0n;
    assert.ok(time > before, String(slot));
    before = time;
  }
  assert.equal(blocks.firstTimed(), oldest.slot);
  for (const slot of [oldest.slot - 1n, blocks.tip().slot + 1n])
    assert.equal(blocks.findTime(slot), undefined);
  // A short jump moves most of them over the places of others.
  blocks.jumpTo(blocks.tip().slot + 100n, 400n);
  const [first] = blocks.toArray();
  assert.ok((blocks.findTime((first?.slot ?? 0n) - 1n) ?? 0n) < (first?.unixMilliseconds ?? 0n));
});
