import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  INFINITY_PROGRAM,
  JUPITER_PROGRAM,
  MARKET_PROGRAM,
  STAKEDEX_PROGRAM,
  UNSTAKE_PROGRAM,
} from '../bytes/address.ts';
import { encodeParsedInstruction } from '../simulation.ts';
import type { InnerInstruction } from '../verification.ts';
import { ASSOCIATED, at, ME, mayInvoke, OTHER } from './inner.world.ts';
import { checkInnerInstructions } from './instructions.ts';
import { key, RASOL, STAKE, SYSTEM, sceneOf, swapStep, TOKEN, text } from './rules.world.ts';

suite('another program that is handed the wallet', () => {
  const call = (program: string) => ({ program, accounts: [OTHER, ME], data: Uint8Array.of(1) });
  const UNLISTED = text(key(77));

  test('is listed, or the same again', () => {
    assert.ok(mayInvoke('swap-in', call(text(MARKET_PROGRAM))));
    assert.ok(mayInvoke('swap-in', call(text(key(9)))), 'itself');
    assert.ok(!mayInvoke('swap-in', call(UNLISTED)));
    assert.ok(!mayInvoke('swap-in', call(text(INFINITY_PROGRAM))), 'the deployment does not list it');
  });

  test('may be the reserve where the router’s program pays by it', () => {
    assert.ok(mayInvoke('swap-in', call(text(UNSTAKE_PROGRAM)), { program: STAKEDEX_PROGRAM }));
    assert.ok(!mayInvoke('swap-in', call(text(UNSTAKE_PROGRAM))));
    assert.ok(!mayInvoke('swap-in', call(UNLISTED), { program: STAKEDEX_PROGRAM }));
  });

  test('may be any where the aggregator swaps, but none of the ledger’s own', () => {
    const program = JUPITER_PROGRAM;
    assert.ok(mayInvoke('swap-in', call(UNLISTED), { program }));
    for (const native of [SYSTEM, TOKEN, STAKE, ASSOCIATED])
      assert.ok(!mayInvoke('swap-in', call(native), { program }));
  });

  test('is never one of those that the wallet has no business with', () => {
    for (const program of [
      'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
      'Vote111111111111111111111111111111111111111',
      'AddressLookupTab1e1111111111111111111111111',
      'ComputeBudget111111111111111111111111111111',
    ])
      assert.ok(!mayInvoke('swap-in', call(program), { program: JUPITER_PROGRAM }), program);
  });
});

suite('what a node prints by names', () => {
  const printed = (programId: string, type: string, info: object) =>
    encodeParsedInstruction({ programId, parsed: { type, info } });

  test('is refused where no rule knows it, and the wallet stands anywhere in it', () => {
    for (const [program, type, info] of [
      [STAKE, 'authorizeWithSeed', { stakeAccount: OTHER, authorityBase: ME, newAuthorized: OTHER }],
      [SYSTEM, 'transferWithSeed', { source: OTHER, sourceBase: ME, destination: OTHER, lamports: 1 }],
      [TOKEN, 'approve', { source: at(RASOL.account), delegate: OTHER, owner: ME, amount: '1' }],
      [ASSOCIATED, 'recoverNested', { nestedSource: OTHER, destination: at(RASOL.account), wallet: ME }],
      [
        'Vote111111111111111111111111111111111111111',
        'withdraw',
        { voteAccount: OTHER, withdrawAuthority: ME },
      ],
    ] as const)
      assert.ok(!mayInvoke('swap-in', printed(program, type, info)), type);
  });

  test('is refused where the wallet is one of the signers of a multisig', () => {
    const info = { source: OTHER, destination: OTHER, multisigAuthority: OTHER, amount: '1' };
    assert.ok(mayInvoke('swap-out', printed(TOKEN, 'transfer', { ...info, signers: [OTHER] })));
    assert.ok(!mayInvoke('swap-out', printed(TOKEN, 'transfer', { ...info, signers: [OTHER, ME] })));
  });
});

suite('what is told of a simulation', () => {
  const quiet = { program: OTHER, accounts: [OTHER], data: Uint8Array.of(1) };
  const judge = (inner: readonly (readonly [number, readonly InnerInstruction[]])[]) => {
    const [swap, limit] = [swapStep(), { letter: 'L', step: { ...swapStep().step, index: 2 } } as const];
    const { scene, shape, roles } = sceneOf('swap-in', { read: [swap, limit], inner });
    return checkInnerInstructions(scene, shape, roles);
  };

  test('is something for each swap', () => {
    assert.deepEqual(judge([[0, [quiet]]]), []);
    for (const inner of [[], [[0, []]]] as const)
      assert.deepEqual(judge(inner), [
        { rule: 'evidence', detail: 'Instruction 0 is said to invoke nothing.' },
      ]);
  });

  test('is of instructions that there are', () => {
    const [found, ...others] = judge([
      [0, [quiet]],
      [2, [quiet]],
    ]);
    assert.deepEqual(others, []);
    assert.equal(found?.rule, 'evidence');
    assert.match(found?.detail ?? '', /instruction 2, which there is not/);
  });

  test('is judged to the last of them', () => {
    const bad = { program: text(key(77)), accounts: [ME], data: Uint8Array.of(7) };
    assert.equal(judge([[0, [quiet, quiet, bad]]])[0]?.rule, 'inner-instruction');
    assert.match(judge([[0, [bad]]])[0]?.detail ?? '', /with tag 7/);
  });
});
