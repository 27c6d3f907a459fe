import type { Deployment } from '@staking-agent/chain/deployment';
import type { ComputeBudget } from '@staking-agent/chain/message';
import { PRIORITY_FEE_LIMIT, type VerifyRequest } from '@staking-agent/verify';
import { PRIORITY_LEVELS, type StrategyKey } from '@staking-agent/wire';
import { problem } from '../problems/problem.ts';
import { drawFraction, type Random } from '../runtime/clock.ts';
import type { Priority, PriorityFee } from '../upstreams/ledger/feeds.ts';
import type { Simulated } from './simulate.ts';

/**
 * Compute units of builds: the most that each was measured to use, and room for a costlier version of its programs.
 *
 * A build that is not simulated may use so many. Before one that is, its fee is taken to be for so many. The stake program was
 * measured in the sandbox's VM, release 5 of it; the others on the binaries of mainnet, with either token program.
 */
export const UNITS = {
  /** 24,930, and 24,479 with a seed. */
  nativeStake: 40_000,
  /** 11,032. */
  deactivate: 20_000,
  /** 9,284. */
  withdraw: 25_000,
  /** 28,324 with the deactivation of the part. */
  split: 45_000,
  /** 17,876 for each account that is merged. */
  merge: 35_000,
  /** 101,000. */
  leveragedStake: 200_000,
  /** 67,000. */
  idleExit: 150_000,
  /** 207,000, and a swap of the router in the place of the market's. */
  flashExit: 800_000,
  /** 72,000 for a deposit, 62,000 for a withdrawal from the idle funds. */
  usdc: 150_000,
  /** 57,000 by the vault for each strategy that pays, and its adaptor and the market behind it. */
  usdcStrategy: 300_000,
} as const;

/** The most units of a build: with what makes builds unique they stay below the ledger's 1,400,000. */
export const MOST_UNITS = 1_378_000;

const MIB = 1_024 * 1_024;
/** The ledger loads no more for any transaction (agave's `MAX_LOADED_ACCOUNTS_DATA_SIZE_BYTES`). */
const MOST_LOADED_DATA = 64 * MIB;

/** The limits of one build: compute units, and bytes of the accounts that it loads, programs among them. */
type Limits = { readonly units: number; readonly loadedData: number };

/**
 * Returns the limits of a build that is not simulated.
 *
 * It loads 223,272 bytes at most (a stake, measured), nearly all of them the stake program, of which an upgrade may take as much
 * again.
 */
export function limitUnsimulated(units: number): Limits {
  return { units, loadedData: 2 * MIB };
}

/** Steps that limits are rounded up to; the ledger counts loaded data in pages. */
const STEPS = { units: 1_000, loadedData: 32 * 1_024 };
/** Room for assertions that a wallet adds: three of them, and the program that they call. */
const GUARDS = { units: 10_000, loadedData: MIB };

/**
 * Returns the limits of a build: what its simulation has used, a fifth more because the state may be another one when it lands, and
 * room for what wallets add.
 *
 * @param units - its compute units where the node does not say how many were used.
 */
export function limitSimulated({ unitsConsumed, loadedDataSize }: Simulated, units: number): Limits {
  const used = unitsConsumed === undefined ? units : withFifth(unitsConsumed, STEPS.units) + GUARDS.units;
  const loaded =
    loadedDataSize === undefined
      ? MOST_LOADED_DATA
      : withFifth(loadedDataSize, STEPS.loadedData) + GUARDS.loadedData;
  return { units: Math.min(used, MOST_UNITS), loadedData: Math.min(loaded, MOST_LOADED_DATA) };
}

function withFifth(used: number, step: number): number {
  return Math.ceil((used * 6) / (5 * step)) * step;
}

/** Varies a compute budget so that no two builds are the same message. */
export type UniqueBudget = (unitLimit: number, unitPrice: bigint) => ComputeBudget;

/** Bits in which builds of one process differ; a million of them may have the same blockhash. */
const BITS = 20;
const HALF_BITS = BITS / 2;
const HALF = 2 ** HALF_BITS;
const ROUNDS = 4;
/** Part of the unit limit that may be added to it. */
const LIMIT_PART = 64;

/**
 * Makes the budgets of one process: the unit limit is raised by up to 1/64, the price so that the fee stays within 80
 * lamports of what was asked.
 *
 * The variation is a counter behind a secret permutation. Within a process, 2^20 consecutive builds always differ; builds of
 * other processes differ by 20 random bits, and the sequence cannot be predicted from outside.
 */
export function createUniqueBudget(random: Random): UniqueBudget {
  const permute = createPermutation(random);
  let counter = random.bytes(4).readUInt32LE() % 2 ** BITS;
  return (unitLimit, unitPrice) => {
    counter = (counter + 1) % 2 ** BITS;
    const mark = permute(counter);
    const limits = Math.max(Math.floor(unitLimit / LIMIT_PART), 1);
    const computeUnitLimit = unitLimit + (mark % limits);
    // The same fee, spread over more units; below 2^53, because fees are bounded far below that.
    const price = Math.floor((unitLimit * Number(unitPrice)) / computeUnitLimit);
    return { computeUnitLimit, computeUnitPrice: BigInt(price + Math.floor(mark / limits)) };
  };
}

/** A permutation of all numbers of 20 bits: a Feistel network whose round functions are random tables. */
function createPermutation(random: Random): (input: number) => number {
  const tables = Array.from({ length: ROUNDS }, () => {
    const bytes = random.bytes(2 * HALF);
    return Uint16Array.from({ length: HALF }, (_, i) => bytes.readUInt16LE(2 * i) % HALF);
  });
  return (input) => {
    let left = input >> HALF_BITS;
    let right = input % HALF;
    for (const table of tables) [left, right] = [right, left ^ (table[right] ?? 0)];
    return left * HALF + right;
  };
}

