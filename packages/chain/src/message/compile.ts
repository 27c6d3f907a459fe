import {
  type Address,
  type AddressesByLookupTableAddress,
  appendTransactionMessageInstructions,
  type Blockhash,
  type CompiledTransactionMessage,
  type CompiledTransactionMessageWithLifetime,
  compileTransactionMessage,
  compressTransactionMessageUsingAddressLookupTables,
  createNoopSigner,
  createTransactionMessage,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import {
  getSetComputeUnitLimitInstruction,
  getSetComputeUnitPriceInstruction,
  getSetLoadedAccountsDataSizeLimitInstruction,
} from '@solana-program/compute-budget';
import { getTransferSolInstruction } from '@solana-program/system';
import { toAddressBytes } from '#address';

/** The limits of a transaction's spending beyond its base fee. */
export type ComputeBudget = {
  /** Compute units the transaction may consume. */
  readonly computeUnitLimit: number;
  /** Micro-lamports per compute unit; the priority fee is limit × price ÷ 10^6, rounded up to a lamport. */
  readonly computeUnitPrice: bigint;
  /** Bytes of accounts that the transaction may load; the ledger's 64 MiB where it is undefined. */
  readonly loadedDataLimit?: number | undefined;
  /** Lamports of the fee payer for a landing service. */
  readonly tip?: { readonly account: Address; readonly lamports: bigint } | undefined;
};

/**
 * Builds the instructions of a compute budget, which stand in front of all others: the limit, the price, the limit of loaded
 * data where there is one, the tip of the fee payer where there is one.
 */
export function getComputeBudgetInstructions(
  budget: ComputeBudget,
  feePayer: Address,
): readonly Instruction[] {
  const { computeUnitLimit, computeUnitPrice, loadedDataLimit: accountDataSizeLimit, tip } = budget;
  const source = createNoopSigner(feePayer);
  return [
    getSetComputeUnitLimitInstruction({ units: computeUnitLimit }),
    getSetComputeUnitPriceInstruction({ microLamports: computeUnitPrice }),
    ...(accountDataSizeLimit === undefined
      ? []
      : [getSetLoadedAccountsDataSizeLimitInstruction({ accountDataSizeLimit })]),
    ...(tip === undefined
      ? []
      : [unsigned(getTransferSolInstruction({ source, destination: tip.account, amount: tip.lamports }))]),
  ];
}

// Signers travel beside a message, not in it.
function unsigned({
  programAddress,
  accounts,
  data,
}: ReturnType<typeof getTransferSolInstruction>): Instruction {
  return { programAddress, accounts: accounts.map(({ address, role }) => ({ address, role })), data };
}

/**
 * Compiles instructions into the bytes that are signed, in the legacy format, with the compute budget in front.
 *
 * @throws {SolanaError} when a program is named as fee payer or as a writable account.
 */
export function compileMessage(input: MessageInput & { readonly budget: ComputeBudget }): Uint8Array {
  const { feePayer, blockhash, budget, instructions } = input;
  return compileLegacyMessage({
    feePayer,
    blockhash,
    instructions: [...getComputeBudgetInstructions(budget, feePayer), ...instructions],
  });
}

/**
 * Compiles instructions, those of the compute budget among them, in the legacy format, which every wallet and hardware signer
 * reads.
 *
 * @throws {SolanaError} when a program is named as fee payer or as a writable account.
 */
export function compileLegacyMessage(input: MessageInput): Uint8Array {
  return encodeMessage(layOutMessage(input));
}

/**
 * Compiles instructions, those of the compute budget among them, in version 0, with every account that a lookup
 * table holds taken from there: never a signer, and never a program that is invoked.
 *
 * @param tables - what each table holds.
 * @throws {SolanaError} when a program is named as fee payer, or more than 64 accounts are named.
 */
export function compileMessageWithTables(
  input: MessageInput,
  tables: AddressesByLookupTableAddress,
): Uint8Array {
  return encodeMessage(layOutMessage(input, tables));
}

/**
 * Lays out accounts and instructions of a message, by kit's compiler.
 *
 * @param tables - what each lookup table holds, for a message of version 0; without them it is a legacy message.
 */
export function layOutMessage(input: MessageInput, tables?: AddressesByLookupTableAddress): CompiledMessage {
  const { feePayer, blockhash, instructions } = input;
  // The height only guides kit's own sender; it is not part of the bytes.
  const lifetime = { blockhash, lastValidBlockHeight: 0n };
  if (tables === undefined) {
    return compileTransactionMessage(
      pipe(
        createTransactionMessage({ version: 'legacy' }),
        (m) => setTransactionMessageFeePayer(feePayer, m),
        (m) => setTransactionMessageLifetimeUsingBlockhash(lifetime, m),
        (m) => appendTransactionMessageInstructions(instructions, m),
      ),
    );
  }
  return compileTransactionMessage(
    pipe(
      createTransactionMessage({ version: 0 }),
      (m) => setTransactionMessageFeePayer(feePayer, m),
      (m) => setTransactionMessageLifetimeUsingBlockhash(lifetime, m),
      (m) => appendTransactionMessageInstructions(instructions, m),
      (m) => compressTransactionMessageUsingAddressLookupTables(m, tables),
    ),
  );
}

export type MessageInput = {
  readonly feePayer: Address;
  readonly blockhash: Blockhash;
  readonly instructions: readonly Instruction[];
};

const VERSION_0 = 0x80;

/** A message that kit has compiled, of one of the versions that are built here. */
export type CompiledMessage = Extract<CompiledTransactionMessage, { version: 0 | 'legacy' }> &
  CompiledTransactionMessageWithLifetime;

/**
 * Encodes a compiled message into the bytes that are signed, as kit's encoder does in ten times the time.
 *
 * Source: the formats `legacy` and `v0` of Solana's documentation of transactions.
 */
export function encodeMessage(message: CompiledMessage): Uint8Array {
  const { header, staticAccounts, lifetimeToken, instructions } = message;
  const parts: (Uint8Array | readonly number[])[] = [
    message.version === 0 ? [VERSION_0] : [],
    [header.numSignerAccounts, header.numReadonlySignerAccounts, header.numReadonlyNonSignerAccounts],
    toCompactLength(staticAccounts.length),
    ...staticAccounts.map(toAddressBytes),
    toAddressBytes(lifetimeToken),
    toCompactLength(instructions.length),
  ];
  for (const { programAddressIndex, accountIndices = [], data } of instructions) {
    parts.push([programAddressIndex], toCompactLength(accountIndices.length), accountIndices);
    parts.push(toCompactLength(data?.length ?? 0), new Uint8Array(data ?? []));
  }
  if (message.version === 0) {
    const lookups = message.addressTableLookups ?? [];
    parts.push(toCompactLength(lookups.length));
    for (const { lookupTableAddress, writableIndexes, readonlyIndexes } of lookups) {
      parts.push(toAddressBytes(lookupTableAddress));
      for (const indexes of [writableIndexes, readonlyIndexes])
        parts.push(toCompactLength(indexes.length), indexes);
    }
  }
  return joinParts(parts);
}

/** Writes a length in the compact form: seven bits a byte, low ones first, the high bit set on all but the last. */
function toCompactLength(length: number): readonly number[] {
  return length < 0x80 ? [length] : [(length & 0x7f) | 0x80, ...toCompactLength(length >> 7)];
}

function joinParts(parts: readonly (Uint8Array | readonly number[])[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((size, { length }) => size + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
