import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  type AccountMeta,
  AccountRole,
  type Address,
  createNoopSigner,
  getAddressDecoder,
  type Instruction,
  type InstructionWithAccounts,
  type InstructionWithData,
  type ReadonlyUint8Array,
} from '@solana/kit';
import * as client from './index.ts';
import type { ParsedStakePoolInstruction } from './instructions.ts';

const CLOCK = 'SysvarC1ock11111111111111111111111111111111';
const HISTORY = 'SysvarStakeHistory1111111111111111111111111';
const STAKE_PROGRAM = 'Stake11111111111111111111111111111111111111';
const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const SYSTEM_PROGRAM = '11111111111111111111111111111111';

const NAMES = [
  'stakePool',
  'validatorList',
  'withdrawAuthority',
  'depositAuthority',
  'reserveStake',
  'managerFeeAccount',
  'poolMint',
  'destinationTokenAccount',
  'referrerTokenAccount',
  'sourceTokenAccount',
  'lamportReceiver',
  'depositedStake',
  'validatorStake',
  'stakeToSplit',
  'newStake',
  'newStakeAuthority',
  'fundingAccount',
  'tokenOwner',
  'solDepositAuthority',
  'solWithdrawAuthority',
] as const;
const keys = Object.fromEntries(
  NAMES.map((name, i) => [name, getAddressDecoder().decode(new Uint8Array(32).fill(i + 1))]),
) as Record<(typeof NAMES)[number], Address>;
const nameByKey = new Map(Object.entries(keys).map(([name, key]) => [key as string, name]));
const { solDepositAuthority: _, solWithdrawAuthority: __, ...given } = keys;
const input = {
  ...given,
  fundingAccount: createNoopSigner(keys.fundingAccount),
  tokenOwner: createNoopSigner(keys.tokenOwner),
};

type Account = readonly [name: string, role: AccountRole];

/** What an account may be in an instruction, by the sign behind its name: written, signing, or both. */
const ROLES = [
  AccountRole.READONLY,
  AccountRole.WRITABLE,
  AccountRole.READONLY_SIGNER,
  AccountRole.WRITABLE_SIGNER,
];
const SIGNS = ['', '*', '!', '*!'];
const PROGRAMS: Readonly<Record<string, string>> = {
  clock: CLOCK,
  history: HISTORY,
  stakeProgram: STAKE_PROGRAM,
  tokenProgram: TOKEN_PROGRAM,
  systemProgram: SYSTEM_PROGRAM,
};

/** Reads a list of accounts as the program documents them. */
function list(text: string): readonly Account[] {
  return text
    .trim()
    .split(/\s+/)
    .map((word): Account => {
      const [, name = '', sign = ''] = /^(\w+)(\*?!?)$/.exec(word) ?? [];
      return [PROGRAMS[name] ?? name, ROLES[SIGNS.indexOf(sign)] ?? assert.fail(word)];
    });
}

const DEPOSIT_SOL = list(`
  stakePool* withdrawAuthority reserveStake* fundingAccount*! destinationTokenAccount* managerFeeAccount*
  referrerTokenAccount* poolMint* systemProgram tokenProgram`);
const WITHDRAW_SOL = list(`
  stakePool* withdrawAuthority tokenOwner! sourceTokenAccount* reserveStake* lamportReceiver* managerFeeAccount*
  poolMint* clock history stakeProgram tokenProgram`);
const DEPOSIT_STAKE = list(`
  stakePool* validatorList* depositAuthority withdrawAuthority depositedStake* validatorStake* reserveStake*
  destinationTokenAccount* managerFeeAccount* referrerTokenAccount* poolMint* clock history tokenProgram stakeProgram`);
const WITHDRAW_STAKE = list(`
  stakePool* validatorList* withdrawAuthority stakeToSplit* newStake* newStakeAuthority tokenOwner!
  sourceTokenAccount* managerFeeAccount* poolMint* clock tokenProgram stakeProgram`);

