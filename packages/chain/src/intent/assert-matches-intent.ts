import { type Intent, IntentMismatch } from './intent.ts';
import { COMPUTE_BUDGET_PROGRAM } from './known-keys.ts';
import { expectedNativeStakeInstructions } from './native-stake.ts';
import { type InstructionView, type MessageView, readMessage } from './read-message.ts';

/** No built transaction may bid more than this for priority, in lamports: 0.005 SOL. */
export const PRIORITY_FEE_LIMIT = 5_000_000n;

const COMPUTE_UNITS_LIMIT = 1_400_000;

/**
 * Reads the final bytes of a message again and refuses them unless they do what was asked and nothing else.
 *
 * Everything is listed that may be there; whatever is not listed (a further instruction, another authority, a
 * lockup, a nonce, another signer, a higher fee) is refused by not being expected.
 *
 * @throws {IntentMismatch} naming the first difference.
 * @throws {MalformedMessage} for bytes that cannot be read one way only.
 */
export function assertMatchesIntent(message: Uint8Array, intent: Intent): void {
  const view = readMessage(message);
  assertSigners(view, intent);
  if (view.lookupTables !== 0) throw new IntentMismatch('The message takes accounts from a lookup table.');
  const [limit, price, ...instructions] = view.instructions;
  assertComputeBudget(limit, price);
  const expected = expectedNativeStakeInstructions(intent);
  if (instructions.length !== expected.length) {
    throw new IntentMismatch(`${instructions.length} instructions stand where ${expected.length} are due.`);
  }
  for (const [i, instruction] of instructions.entries()) {
    if (!isSameInstruction(instruction, expected[i])) {
      throw new IntentMismatch(`Instruction ${i} after the compute budget is not what was asked.`);
    }
  }
}

function assertSigners(view: MessageView, intent: Intent): void {
  const due = intent.kind === 'native-stake' ? [intent.wallet, intent.stakeAccount] : [intent.wallet];
  if (view.signers.length !== due.length || !view.signers.every((signer, i) => isSameKey(signer, due[i]))) {
    throw new IntentMismatch('The fee payer or the required signers are not those of the request.');
  }
}

// SetComputeUnitLimit is tag 2 and a u32, SetComputeUnitPrice tag 3 and a u64 of micro-lamports.
function assertComputeBudget(limit?: InstructionView, price?: InstructionView): void {
  if (!isComputeBudget(limit, 2, 5) || !isComputeBudget(price, 3, 9)) {
    throw new IntentMismatch('The message does not begin with a compute-unit limit and price.');
  }
  const units = dataView(limit).getUint32(1, true);
  const microLamports = BigInt(units) * dataView(price).getBigUint64(1, true);
  if (units > COMPUTE_UNITS_LIMIT || microLamports > PRIORITY_FEE_LIMIT * 1_000_000n) {
    throw new IntentMismatch(`The priority fee is over ${PRIORITY_FEE_LIMIT} lamports.`);
  }
}

function isComputeBudget(
  instruction: InstructionView | undefined,
  tag: number,
  size: number,
): instruction is InstructionView {
  return (
    instruction !== undefined &&
    isSameKey(instruction.program, COMPUTE_BUDGET_PROGRAM) &&
    instruction.data.length === size &&
    instruction.data[0] === tag
  );
}

function isSameInstruction(actual: InstructionView, expected?: InstructionView): boolean {
  return (
    expected !== undefined &&
    isSameKey(actual.program, expected.program) &&
    actual.accounts.length === expected.accounts.length &&
    actual.accounts.every((account, i) => isSameKey(account, expected.accounts[i])) &&
    Buffer.compare(actual.data, expected.data) === 0
  );
}

function isSameKey(a: Uint8Array, b?: Uint8Array): boolean {
  return b !== undefined && Buffer.compare(a, b) === 0;
}

function dataView({ data }: InstructionView): DataView {
  return new DataView(data.buffer, data.byteOffset, data.byteLength);
}
