import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { suite, test } from 'node:test';
import { type Address, createNoopSigner, getAddressDecoder, type Instruction } from '@solana/kit';
import { activeBalances, findLendingAccountFault, LENDING_ACCOUNT_FLAGS, wrapI80F48 } from './accounts.ts';
import { bracketFlashLoan, endsWithGroup, type FlashLoanInput, findFlashLoanFault } from './flash-loan.ts';
import type { MarginfiAccount } from './generated/accounts/index.ts';
import {
  getLendingAccountEndFlashloanInstruction,
  getLendingAccountStartFlashloanInstruction,
} from './generated/instructions/index.ts';

function key(name: string): Address {
  return getAddressDecoder().decode(createHash('sha256').update(name).digest());
}

const other: Instruction = { programAddress: key('other program'), accounts: [], data: new Uint8Array(9) };
const loan: FlashLoanInput = {
  group: key('group'),
  marginfiAccount: key('account'),
  authority: createNoopSigner(key('wallet')),
  bank: key('bank'),
  liquidityVault: key('vault'),
  bankLiquidityVaultAuthority: key('vault authority'),
  tokenAccount: key('tokens'),
  tokenProgram: key('token program'),
  amount: 5n,
  before: [other],
  inside: [other, other],
};
const ILLEGAL = { by: 'lending', code: 6038 };

function start(endIndex: bigint): Instruction {
  return getLendingAccountStartFlashloanInstruction({ ...loan, endIndex });
}

const end: Instruction = getLendingAccountEndFlashloanInstruction(loan);

suite('the program starts a bracket', () => {
  for (const before of [0, 1, 3]) {
    for (const inside of [0, 1, 4]) {
      test(`with ${before} instructions before the loan and ${inside} within it`, () => {
        const [fill, hold] = [before, inside].map((count) => Array<Instruction>(count).fill(other));
        const made = bracketFlashLoan({ ...loan, before: fill ?? [], inside: hold ?? [] });
        assert.equal(made.length, before + inside + 4);
        assert.equal(findFlashLoanFault(made, before), undefined);
        assert.equal(findFlashLoanFault([...made, other], before), undefined);
        assert.deepEqual(findFlashLoanFault([other, ...made], before + 1), ILLEGAL);
      });
    }
  }
});

suite('the end of a loan', () => {
  const listKeys = (takesGroup: boolean) =>
    bracketFlashLoan({ ...loan, endsWithGroup: takesGroup })
      .at(-1)
      ?.accounts?.map(({ address }) => address);

  test('takes the group between account and authority where the lender wants it', () => {
    const [account, group, authority] = [key('account'), key('group'), key('wallet')];
    assert.deepEqual(listKeys(false), [account, authority]);
    assert.deepEqual(listKeys(true), [account, group, authority]);
    assert.equal(findFlashLoanFault(bracketFlashLoan({ ...loan, endsWithGroup: true }), 1), undefined);
  });

  for (const [size, takesGroup] of [
    [1_064, false],
    [9_255, false],
    [9_256, true],
    [20_000, true],
  ] as const) {
    test(`${takesGroup ? 'takes' : 'does not take'} it by a group account of ${size} bytes`, () => {
      assert.equal(endsWithGroup({ data: new Uint8Array(size) }), takesGroup);
    });
  }

  test('does not take it where nobody has seen the group', () => {
    assert.equal(endsWithGroup(undefined), false);
  });
});

suite('the program does not start', () => {
  test('where the end is not later', () => {
    assert.deepEqual(findFlashLoanFault([end, start(0n)], 1), ILLEGAL);
    assert.deepEqual(findFlashLoanFault([start(0n), end], 0), ILLEGAL);
  });

  test('where the end is past the last instruction', () => {
    const beyond = { by: 'runtime', error: 'InvalidArgument' };
    assert.deepEqual(findFlashLoanFault([start(2n), end], 0), beyond);
    assert.deepEqual(findFlashLoanFault([start(2n ** 64n - 1n), end], 0), beyond);
  });

  test('where something else stands at the end', () => {
    assert.deepEqual(findFlashLoanFault([start(1n), other], 0), ILLEGAL);
    assert.deepEqual(findFlashLoanFault([start(1n), start(1n)], 0), ILLEGAL);
    assert.deepEqual(findFlashLoanFault([start(1n), { programAddress: end.programAddress }], 0), ILLEGAL);
  });

  test('where the end is of another program or for another account', () => {
    assert.deepEqual(findFlashLoanFault([start(1n), { ...end, programAddress: key('other') }], 0), ILLEGAL);
    const foreign = getLendingAccountEndFlashloanInstruction({ ...loan, marginfiAccount: key('other') });
    assert.deepEqual(findFlashLoanFault([start(1n), foreign], 0), ILLEGAL);
    assert.deepEqual(findFlashLoanFault([start(1n), { ...end, accounts: [] }], 0), ILLEGAL);
  });

  test('what is no start is an error of the caller', () => {
    assert.throws(() => findFlashLoanFault([end, start(0n)], 0), RangeError);
    assert.throws(() => findFlashLoanFault([], 0), RangeError);
  });
});

const slot = (bank: string, assets: bigint, active = 1) => ({
  active,
  bankPk: key(bank),
  bankAssetTag: 0,
  pad0: new Uint8Array(6),
  assetShares: wrapI80F48(assets),
  liabilityShares: wrapI80F48(7n),
  emissionsOutstanding: wrapI80F48(0n),
  lastUpdate: 0n,
  padding: new Uint8Array(8),
});

function account(
  given: Partial<MarginfiAccount> & { balances?: ReturnType<typeof slot>[] } = {},
): MarginfiAccount {
  const { balances = [], ...rest } = given;
  return {
    group: loan.group,
    authority: loan.authority.address,
    accountFlags: 0n,
    lendingAccount: { balances },
    ...rest,
  } as MarginfiAccount;
}

suite('an existing lending account', () => {
  const input = { ...loan, authority: loan.authority.address };

  test('may borrow when it is empty, or has but a debt in the bank', () => {
    assert.equal(findLendingAccountFault(account(), input), undefined);
    const debt = account({ balances: [slot('bank', 0n), slot('elsewhere', 9n, 0)] });
    assert.equal(findLendingAccountFault(debt, input), undefined);
    assert.equal(activeBalances(debt).length, 1);
  });

  test('may not borrow for another wallet or from another group', () => {
    assert.equal(findLendingAccountFault(account({ authority: key('other') }), input), 6042);
    assert.equal(findLendingAccountFault(account({ group: key('other') }), input), 6093);
  });

  test('may not borrow with any barring flag, and may with others', () => {
    for (const accountFlags of Object.values(LENDING_ACCOUNT_FLAGS)) {
      assert.equal(findLendingAccountFault(account({ accountFlags }), input), 6038);
    }
    assert.equal(findLendingAccountFault(account({ accountFlags: 4n | 8n }), input), undefined);
  });

  test('may not have a deposit in the bank or any position elsewhere', () => {
    assert.equal(findLendingAccountFault(account({ balances: [slot('bank', 1n)] }), input), 6021);
    assert.equal(findLendingAccountFault(account({ balances: [slot('elsewhere', 0n)] }), input), 6008);
  });
});
