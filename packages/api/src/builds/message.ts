import { hash } from 'node:crypto';
import { base58 } from '@scure/base';
import {
  type AccountMeta,
  type Address,
  type AddressesByLookupTableAddress,
  decompileTransactionMessage,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type Instruction,
  isSolanaError,
} from '@solana/kit';
import { toAddress } from '@staking-agent/chain/address';
import { decodeLookupTable } from '@staking-agent/chain/ledger';
import {
  type ComputeBudget,
  compileLegacyMessage,
  compileMessageWithTables,
} from '@staking-agent/chain/message';
import {
  type Evidence,
  MalformedMessage,
  type Message,
  readTransaction,
  type Transaction,
} from '@staking-agent/verify';
import { compareEdited } from '@staking-agent/verify/edited';
import type { Mutation } from '@staking-agent/wire';
import sodium from 'sodium-native';
import { type ProblemError, problem } from '../problems/problem.ts';
import type { Lifetime } from '../upstreams/ledger/blockhash.ts';
import { type LedgerClient, readAccounts } from '../upstreams/ledger/client.ts';
import type { LookupTablesFeed } from '../upstreams/ledger/feeds.ts';

/** Bytes of a message that one signature and its count are put in front of. */
const MESSAGE_SIZE_LIMIT = 1_232 - 65;

/** A message that the wallet pays for and alone signs, before it is compiled. */
export type OwnMessage = {
  readonly wallet: Address;
  readonly lifetime: Lifetime;
  readonly budget: ComputeBudget;
  /** Lists all instructions, those of the budget among them; undefined where the budget takes too many. */
  readonly arrange: (budget: ComputeBudget) => readonly Instruction[] | undefined;
  /** Tables that the message may take accounts from where it is too large without. */
  readonly lookupTables: LookupTablesFeed | undefined;
  /** Tables beside these. */
  readonly furtherTables: AddressesByLookupTableAddress | undefined;
};

/** A compiled message, and the tables that it was compiled with where it is of version 0. */
export type CompiledMessage = {
  readonly message: Uint8Array;
  readonly lookupTables?: Evidence['lookupTables'];
};

/**
 * Compiles a message in the legacy format while that fits, else in version 0 with lookup tables; without the limit of loaded data
 * where there is no room for it.
 *
 * @throws {ProblemError} `upstream_error` when it does not fit with the tables either.
 */
export async function compileOwn(input: OwnMessage): Promise<CompiledMessage> {
  const { wallet, lifetime, budget, arrange, lookupTables, furtherTables } = input;
  for (const each of [budget, { ...budget, loadedDataLimit: undefined }]) {
    const instructions = arrange(each);
    if (instructions === undefined) continue;
    const whole = { feePayer: wallet, blockhash: lifetime.blockhashText, instructions };
    const message = compileLegacyMessage(whole);
    if (fitsMessage(message)) return { message };
    if (lookupTables === undefined) continue;
    const tables = { ...(await lookupTables.get()).addresses, ...furtherTables };
    const shorter = compileMessageWithTables(whole, tables);
    if (fitsMessage(shorter)) return { message: shorter, lookupTables: new Map(Object.entries(tables)) };
  }
  throw problem('LOOKUP_TABLE_TOO_SHORT');
}

function fitsMessage(message: Uint8Array): boolean {
  return message.length <= MESSAGE_SIZE_LIMIT;
}

/** Returns the wallet that pays for a message, base58. */
export function readWallet({ signers }: { readonly signers: readonly Uint8Array[] }): string {
  return base58.encode(signers[0] ?? new Uint8Array());
}

const SIGNATURE_SIZE = 64;
const VERSION_0 = 0x80;
/** First byte of a transaction of version 1, which begins with its message. */
const VERSION_1 = 0x81;

/** Prints a message as a transaction with empty signatures, base64: before the message, in version 1 after it. */
export function printUnsigned(message: Uint8Array): string {
  const [first = 0, second = 0] = message;
  const signers = first === VERSION_0 || first === VERSION_1 ? second : first;
  const signatures = Buffer.alloc(signers * SIGNATURE_SIZE);
  const parts = first === VERSION_1 ? [message, signatures] : [Buffer.of(signers), signatures, message];
  return Buffer.concat(parts).toString('base64');
}

