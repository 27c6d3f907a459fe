import type { Address } from '@solana/kit';
import { toAddress, toAddressBytes } from '@staking-agent/chain/address';
import type { Deployment } from '@staking-agent/chain/deployment';
import type {
  BuildOperation,
  Evidence,
  Proof,
  VerifyAnswer,
  VerifyLimits,
  VerifyRequest,
} from '@staking-agent/verify';
import { isRare, prove } from '@staking-agent/verify/prove';
import { findRarePlan } from '@staking-agent/verify/rare';
import {
  type AmountAsset,
  type ExitKindOf,
  type Expiry,
  type Explanation,
  MAX_MERGED,
  type Receipt,
  type StrategyKey,
  type UnstakeKind,
} from '@staking-agent/wire';
import type { Provider } from '../problems/faults.ts';
import { hasMembers } from '../runtime/json.ts';
import type { Lifetime } from '../upstreams/ledger/blockhash.ts';
import type { LocatedRange } from './ranges.ts';
import type { TokenRoute } from './token.ts';

/** A key pair the service signs with once: the new stake account's. `secretKey` is 64 bytes, wiped after use. */
export type CoSigner = { readonly publicKey: Uint8Array; readonly secretKey: Uint8Array };

/** A message the service compiled, what was asked for, and the fields of the answer that are its own. */
export type CompiledBuild<Fields> = {
  readonly by: 'service';
  /** Compiled message bytes. */
  readonly message: Uint8Array;
  readonly operation: BuildOperation;
  /** As it was sent. */
  readonly request: VerifyRequest;
  /** The ledger as it was read, where the proof of such a build needs it. */
  readonly evidence?: Partial<Evidence>;
  /** True where the ledger would let it land; false only for native stake, which calls no upstream, and deactivate, whose account is read. */
  readonly isSimulated: boolean;
  readonly lifetime: Lifetime;
  readonly wallet: Address;
  readonly coSigner?: CoSigner;
  /** Names the same new account again. */
  readonly keep?: Uint8Array;
  readonly fields: Fields;
};

/** A transaction that somebody else made for the wallet, and what was asked for. */
export type ProvidedBuild<Fields> = {
  readonly by: Provider;
  /** Unsigned, base64. */
  readonly transaction: string;
  /** Has it made once more, only from sources whose programs the deployment lists. */
  readonly orderAgain?: () => Promise<ProvidedBuild<Fields>>;
  /** How its maker wants it broadcast. */
  readonly route: TokenRoute;
  readonly operation: BuildOperation;
  /** As it was sent: what the transaction may do, and the least it has to bring. */
  readonly request: VerifyRequest;
  /** Where the nearest amounts are read from, in case the wallet lacks what it spends. */
  readonly locate?: (wallet: Address, deployment: Deployment) => LocatedRange;
  /** Leaves the wallet, in base units, which may be found to lack it. */
  readonly spends: { readonly asset: 'SOL' | 'raSOL' | 'raUSDC'; readonly amount: bigint };
  readonly lifetime: Lifetime;
  readonly wallet: Address;
  /** Names the same new account again. */
  readonly keep?: Uint8Array;
  /** @param newStakeAccount - the stake account the transaction makes, where it makes one. */
  readonly fields: (newStakeAccount: string | undefined) => Fields;
};

/** A build of a strategy, before it is checked, signed for and given a token; `amount` is what `max` came to. */
export type Build<Fields> = (CompiledBuild<Fields> | ProvidedBuild<Fields>) & { readonly amount?: string };

/** The members that finishing adds to a build's own fields. */
export type Finished = {
  transaction: string;
  service_token: string;
  expiry: Expiry;
  signers: string[];
  amount?: string;
  receipt?: Receipt;
  explanation?: Explanation;
};

/** The proof of a transaction, and the tables that its accounts were taken from, where it has any. */
export type Proved = {
  readonly proof: Proof;
  readonly lookupTables: Evidence['lookupTables'] | undefined;
};

export type ToldBuild = Build<unknown> & Proved & { readonly transaction: string };

