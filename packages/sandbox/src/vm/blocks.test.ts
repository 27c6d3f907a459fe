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
