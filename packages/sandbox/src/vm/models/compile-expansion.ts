import {
  type AccountMeta,
  type Address,
  type CompiledTransactionMessage,
  type CompiledTransactionMessageWithLifetime,
  getCompiledTransactionMessageEncoder,
  type Instruction,
  isSignerRole,
  isWritableRole,
  type SignaturesMap,
  type Transaction,
} from '@solana/kit';
import type { Message } from '../decoded-transaction.ts';
import { isWritable, type LoadedTransaction } from '../loaded-transaction.ts';
import type { CallAccount } from './program-model.ts';

/** A transaction for the VM in the place of another one. */
export type CompiledExpansion = {
  readonly transaction: Transaction;
  readonly message: Message;
  /** The index an account has in the original transaction; undefined for an account added here. */
  findOriginalIndex(index: number): number | undefined;
};

const messageEncoder = getCompiledTransactionMessageEncoder();

/** The accounts of a transaction with the rights its message gives them. */
export function listAccounts(loaded: LoadedTransaction): CallAccount[] {
  const { numSignerAccounts } = loaded.message.header;
  return loaded.accounts.map((address, index) => ({
    address,
    isSigner: index < numSignerAccounts,
    isWritable: isWritable(loaded, index),
  }));
}

/**
 * Compiles other instructions over the accounts, fee payer and blockhash of a transaction, without lookup tables.
 *
 * Derived addresses become signers where an instruction asks for it: the VM checks no signatures.
 */
export function compileExpansion(
  loaded: LoadedTransaction,
  instructions: readonly Instruction[],
): CompiledExpansion {
  const accounts = collectAccounts(loaded, instructions);
  const staticAccounts = accounts.map(({ address }) => address);
  const indexes = new Map(staticAccounts.map((address, index) => [address, index]));
  const indexOf = (address: Address): number => indexes.get(address) ?? -1;
  const signers = accounts.filter(({ isSigner }) => isSigner);
  const message = {
    version: 0,
    header: {
      numSignerAccounts: signers.length,
      numReadonlySignerAccounts: signers.filter((account) => !account.isWritable).length,
      numReadonlyNonSignerAccounts: accounts.filter(({ isSigner, isWritable }) => !isSigner && !isWritable)
        .length,
    },
    staticAccounts,
    lifetimeToken: loaded.message.lifetimeToken,
    instructions: instructions.map(({ programAddress, accounts: metas = [], data }) => ({
      programAddressIndex: indexOf(programAddress),
      accountIndices: metas.map(({ address }) => indexOf(address)),
      ...(data !== undefined && { data }),
    })),
    addressTableLookups: [],
  } as const satisfies CompiledTransactionMessage & CompiledTransactionMessageWithLifetime;
  const signatures = Object.fromEntries(
    signers.map(({ address }) => [address, loaded.transaction.signatures[address] ?? null]),
  ) as SignaturesMap;
  const messageBytes = messageEncoder.encode(message) as Transaction['messageBytes'];
  const originals = new Map(loaded.accounts.map((address, index) => [address, index]));
  return {
    message: message as unknown as Message,
    transaction: { messageBytes, signatures },
    findOriginalIndex: (index) => originals.get(staticAccounts[index] as Address),
  };
}

function collectAccounts(loaded: LoadedTransaction, instructions: readonly Instruction[]): CallAccount[] {
  const collected = new Map(listAccounts(loaded).map((account) => [account.address, account]));
  const add = (account: CallAccount): void => {
    const known = collected.get(account.address);
    collected.set(account.address, {
      address: account.address,
      isSigner: account.isSigner || known?.isSigner === true,
      isWritable: account.isWritable || known?.isWritable === true,
    });
  };
  for (const { programAddress, accounts = [] } of instructions) {
    for (const meta of accounts) add(toCallAccount(meta as AccountMeta));
    add({ address: programAddress, isSigner: false, isWritable: false });
  }
  // Sorting is stable, so the fee payer, a writable signer and first of all, stays first.
  return [...collected.values()].sort((left, right) => getOrder(left) - getOrder(right));
}

function toCallAccount({ address, role }: AccountMeta): CallAccount {
  return { address, isSigner: isSignerRole(role), isWritable: isWritableRole(role) };
}

function getOrder({ isSigner, isWritable }: CallAccount): number {
  return (isSigner ? 0 : 2) + (isWritable ? 0 : 1);
}
