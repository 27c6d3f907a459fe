import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { AccountRole, type Instruction } from '@solana/kit';
import { BUILDS } from './builds.world.ts';
import { assertBytesAreHeld, assertSplicesAreRefused, flip, isChosen } from './held-bytes.world.ts';
import { STRANGER } from './keys.world.ts';
import { type Build, createMessage, verifyBuild } from './ledger.world.ts';

/** One byte of so many, of each build others; verify-exact.slow.test.ts changes all. */
const SHARE = 20;

/** Every list that differs from the given one in one place: an instruction, an account, a byte. */
function* mutants(build: Build): Generator<readonly [string, readonly Instruction[]]> {
  const { instructions } = build;
  for (const [i, instruction] of instructions.entries()) {
    const replaced = (other: Instruction) => instructions.with(i, other);
    yield [`without instruction ${i}`, instructions.toSpliced(i, 1)];
    yield [`with instruction ${i} twice`, instructions.toSpliced(i, 0, instruction)];
    yield [`with another program in ${i}`, replaced({ ...instruction, programAddress: STRANGER })];
    const data = Uint8Array.from(instruction.data ?? []);
    for (const at of data.keys()) {
      if (isChosen(build, i, at)) continue;
      yield [`with byte ${at} of ${i} changed`, replaced({ ...instruction, data: flip(data, at) })];
    }
    yield [`with a byte more in ${i}`, replaced({ ...instruction, data: Uint8Array.of(...data, 0) })];
    yield [`with a byte less in ${i}`, replaced({ ...instruction, data: data.subarray(0, -1) })];
    const accounts = instruction.accounts ?? [];
    for (const at of accounts.keys()) {
      const other = { address: STRANGER, role: AccountRole.WRITABLE };
      yield [
        `with account ${at} of ${i} another`,
        replaced({ ...instruction, accounts: accounts.with(at, other) }),
      ];
      yield [
        `without account ${at} of ${i}`,
        replaced({ ...instruction, accounts: accounts.toSpliced(at, 1) }),
      ];
    }
    const further = { address: STRANGER, role: AccountRole.READONLY };
    yield [`with an account more in ${i}`, replaced({ ...instruction, accounts: [...accounts, further] })];
    const next = instructions[i + 1];
    if (next !== undefined) {
      yield [`with ${i} and ${i + 1} exchanged`, instructions.toSpliced(i, 2, next, instruction)];
    }
  }
}

// A mutant may be an honest build again: without its balance requirement, or in the form of an older lender.
// So may one without the first of two payments of everything.
const encodeText = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const HONEST = new Set(
  Object.values(BUILDS).map((build) => encodeText(createMessage(build, build.instructions))),
);

for (const [i, [name, build]] of Object.entries(BUILDS).entries()) {
  suite(name, () => {
    test('is proved as it was asked for', () => {
      const { level, findings } = verifyBuild(build);
      assert.deepEqual(findings, []);
      assert.equal(level, 'exact');
    });

    test('is refused with any one instruction, account or byte changed', () => {
      let refused = 0;
      for (const [mutant, instructions] of mutants(build)) {
        const message = createMessage(build, instructions);
        if (HONEST.has(encodeText(message))) continue;
        assert.notEqual(verifyBuild(build, message).findings.length, 0, mutant);
        refused += 1;
      }
      assert.ok(refused > 10 * build.instructions.length);
    });

    test('is refused with bytes of the message changed, save blockhash, unit limit and price', () => {
      assertBytesAreHeld(build, (at) => at % SHARE === i % SHARE);
    });

    test('is refused with bytes of any kind put in, taken out or written over', () => {
      assertSplicesAreRefused(build, 100 / SHARE);
    });
  });
}