type BudgetServices = { readonly priorityFee: PriorityFee; readonly uniqueBudget: UniqueBudget };
type DrawnBudget = ComputeBudget & { readonly loadedDataLimit: number };

/** Draws the compute budget of a build: at the present price of a unit, and unlike that of any other build. */
export function drawBudget(
  strategy: StrategyKey,
  { units, loadedData }: Limits,
  { priorityFee, uniqueBudget }: BudgetServices,
): DrawnBudget {
  return { ...uniqueBudget(units, priorityFee.price(strategy, units)), loadedDataLimit: loadedData };
}

/**
 * Draws the compute budget that a build is simulated with: it may use all that there is, and its fee is that of its units, so that
 * a wallet that lacks the fee is found.
 */
export function drawTrialBudget(
  strategy: StrategyKey,
  units: number,
  { priorityFee, uniqueBudget }: BudgetServices,
): DrawnBudget {
  const price = (priorityFee.price(strategy, units) * BigInt(units)) / BigInt(MOST_UNITS);
  return { ...uniqueBudget(MOST_UNITS, price), loadedDataLimit: MOST_LOADED_DATA };
}

/** The least that may be named as the most: what makes builds unique costs up to 80 lamports. */
const LEAST_MOST = 100n;

/** The landing services whose tip accounts a deployment may name. */
export const TIP_SERVICES = ['jito', 'heliusSender'] as const;
export type TipService = (typeof TIP_SERVICES)[number];

/** Lamports of a tip. */
export const TIP = { least: 1_000n, most: 100_000_000n };

/** The refusals of fields that have another shape than theirs, or are beyond their bounds. */
export const FEE_REFUSALS = {
  priority: () =>
    problem('PRIORITY_INVALID', {
      levels: PRIORITY_LEVELS,
      least: String(LEAST_MOST),
      most: String(PRIORITY_FEE_LIMIT),
    }),
  tip: () => problem('TIP_INVALID', { least: String(TIP.least), most: String(TIP.most) }),
};

/** The services that fees of a build are drawn from. */
type FeeServices = {
  readonly priorityFee: PriorityFee;
  readonly uniqueBudget: UniqueBudget;
  readonly random: Random;
  readonly config: { readonly deployment: Deployment; readonly tipService: TipService };
};

/**
 * Returns services whose builds bid and tip what a request asks for.
 *
 * @throws {ProblemError} `invalid_request` for a bid or a tip beyond its bounds, and for any tip where the deployment names no
 *   account that takes one.
 */
export function withFees<Services extends FeeServices>(
  services: Services,
  { priority, tip }: Pick<VerifyRequest, 'priority' | 'tip'>,
): Services {
  const bidding = withPriority(services, priority);
  if (tip === undefined) return bidding;
  const { random, uniqueBudget, config } = services;
  const lamports = /^[1-9]\d{0,15}$/.test(tip.lamports) ? BigInt(tip.lamports) : 0n;
  if (lamports < TIP.least || lamports > TIP.most) throw FEE_REFUSALS.tip();
  const accounts = config.deployment.tipAccounts?.[config.tipService] ?? [];
  // Any one of them: a transaction holds up all others that write the same account.
  const account = accounts[Math.floor(drawFraction(random) * accounts.length)];
  if (account === undefined) throw problem('TIP_NOT_OFFERED');
  return {
    ...bidding,
    tip: lamports,
    uniqueBudget: (units: number, price: bigint) => ({
      ...uniqueBudget(units, price),
      tip: { account, lamports },
    }),
  };
}

/** Names the members of a request that ask for fees. */
export type AskedFees = { readonly priority?: unknown; readonly tip?: unknown };

/**
 * Refuses fees of a request whose transaction a provider makes, which bids by itself.
 *
 * @throws {ProblemError} `invalid_request` with the field that has no effect.
 */
export function refuseFees(request: AskedFees): void {
  for (const field of ['priority', 'tip'] as const)
    if (request[field] !== undefined) throw problem('FEES_OF_PROVIDER', { field });
}

/**
 * Returns services whose builds bid what a request asks for.
 *
 * @throws {ProblemError} `invalid_request` for a bid that is neither a level nor a maximum.
 */
function withPriority<Services extends { readonly priorityFee: PriorityFee }>(
  services: Services,
  priority: VerifyRequest['priority'],
): Services {
  if (priority === undefined) return services;
  return { ...services, priorityFee: services.priorityFee.at(readPriority(priority)) };
}

function readPriority(asked: NonNullable<VerifyRequest['priority']>): Priority {
  if (typeof asked === 'object') {
    const { maxLamports } = asked;
    const most = /^[1-9]\d{0,8}$/.test(maxLamports) ? BigInt(maxLamports) : 0n;
    if (most >= LEAST_MOST && most <= PRIORITY_FEE_LIMIT) return { level: 'high', most };
  }
  const level = PRIORITY_LEVELS.find((each) => each === asked);
  if (level !== undefined) return { level };
  throw FEE_REFUSALS.priority();
}

/** Returns the bid of a refresh: a level above that of the build before. The caller's maximum stays. */
export function raisePriority(before: VerifyRequest['priority']): NonNullable<typeof before> {
  if (typeof before === 'object') return before;
  return before === 'low' ? 'medium' : 'high';
}
