import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTransaction, resolveAccounts } from '../src/bytes/message.ts';
import { describeAttacks } from './attack-suite.ts';
import { assertRefused, KINDS, u64 } from './attack-world.ts';
import { DEPLOYMENT, SOL } from './bounded-world.ts';
import { decodeKey, STAKE, SYSTEM, TOKEN } from './edit-evidence.ts';
import { declare, type PlainInstruction, withData } from './edit-transaction.ts';

const BUDGET = 'ComputeBudget111111111111111111111111111111';
const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
const ATA = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
const TABLES = 'AddressLookupTab1e1111111111111111111111111';
const LOADER = 'BPFLoaderUpgradeab1e11111111111111111111111';
const VOTE = 'Vote111111111111111111111111111111111111111';

type Access = 'w' | 's' | 'ws' | '-';
const tag32 = (tag: number, ...rest: readonly number[]) => Uint8Array.of(tag, 0, 0, 0, ...rest);

/** What a hostile router may append, by what it is after; `wallet` signs anyhow. */
function listDemands(wallet: string, stranger: string): Readonly<Record<string, PlainInstruction>> {
  const own: readonly [Access, string] = ['ws', wallet];
  const take: readonly [Access, string] = ['w', stranger];
  const say = (program: string, accounts: readonly (readonly [Access, string])[], data: Uint8Array) =>
    declare(program, accounts, data);
  const key = decodeKey(stranger);
  const seeded = [...decodeKey(wallet), ...u64(1n), 97];
  return {
    'nonce drained': say(SYSTEM, [take, take, own], tag32(5, ...u64(SOL))),
    'nonce handed over': say(SYSTEM, [take, own], tag32(7, ...key)),
    'wallet made a nonce': say(SYSTEM, [own], tag32(6, ...key)),
    'nonce upgraded': say(SYSTEM, [take], tag32(12)),
    'wallet given room': say(SYSTEM, [own], tag32(8, ...u64(80n))),
    'derived address emptied': say(SYSTEM, [take, own, take], tag32(11, ...u64(SOL), ...u64(1n), 97, ...key)),
    'derived address assigned': say(SYSTEM, [take, own], tag32(10, ...seeded, ...key)),
    'account made of what was prefunded': say(
      SYSTEM,
      [take, own],
      tag32(13, ...u64(SOL), ...u64(0n), ...key),
    ),
    'stake locked up': say(STAKE, [take, own], tag32(6, 1, ...u64(2n ** 62n), 0, 1, ...key)),
    'stake locked up by a checked call': say(STAKE, [take, own], tag32(12, 0, 0)),
    'stake authority by seed': say(STAKE, [take, own], tag32(8, ...key, ...tag32(1), ...u64(0n), ...key)),
    'stake authority checked': say(STAKE, [take, ['-', stranger], own, own], tag32(10, ...tag32(1))),
    'stake split off': say(STAKE, [take, take, own], tag32(3, ...u64(SOL))),
    'stake merged away': say(STAKE, [take, take, own], tag32(7)),
    'stake redelegated': say(STAKE, [take, take, own], tag32(15)),
    'active stake moved': say(STAKE, [take, take, own], tag32(16, ...u64(SOL))),
    'idle stake moved': say(STAKE, [take, take, own], tag32(17, ...u64(SOL))),
    'close authority set': say(TOKEN, [take, own], Uint8Array.of(6, 3, 1, ...key)),
    'account owner set': say(TOKEN, [take, own], Uint8Array.of(6, 2, 1, ...key)),
    'spending approved, checked': say(TOKEN, [take, take, take, own], Uint8Array.of(13, ...u64(SOL), 9)),
    'multisig made': say(TOKEN, [take, ['-', stranger], own], Uint8Array.of(2, 1)),
    'tokens frozen': say(TOKEN, [take, take, own], Uint8Array.of(10)),
    'excess lamports withdrawn': say(TOKEN, [take, take, own], Uint8Array.of(38)),
    'lamports unwrapped': say(TOKEN, [take, take, own], Uint8Array.of(45, 0)),
    'batch of token instructions': say(TOKEN, [take, take, own], Uint8Array.of(255, 3, 9, 3, ...u64(SOL))),
    'spending approved under Token-2022': say(TOKEN_2022, [take, take, own], Uint8Array.of(4, ...u64(SOL))),
    'transfer with a hook': say(TOKEN_2022, [take, take, take, own], Uint8Array.of(26, 1, ...u64(SOL), 9)),
    'nested account recovered': say(ATA, [take, take, take, take, take, own], Uint8Array.of(2)),
    'lookup table made at the wallet’s cost': say(TABLES, [take, own, own], tag32(0, ...u64(1n), 255)),
    'lookup table extended': say(TABLES, [take, own, own], tag32(2, ...u64(1n), ...key)),
    'lookup table closed': say(TABLES, [take, own, take], tag32(4)),
    'program upgraded': say(LOADER, [take, take, take, take, own], tag32(3)),
    'program authority handed over': say(LOADER, [take, own, take], tag32(4)),
    'program closed': say(LOADER, [take, take, own], tag32(5)),
    'vote account emptied': say(VOTE, [take, take, own], tag32(3, ...u64(SOL))),
    'vote authority handed over': say(VOTE, [take, own], tag32(1, ...key, ...tag32(1))),
    'signatures bought, ed25519': say(
      'Ed25519SigVerify111111111111111111111111111',
      [],
      Uint8Array.of(255, 0),
    ),
    'signatures bought, secp256k1': say(
      'KeccakSecp256k11111111111111111111111111111',
      [],
      Uint8Array.of(255),
    ),
    'signatures bought, secp256r1': say(
      'Secp256r1SigVerify1111111111111111111111111',
      [],
      Uint8Array.of(8, 0),
    ),
    'the wallet as a program’s caller': say(stranger, [own], Uint8Array.of(0)),
  };
}

