import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { base58 } from '@scure/base';
import { TOKEN_PROGRAM_ADDRESS } from '@staking-agent/chain/ledger';
import { readMessage } from '@staking-agent/verify';
import { keyOf, writeMessage } from '../../test/message-bytes.ts';
import { describeTransactionFault, readFailure, readShortTransfer } from './failures.ts';

suite('a failure', () => {
  const TOKEN = base58.decode(TOKEN_PROGRAM_ADDRESS);
  const AMOUNT = [1, 0, 0, 0, 0, 0, 0, 0];
  const messageOf = (program: Uint8Array, accounts: readonly number[], tag: number) =>
    readMessage(
      writeMessage(
        [keyOf(1), keyOf(2), keyOf(3), program],
        [{ program: 3, accounts, data: [tag, ...AMOUNT] }],
      ),
    );
  const REQUIREMENT = messageOf(TOKEN, [1, 1, 0], 3);
  const at = (index: unknown, code: unknown) => ({ InstructionError: [index, { Custom: code }] }) as never;

  test('of a balance requirement is told from one of a payment', () => {
    const unmet = readFailure(at(0, 1), null, REQUIREMENT);
    assert.deepEqual(
      [unmet.isRequirement, unmet.program, unmet.instruction, unmet.known?.name, unmet.name],
      [true, TOKEN_PROGRAM_ADDRESS, 0, 'InsufficientFunds', undefined],
    );
    assert.match(unmet.words, /^instruction 0: the account holds less/);
    for (const [fault, message] of [
      [at(0, 1), undefined],
      [at(0, 1), messageOf(TOKEN, [1, 2, 0], 3)],
      [at(0, 1), messageOf(TOKEN, [1, 1, 0], 4)],
      [at(0, 1), messageOf(keyOf(8), [1, 1, 0], 3)],
      [at(0, 2), REQUIREMENT],
      [at(1, 1), REQUIREMENT],
      [at('0', 1), REQUIREMENT],
    ] as const) {
      const { isRequirement, program } = readFailure(fault, null, message);
      assert.deepEqual([isRequirement, program], [false, undefined]);
    }
  });

  test('of the whole transaction is told in words, with the account or the instruction that it names', () => {
    for (const [fault, name, words] of [
      ['AccountInUse', 'AccountInUse', 'account in use'],
      [
        { InsufficientFundsForRent: { account_index: 0 } },
        'InsufficientFundsForRent',
        'insufficient funds for rent of the wallet',
      ],
      [
        { InsufficientFundsForRent: { account_index: 3 } },
        'InsufficientFundsForRent',
        'insufficient funds for rent of account 3',
      ],
      [{ DuplicateInstruction: 4 }, 'DuplicateInstruction', 'duplicate instruction of instruction 4'],
      [{ Other: {} }, 'Other', 'other'],
    ] as const) {
      const failure = readFailure(fault as never, null, undefined);
      assert.deepEqual(failure, {
        instruction: undefined,
        program: undefined,
        known: undefined,
        name,
        isRequirement: false,
        words,
      });
    }
  });

  test('of an instruction is told by its name, its number or the words of its program', () => {
    const tell = (error: unknown, logs: readonly string[] | null) =>
      describeTransactionFault({ InstructionError: [2, error] } as never, logs);
    assert.equal(tell('InvalidAccountData', null), 'instruction 2: invalid account data');
    assert.equal(tell({ Custom: 31 }, null), 'instruction 2: custom program error: 0x1f');
    assert.equal(tell({ BorshIoError: {} }, null), 'instruction 2: borsh io error');
    const P = base58.encode(keyOf(8));
    const failed = `Program ${P} failed: custom program error: 0x1f`;
    assert.equal(tell({ Custom: 31 }, [failed]), 'instruction 2: custom program error: 0x1f');
    const anchor =
      'Program log: AnchorError occurred. Error Code: TooLow. Error Number: 31. Error Message: It is too low.';
    const logs = [`Program ${P} invoke [1]`, anchor, failed];
    assert.equal(
      tell({ Custom: 31 }, logs),
      'instruction 2: custom program error: 0x1f (TooLow: It is too low)',
    );
    assert.equal(
      tell({ Custom: 31 }, [`Program ${P} invoke [1]`, 'Program log: Error: no', failed]),
      'instruction 2: custom program error: 0x1f (no)',
    );
    // What stands before its own invocation, or after its failure, is of others.
    assert.equal(
      tell({ Custom: 31 }, [anchor, `Program ${P} invoke [1]`, failed, `Program ${P} invoke [1]`, anchor]),
      'instruction 2: custom program error: 0x1f',
    );
    assert.equal(tell('Ünknown', ['Program é']).includes('Ü'), false);
    assert.ok(tell('A'.repeat(900), null).length <= 200);
  });

  test('of a transfer says what was left and asked', () => {
    assert.deepEqual(readShortTransfer(['x', 'Transfer: insufficient lamports 5, need 70', 'y']), {
      left: 5n,
      asked: 70n,
    });
    for (const logs of [null, [], ['Transfer: insufficient lamports 5']]) {
      assert.equal(readShortTransfer(logs), undefined);
    }
  });
});