/**
 * Takes the bytes that are signed out of a transaction that is one, signed or not.
 *
 * Up to version 0 a count of signatures in one byte, for none has over a hundred, the signatures, the message; in version 1
 * the message, whose second byte is the count, and the signatures.
 */
export function sliceMessage(transaction: Uint8Array): Uint8Array {
  const [first = 0, second = 0] = transaction;
  if (first !== VERSION_1) return transaction.subarray(1 + first * SIGNATURE_SIZE);
  return transaction.subarray(0, Math.max(transaction.length - second * SIGNATURE_SIZE, 0));
}

/**
 * Decompiles a transaction built by others into its instructions; reads its lookup tables if it has any.
 *
 * @param transaction - base64.
 * @returns its instructions, and the accounts of its lookup tables; undefined where it is no transaction, or a table does not
 *   hold what it takes from there.
 * @throws {UpstreamFault} or {@link UpstreamRefusal} when the ledger does not answer.
 */
export async function takeApart(transaction: string, ports: { readonly ledger: LedgerClient }) {
  try {
    const { messageBytes } = getTransactionDecoder().decode(Buffer.from(transaction, 'base64'));
    const compiled = getCompiledTransactionMessageDecoder().decode(messageBytes);
    const lookups = 'addressTableLookups' in compiled ? (compiled.addressTableLookups ?? []) : [];
    const tables = await readTables(
      lookups.map(({ lookupTableAddress }) => lookupTableAddress),
      ports,
    );
    const { instructions }: { readonly instructions: readonly Instruction[] } = decompileTransactionMessage(
      compiled,
      { addressesByLookupTableAddress: tables },
    );
    return { instructions: instructions.map(unbound), tables };
  } catch (error) {
    if (isSolanaError(error)) return undefined;
    throw error;
  }
}

async function readTables(
  addresses: readonly Address[],
  ports: { readonly ledger: LedgerClient },
): Promise<AddressesByLookupTableAddress> {
  if (addresses.length === 0) return {};
  const read = await readAccounts(addresses, ports);
  return Object.fromEntries(
    addresses.map((table) => [table, decodeLookupTable(read(table))?.keys.map(toAddress) ?? []]),
  );
}

// Where it is put together again, its accounts may come from other tables.
function unbound({ programAddress, accounts = [], data }: Instruction): Instruction {
  return {
    programAddress,
    accounts: accounts.map(({ address, role }): AccountMeta => ({ address, role })),
    ...(data !== undefined && { data }),
  };
}

/** The wallet that pays for a signed transaction, base58. */
export function readFeePayer(base64: string): string {
  return base58.encode(readSignedTransaction(base64).signers[0] ?? new Uint8Array());
}

/** Reads the message of a transaction; undefined where it is of a form that this service does not know. */
export function readMessageOf(base64: string): Message | undefined {
  try {
    return readTransaction(base64).message;
  } catch (error) {
    if (error instanceof MalformedMessage) return undefined;
    throw error;
  }
}

/** Names a message: the bytes that are signed. */
export function hashMessage(message: Uint8Array): string {
  return hash('sha256', message, 'base64url');
}

/** Names the message of a transaction in base64, signed or not. */
export function hashTransactionMessage(transaction: string): string {
  return hashMessage(sliceMessage(Buffer.from(transaction, 'base64')));
}

/** The largest transactions of the ledger: bytes, and characters of their base64. */
const LIMITS = {
  upToVersion0: { bytes: 1_232, characters: 1_644 },
  version1: { bytes: 4_096, characters: 5_464 },
} as const;
/** Characters of base64 that hold the first byte. */
const FIRST_CHARACTERS = 4;

/** A transaction as it came back from the wallet. */
export type SignedTransaction = {
  readonly base64: string;
  /** Base58; the ledger's name for the transaction. */
  readonly signature: string;
  readonly signatures: readonly Uint8Array[];
  readonly message: Uint8Array;
  /** Keys that must have signed, in the order of `signatures`. */
  readonly signers: readonly Uint8Array[];
};

