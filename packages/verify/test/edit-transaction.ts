import {
  AccountRole,
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  decompileTransactionMessage,
  getBase64EncodedWireTransaction,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type Instruction,
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

/** Reads the instructions of a transaction without lookup tables. */
export function listInstructions(transaction: string): readonly PlainInstruction[] {
  const { messageBytes } = getTransactionDecoder().decode(Buffer.from(transaction, 'base64'));
  const compiled = getCompiledTransactionMessageDecoder().decode(messageBytes);
  const instructions: readonly Instruction[] = decompileTransactionMessage(compiled).instructions;
  return instructions.map(plain);
}

/** Makes any instruction one of plain accounts. */
export function plain({
  programAddress,
  accounts = [],
  data = new Uint8Array(),
}: Instruction): PlainInstruction {
  return {
    programAddress,
    accounts: accounts.map(({ address, role }) => ({ address, role })),
    data: Uint8Array.from(data),
  };
}

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
