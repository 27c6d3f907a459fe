import assert from 'node:assert/strict';
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
import { compareEdited } from './edited.ts';
import { BUILDS, nativeStake } from './exact/builds.world.ts';
import { STRANGER, TABLES, WALLET } from './exact/keys.world.ts';
import { BUDGET, type Build, createTransaction } from './exact/ledger.world.ts';
import { MalformedMessage, readTransaction, type Transaction } from './index.ts';

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
  ...getComputeBudgetInstructions(BUDGET, COMPUTE_BUDGET),
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
function getMeaning({ messageBytes }: Transaction): unknown {
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

/** Checks whether a wallet can add anything: some exits fill their transaction. */
const hasRoom = (build: Build) => {
  const added = [assertion(), assertion(10, OLDER_LIGHTHOUSE), memo('m'.repeat(100))];
  try {
    return compiled(build, [...getAllInstructions(build), ...added]).messageBytes.length > 0;
  } catch (error) {
    if (error instanceof MalformedMessage) return false;
    throw error;
  }
};
/** Builds that a wallet alone signs, and that have room for what it adds. */
export const ONE_SIGNER = Object.entries(BUILDS).filter(
  ([, build]) => build !== nativeStake && hasRoom(build),
);

/**
 * Asserts that an edited message of which a byte is changed is refused, or means what was built.
 *
 * @param isTried - which bytes are changed, one at a time, in one of their bits and in the highest.
 */
export function assertMeaningIsKept(name: string, build: Build, isTried: (at: number) => boolean): void {
  let [tried, accepted] = [0, 0];
  const built = compiled(build, getAllInstructions(build));
  const meaning = getMeaning(built);
  const { messageBytes } = compiled(build, [...getAllInstructions(build), assertion(), memo('x')]);
  for (const at of messageBytes.keys()) {
    if (!isTried(at)) continue;
    tried += 1;
    for (const mask of new Set([1 << (at % 8), 0x80])) {
      const edited = readIfWellFormed(messageBytes.with(at, (messageBytes[at] ?? 0) ^ mask));
      if (edited === undefined || compareEdited(built, edited).difference !== undefined) continue;
      accepted += 1;
      assert.deepEqual(getMeaning(edited), meaning, `${name}: byte ${at}`);
    }
  }
  // Blockhash, limit, price, what is asserted and noted.
  assert.ok(accepted > (60 * tried) / messageBytes.length / 2, `${accepted} of ${tried} bytes`);
}

function readIfWellFormed(message: Uint8Array) {
  try {
    return readTransaction(createTransaction(message));
  } catch (error) {
    if (error instanceof MalformedMessage) return undefined;
    throw error;
  }
}
