import type { Given } from './deployment.ts';
import {
  edit,
  editBytes,
  hasCode,
  isOk,
  isVerifiedStake,
  type Mutant,
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
    create: () => (given, asked) => {
      if (!isVerifiedStake(given, asked)) return given;
      const lamports = STAKED + BigInt(JSON.parse(given.text)[RENT]);
      return editBytes(given, (bytes) => replaceBytes(bytes, u64(lamports), u64(lamports + 1n)));
    },
  },
];

/** Breaks what is said of builds. */
const SAID: readonly Mutant[] = [
  {
    name: 'adds a member to stakes',
    fails: ['builds.answer-stake'],
    create: () => (given, asked) =>
      isOk(given, asked, '/stake')
        ? edit(given, (body) => {
            body.validator = 'ours';
          })
        : given,
  },
  {
    name: 'rounds what is delegated',
    fails: ['builds.native-figures', ...VERIFIED],
    create: () => (given, asked) =>
      isVerifiedStake(given, asked)
        ? edit(given, (body) => {
            body.delegatedLamports = Math.round(body.delegatedLamports / 10) * 10;
          })
        : given,
  },
  {
    name: 'rounds the amount of a quote',
    fails: ['builds.quote-echo'],
    isFunded: true,
    create: () => (given, asked) =>
      isOk(given, asked, '/quote') && asked.body.includes('"1.25"')
        ? edit(given, (body) => {
            body.inAmount = '1.3';
          })
        : given,
  },
  {
    name: 'tells of a smaller rent in the receipt',
    fails: ['builds.native-receipt'],
    create: () => (given, asked) =>
      isVerifiedStake(given, asked) && asked.body.includes('receipt')
        ? edit(given, (body) => {
            const rent = body.receipt.costs.find((cost: { kind: string }) => cost.kind === 'rent');
            rent.baseUnits = String(BigInt(rent.baseUnits) - 1n);
          })
        : given,
  },
  {
    name: 'gives two builds one stake account',
    fails: ['builds.native-unique'],
    create: () => {
      const seen = new Map<string, string>();
      return (given, asked) =>
        isVerifiedStake(given, asked)
          ? edit(given, (body) => {
              const [wallet] = body.signers;
              body.stakeAccount = seen.get(wallet) ?? body.stakeAccount;
              seen.set(wallet, body.stakeAccount);
            })
          : given;
    },
  },
  {
    name: 'moves USDC that was not asked for',
    fails: ['builds.usdc-bytes', 'lifecycle.usdc'],
    isFunded: true,
    create: () => (given, asked) =>
      isOk(given, asked, '/stake') && asked.body.includes('10.000001')
        ? editBytes(given, (bytes) => replaceBytes(bytes, u64(10_000_001n), u64(11_000_001n)))
        : given,
  },
  {
    name: 'says of a withdrawal that it is a lamport smaller',
    fails: ['lifecycle.native-withdraw'],
    isFunded: true,
    create: () => (given, asked) =>
      isOk(given, asked, '/withdraw')
        ? edit(given, (body) => {
            body.withdrawnLamports -= 1;
          })
        : given,
  },
];

/** A broadcast that was accepted. */
function accept(given: Given): Given {
  const signature = '1'.repeat(64);
  const body = { signature, explorer: `https://explorer.example/tx/${signature}` };
  return {
    ...withHeader(without(given, 'link'), 'content-type', 'application/json'),
    status: 200,
    text: JSON.stringify(body),
  };
}

/** Breaks broadcasts and keys. */
const GATES: readonly Mutant[] = [
  {
    name: 'accepts a token that has expired',
    fails: ['broadcast.token-expired'],
    create: () => (given) => (hasCode(given, 'TOKEN_EXPIRED') ? accept(given) : given),
  },
  {
    name: 'accepts the token of another build',
    fails: [
      'broadcast.token-of-another-build',
      'broadcast.token-malformed',
      'broadcast.changed-message',
      'builds.answer-refresh',
    ],
    create: () => (given) => (hasCode(given, 'TOKEN_MISMATCH') ? accept(given) : given),
  },
  {
    name: 'accepts what nobody has signed',
    fails: ['broadcast.unsigned', 'broadcast.wrong-signature'],
    create: () => (given) => (hasCode(given, 'SIGNATURE_FAILURE') ? accept(given) : given),
  },
  {
    name: 'does not know what became of a broadcast that was never sent',
    fails: ['broadcast.unsigned', 'broadcast.wrong-signature', 'broadcast.unfunded'],
    create:
      () =>
      (given, { target }) =>
        target.endsWith('/broadcast') && hasCode(given, 'SIGNATURE_FAILURE', 'INSUFFICIENT_FUNDS')
          ? edit(given, (body) => {
              body.outcome = 'unknown';
            })
          : given,
  },
  {
    name: 'replays the answer to another request',
    fails: REPLAYS,
    create: () => {
      let other: string | undefined;
      return (given, asked) => {
        if (!isOk(given, asked, '/stake')) return given;
        if (given.headers[REPLAYED] !== undefined && other !== undefined) return { ...given, text: other };
        // Of the first request that is told of: one without a key.
        other ??= given.text;
        return given;
      };
    },
  },
  {
    name: 'does not say that it repeats an answer',
    fails: REPLAYS,
    create: () => (given) => without(given, REPLAYED),
  },
  {
    name: 'repeats the key of a partner',
    fails: ['attribution.partner-unknown'],
    create:
      () =>
      (given, { body }) =>
        hasCode(given, 'PARTNER_KEY_UNKNOWN') && body.includes('secret-1')
          ? edit(given, (problem) => {
              problem.detail = 'secret-1 is no key of a partner.';
            })
          : given,
  },
];

/** Deployments that break builds, and what becomes of them. */
export const MUTANTS_OF_BUILDS: readonly Mutant[] = [...BYTES, ...SAID, ...GATES];
