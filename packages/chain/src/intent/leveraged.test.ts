import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { AccountRole, type Instruction } from '@solana/kit';
import { assertMatchesIntent, IntentMismatch, readMessage } from './index.ts';
import {
  depositInstructions,
  depositIntent,
  key,
  legacyMessage,
  redemptionInstructions,
  redemptionIntent,
  tableMessage,
} from './leveraged.world.ts';

/** Every list that differs from the given one in one place: an instruction, an account, a byte. */
function* mutants(
  instructions: readonly Instruction[],
  from: number,
): Generator<readonly [string, readonly Instruction[]]> {
  for (let i = from; i < instructions.length; i += 1) {
    const instruction = instructions[i] as Instruction;
    const replaced = (other: Instruction) => instructions.with(i, other);
    yield [`without instruction ${i}`, instructions.toSpliced(i, 1)];
    yield [`with instruction ${i} twice`, instructions.toSpliced(i, 0, instruction)];
    yield [`with another program in ${i}`, replaced({ ...instruction, programAddress: key('evil') })];
    const data = Uint8Array.from(instruction.data ?? []);
    for (let at = 0; at < data.length; at += 1) {
      yield [
        `with byte ${at} of ${i} changed`,
        replaced({ ...instruction, data: data.with(at, (data[at] ?? 0) ^ 1) }),
      ];
    }
    yield [`with a byte more in ${i}`, replaced({ ...instruction, data: Uint8Array.of(...data, 0) })];
    const accounts = instruction.accounts ?? [];
    for (let at = 0; at < accounts.length; at += 1) {
      const other = { address: key('evil'), role: AccountRole.WRITABLE };
      yield [
        `with account ${at} of ${i} another`,
        replaced({ ...instruction, accounts: accounts.with(at, other) }),
      ];
    }
    yield [
      `with an account more in ${i}`,
      replaced({
        ...instruction,
        accounts: [...accounts, { address: key('evil'), role: AccountRole.READONLY }],
      }),
    ];
    const next = instructions[i + 1];
    if (next !== undefined) {
      yield [`with ${i} and ${i + 1} exchanged`, instructions.toSpliced(i, 2, next, instruction)];
    }
  }
}

suite('a leveraged deposit', () => {
  test('is accepted as it was asked for', () => {
    assertMatchesIntent(legacyMessage(depositInstructions), depositIntent);
  });

  test('is refused with any one instruction, account or byte changed', () => {
    let count = 0;
    for (const [name, instructions] of mutants(depositInstructions, 0)) {
      assert.throws(
        () => assertMatchesIntent(legacyMessage(instructions), depositIntent),
        IntentMismatch,
        name,
      );
      count += 1;
    }
    assert.ok(count > 70);
  });

  test('is refused with a lookup table', () => {
    const budget = redemptionInstructions().slice(0, 2);
    assert.throws(
      () => assertMatchesIntent(tableMessage([...budget, ...depositInstructions]), depositIntent),
      /lookup table/,
    );
  });
});

suite('a leveraged redemption', () => {
  test('is accepted as it was asked for, whichever accounts it opens', () => {
    for (const sol of [true, false]) {
      for (const asset of [true, false]) {
        for (const lending of [true, false]) {
          const opens = { sol, asset, lending };
          const message = tableMessage(redemptionInstructions(opens));
          assertMatchesIntent(message, { ...redemptionIntent, opens });
          assert.equal(readMessage(message).lookups.length, 1);
        }
      }
    }
  });

  test('is refused with any one instruction, account or byte changed', () => {
    let count = 0;
    for (const [name, instructions] of mutants(redemptionInstructions(), 2)) {
      assert.throws(
        () => assertMatchesIntent(tableMessage(instructions), redemptionIntent),
        IntentMismatch,
        name,
      );
      count += 1;
    }
    assert.ok(count > 200);
  });

  test('holds wrapped SOL of the wallet back, and only where it has some', () => {
    const none = tableMessage(redemptionInstructions(redemptionIntent.opens, 0n));
    assertMatchesIntent(none, { ...redemptionIntent, ownSol: 0n });
    for (const [message, ownSol] of [
      [none, 1n],
      [tableMessage(redemptionInstructions()), 0n],
      [tableMessage(redemptionInstructions()), redemptionIntent.ownSol + 1n],
    ] as const) {
      assert.throws(() => assertMatchesIntent(message, { ...redemptionIntent, ownSol }), IntentMismatch);
    }
  });

  test('is refused when it opens an account that is there, or not one that is missing', () => {
    const all = redemptionInstructions();
    const none = redemptionInstructions({ sol: false, asset: false, lending: false });
    for (const name of ['sol', 'asset', 'lending'] as const) {
      const opens = { sol: true, asset: true, lending: true, [name]: false };
      assert.throws(
        () => assertMatchesIntent(tableMessage(all), { ...redemptionIntent, opens }),
        IntentMismatch,
      );
      assert.throws(
        () => assertMatchesIntent(tableMessage(none), { ...redemptionIntent, opens }),
        IntentMismatch,
      );
    }
  });

  test('is refused with a table that is not known, or shorter than the message says', () => {
    const message = tableMessage(redemptionInstructions());
    const [table] = redemptionIntent.tables;
    assert.ok(table);
    for (const tables of [
      [],
      [{ ...table, table: new Uint8Array(32) }],
      [{ ...table, addresses: table.addresses.slice(0, 3) }],
      [{ ...table, addresses: table.addresses.toReversed() }],
    ]) {
      assert.throws(() => assertMatchesIntent(message, { ...redemptionIntent, tables }), IntentMismatch);
    }
  });

  test('takes neither the wallet nor an invoked program from a table', () => {
    const view = readMessage(tableMessage(redemptionInstructions()));
    for (const { program } of view.instructions) assert.equal(program.length, 32);
    assert.equal(view.signers.length, 1);
    assert.throws(
      () => tableMessage(redemptionInstructions().concat(Array.from({ length: 30 }, stranger))),
      /account/i,
    );
  });
});

function stranger(_: unknown, index: number): Instruction {
  return {
    programAddress: key('evil'),
    accounts: [{ address: key(`stranger ${index}`), role: AccountRole.WRITABLE }],
    data: new Uint8Array(),
  };
}