/** Proves the transaction of an answer by what was asked for, rare builds too. */
export function proveBuild(
  { operation, request }: AskedBuild & { readonly request: VerifyRequest },
  answer: VerifyAnswer,
  deployment: Deployment,
  evidence: Partial<Evidence> | undefined,
  limits?: VerifyLimits,
): Proof {
  const rare = isRare(operation, request, deployment)
    ? findRarePlan(operation, request, deployment)
    : undefined;
  return prove(operation, request, answer, deployment, evidence, limits, rare);
}

/**
 * Returns the asset of a mint of the deployment, or of `stake`, which is SOL in a stake account.
 *
 * @throws {Error} for any other mint.
 */
export function findAsset(asset: string, deployment: Deployment): AmountAsset {
  const assets: Readonly<Record<string, AmountAsset>> = {
    stake: 'SOL',
    [deployment.solMint]: 'SOL',
    [deployment.usdcMint]: 'USDC',
    [deployment.rasolMint]: 'raSOL',
    [deployment.rausdcMint]: 'raUSDC',
    [deployment.rasolMaxMint]: 'raSOLMax',
  };
  const found = assets[asset];
  if (found === undefined)
    throw new Error(`The verifier names ${asset}, which is no asset of the deployment.`);
  return found;
}

/** Returns the stake account that a proved transaction makes for its wallet; undefined when it makes none. */
export function findNewStakeAccount({ effects }: Proof): string | undefined {
  return effects.arrives.find(({ asset }) => asset === 'stake')?.account;
}

/** Returns the stake account that a build opens; undefined when it opens none, such as a merge. */
export function findOpenedStake({ operation, proof }: ToldBuild): string | undefined {
  return operation === 'merge' ? undefined : findNewStakeAccount(proof);
}

/** The operation of a build, and the members that decide its transaction; the wallet is in the message. */
type AskedBuild = { readonly operation: BuildOperation; readonly request: Omit<VerifyRequest, 'wallet'> };

/** The request of a build and what it told: enough to make the same again. */
export type BuildRecord = AskedBuild & {
  /** Names the same new account again. */
  readonly keep?: Uint8Array;
  /** The hash of the first message of a refreshed build, 32 bytes. */
  readonly root?: Uint8Array | undefined;
  /** Figures of the answer that may be others the next time, by their place in it. */
  readonly figures: Figures;
};

/** Figures of an answer as text, by their place in it. */
export type Figures = Readonly<Record<string, string>>;

/** Every build there is. A place in this list is part of the tokens in circulation: append only. */
const BUILDS = [
  ['stake', 'sol-native-stake', undefined],
  ['stake', 'sol-liquid-stake', undefined],
  ['stake', 'sol-leveraged-stake', undefined],
  ['stake', 'usdc-earn', undefined],
  ['unstake', 'sol-native-stake', 'deactivate'],
  ['unstake', 'sol-native-stake', 'instant'],
  ['unstake', 'sol-liquid-stake', 'instant'],
  ['unstake', 'sol-liquid-stake', 'slow'],
  ['unstake', 'sol-leveraged-stake', 'instant'],
  ['unstake', 'usdc-earn', 'instant'],
  ['withdraw', undefined, undefined],
  ['split', undefined, undefined],
  ['merge', undefined, undefined],
] as const satisfies readonly (readonly [BuildOperation, StrategyKey | undefined, UnstakeKind | undefined])[];

type BuildOf<Key extends StrategyKey> =
  | readonly ['stake', Key, undefined]
  | { readonly [Kind in ExitKindOf<Key>]: readonly ['unstake', Key, Kind] }[ExitKindOf<Key>];
type Unlisted = Exclude<{ [Key in StrategyKey]: BuildOf<Key> }[StrategyKey], (typeof BUILDS)[number]>;

// The contract has no build that a token could not name.
true satisfies [Unlisted] extends [never] ? true : false;

/** Numbers of a request's members in a record. Append only, as above; 10 is retired. */
const TAGS = {
  amount: 1,
  stakeAccount: 2,
  minReceive: 3,
  lamports: 4,
  isWithdrawAll: 5,
  outputAsset: 6,
  stakeAccountForm: 7,
  keep: 8,
  step: 9,
  then: 11,
  into: 12,
  from: 13,
  root: 14,
  priority: 15,
  /** Those between are of figures. */
  tip: 200,
} as const;

