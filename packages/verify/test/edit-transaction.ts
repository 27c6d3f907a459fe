import {
  AccountRole,
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';

/** An instruction whose accounts are plain addresses with a role. */
export type PlainInstruction = {
  readonly programAddress: Address;
  readonly accounts: readonly { readonly address: Address; readonly role: AccountRole }[];
  readonly data: Uint8Array;
};

/** Compiles an unsigned transaction of instructions over a blockhash, as a router does. */
export function compile(payer: string, instructions: readonly PlainInstruction[], blockhash: string): string {
  return getBase64EncodedWireTransaction(
    compileTransaction(
      pipe(
        createTransactionMessage({ version: 0 }),
        (empty) => setTransactionMessageFeePayer(payer as Address, empty),
        (paid) =>
          setTransactionMessageLifetimeUsingBlockhash(
            { blockhash: blockhash as Blockhash, lastValidBlockHeight: 0n },
            paid,
          ),
        (timed) => appendTransactionMessageInstructions([...instructions], timed),
      ),
    ),
  );
}

/** Declares an instruction by hand: `w`, `s`, `ws` or `-` before each address. */
export function declare(
  programAddress: string,
  accounts: readonly (readonly ['w' | 's' | 'ws' | '-', string])[],
  data: Uint8Array,
): PlainInstruction {
  return {
    programAddress: programAddress as Address,
    accounts: accounts.map(([access, address]) => ({ address: address as Address, role: ROLES[access] })),
    data,
  };
}

const ROLES = {
  w: AccountRole.WRITABLE,
  s: AccountRole.READONLY_SIGNER,
  ws: AccountRole.WRITABLE_SIGNER,
  '-': AccountRole.READONLY,
};
