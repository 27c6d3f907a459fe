import { createHash } from 'node:crypto';
import { VersionedTransaction } from '@solana/web3.js';

/** What a transaction holds, as web3.js reads it: the service compiles with another library. */
export type DecodedTransaction = {
  readonly bytes: number;
  /** Keys of the message and those it takes from tables. */
  readonly accounts: number;
  readonly lookupTables: number;
  readonly signers: readonly string[];
  readonly instructions: readonly {
    readonly program: string;
    readonly name: string;
    readonly data: Buffer;
  }[];
};

const FRAMEWORK_NAMES = [
  'deposit_vault',
  'instant_withdraw_vault',
  'instant_withdraw_strategy',
  'request_withdraw_vault',
  'withdraw_vault',
  'cancel_request_withdraw_vault',
  'direct_withdraw_strategy',
  'marginfi_account_initialize_pda',
  'lending_account_start_flashloan',
  'lending_account_borrow',
  'lending_account_repay',
  'lending_account_end_flashloan',
];
const BY_DISCRIMINATOR = new Map(
  FRAMEWORK_NAMES.map((name) => [
    createHash('sha256').update(`global:${name}`).digest('hex').slice(0, 16),
    name,
  ]),
);
const BY_TAG: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  ComputeBudget111111111111111111111111111111: {
    2: 'setComputeUnitLimit',
    3: 'setComputeUnitPrice',
    4: 'setLoadedAccountsDataSizeLimit',
  },
  ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL: { 1: 'createIdempotent' },
  TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA: { 3: 'transfer' },
  SP12tWFxD9oJsVWNavTTBZvMbA6gkAmxtVgxdqvyvhY: {
    14: 'depositSol',
    25: 'depositSolWithSlippage',
  },
  '76aHTrG9cQyT4smuvtqch5oBt5a9BAWXpJFTKmD7gtJC': { 2: 'swap_exact_out' },
};

/** Decodes a base64 transaction. */
export function decodeTransaction(base64: string): DecodedTransaction {
  const bytes = Buffer.from(base64, 'base64');
  const { message } = VersionedTransaction.deserialize(bytes);
  const keys = message.staticAccountKeys.map((key) => key.toBase58());
  const lookups = message.addressTableLookups;
  const loaded = lookups.flatMap((table) => [...table.writableIndexes, ...table.readonlyIndexes]);
  return {
    bytes: bytes.length,
    accounts: keys.length + loaded.length,
    lookupTables: lookups.length,
    signers: keys.slice(0, message.header.numRequiredSignatures),
    instructions: message.compiledInstructions.map(({ programIdIndex, data }) => {
      const program = keys[programIdIndex] ?? 'unknown';
      return { program, name: findInstructionName(program, Buffer.from(data)), data: Buffer.from(data) };
    }),
  };
}

function findInstructionName(program: string, data: Buffer): string {
  const byTag = BY_TAG[program];
  if (byTag !== undefined) return byTag[data[0] ?? -1] ?? `unknown tag ${data[0]}`;
  return BY_DISCRIMINATOR.get(data.subarray(0, 8).toString('hex')) ?? 'unknown';
}
