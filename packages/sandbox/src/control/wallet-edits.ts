import { type Address, type Blockhash, getTransactionEncoder, type Transaction } from '@solana/kit';
import { LIGHTHOUSE_PROGRAM_ADDRESS } from '../programs/lighthouse/index.ts';
import type { DecodedTransaction } from '../vm/decoded-transaction.ts';
import { encodeMessage, getSizeLimit, type Message } from '../vm/message.ts';
import { COMPUTE_BUDGET_PROGRAM_ADDRESS } from '../vm/program-addresses.ts';

/** How wallets treat what they are given to sign. */
export const WALLET_HABITS = ['phantom', 'android', 'restamp'] as const;

type Habit = (typeof WALLET_HABITS)[number];
type CompiledInstruction = Message['instructions'][number];

const SET_UNIT_PRICE = 3;
/** Micro-lamports for a unit that an Android wallet bids, whatever the build did. */
const ANDROID_PRICE = 25_000n;
/** AssertAccountInfo of the wallet's lamports: not below 0. */
const ASSERT_LAMPORTS = Uint8Array.of(4, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4);

/**
 * Edits a message as a wallet does before it signs: `phantom` adds an assertion at the end, `android` bids a price of
 * its own, `restamp` takes a newer blockhash.
 *
 * @returns the transaction as it is where somebody has signed it already, or where the edit would not fit.
 */
export function editAs(
  habit: Habit,
  { message, transaction, signatures }: DecodedTransaction,
  blockhash: Blockhash,
): Transaction {
  if (signatures.some((signature) => signature !== undefined)) return transaction;
  const edited = EDITS[habit](message, blockhash);
  const messageBytes = encodeMessage(edited);
  const result = { ...transaction, messageBytes };
  return getTransactionEncoder().encode(result).length > getSizeLimit(message.version) ? transaction : result;
}

const EDITS: Readonly<Record<Habit, (message: Message, blockhash: Blockhash) => Message>> = {
  phantom: (message) => {
    const [guarded, program] = withProgram(message, LIGHTHOUSE_PROGRAM_ADDRESS);
    return withInstruction(guarded, {
      programAddressIndex: program,
      accountIndices: [0],
      data: ASSERT_LAMPORTS,
    });
  },
  android: (message) => {
    if (message.version === 1) {
      const { unitLimit = 0 } = message.config;
      const priorityFee = (ANDROID_PRICE * BigInt(unitLimit)) / 1_000_000n;
      return { ...message, config: { ...message.config, priorityFee } };
    }
    const data = new Uint8Array(9);
    data[0] = SET_UNIT_PRICE;
    new DataView(data.buffer).setBigUint64(1, ANDROID_PRICE, true);
    const isPrice = ({ programAddressIndex, data: old }: CompiledInstruction) =>
      message.staticAccounts[programAddressIndex] === COMPUTE_BUDGET_PROGRAM_ADDRESS &&
      old?.[0] === SET_UNIT_PRICE;
    if (message.instructions.some(isPrice)) {
      const instructions = message.instructions.map((each) => (isPrice(each) ? { ...each, data } : each));
      return { ...message, instructions };
    }
    const [priced, program] = withProgram(message, COMPUTE_BUDGET_PROGRAM_ADDRESS);
    return withInstruction(priced, { programAddressIndex: program, data });
  },
  restamp: (message, blockhash) => ({ ...message, lifetimeToken: blockhash }),
};

function withInstruction(message: Message, instruction: CompiledInstruction): Message {
  return { ...message, instructions: [...message.instructions, instruction] };
}

/** Adds a program to the read-only accounts; indexes into lookup tables increase by one. */
function withProgram(message: Message, program: Address): readonly [Message, index: number] {
  const { staticAccounts, header, instructions } = message;
  const known = staticAccounts.indexOf(program);
  if (known >= 0) return [message, known];
  const at = staticAccounts.length;
  const moved = (index: number) => (index < at ? index : index + 1);
  return [
    {
      ...message,
      staticAccounts: [...staticAccounts, program],
      header: { ...header, numReadonlyNonSignerAccounts: header.numReadonlyNonSignerAccounts + 1 },
      instructions: instructions.map((each) => ({
        ...each,
        ...(each.accountIndices && { accountIndices: each.accountIndices.map(moved) }),
      })),
    },
    at,
  ];
}
