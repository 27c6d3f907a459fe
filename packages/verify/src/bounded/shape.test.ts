import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MARKET_PROGRAM, MEMO_PROGRAM, VAULT_PROGRAM } from '../bytes/address.ts';
import type { InstructionFormat } from '../programs/instruction-format.ts';
import {
  DEPOSIT_VAULT,
  DIRECT_WITHDRAW_STRATEGY,
  INSTANT_WITHDRAW_VAULT,
  REQUEST_WITHDRAW_VAULT,
} from '../programs/vault.ts';
import type { BoundedKind, Step } from './intent.ts';
import { sceneOf } from './rules.world.ts';
import { readShape } from './steps.ts';
import { CASES, KINDS, key, u64 } from './steps.world.ts';
import { data, places } from './swaps.world.ts';

/* The order of each kind, a letter for each instruction: see `Letter` in steps.ts. */
const ORDERS: Readonly<Record<BoundedKind, readonly [due: string, refused: string]>> = {
  'swap-in': ['X RX WTYXC SITYXC TYX LPDRWXC', '* XX XR TX YTX SX ISX RRX XCC CX XL MX ZX VX'],
  'swap-out': ['X WX WXC SIXC LPX', '* XX SX WSIX XCC CX XW TYX RX XL MX'],
  'stake-out': ['X ZX ZZX OXX WZXXK SIZXKC LPX', '* ZZZX XZ XXX KX XO OOX XL'],
  'stake-withdrawal': ['X NX XV NXV LPXV', '* XX VX XN XVV NNX WX XL'],
  'vault-deposit': ['X RX MRX RXM MX', '* XX XR MRXM XMM QX CX XL'],
  'vault-withdrawal': ['X RXM EQd ERQddd Qdddddddd MEQd', '* XX Q d EQ Qd9 QQd EX RRX dQ XL Qdddddddddd'],
};

const vaultStep = (
  { tag, accounts }: InstructionFormat,
  ...rest: readonly (number | ArrayLike<number>)[]
) => ({
  program: VAULT_PROGRAM,
  accounts: places(accounts.length),
  data: data(tag, ...rest),
});
const REST: Readonly<Record<string, Omit<Step, 'index'>>> = {
  M: { program: MEMO_PROGRAM, accounts: [], data: Buffer.from('source: x') },
  Q: vaultStep(REQUEST_WITHDRAW_VAULT, u64(5n), 0, 0),
  d: vaultStep(DIRECT_WITHDRAW_STRATEGY, 0),
  9: { program: key(99), accounts: [], data: data(1) },
};
const SWAP = { program: MARKET_PROGRAM, accounts: places(7), data: data(1, u64(5n), u64(4n)) };
const SWAPS: Readonly<Partial<Record<BoundedKind, Omit<Step, 'index'>>>> = {
  'vault-deposit': vaultStep(DEPOSIT_VAULT, u64(5n)),
  'vault-withdrawal': vaultStep(INSTANT_WITHDRAW_VAULT, u64(5n), 0, 0),
};

function stepOf(kind: BoundedKind, letter: string): Omit<Step, 'index'> {
  if (letter === 'X') return SWAPS[kind] ?? SWAP;
  const known = Object.values(CASES).filter((each) => each.letter === letter);
  return REST[letter] ?? known.find(({ kinds }) => kinds.includes(kind)) ?? known[0] ?? assert.fail(letter);
}

for (const kind of KINDS) {
  const judge = (order: string) => {
    const letters = order === '*' ? [] : [...order];
    const steps = letters.map((letter, index) => ({ index, ...stepOf(kind, letter) }));
    return readShape(steps, sceneOf(kind).scene);
  };

  test(`${kind}: instructions stand in the order that is due, each once`, () => {
    const [due, refused] = ORDERS[kind];
    for (const order of due.split(' ')) {
      const shape = judge(order);
      assert.ok('read' in shape, `${order}: ${'detail' in shape ? shape.detail : ''}`);
      assert.equal(shape.read.map(({ letter }) => letter).join(''), order);
    }
    for (const order of refused.split(' ')) {
      const found = judge(order);
      assert.ok('rule' in found, order);
      assert.equal(found.rule, 'shape', order);
    }
  });
}
