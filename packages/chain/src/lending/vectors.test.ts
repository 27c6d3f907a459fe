import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { AccountRole, type Address, createNoopSigner, type Instruction } from '@solana/kit';
import * as lending from './index.ts';

// Two encoders agreed on every byte and account of these; fixtures/README.md says which.

type Vectors = {
  inputs: Record<
    'program' | 'group' | 'solBank' | 'wallet' | 'payer' | 'keypairAccount' | 'wsolAta' | 'oracle',
    Address
  >;
  pdas: Record<string, string | [string, number]>;
  instructions: Record<
    string,
    {
      programAddress: string;
      dataHex: string;
      accounts: { address: string; role: keyof typeof AccountRole }[];
    }
  >;
  accountDiscriminators: Record<string, string>;
};

const vectors: Vectors = JSON.parse(
  readFileSync(new URL('../../fixtures/lending/marginfi-instructions.json', import.meta.url), 'utf8'),
);
const { inputs, pdas, instructions } = vectors;

const at = (name: string): Address => {
  const found = pdas[name];
  assert.ok(found);
  return (Array.isArray(found) ? found[0] : found) as Address;
};
const authority = createNoopSigner(inputs.wallet);
const feePayer = createNoopSigner(inputs.payer);
const marginfiAccount = at('account_index0_tp0');
const owned = { marginfiAccount, authority };
const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' as Address;
const market = {
  ...owned,
  group: inputs.group,
  bank: inputs.solBank,
  liquidityVault: at('liquidityVault'),
  bankLiquidityVaultAuthority: at('liquidityVaultAuthority'),
  destinationTokenAccount: inputs.wsolAta,
  signerTokenAccount: inputs.wsolAta,
  tokenProgram,
};
const amount = 1_000_000_000n;

function initializePda(account: string, accountIndex: number, thirdPartyId: number | null): Instruction {
  return lending.getMarginfiAccountInitializePdaInstruction({
    marginfiGroup: inputs.group,
    marginfiAccount: at(account),
    authority,
    feePayer,
    accountIndex,
    thirdPartyId,
  });
}

const end = lending.getLendingAccountEndFlashloanInstruction(owned);
const made: Record<string, Instruction> = {
  marginfi_account_initialize: lending.getMarginfiAccountInitializeInstruction({
    marginfiGroup: inputs.group,
    marginfiAccount: createNoopSigner(inputs.keypairAccount),
    authority,
    feePayer,
  }),
  marginfi_account_initialize_pda_index0_none: initializePda('account_index0_tp0', 0, null),
  marginfi_account_initialize_pda_index7_none: initializePda('account_index7_tp0', 7, null),
  marginfi_account_initialize_pda_index0_some4242: initializePda('account_index0_tp4242', 0, 4242),
  start_flashloan_end9: lending.getLendingAccountStartFlashloanInstruction({ ...owned, endIndex: 9n }),
  end_flashloan_empty: end,
  end_flashloan_one_position: {
    ...end,
    accounts: [
      ...end.accounts,
      { address: inputs.solBank, role: AccountRole.READONLY },
      { address: inputs.oracle, role: AccountRole.READONLY },
    ],
  },
  borrow_1_sol: lending.getLendingAccountBorrowInstruction({ ...market, amount }),
  repay_all: lending.getLendingAccountRepayInstruction({ ...market, amount, repayAll: true }),
  repay_exact_none: lending.getLendingAccountRepayInstruction({ ...market, amount, repayAll: null }),
  repay_exact_false: lending.getLendingAccountRepayInstruction({ ...market, amount, repayAll: false }),
  close_balance: lending.getLendingAccountCloseBalanceInstruction(market),
  account_close: lending.getMarginfiAccountCloseInstruction({ ...owned, feePayer }),
};

suite('instructions are those of the vectors, byte by byte and account by account', () => {
  test('every vector is built', () => {
    assert.deepEqual(Object.keys(made).sort(), Object.keys(instructions).sort());
    assert.equal(Object.keys(made).length, 13);
  });
  for (const [name, expected] of Object.entries(instructions)) {
    test(name, () => {
      const { programAddress, data, accounts = [] } = made[name] ?? {};
      assert.equal(programAddress, expected.programAddress);
      assert.equal(Buffer.from(data ?? []).toString('hex'), expected.dataHex);
      const roles = accounts.map(({ address, role }) => ({ address, role: AccountRole[role] }));
      assert.deepEqual(roles, expected.accounts);
    });
  }
});

const DISCRIMINATORS = {
  marginfi_account_initialize: lending.MARGINFI_ACCOUNT_INITIALIZE_DISCRIMINATOR,
  marginfi_account_initialize_pda: lending.MARGINFI_ACCOUNT_INITIALIZE_PDA_DISCRIMINATOR,
  marginfi_account_close: lending.MARGINFI_ACCOUNT_CLOSE_DISCRIMINATOR,
  lending_account_start_flashloan: lending.LENDING_ACCOUNT_START_FLASHLOAN_DISCRIMINATOR,
  lending_account_end_flashloan: lending.LENDING_ACCOUNT_END_FLASHLOAN_DISCRIMINATOR,
  lending_account_borrow: lending.LENDING_ACCOUNT_BORROW_DISCRIMINATOR,
  lending_account_repay: lending.LENDING_ACCOUNT_REPAY_DISCRIMINATOR,
  lending_account_close_balance: lending.LENDING_ACCOUNT_CLOSE_BALANCE_DISCRIMINATOR,
};

for (const [name, discriminator] of Object.entries(DISCRIMINATORS)) {
  test(`${name} begins with the hash of its name`, () => {
    const hash = createHash('sha256').update(`global:${name}`).digest().subarray(0, 8);
    assert.deepEqual(discriminator, new Uint8Array(hash));
  });
}

test('accounts begin with the hashes of the vectors', () => {
  const hex = (bytes: lending.WrappedI80F48['value']) => Buffer.from(bytes).toString('hex');
  const { FeeState: _, ...expected } = vectors.accountDiscriminators;
  assert.deepEqual(
    {
      Bank: hex(lending.BANK_DISCRIMINATOR),
      MarginfiGroup: hex(lending.MARGINFI_GROUP_DISCRIMINATOR),
      MarginfiAccount: hex(lending.MARGINFI_ACCOUNT_DISCRIMINATOR),
    },
    expected,
  );
});

test('addresses are derived as the vectors have them', async () => {
  const bank = inputs.solBank;
  const seeds = { group: inputs.group, authority: inputs.wallet };
  const { feeState: _, ...expected } = pdas;
  assert.deepEqual(
    {
      liquidityVault: await lending.findBankVaultPda({ bank }),
      liquidityVaultAuthority: await lending.findBankVaultAuthorityPda({ bank }),
      insuranceVault: (await lending.findBankVaultPda({ bank, kind: 'insurance' }))[0],
      feeVault: (await lending.findBankVaultPda({ bank, kind: 'fee' }))[0],
      account_index0_tp0: await lending.findLendingAccountPda(seeds),
      account_index7_tp0: await lending.findLendingAccountPda({ ...seeds, accountIndex: 7 }),
      account_index0_tp4242: await lending.findLendingAccountPda({ ...seeds, thirdPartyId: 4242 }),
    },
    expected,
  );
  const [insurer] = await lending.findBankVaultAuthorityPda({ bank, kind: 'insurance' });
  assert.notEqual(insurer, at('liquidityVaultAuthority'));
  const [elsewhere] = await lending.findBankVaultPda({ bank }, { programAddress: inputs.oracle });
  assert.notEqual(elsewhere, at('liquidityVault'));
});