const A = 0x0102030405060708n;
const B = 9n;
const A_HEX = '0807060504030201';
const B_HEX = '0900000000000000';

type Row = {
  built: Instruction &
    InstructionWithAccounts<readonly AccountMeta[]> &
    InstructionWithData<ReadonlyUint8Array>;
  accounts: readonly Account[];
  hex: string;
  data: object;
};
const rows: Record<ParsedStakePoolInstruction['instructionType'], Row> = {
  UpdateValidatorListBalance: {
    built: client.getUpdateValidatorListBalanceInstruction({
      ...input,
      startIndex: 258,
      noMerge: true,
      stakes: [keys.validatorStake, keys.newStake],
    }),
    accounts: list(`
      stakePool withdrawAuthority validatorList* reserveStake* clock history stakeProgram validatorStake* newStake*`),
    hex: '060201000001',
    data: { startIndex: 258, noMerge: true },
  },
  UpdateStakePoolBalance: {
    built: client.getUpdateStakePoolBalanceInstruction(input),
    accounts: list(`
      stakePool* withdrawAuthority validatorList* reserveStake managerFeeAccount* poolMint* tokenProgram`),
    hex: '07',
    data: {},
  },
  CleanupRemovedValidatorEntries: {
    built: client.getCleanupRemovedValidatorEntriesInstruction(input),
    accounts: list('stakePool* validatorList*'),
    hex: '08',
    data: {},
  },
  DepositStake: {
    built: client.getDepositStakeInstruction(input),
    accounts: DEPOSIT_STAKE,
    hex: '09',
    data: {},
  },
  WithdrawStake: {
    built: client.getWithdrawStakeInstruction({ ...input, poolTokens: A }),
    accounts: WITHDRAW_STAKE,
    hex: `0a${A_HEX}`,
    data: { poolTokens: A },
  },
  DepositSol: {
    built: client.getDepositSolInstruction({ ...input, lamports: A }),
    accounts: DEPOSIT_SOL,
    hex: `0e${A_HEX}`,
    data: { lamports: A },
  },
  WithdrawSol: {
    built: client.getWithdrawSolInstruction({ ...input, poolTokens: A }),
    accounts: WITHDRAW_SOL,
    hex: `10${A_HEX}`,
    data: { poolTokens: A },
  },
  DepositStakeWithSlippage: {
    built: client.getDepositStakeWithSlippageInstruction({ ...input, minimumPoolTokens: B }),
    accounts: DEPOSIT_STAKE,
    hex: `17${B_HEX}`,
    data: { minimumPoolTokens: B },
  },
  WithdrawStakeWithSlippage: {
    built: client.getWithdrawStakeWithSlippageInstruction({ ...input, poolTokens: A, minimumLamports: B }),
    accounts: WITHDRAW_STAKE,
    hex: `18${A_HEX}${B_HEX}`,
    data: { poolTokens: A, minimumLamports: B },
  },
  DepositSolWithSlippage: {
    built: client.getDepositSolWithSlippageInstruction({ ...input, lamports: A, minimumPoolTokens: B }),
    accounts: DEPOSIT_SOL,
    hex: `19${A_HEX}${B_HEX}`,
    data: { lamports: A, minimumPoolTokens: B },
  },
  WithdrawSolWithSlippage: {
    built: client.getWithdrawSolWithSlippageInstruction({ ...input, poolTokens: A, minimumLamports: B }),
    accounts: WITHDRAW_SOL,
    hex: `1a${A_HEX}${B_HEX}`,
    data: { poolTokens: A, minimumLamports: B },
  },
};

function metas(accounts: readonly AccountMeta[]) {
  return accounts.map(({ address, role }) => [nameByKey.get(address) ?? address, role]);
}