/** The figures that are compared between a build and its refresh. Append only, as above; tags of figures begin here. */
const FIGURES = [
  'rentExemptReserveLamports',
  'withdrawnLamports',
  'stagedRasolLamports',
  'expectedPayoutRasolLamports',
  'path',
  'router_order.outAmt',
] as const;
const FIRST_FIGURE = 16;
const KEY_SIZE = 32;
const VALUE_LIMIT = 100;
/** The longest member: keys of the stake accounts that a merge takes. */
const LIST_LIMIT = MAX_MERGED * KEY_SIZE;
/** Where records are written before their size is known: the place of the build, then each tag once at most. */
const RECORD = Buffer.alloc(1 + (Object.keys(TAGS).length + FIGURES.length) * (2 + LIST_LIMIT));

const FIGURE_PATHS = FIGURES.map((place) => ({ place, keys: place.split('.') }));

export function listFigures(answer: object): Figures {
  const figures: Record<string, string> = {};
  for (const { place, keys } of FIGURE_PATHS) {
    let value: unknown = answer;
    for (const key of keys) value = hasMembers(value) ? value[key] : undefined;
    if (value === undefined) continue;
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    if (text.length <= VALUE_LIMIT) figures[place] = text;
  }
  return figures;
}

/** Steps of a two-step exit that take no amount. */
const AMOUNTLESS_STEPS: ReadonlySet<string | undefined> = new Set(['claim', 'cancel']);

/** Checks whether the amount of a body has an effect; where it has none, it may be any text. */
function usesAmount({ kind, isWithdrawAll, step }: BuildRecord['request']): boolean {
  return kind !== 'deactivate' && isWithdrawAll !== true && !AMOUNTLESS_STEPS.has(step);
}

/** Encodes a record: the index in the list of builds, then each member as tag, length and value. */
export function encodeBuildRecord({ operation, request, keep, root, figures }: BuildRecord): Buffer {
  const place = BUILDS.findIndex(
    ([id, strategy, kind]) =>
      id === operation &&
      (strategy === undefined || (strategy === request.strategy && kind === request.kind)),
  );
  if (place < 0) throw new Error('A build that is not listed.');
  const { amount, stakeAccount, minReceive, lamports, isWithdrawAll, outputAsset, stakeAccountForm, step } =
    request;
  RECORD[0] = place;
  let size = 1;
  const put = (tag: number, value: string | Uint8Array | undefined) => {
    // What decides something is short; text that no rule looked at may be of any length.
    if (value === undefined) return;
    if (value.length > (typeof value === 'string' ? VALUE_LIMIT : LIST_LIMIT)) return;
    RECORD[size] = tag;
    RECORD[size + 1] = value.length;
    if (typeof value === 'string') RECORD.write(value, size + 2, 'latin1');
    else RECORD.set(value, size + 2);
    size += 2 + value.length;
  };
  put(TAGS.amount, usesAmount(request) ? amount : undefined);
  if (stakeAccount !== undefined && usesStakeAccount(place)) {
    put(TAGS.stakeAccount, toAddressBytes(stakeAccount));
  }
  put(TAGS.minReceive, minReceive);
  put(TAGS.lamports, lamports === undefined ? undefined : String(lamports));
  put(TAGS.isWithdrawAll, isWithdrawAll === true ? '' : undefined);
  if (request.strategy === 'sol-leveraged-stake') put(TAGS.outputAsset, outputAsset);
  if (request.strategy === 'sol-native-stake') put(TAGS.stakeAccountForm, stakeAccountForm);
  if (request.strategy === 'usdc-earn') put(TAGS.step, step);
  if (operation === 'split') put(TAGS.then, request.then);
  if (operation === 'merge') {
    put(TAGS.into, toAddressBytes(request.into ?? ''));
    put(TAGS.from, Buffer.concat((request.from ?? []).map((text) => toAddressBytes(text))));
  }
  put(TAGS.keep, keep);
  put(TAGS.root, root);
  put(TAGS.priority, typeof request.priority === 'object' ? request.priority.maxLamports : request.priority);
  put(TAGS.tip, request.tip?.lamports);
  for (const [i, place] of FIGURES.entries()) put(FIRST_FIGURE + i, figures[place]);
  return Buffer.from(RECORD.subarray(0, size));
}

