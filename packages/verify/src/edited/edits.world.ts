import {
  AccountRole,
  type Address,
  address,
  type Blockhash,
  decompileTransactionMessage,
  getCompiledTransactionMessageDecoder,
  type Instruction,
} from '@solana/kit';
import { compileMessageWithTables, getComputeBudgetInstructions } from '@staking-agent/chain/message';
import { STRANGER, TABLES, WALLET } from '../exact/keys.world.ts';
import { BUDGET, type Build, createTransaction } from '../exact/ledger.world.ts';
import { readTransaction, type Transaction } from '../index.ts';

export const LIGHTHOUSE = address('L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95');
export const OLDER_LIGHTHOUSE = address('L1TEVtgA75k273wWz1s6XMmDhQY5i3MwcvKb4VbZzfK');
const MEMO = address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
const COMPUTE_BUDGET = address('ComputeBudget111111111111111111111111111111');
const BLOCKHASH = 'EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N' as Blockhash;
export const NEWER_BLOCKHASH = 'GfVcyD4kkTrj4bKc7WA9sZCin9JDbdT4Zkd3EittNR1W' as Blockhash;

/** An assertion of Lighthouse about two accounts. */
export const assertion = (tag = 4, programAddress: Address = LIGHTHOUSE): Instruction => ({
  programAddress,
  accounts: [
    { address: WALLET, role: AccountRole.READONLY },
    { address: STRANGER, role: AccountRole.READONLY },
  ],
  data: Uint8Array.of(tag, 4, 0, 1, 2, 3),
});

/** A memo that nobody signs. */
export const memo = (text: string): Instruction => ({
  programAddress: MEMO,
  accounts: [],
  data: new TextEncoder().encode(text),
});

/** One instruction of the compute budget. */
export const budget = (...data: readonly number[]): Instruction => ({
  programAddress: COMPUTE_BUDGET,
  data: Uint8Array.from(data),
});

/** Every instruction of a build, its compute budget first. */
export const getAllInstructions = ({ instructions }: Build): readonly Instruction[] => [
  ...getComputeBudgetInstructions(BUDGET),
  ...instructions,
];

/** Compiles a list of instructions as a build, or as what a wallet made of it. */
export function compiled(
  { hasTable }: Pick<Build, 'hasTable'>,
  instructions: readonly Instruction[],
  { blockhash = BLOCKHASH, feePayer = WALLET as Address } = {},
): Transaction {
  const message = compileMessageWithTables(
    { feePayer, blockhash, instructions: [...instructions] },
    hasTable ? TABLES : {},
  );
  return readTransaction(createTransaction(message));
}

/** What a message does besides guards and compute budget, by a reader of its own. */
export function getMeaning({ messageBytes }: Transaction): unknown {
  const message = decompileTransactionMessage(getCompiledTransactionMessageDecoder().decode(messageBytes), {
    addressesByLookupTableAddress: TABLES,
  });
  const guards: readonly string[] = [LIGHTHOUSE, OLDER_LIGHTHOUSE, MEMO, COMPUTE_BUDGET];
  const rest = message.instructions.filter(({ programAddress }) => !guards.includes(programAddress));
  return [
    message.version,
    message.feePayer.address,
    rest.map(({ programAddress, accounts = [], data = [] }) => [
      programAddress,
      accounts.map((account) => [account.address, account.role]),
      [...data],
    ]),
  ];
}
