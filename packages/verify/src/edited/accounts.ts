import { encodeBase58 } from '../bytes/base58.ts';
import { isSame } from '../bytes/is-same.ts';
import type { Message } from '../bytes/read-message.ts';
import { isSignerAt, isWritableAt } from '../bytes/resolve-accounts.ts';
import { Disallowed } from './edit.ts';

/**
 * Compares payer, signers and lookup tables with the built message.
 *
 * @throws {Disallowed} for the first that differs.
 */
export function assertSameParties(built: Message, edited: Message): void {
  if (edited.signerCount !== built.signerCount || !isSame(edited.keys[0], built.keys[0])) {
    throw new Disallowed(
      'signers',
      `The message is to be signed by ${listSigners(edited)}; it was built for ${listSigners(built)}.`,
    );
  }
  assertSameLookups(built, edited);
}

/**
 * Compares the access of every account with the built message; new accounts must be read-only.
 *
 * @throws {Disallowed} for the first that differs.
 */
export function assertSameRights(built: Message, edited: Message): void {
  const rights = new Map(built.keys.map((key, i) => [encodeBase58(key), rightsAt(built, i)]));
  for (const [i, key] of edited.keys.entries()) {
    const address = encodeBase58(key);
    const allowed = rights.get(address) ?? 'read';
    const taken = rightsAt(edited, i);
    if (taken !== allowed) {
      throw new Disallowed(
        'accounts',
        `Account ${address} may be ${SAY[taken]}; in the build it is ${SAY[allowed]}.`,
      );
    }
  }
}

type Rights = 'sign and write' | 'sign' | 'write' | 'read';
const SAY = {
  'sign and write': 'signed with and written to',
  sign: 'signed with',
  write: 'written to',
  read: 'only read',
} as const satisfies Record<Rights, string>;

function rightsAt(message: Message, index: number): Rights {
  const isWritable = isWritableAt(message, index);
  if (isSignerAt(message, index)) return isWritable ? 'sign and write' : 'sign';
  return isWritable ? 'write' : 'read';
}

function listSigners({ keys, signerCount }: Message): string {
  return keys.slice(0, signerCount).map(encodeBase58).join(', ');
}

function assertSameLookups(built: Message, edited: Message): void {
  const isUnchanged =
    edited.lookups.length === built.lookups.length &&
    edited.lookups.every(({ table, writable, readonly }, i) => {
      const other = built.lookups[i];
      return (
        isSame(table, other?.table) && isSame(writable, other?.writable) && isSame(readonly, other?.readonly)
      );
    });
  if (!isUnchanged)
    throw new Disallowed('lookups', 'The lookup tables are used in another way than was built.');
}