function usesStakeAccount(place: number): boolean {
  const [operation, strategy] = BUILDS[place] ?? [];
  return (
    operation === 'withdraw' ||
    operation === 'split' ||
    (operation === 'unstake' && strategy === 'sol-native-stake')
  );
}

/** Decodes a record; undefined for other bytes. */
export function decodeBuildRecord(bytes: Uint8Array): BuildRecord | undefined {
  const [operation, strategy, kind] = BUILDS[bytes[0] ?? BUILDS.length] ?? [];
  if (operation === undefined) return undefined;
  const values = readMembers(bytes);
  if (values === undefined) return undefined;
  const text = (tag: number) => values.get(tag)?.toString('latin1');
  const stakeAccount = values.get(TAGS.stakeAccount);
  if (stakeAccount !== undefined && stakeAccount.length !== KEY_SIZE) return undefined;
  const lamports = text(TAGS.lamports);
  const tip = text(TAGS.tip);
  const keep = values.get(TAGS.keep);
  const root = values.get(TAGS.root);
  if (root !== undefined && root.length !== KEY_SIZE) return undefined;
  const request = {
    strategy,
    kind,
    amount: text(TAGS.amount),
    stakeAccount: stakeAccount && toAddress(stakeAccount),
    minReceive: text(TAGS.minReceive),
    lamports: lamports === undefined ? undefined : Number(lamports),
    isWithdrawAll: values.has(TAGS.isWithdrawAll) ? true : undefined,
    outputAsset: text(TAGS.outputAsset),
    stakeAccountForm: text(TAGS.stakeAccountForm),
    step: text(TAGS.step),
    then: text(TAGS.then),
    priority: readBid(text(TAGS.priority)),
    tip: tip === undefined ? undefined : { lamports: tip },
    ...readMerged(values.get(TAGS.into), values.get(TAGS.from)),
  };
  const given = Object.entries(request).filter(([, value]) => value !== undefined);
  return {
    operation,
    request: Object.fromEntries(given),
    ...(keep && { keep }),
    ...(root && { root }),
    figures: Object.fromEntries(
      FIGURES.flatMap((place, i) => {
        const value = text(FIRST_FIGURE + i);
        return value === undefined ? [] : [[place, value]];
      }),
    ),
  };
}

/** Returns the hash of the first message of a build, as the record of a refreshed one names it; undefined for a first one. */
export function findRoot(record: Uint8Array): string | undefined {
  const root = decodeBuildRecord(record)?.root;
  return root && Buffer.from(root).toString('base64url');
}

function readBid(bid: string | undefined): VerifyRequest['priority'] {
  return bid !== undefined && /^\d/.test(bid) ? { maxLamports: bid } : bid;
}

// The members of a record after its first byte; undefined where one ends beyond the bytes.
function readMembers(bytes: Uint8Array): Map<number, Buffer> | undefined {
  const values = new Map<number, Buffer>();
  for (let at = 1; at < bytes.length; ) {
    const end = at + 2 + (bytes[at + 1] ?? 0);
    if (end > bytes.length) return undefined;
    values.set(bytes[at] ?? 0, Buffer.from(bytes.subarray(at + 2, end)));
    at = end;
  }
  return values;
}

function readMerged(into: Buffer | undefined, from: Buffer | undefined) {
  if (into?.length !== KEY_SIZE || from === undefined) return {};
  const count = Math.floor(from.length / KEY_SIZE);
  const keys = Array.from({ length: count }, (_, i) => from.subarray(i * KEY_SIZE, (i + 1) * KEY_SIZE));
  return { into: toAddress(into), from: keys.map((key) => toAddress(key)) };
}

/**
 * Checks whether the ledger lets only one of two equal builds land, because the first uses up what both need: a stake
 * account that is closed, a cooldown that begins.
 *
 * Neither a stake nor a split is one: its account can be made once, but a caller whose second transaction expires builds a
 * third one.
 */
export function isExclusiveBuild({ operation, request }: AskedBuild): boolean {
  if (operation === 'withdraw') return request.lamports === undefined;
  if (operation === 'merge') return true;
  return operation === 'unstake' && request.strategy === 'sol-native-stake';
}