for (const [type, { built, accounts, hex, data }] of Object.entries(rows)) {
  suite(type, () => {
    test('has the accounts, roles and bytes of the program', () => {
      assert.equal(built.programAddress, client.STAKE_POOL_PROGRAM_ADDRESS);
      assert.deepEqual(metas(built.accounts), accounts);
      assert.equal(Buffer.from(built.data).toString('hex'), hex);
    });

    test('is read back with its accounts by name', () => {
      const parsed: ParsedStakePoolInstruction = client.parseStakePoolInstruction(built);
      assert.equal(parsed.instructionType, type);
      const { discriminator: _tag, ...rest } = parsed.data;
      assert.deepEqual(rest, data);
      const named = Object.entries(parsed.accounts as Record<string, AccountMeta | undefined>);
      for (const [name, meta] of named) {
        if (meta && name in keys) assert.equal(nameByKey.get(meta.address), name);
      }
      assert.equal(
        named.filter(([, meta]) => meta !== undefined).length + parsed.remainingAccounts.length,
        accounts.length,
      );
    });

    test('is refused when bytes or accounts are missing, or bytes are too many', () => {
      const cut = { ...built, data: built.data.slice(0, -1) };
      const long = { ...built, data: Uint8Array.of(...built.data, 0) };
      const few = { ...built, accounts: built.accounts.slice(0, type.startsWith('UpdateV') ? 6 : -1) };
      for (const wrong of [cut, long, few]) assert.throws(() => client.parseStakePoolInstruction(wrong));
    });
  });
}

test('a pool with authorities for SOL gets them as signers at the end', () => {
  const solDepositAuthority = createNoopSigner(keys.solDepositAuthority);
  const deposit = client.getDepositSolInstruction({ ...input, solDepositAuthority, lamports: A });
  assert.deepEqual(metas(deposit.accounts), [...DEPOSIT_SOL, ...list('solDepositAuthority!')]);
  assert.equal(
    client.parseDepositSolInstruction(deposit).accounts.solDepositAuthority?.address,
    keys.solDepositAuthority,
  );

  const solWithdrawAuthority = createNoopSigner(keys.solWithdrawAuthority);
  const withdrawal = client.getWithdrawSolInstruction({ ...input, solWithdrawAuthority, poolTokens: A });
  assert.deepEqual(metas(withdrawal.accounts), [...WITHDRAW_SOL, ...list('solWithdrawAuthority!')]);
  assert.equal(
    client.parseWithdrawSolInstruction(rows.WithdrawSol.built).accounts.solWithdrawAuthority,
    undefined,
  );
});

test('the deposit authority of a private pool signs', () => {
  const depositAuthority = createNoopSigner(keys.depositAuthority);
  const { accounts } = client.getDepositStakeInstruction({ ...input, depositAuthority });
  assert.deepEqual(metas(accounts).slice(2, 3), list('depositAuthority!'));
});

test('a fork is another program address, and another token program is taken as given', () => {
  const programAddress = client.SANCTUM_STAKE_POOL_PROGRAM_ADDRESS;
  const tokenProgram = keys.newStake;
  const built = client.getDepositSolInstruction({ ...input, tokenProgram, lamports: A }, { programAddress });
  assert.equal(built.programAddress, programAddress);
  assert.equal(client.parseDepositSolInstruction(built).accounts.tokenProgram.address, tokenProgram);
});

test('tags this client does not know, and no data, are not identified', () => {
  for (const bytes of [[], [0], [11], [13], [255]]) {
    assert.throws(() =>
      client.parseStakePoolInstruction({ ...rows.DepositSol.built, data: Uint8Array.from(bytes) }),
    );
  }
});

test('a merge flag that is neither 0 nor 1 is refused, as by the program', () => {
  const { built } = rows.UpdateValidatorListBalance;
  const wrong = { ...built, data: Uint8Array.of(...built.data.slice(0, -1), 2) };
  assert.throws(() => client.parseStakePoolInstruction(wrong));
});