/**
 * Reads a signed transaction: up to version 0 a count, that many signatures of 64 bytes, the message; in version 1 the
 * message, then the signatures.
 *
 * @param base64 - canonical base64 of at most 1232 bytes, of version 1 at most 4096.
 * @throws {ProblemError} `invalid_request` when the bytes are not a transaction the ledger would take.
 */
export function readSignedTransaction(base64: string): SignedTransaction {
  const [first] = Buffer.from(base64.slice(0, FIRST_CHARACTERS), 'base64');
  const limit = first === VERSION_1 ? LIMITS.version1 : LIMITS.upToVersion0;
  if (base64.length > limit.characters) throw problem('TX_TOO_LARGE', { bytes: limit.bytes });
  const bytes = Buffer.from(base64, 'base64');
  // Node's decoder skips what is not base64; only text it would print itself has one reading.
  if (bytes.length === 0 || bytes.toString('base64') !== base64) {
    throw problem('TX_NOT_BASE64');
  }
  const { message, messageBytes, signatures } = readOr('TX_MALFORMED', bytes);
  const [name] = signatures;
  if (name === undefined) throw problem('TX_MALFORMED');
  return {
    base64,
    signature: base58.encode(name),
    signatures,
    message: messageBytes,
    signers: message.keys.slice(0, message.signerCount),
  };
}

/**
 * Checks every signature as strictly as the ledger does, so that a bad one is named and not merely refused.
 *
 * @throws {ProblemError} `upstream_error` with outcome `not_sent`, naming the signer.
 */
export function assertSignaturesHold({ signatures, message, signers }: SignedTransaction): void {
  for (const [i, signer] of signers.entries()) {
    const signature = signatures[i];
    if (signature === undefined || signature.every((byte) => byte === 0)) {
      throw signatureFailed(`${base58.encode(signer)} has not signed`);
    }
    if (
      !sodium.crypto_sign_verify_detached(Buffer.from(signature), Buffer.from(message), Buffer.from(signer))
    ) {
      throw signatureFailed(`the signature of ${base58.encode(signer)} does not fit the message`);
    }
  }
}

function signatureFailed(reason: string): ProblemError {
  return problem('SIGNATURE_FAILURE', { reason });
}

/**
 * Reads the transaction of a build answer as it came back beside the signed one.
 *
 * @param base64 - `built_transaction`, signed or not.
 * @throws {ProblemError} `invalid_request` when the bytes are no transaction.
 */
export function readBuiltTransaction(base64: string): Transaction {
  return readOr('BUILT_TX_MALFORMED', base64);
}

/**
 * Lists what the wallet changed before it signed.
 *
 * @param built - what the token was issued for.
 * @throws {ProblemError} `forbidden` naming the first change that is not listed.
 */
export function readEdits(built: Transaction, { base64 }: SignedTransaction): Mutation[] {
  const { mutations, difference } = compareEdited(built, readOr('TX_MALFORMED', base64));
  if (difference?.part === 'co-signer') throw problem('EDIT_CO_SIGNED');
  if (difference !== undefined) throw problem('EDIT_NOT_LISTED', { difference: difference.detail });
  return mutations.map(({ kind, detail }) => ({ kind, detail }));
}

/**
 * Tells what a transaction on the ledger is to one that was built: `same`, as it was or edited by the wallet; `equal`, which
 * does the same and has neither compute-unit limit nor price of it, by which builds are told apart: a wallet that changed
 * both, or another build.
 */
export function compareWithBuilt(built: Transaction, base64: string): 'same' | 'equal' | 'other' {
  try {
    const { mutations, difference } = compareEdited(built, readTransaction(base64));
    if (difference !== undefined) return 'other';
    const kinds = mutations.map(({ kind }) => kind);
    return kinds.includes('compute-unit-limit') && kinds.includes('compute-unit-price') ? 'equal' : 'same';
  } catch (error) {
    if (error instanceof MalformedMessage) return 'other';
    throw error;
  }
}

function readOr(code: 'BUILT_TX_MALFORMED' | 'TX_MALFORMED', bytes: string | Uint8Array): Transaction {
  try {
    return readTransaction(bytes);
  } catch (error) {
    if (error instanceof MalformedMessage) throw problem(code);
    throw error;
  }
}
