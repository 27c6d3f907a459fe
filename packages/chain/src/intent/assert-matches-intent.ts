import { type Intent, IntentMismatch, type LeveragedRedemption } from './intent.ts';
import { isSameKey } from './known-keys.ts';
import { expectedLeveragedDeposit, expectedLeveragedRedemption } from './leveraged.ts';
import { expectedNativeStakeInstructions } from './native-stake.ts';
import { assertOwnComputeBudget } from './priority-fee.ts';
import { type InstructionView, type LoadedAccounts, type MessageView, readMessage } from './read-message.ts';
import { expectedVaultInstructions } from './vault.ts';

/**
 * Reads the final bytes of a message again and refuses them unless they do what was asked and nothing else.
 *
 * Everything is listed that may be there; whatever is not listed (a further instruction, another authority, a
 * lockup, a nonce, another signer, a higher fee, a lookup table) is refused by not being expected.
 *
 * @throws {IntentMismatch} naming the first difference.
 * @throws {MalformedMessage} for bytes that cannot be read one way only.
 */
export function assertMatchesIntent(message: Uint8Array, intent: Intent): void {
  const view = readFor(message, intent);
  assertSigners(view, intent);
  const [limit, price, ...instructions] = view.instructions;
  assertOwnComputeBudget(limit, price);
  const expected = expectedInstructions(intent);
  if (instructions.length !== expected.length) {
    throw new IntentMismatch(`${instructions.length} instructions stand where ${expected.length} are due.`);
  }
  for (const [i, instruction] of instructions.entries()) {
    if (!isSameInstruction(instruction, expected[i])) {
      throw new IntentMismatch(`Instruction ${i} after the compute budget is not what was asked.`);
    }
  }
}

function expectedInstructions(intent: Intent): readonly InstructionView[] {
  switch (intent.kind) {
    case 'vault-deposit':
    case 'vault-withdraw':
      return expectedVaultInstructions(intent);
    case 'leveraged-deposit':
      return expectedLeveragedDeposit(intent);
    case 'leveraged-redemption':
      return expectedLeveragedRedemption(intent);
    default:
      return expectedNativeStakeInstructions(intent);
  }
}

function readFor(message: Uint8Array, intent: Intent): MessageView {
  const view = readMessage(message);
  if (view.lookups.length === 0) return view;
  if (intent.kind !== 'leveraged-redemption') {
    throw new IntentMismatch('The message takes accounts from a lookup table.');
  }
  return readMessage(message, loadAccounts(view, intent));
}

function loadAccounts({ lookups }: MessageView, { tables }: LeveragedRedemption): LoadedAccounts {
  const load = (table: Uint8Array, indexes: Uint8Array): Uint8Array[] => {
    const { addresses = [] } = tables.find((known) => isSameKey(known.table, table)) ?? {};
    return Array.from(indexes, (index) => {
      const address = addresses[index];
      if (address === undefined) throw new IntentMismatch('The message names an unknown place of a table.');
      return address;
    });
  };
  return {
    writable: lookups.flatMap(({ table, writable }) => load(table, writable)),
    readonly: lookups.flatMap(({ table, readonly }) => load(table, readonly)),
  };
}

function assertSigners(view: MessageView, intent: Intent): void {
  const due = intent.kind === 'native-stake' ? [intent.wallet, intent.stakeAccount] : [intent.wallet];
  if (view.signers.length !== due.length || !view.signers.every((signer, i) => isSameKey(signer, due[i]))) {
    throw new IntentMismatch('The fee payer or the required signers are not those of the request.');
  }
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
