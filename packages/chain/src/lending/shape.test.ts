import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import {
  AccountRole,
  type Address,
  type AddressesByLookupTableAddress,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  compressTransactionMessageUsingAddressLookupTables,
  createNoopSigner,
  createTransactionMessage,
  getAddressDecoder,
  getTransactionEncoder,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import { bracketFlashLoan, findFlashLoanFault } from './flash-loan.ts';
import { getMarginfiAccountInitializePdaInstruction } from './generated/instructions/index.ts';
import { MARGINFI_PROGRAM_ADDRESS } from './generated/programs/index.ts';

// The redemption transaction as it was measured: what it holds, and how large it is with a lookup table and without.

type Row = { n: number; program: string; dataBytes: number; accounts: string[] };
type Measured = {
  variant: string;
  ixs: number;
  endIndex: number;
  unique: number;
  noLut: number;
  shareable: number;
  sharedLutBytes: number;
};

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../fixtures/lending/${name}.json`, import.meta.url), 'utf8'));
const rows: Row[] = read('shape-full');
const measured: Measured[] = read('shape');

const KNOWN: Readonly<Record<string, string>> = {
  'marginfi program': MARGINFI_PROGRAM_ADDRESS,
  'system program': '11111111111111111111111111111111',
  'instructions sysvar': 'Sysvar1nstructions1111111111111111111111111',
};

function key(name: string): Address {
  return (KNOWN[name] ?? getAddressDecoder().decode(createHash('sha256').update(name).digest())) as Address;
}

function toInstruction({ program, dataBytes, accounts }: Row): Instruction {
  return {
    programAddress: key(program),
    data: new Uint8Array(dataBytes),
    accounts: accounts.map((text) => {
      const [, name = '', role = ''] = /^(.*) (\w+)$/.exec(text) ?? [];
      return { address: key(name), role: AccountRole[role as keyof typeof AccountRole] };
    }),
  };
}

function row(n: number): Instruction {
  const found = rows[n];
  assert.ok(found);
  return toInstruction(found);
}

const wallet = createNoopSigner(key('wallet'));
const price: Instruction = {
  programAddress: key('ComputeBudget111111111111111111111111111111'),
  data: new Uint8Array(9),
};
const initialize = getMarginfiAccountInitializePdaInstruction({
  marginfiGroup: key('mfi group'),
  marginfiAccount: key('user marginfi account PDA'),
  authority: wallet,
  feePayer: wallet,
  accountIndex: 0,
  thirdPartyId: null,
});

function build(parts: readonly string[], moreAccounts = 0): readonly Instruction[] {
  const before = [
    row(0),
    ...(parts.includes('price') ? [price] : []),
    row(1),
    ...(parts.includes('raATA') ? [row(2)] : []),
    ...(parts.includes('init') ? [initialize] : []),
  ];
  const vault = row(6);
  const added = Array.from({ length: moreAccounts }, (_, i) => ({
    address: key(`more ${i}`),
    role: AccountRole.READONLY,
  }));
  return bracketFlashLoan({
    group: key('mfi group'),
    marginfiAccount: key('user marginfi account PDA'),
    authority: wallet,
    bank: key('mfi SOL bank'),
    liquidityVault: key('mfi SOL liquidity vault'),
    bankLiquidityVaultAuthority: key('mfi SOL vault authority'),
    tokenAccount: key('user wSOL ATA'),
    tokenProgram: key('token program'),
    amount: 1n,
    before,
    inside: [{ ...vault, accounts: [...(vault.accounts ?? []), ...added] }, row(7)],
  });
}

/** What belongs to one wallet cannot be in a table that all share, nor can programs that are invoked. */
const OWN = ['wallet', 'user wSOL ATA', 'user raSOL ATA', 'user LP ATA', 'user marginfi account PDA'].map(
  key,
);

function measure(instructions: readonly Instruction[]) {
  const invoked = new Set(instructions.map(({ programAddress }) => programAddress));
  const named = instructions.flatMap(({ accounts = [] }) => accounts.map(({ address }) => address));
  const unique = new Set([...invoked, ...named]);
  const shareable = [...unique].filter((each) => !invoked.has(each) && !OWN.includes(each));
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (m) => setTransactionMessageFeePayer(wallet.address, m),
    (m) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: key('blockhash') as string as Blockhash, lastValidBlockHeight: 1n },
        m,
      ),
    (m) => appendTransactionMessageInstructions(instructions, m),
  );
  const tables: AddressesByLookupTableAddress = { [key('table')]: shareable };
  const getSize = (m: Parameters<typeof compileTransaction>[0]) =>
    getTransactionEncoder().encode(compileTransaction(m)).length;
  return {
    unique: unique.size,
    shareable: shareable.length,
    noLut: getSize(message),
    sharedLutBytes: getSize(compressTransactionMessageUsingAddressLookupTables(message, tables)),
  };
}

suite('the redemption transaction has the measured shape', () => {
  test('the bracket is the recorded one, account by account', () => {
    const made = build(['raATA', 'init']);
    assert.equal(rows.length, 10);
    assert.equal(made.length, rows.length);
    for (const [n, expected] of rows.map(toInstruction).entries()) {
      const { programAddress, data, accounts = [] } = made[n] ?? {};
      assert.equal(programAddress, expected.programAddress);
      assert.equal(data?.length, expected.data?.length);
      assert.deepEqual(
        accounts.map(({ address, role }) => ({ address, role })),
        expected.accounts,
      );
    }
  });

  const variants = measured.filter(({ variant }) => /^inf/.test(variant) && !/close/.test(variant));
  assert.equal(variants.length, 9);
  for (const each of variants) {
    test(each.variant, () => {
      const [parts = '', more] = each.variant.split(', ');
      const made = build(parts.split('+'), Number.parseInt(more ?? '0', 10));
      assert.equal(made.length, each.ixs);
      assert.equal(made.length - 1, each.endIndex);
      const start = made.findIndex((_, i) => made[i + 1]?.data?.[0] === 4 && made[i]?.data?.[0] === 14);
      assert.equal(findFlashLoanFault(made, start), undefined);
      const { unique, shareable, noLut, sharedLutBytes } = each;
      assert.deepEqual(measure(made), { unique, shareable, noLut, sharedLutBytes });
      assert.ok(sharedLutBytes <= 1232 && unique <= 64);
    });
  }
});
