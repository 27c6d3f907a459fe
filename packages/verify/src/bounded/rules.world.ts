import { STAKE_PROGRAM, SYSTEM_PROGRAM, TOKEN_PROGRAM } from '../bytes/address.ts';
import { encodeAddress } from '../bytes/text.ts';
import { deploymentKeys } from '../deployment.ts';
import { DEPLOYMENT } from '../exact/keys.world.ts';
import type { InnerInstruction, LedgerAccount } from '../verification.ts';
import { getRoles } from './accounts.ts';
import type { AccountChange, BoundedIntent, BoundedKind, Scene } from './intent.ts';
import type { ReadStep, Shape } from './steps.ts';
import { AMOUNT, KINDS, key, RASOL, RAUSDC, rentExemption, SOL, USDC, WALLET } from './steps.world.ts';
import type { Swap } from './swaps.ts';

/* Scenes made by hand, for the rules of the bounded proof: every account and every amount is chosen by the test. */

export { AMOUNT, KINDS, key, RASOL, RAUSDC, rentExemption, SOL, USDC, WALLET };
export const STRANGER = key(2);
export const GIVEN = key(3);
export const NEW_STAKE = key(4);
export const SEEDED = key(5);
export const [TOKEN, STAKE, SYSTEM] = [TOKEN_PROGRAM, STAKE_PROGRAM, SYSTEM_PROGRAM].map(encodeAddress) as [
  string,
  string,
  string,
];
export const text = encodeAddress;
export const EPOCH = 700n;
export const keys = deploymentKeys(DEPLOYMENT);

export function intentOf(kind: BoundedKind, more: Partial<BoundedIntent> = {}): BoundedIntent {
  const tokens = { sol: SOL, rasol: RASOL, usdc: USDC, rausdc: RAUSDC };
  const given = kind === 'stake-out' ? { stakeAccount: GIVEN } : {};
  return { kind, wallet: WALLET, ...tokens, amount: AMOUNT, isAll: false, ...given, ...more };
}

/** Bytes in a row, put at offsets. */
export function filled(size: number, parts: Readonly<Record<number, ArrayLike<number>>>): Uint8Array {
  const data = new Uint8Array(size);
  for (const [at, part] of Object.entries(parts)) data.set(part, Number(at));
  return data;
}

export const u64 = (value: bigint): Uint8Array => new Uint8Array(BigUint64Array.of(value).buffer);
export const u32 = (value: number): Uint8Array => new Uint8Array(Uint32Array.of(value).buffer);

type Parts = Readonly<Record<number, ArrayLike<number>>>;
type TokenTerms = { readonly owner?: Uint8Array; readonly lamports?: bigint; readonly parts?: Parts };

/** A token account. */
export function tokens(
  mint: Uint8Array,
  amount: bigint,
  { owner = WALLET, lamports = rentExemption(165), parts = {} }: TokenTerms = {},
): LedgerAccount {
  const data = filled(165, { 0: mint, 32: owner, 64: u64(amount), 108: [1], ...parts });
  return { lamports, owner: TOKEN, data };
}

type StakeTerms = {
  readonly staker?: Uint8Array;
  readonly withdrawer?: Uint8Array;
  readonly vote?: Uint8Array;
  readonly epoch?: bigint;
  readonly lamports?: bigint;
};

/** A stake account that cools down from now. */
export function stake(
  delegated: bigint,
  { staker = WALLET, withdrawer = staker, vote = key(50), epoch = EPOCH, ...more }: StakeTerms = {},
): LedgerAccount {
  const data = filled(200, {
    0: [2],
    12: staker,
    44: withdrawer,
    124: vote,
    156: u64(delegated),
    172: u64(epoch),
  });
  return { lamports: more.lamports ?? delegated + rentExemption(200), owner: STAKE, data };
}

/** An account without data. */
export const plain = (lamports: bigint, owner = SYSTEM): LedgerAccount => ({
  lamports,
  owner,
  data: new Uint8Array(),
});

export type Change = readonly [
  at: Uint8Array,
  before: LedgerAccount | undefined,
  after: LedgerAccount | undefined,
];

type Given = {
  readonly intent?: Partial<BoundedIntent>;
  readonly changes?: readonly Change[];
  /** Accounts that are read and not writable. */
  readonly seen?: readonly (readonly [Uint8Array, LedgerAccount | undefined])[];
  readonly read?: readonly ReadStep[];
  readonly inner?: readonly (readonly [number, readonly InnerInstruction[]])[];
  readonly terms?: Partial<Scene['terms']>;
  readonly newStake?: Uint8Array;
};

/** What rules are given. */
export function sceneOf(kind: BoundedKind, given: Given = {}) {
  const intent = intentOf(kind, given.intent);
  const changes = (given.changes ?? []).map(
    ([at, before, after]): AccountChange => ({ key: at, address: text(at), before, after }),
  );
  const read = given.read ?? [];
  const before = new Map<string, LedgerAccount | undefined>(
    changes.map((each) => [each.address, each.before]),
  );
  for (const [at, account] of given.seen ?? []) before.set(text(at), account);
  const scene: Scene = {
    intent,
    wallet: text(WALLET),
    terms: { most: AMOUNT, least: AMOUNT, ...given.terms },
    message: {
      version: 'legacy',
      signerCount: 1,
      readonlySignerCount: 0,
      readonlyOtherCount: 0,
      keys: [WALLET],
      blockhash: key(0),
      instructions: [],
      lookups: [],
    },
    steps: read.map(({ step }) => step),
    changes,
    evidence: {
      slot: 1n,
      epoch: EPOCH,
      unixTimestamp: 1n,
      before,
      after: new Map(changes.map((each) => [each.address, each.after])),
      innerInstructions: new Map(given.inner),
      lookupTables: new Map(),
      rentExemption,
      signatureFee: 5_000n,
    },
    deployment: DEPLOYMENT,
  };
  const shape: Shape = {
    read,
    wrapped: [SOL.account, SEEDED],
    newStake: given.newStake ?? (kind === 'stake-withdrawal' ? NEW_STAKE : undefined),
  };
  return { scene, shape, roles: getRoles(intent, shape, keys) };
}

/** A step of a program, with what it swaps. */
export function swapStep(swap: Partial<Swap> = {}, index = 0, letter: 'X' | 'Q' | 'd' = 'X'): ReadStep {
  const whole: Swap = {
    name: 'Swap',
    authority: WALLET,
    source: WALLET,
    most: AMOUNT,
    destinations: [],
    minimum: AMOUNT,
    fixed: [],
    ...swap,
  };
  const step = { index, program: key(9), accounts: [], data: new Uint8Array() };
  return { letter, step, call: { letter, swap: whole } };
}
