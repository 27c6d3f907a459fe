import assert from 'node:assert/strict';
import { base58 } from '@scure/base';
import sodium from 'sodium-native';
import { keyOf, printTransaction, type RawInstruction, writeMessage } from '../../test/message-bytes.ts';
import { createScriptedLedger, type Script } from '../../test/scripted-ledger.ts';
import { UpstreamFault } from '../problems/faults.ts';
import type { Form } from '../store/decide.ts';

const WALLET = Buffer.alloc(sodium.crypto_sign_PUBLICKEYBYTES);
export const SECRET = Buffer.alloc(sodium.crypto_sign_SECRETKEYBYTES);
sodium.crypto_sign_seed_keypair(WALLET, SECRET, Buffer.alloc(sodium.crypto_sign_SEEDBYTES, 1));
export const wallet = base58.encode(WALLET);
const BUDGET = base58.decode('ComputeBudget111111111111111111111111111111');
export const LAST_VALID = 1_000n;
/** Above it, ten blocks for forks are over too. */
export const DEAD = LAST_VALID + 11n;
export const CONTEXT_SLOT = 500n;
/** A message that asks for a compute budget and does one thing. */
function compile({ limit = 1_000, price = 5, deed = 1, blockhash = keyOf(7) } = {}): Buffer {
  const settings: readonly RawInstruction[] = [
    { program: 1, accounts: [], data: [2, limit & 255, limit >> 8, 0, 0] },
    { program: 1, accounts: [], data: [3, price, 0, 0, 0, 0, 0, 0, 0] },
    { program: 2, accounts: [0], data: [deed] },
  ];
  const message = writeMessage([WALLET, BUDGET, keyOf(9)], settings, blockhash);
  // Both programs are only read.
  message[2] = 2;
  return message;
}

export const BUILT = compile();
export const REFRESHED = compile({ limit: 1_001, price: 6, blockhash: keyOf(8) });
export const EDITED = compile({ blockhash: keyOf(6) });
/** Neither limit nor price of the build. */
export const EQUAL = compile({ limit: 1_002, price: 7, blockhash: keyOf(8) });
export const OTHER = compile({ deed: 2 });
export const CO_SIGNED = (() => {
  const message = writeMessage([WALLET, keyOf(2), keyOf(9)], []);
  message[0] = 2;
  return message;
})();

export type Listed = {
  readonly signature: string;
  readonly message: Uint8Array;
  readonly slot?: number;
  readonly err?: string;
};
/** What nodes know, as {@link openLedger} takes it. */
export type LedgerGiven = {
  /** What the wallet has signed, by what each node lists; the newest first. */
  readonly signed?: readonly (readonly Listed[] | 'down')[];
  readonly hidden?: readonly string[];
  readonly height?: bigint;
  readonly heard?: bigint | undefined;
  readonly statuses?: Readonly<Record<string, object>>;
};

export const LANDED = { err: null, confirmationStatus: 'confirmed' };
export const FAILED = { err: 'AccountInUse', confirmationStatus: 'confirmed' };

export function openLedger({
  signed = [[], []],
  hidden = [],
  height = DEAD,
  statuses = {},
  ...given
}: LedgerGiven) {
  // A status is known to all nodes, whichever of them lists the transaction.
  const shown = new Set(
    signed.flatMap((listed) => (listed === 'down' ? [] : listed.map((each) => each.signature))),
  );
  const nodes = signed.map((listed): Script => {
    const answer = (give: (all: readonly Listed[]) => unknown) => {
      if (listed === 'down') throw new UpstreamFault('ledger', 'timeout');
      return give(listed);
    };
    return {
      minimumLedgerSlot: () => 0,
      getEpochInfo: () => answer(() => ({ absoluteSlot: 900, blockHeight: height })),
      getSignatureStatuses: ([signatures]) => ({
        context: { slot: 900 },
        value: (signatures as readonly string[]).map(
          (each) => statuses[each] ?? (shown.has(each) ? LANDED : null),
        ),
      }),
      getSignaturesForAddress: ([address, options]) =>
        answer((all) => {
          assert.equal(address, wallet);
          assert.deepEqual(options, { commitment: 'confirmed', limit: 1_000, minContextSlot: 900 });
          return all.map(({ signature, slot = 600, err = null }) => ({ signature, err, slot }));
        }),
      getTransaction: ([signature, options]) =>
        answer((all) => {
          assert.deepEqual(options, {
            commitment: 'confirmed',
            encoding: 'base64',
            maxSupportedTransactionVersion: 1,
          });
          if (hidden.includes(String(signature))) return null;
          const { message } = all.find((each) => each.signature === signature) ?? assert.fail();
          return { transaction: [printTransaction(message), 'base64'] };
        }),
    };
  });
  const { ledger, calls } = createScriptedLedger(nodes);
  const blockhash = { blockHeight: () => ('heard' in given ? given.heard : height), untilPast: () => 4_200 };
  return { ledger, calls, blockhash };
}

/** A form of the build that is out. */
export const formOf = (signature: string, lastValidBlockHeight = LAST_VALID): Form => ({
  id: signature,
  buildId: 'build',
  kind: 'edited',
  baseId: 'build',
  state: 'sent',
  lastValidBlockHeight,
  signature,
  signedTransaction: 'AQ==',
  channel: 'ledger',
  isTaken: false,
  wasSent: false,
  answer: undefined,
  refusal: undefined,
  claim: undefined,
});

export const lists = (...all: readonly (readonly [string, Uint8Array])[]): readonly Listed[] =>
  all.map(([signature, message]) => ({ signature, message }));
export const both = (...all: readonly (readonly [string, Uint8Array])[]) => [lists(...all), lists(...all)];
