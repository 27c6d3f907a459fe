import { readFileSync } from 'node:fs';
import { base58 } from '@scure/base';
import { parseDeployment } from '@staking-agent/chain/deployment';
import { CLOCK_ADDRESS } from '@staking-agent/chain/ledger';
import { keyOf, type RawInstruction, writeMessage } from '../../test/message-bytes.ts';
import type { Script } from '../../test/scripted-ledger.ts';
import { RENT } from '../upstreams/ledger/client.ts';

export const DEPLOYMENT = parseDeployment(
  JSON.parse(readFileSync(new URL('../../../../deployments/sandbox.json', import.meta.url), 'utf8')),
);
export const WALLET = keyOf(1);
export const wallet = base58.encode(WALLET);
const SYSTEM = base58.decode('11111111111111111111111111111111');

/** A transfer of lamports to a stranger, which no build of others may hold. */
const TRANSFER: RawInstruction = { program: 2, accounts: [0, 1], data: [2, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0] };

/** Writes a message that no proof accepts. */
export function writeForeign(blockhash = keyOf(7)): Buffer {
  const message = writeMessage([WALLET, keyOf(2), SYSTEM], [TRANSFER], blockhash);
  // The program is only read.
  message[2] = 1;
  return message;
}

const RENT_DATA = Buffer.alloc(17);
RENT_DATA.writeBigUInt64LE(3_480n, 0);
RENT_DATA.writeDoubleLE(2, 8);
const SYSVARS: Readonly<Record<string, Buffer>> = { [RENT]: RENT_DATA, [CLOCK_ADDRESS]: Buffer.alloc(40) };

/** What a node shows of a simulation. */
export type Shows = {
  readonly slot?: number;
  readonly fault?: unknown;
  readonly logs?: readonly string[];
  /** Lamports of the wallet at each reading, each a slot later than the simulation of its round. */
  readonly holds?: readonly number[];
  readonly status?: object | null;
};

/** Makes a node that gives evidence, of accounts that do not exist but for the wallet. */
export function giveEvidence(
  { slot = 50, fault = null, logs = [], holds, status = null }: Shows,
  simulated: unknown[] = [],
): Script {
  let readings = 0;
  return {
    getMultipleAccounts([addresses]) {
      const lamports = holds?.[Math.min(readings, holds.length - 1)] ?? 0;
      const at = holds === undefined ? slot : slot + 2 * readings;
      readings += 1;
      const value = (addresses as readonly string[]).map((each) => {
        const data = SYSVARS[each];
        if (data !== undefined)
          return { lamports: 1, owner: 'Sysvar', data: [data.toString('base64'), 'base64'] };
        return each === wallet ? { lamports, owner: base58.encode(SYSTEM), data: ['', 'base64'] } : null;
      });
      return { context: { slot: at }, value };
    },
    simulateTransaction([transaction, options]) {
      simulated.push(transaction);
      const { addresses } = Object(options).accounts as { readonly addresses: readonly string[] };
      const accounts = addresses.map(() => null);
      const at = holds === undefined ? slot : slot + 2 * readings - 1;
      return { context: { slot: at }, value: { err: fault, logs, accounts, innerInstructions: [] } };
    },
    getSignatureStatuses: () => ({ context: { slot: 5 }, value: [status] }),
    getFeeForMessage: () => ({ value: 5_000 }),
  };
}
