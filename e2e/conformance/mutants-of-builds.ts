import type { Given } from './deployment.ts';
import {
  breaks,
  edit,
  editBytes,
  isOk,
  isProblem,
  isVerifiedStake,
  type Mutant,
  set,
  withHeader,
  without,
} from './mutant.ts';

const STAKED = 1_500_000_001n;
const RENT = 'rentExemptReserveLamports';
/** The checks that verify native stakes of the amount that no other stake has. */
const VERIFIED = ['builds.native-bytes', 'builds.native-seed', 'builds.native-receipt'];
const REPLAYED = 'idempotent-replayed';
const REPLAYS = ['replay', 'spelling', 'at-once', 'another-request', 'quoted'].map(
  (name) => `idempotency.${name}`,
);

function u64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes;
}

/** Replaces bytes that must be there. */
function replaceBytes(bytes: Buffer, from: Uint8Array, to: Uint8Array): Buffer {
  const at = bytes.indexOf(from);
  if (at < 0) throw new Error('The transaction does not have these bytes.');
  return Buffer.concat([bytes.subarray(0, at), to, bytes.subarray(at + from.length)]);
}

/** Breaks the bytes of a native stake; `e2e/adversarial` breaks them in every way. */
const BYTES: readonly Mutant[] = [
  {
    name: 'puts a lamport more into the transfer',
    fails: VERIFIED,
    create: breaks(
      isVerifiedStake,
      editBytes((bytes, body) => {
        const lamports = STAKED + BigInt(body[RENT]);
        return replaceBytes(bytes, u64(lamports), u64(lamports + 1n));
      }),
    ),
  },
];

/** Breaks what is said of builds. */
const SAID: readonly Mutant[] = [
  {
    name: 'adds a member to stakes',
    fails: ['builds.answer-stake'],
    create: breaks(isOk('/stake'), set({ validator: 'ours' })),
  },
  {
    name: 'rounds what is delegated',
    fails: ['builds.native-figures', ...VERIFIED],
    create: breaks(
      isVerifiedStake,
      edit((body) => {
        body.delegatedLamports = Math.round(body.delegatedLamports / 10) * 10;
      }),
    ),
  },
  {
    name: 'rounds the amount of a quote',
    fails: ['builds.quote-echo'],
    isFunded: true,
    create: breaks(isOk('/quote', '"1.25"'), set({ inAmount: '1.3' })),
  },
  {
    name: 'tells of a smaller rent in the receipt',
    fails: ['builds.native-receipt'],
    create: breaks(
      (given, asked) => isVerifiedStake(given, asked) && asked.body.includes('receipt'),
      edit((body) => {
        const rent = body.receipt.costs.find((cost: { kind: string }) => cost.kind === 'rent');
        rent.baseUnits = String(BigInt(rent.baseUnits) - 1n);
      }),
    ),
  },
  {
    name: 'gives two builds one stake account',
    fails: ['builds.native-unique'],
    create: () => {
      const seen = new Map<string, string>();
      const repeat = edit((body) => {
        const [wallet] = body.signers;
        body.stakeAccount = seen.get(wallet) ?? body.stakeAccount;
        seen.set(wallet, body.stakeAccount);
      });
      return breaks(isVerifiedStake, repeat)();
    },
  },
  {
    name: 'moves USDC that was not asked for',
    fails: ['builds.usdc-bytes', 'lifecycle.usdc'],
    isFunded: true,
    create: breaks(
      isOk('/stake', '10.000001'),
      editBytes((bytes) => replaceBytes(bytes, u64(10_000_001n), u64(11_000_001n))),
    ),
  },
  {
    name: 'says of a withdrawal that it is a lamport smaller',
    fails: ['lifecycle.native-withdraw'],
    isFunded: true,
    create: breaks(
      isOk('/withdraw'),
      edit((body) => {
        body.withdrawnLamports -= 1;
      }),
    ),
  },
];

/** A broadcast that was accepted. */
function accept(given: Given): Given {
  const signature = '1'.repeat(64);
  const body = { signature, explorer: `https://explorer.example/tx/${signature}` };
  const accepted = withHeader('content-type', 'application/json')(without('link')(given));
  return { ...accepted, status: 200, text: JSON.stringify(body) };
}

/** Breaks broadcasts and keys. */
const GATES: readonly Mutant[] = [
  {
    name: 'accepts a token that has expired',
    fails: ['broadcast.token-expired'],
    create: breaks(isProblem('TOKEN_EXPIRED'), accept),
  },
  {
    name: 'accepts the token of another build',
    fails: [
      'broadcast.token-of-another-build',
      'broadcast.token-malformed',
      'broadcast.changed-message',
      'builds.answer-refresh',
    ],
    create: breaks(isProblem('TOKEN_MISMATCH'), accept),
  },
  {
    name: 'accepts what nobody has signed',
    fails: ['broadcast.unsigned', 'broadcast.wrong-signature'],
    create: breaks(isProblem('SIGNATURE_FAILURE'), accept),
  },
  {
    name: 'does not know what became of a broadcast that was never sent',
    fails: ['broadcast.unsigned', 'broadcast.wrong-signature', 'broadcast.unfunded'],
    create: breaks(
      (given, asked) =>
        asked.target.endsWith('/broadcast') &&
        isProblem('SIGNATURE_FAILURE', 'INSUFFICIENT_FUNDS')(given, asked),
      set({ outcome: 'unknown' }),
    ),
  },
  {
    name: 'replays the answer to another request',
    fails: REPLAYS,
    create: () => {
      let other: string | undefined;
      return breaks(isOk('/stake'), (given) => {
        if (given.headers[REPLAYED] !== undefined && other !== undefined) return { ...given, text: other };
        // Of the first request that is told of: one without a key.
        other ??= given.text;
        return given;
      })();
    },
  },
  {
    name: 'does not say that it repeats an answer',
    fails: REPLAYS,
    create: () => without(REPLAYED),
  },
  {
    name: 'repeats the key of a partner',
    fails: ['attribution.partner-unknown'],
    create: breaks(
      (given, asked) => asked.body.includes('secret-1') && isProblem('PARTNER_KEY_UNKNOWN')(given, asked),
      set({ detail: 'secret-1 is no key of a partner.' }),
    ),
  },
];

/** Deployments that break builds, and what becomes of them. */
export const MUTANTS_OF_BUILDS: readonly Mutant[] = [...BYTES, ...SAID, ...GATES];
