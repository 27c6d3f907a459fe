import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  AccountRole,
  type Address,
  type Blockhash,
  getCompiledTransactionMessageEncoder,
  type Instruction,
} from '@solana/kit';
import fc from 'fast-check';
import { toAddress } from '#address';
import { compileMessageWithTables, encodeMessage, layOutMessage } from './compile.ts';

const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(toAddress);

const ROLES = [
  AccountRole.READONLY,
  AccountRole.WRITABLE,
  AccountRole.READONLY_SIGNER,
  AccountRole.WRITABLE_SIGNER,
];

/** Messages of few keys, which meet in every role: as payer, program, account and in tables. */
const messages = fc.array(key, { minLength: 4, maxLength: 24 }).chain((keys) => {
  const one = fc.constantFrom(...keys);
  const programs = fc.constantFrom(...keys.slice(0, 3));
  const account = fc.record({ address: one, role: fc.constantFrom(...ROLES) });
  const readonly = fc.record({ address: one, role: fc.constant(AccountRole.READONLY) });
  const instruction: fc.Arbitrary<Instruction> = fc.record(
    {
      programAddress: programs,
      // Programs must not be written: mostly they are not.
      accounts: fc.array(
        fc.oneof(
          { weight: 9, arbitrary: account.filter(({ address }) => !keys.slice(0, 3).includes(address)) },
          { weight: 3, arbitrary: readonly },
          { weight: 1, arbitrary: account },
        ),
        { maxLength: 14 },
      ),
      // Around the lengths whose compact form grows by a byte.
      data: fc.oneof(
        { weight: 9, arbitrary: fc.uint8Array({ maxLength: 6 }) },
        {
          weight: 1,
          arbitrary: fc.constantFrom(127, 128, 16_383, 16_384).map((size) => new Uint8Array(size).fill(7)),
        },
      ),
    },
    { requiredKeys: ['programAddress'] },
  );
  return fc.record({
    input: fc.record({
      feePayer: fc.constantFrom(...keys.slice(1)),
      blockhash: key.map((text: string) => text as Blockhash),
      instructions: fc.array(instruction, { minLength: 1, maxLength: 5 }),
    }),
    tables: fc.option(
      fc
        .array(fc.tuple(key, fc.array(one, { maxLength: 12 })), { maxLength: 3 })
        .map((entries) => Object.fromEntries(entries) as Record<Address, Address[]>),
      { nil: undefined },
    ),
  });
});

const attempt = <T>(call: () => T): T | undefined => {
  try {
    return call();
  } catch {
    return undefined;
  }
};

test('every message is encoded as by kit', () => {
  let encoded = 0;
  fc.assert(
    fc.property(messages, ({ input, tables }) => {
      const message = attempt(() => layOutMessage(input, tables));
      if (message === undefined) return;
      const bytes = getCompiledTransactionMessageEncoder().encode(message);
      assert.deepEqual(encodeMessage(message), new Uint8Array(bytes));
      encoded += 1;
    }),
    { numRuns: 500 },
  );
  assert.ok(encoded > 100, `${encoded} were`);
});

test('more than a message can hold is refused in words of kit', () => {
  const [feePayer, programAddress] = fc.sample(key, 2) as [Address, Address];
  const [blockhash] = fc.sample(key, 1) as unknown as [Blockhash];
  const accounts = fc.sample(key, 70).map((address) => ({ address, role: AccountRole.WRITABLE }));
  const input = { feePayer, blockhash, instructions: [{ programAddress, accounts }] };
  assert.throws(() => compileMessageWithTables(input, {}), { name: 'SolanaError' });
});