describeAttacks('a hostile router that asks for one thing more', (getKit) => {
  for (const kind of KINDS) {
    test(`${kind}: whatever the wallet's signature could be used for beside`, async () => {
      const { world, wallet, stranger, createAsk, editInstructions, withWritable } = getKit();
      const subject = await world.subject(await withWritable(createAsk(kind), stranger));
      const demands = Object.entries(listDemands(wallet.address, stranger));
      assert.ok(demands.length >= 40);
      // In turn before and after what was asked for; the next kind has each in its other place.
      for (const [i, [what, demand]] of demands.entries()) {
        const isFirst = (i + KINDS.indexOf(kind)) % 2 === 0;
        const edited = await editInstructions(createAsk(kind), (all) =>
          isFirst ? [demand, ...all] : [...all, demand],
        );
        assertRefused({ ...subject, ...(await world.read(edited)) }, 'shape', `${kind}: ${what}`);
      }
    });

    test(`${kind}: a bid that no budget has room for`, async () => {
      const { world, createAsk, editInstructions } = getKit();
      const ask = createAsk(kind);
      const subject = await world.subject(ask);
      const withBudget = async (...budget: readonly Uint8Array[]) => {
        const edited = await editInstructions(ask, (all) => [
          ...budget.map((data) => declare(BUDGET, [], data)),
          ...all.filter(({ programAddress }) => programAddress !== BUDGET),
        ]);
        return { ...subject, ...(await world.read(edited)) };
      };
      const price = (value: bigint) => Uint8Array.of(3, ...u64(value));
      const limit = (units: number) => Uint8Array.of(2, ...new Uint8Array(Uint32Array.of(units).buffer));
      const huge = price(2n ** 64n - 1n);
      for (const [what, budget] of Object.entries({
        'the highest price there is': [huge],
        'the highest price at one unit': [limit(1), huge],
        'a limit over the ledger’s': [limit(2 ** 32 - 1), price(1n)],
        'two prices, the dear one last': [price(1n), huge],
        'two prices, the dear one first': [huge, price(1n)],
        'the deprecated request of units and fee': [Uint8Array.of(0, 1, 0, 0, 0, 255, 255, 255, 255)],
      })) {
        assertRefused(await withBudget(...budget), 'fee', what);
      }
    });

    test(`${kind}: the bid of a message of version 1, in its header or beside it`, async () => {
      const { world, createAsk, editInstructions } = getKit();
      const subject = await world.subject(createAsk(kind));
      const config = { unitLimit: undefined, loadedDataLimit: undefined, heapSize: undefined };
      const dear = await editInstructions(createAsk(kind), (all) =>
        all.map((one) =>
          one.programAddress === BUDGET && one.data[0] === 3
            ? withData(one, () => Uint8Array.of(3, ...u64(2n ** 60n)))
            : one,
        ),
      );
      for (const [source, priorityFee] of [
        [createAsk(kind), SOL],
        [dear, undefined],
      ] as const) {
        const { transaction } = await world.read(source);
        const message = { ...transaction.message, version: 1 as const, config: { ...config, priorityFee } };
        assertRefused({ ...subject, transaction: { ...transaction, message } }, 'fee', kind);
      }
    });
  }

  test('an account listed twice, in the message or by a lookup table', async () => {
    const { world, createAsk } = getKit();
    const { transaction } = await world.read(createAsk('stake'));
    const { message } = transaction;
    const [payer] = message.keys;
    assert.ok(payer);
    const twice = { ...message, keys: [...message.keys, payer] };
    assert.throws(() => resolveAccounts(twice, new Map()), /twice/);
    const table = decodeKey(DEPLOYMENT.usdcVault);
    const lookup = (...writable: readonly number[]) => ({
      ...message,
      lookups: [{ table, writable: Uint8Array.from(writable), readonly: new Uint8Array() }],
    });
    const held = [DEPLOYMENT.usdcVault, createAsk('stake').request.wallet];
    const tables = new Map([[DEPLOYMENT.usdcVault, held]]);
    assert.doesNotThrow(() => resolveAccounts(lookup(0), tables));
    assert.throws(() => resolveAccounts(lookup(0, 0), tables), /twice/);
    assert.throws(() => resolveAccounts(lookup(1), tables), /twice/);
    // A table that has not been extended so far yet, or is another one by the time.
    assert.throws(() => resolveAccounts(lookup(2), tables), /unknown/);
    assert.throws(() => resolveAccounts(lookup(0), new Map()), /unknown/);
  });

  test('headers that say one thing to us and another to the ledger', async () => {
    const { createAsk } = getKit();
    const wire = Uint8Array.from(Buffer.from(createAsk('stake').transaction, 'base64'));
    const at = 65;
    const edit = (...writes: readonly (readonly [number, number])[]) => {
      const bytes = Uint8Array.from(wire);
      for (const [offset, value] of writes) bytes[at + offset] = value;
      return bytes;
    };
    assert.doesNotThrow(() => readTransaction(wire));
    for (const [what, bytes] of Object.entries({
      'version 2': edit([0, 0x82]),
      'version 127': edit([0, 0xff]),
      'version 1 behind its signatures': edit([0, 0x81]),
      'no signer': edit([1, 0]),
      'a signer more than signatures': edit([1, 2]),
      'a payer that is only read': edit([2, 1]),
      'more readonly accounts than there are': edit([3, 255]),
      'a count of keys in two bytes': Uint8Array.of(
        ...wire.subarray(0, at + 4),
        (wire[at + 4] ?? 0) | 0x80,
        0,
        ...wire.subarray(at + 5),
      ),
    })) {
      assert.throws(() => readTransaction(bytes), { name: 'MalformedMessage' }, what);
    }
  });
});
