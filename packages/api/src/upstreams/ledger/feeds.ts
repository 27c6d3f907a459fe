import type { Address, AddressesByLookupTableAddress } from '@solana/kit';
import { toAddress } from '@staking-agent/chain/address';
import { arePayingRewards, decodeLookupTable, EPOCH_REWARDS_ADDRESS } from '@staking-agent/chain/ledger';
import { STAKE_ACCOUNT_SPACE } from '@staking-agent/chain/stake';
import { PRIORITY_LEVELS, type PriorityLevel, STRATEGY_KEYS, type StrategyKey } from '@staking-agent/wire';
import { isUpstreamFailure, NoLookupTable, UpstreamFault } from '../../problems/faults.ts';
import { type Clock, sleep } from '../../runtime/clock.ts';
import { type Feed, startFeed } from '../../runtime/feed.ts';
import type { BlockhashFeed } from './blockhash.ts';
import { type LedgerClient, RENT, readAccounts, readRent } from './client.ts';

/** The addresses in the lookup tables of a deployment. */
type LookupTables = { readonly addresses: AddressesByLookupTableAddress };

/** A feed of lookup tables, which has tables or throws {@link NoLookupTable}. */
export type LookupTablesFeed = ReturnType<typeof startLookupTablesFeed>;

/**
 * Follows lookup tables; without any there is nothing to read.
 *
 * A table that the ledger does not have in use is left out at once. While it has none of them, whoever asks has it looked
 * up again, and gets {@link NoLookupTable} if that is still so.
 *
 * @param onFault - also told of each table that is left out.
 */
export function startLookupTablesFeed(
  ledger: LedgerClient,
  clock: Clock,
  tables: readonly Address[],
  onFault: (fault: unknown) => void,
) {
  const feed = startFeed<LookupTables | undefined>({
    clock,
    everyMilliseconds: 60_000,
    // A table only ever grows, until its owner closes it minutes after having said so.
    maxAgeMilliseconds: 600_000,
    onFault,
    refresh: async () => {
      if (tables.length === 0) return { addresses: {} };
      const read = await readAccounts(tables, { ledger });
      const found = tables.flatMap((table) => {
        const { keys, deactivationSlot } = decodeLookupTable(read(table)) ?? {};
        if (keys !== undefined && deactivationSlot === undefined) return [[table, keys.map(toAddress)]];
        onFault(new NoLookupTable([table]));
        return [];
      });
      if (found.length === 0) return undefined;
      return { addresses: Object.fromEntries(found) as AddressesByLookupTableAddress };
    },
  });
  const refresh = async (): Promise<LookupTables> => {
    const found = await feed.refresh();
    if (found === undefined) throw new NoLookupTable(tables);
    return found;
  };
  return {
    refresh,
    get: async (): Promise<LookupTables> => (await feed.get()) ?? refresh(),
    close: feed.close,
  };
}

/** The percentile of recent prices that `medium` pays, and the bounds of each strategy in micro-lamports per compute unit. */
type PriceSettings = {
  readonly percentile: number;
  readonly floor: Readonly<Record<StrategyKey, bigint>>;
  readonly ceiling: Readonly<Record<StrategyKey, bigint>>;
};
type PriceBounds = { readonly percentile: number; readonly floor: bigint; readonly ceiling: bigint };

/** The bid of a caller: a level of the market, within `most` lamports where it is given. */
export type Priority = { readonly level: PriorityLevel; readonly most?: bigint | undefined };

/** The present price of priority for what one caller bids. */
export type PriorityFee = {
  /** The most that is ever paid, in micro-lamports per compute unit. */
  readonly ceiling: bigint;
  /**
   * Returns the price that others pay to write the accounts of a strategy, in micro-lamports per compute unit, within the
   * configured floor and ceiling; the floor while nothing is known.
   *
   * @param units - of the transaction: the caller's `most` lamports go before the floor, and are rounded down. Without it
   *   they do not count.
   */
  price(strategy: StrategyKey, units?: number): bigint;
  /** Returns the price for another bid. */
  at(priority: Priority): PriorityFee;
};

/** Accounts that a node takes in one call (agave's MAX_TX_ACCOUNT_LOCKS). */
const MOST_ACCOUNTS = 128;
/** Percentiles beside that of `medium`. */
const PERCENTILES = { low: 25, high: 95 } as const;
const MICRO = 1_000_000n;
/** How far the fee of a build may be above that of its limit and price, in lamports, so that no two builds are the same. */
export const UNIQUE_LAMPORTS = 80n;

/**
 * Follows recent priority fees, in one call for each strategy with contended accounts.
 *
 * @param contended - the accounts that the builds of a strategy write beside those of the wallet.
 * @param onFault - told of each failed refresh.
 */
export function startPriorityFeeFeed(
  ledger: LedgerClient,
  clock: Clock,
  contended: { readonly [Key in StrategyKey]?: readonly Address[] | undefined },
  { percentile, floor, ceiling }: PriceSettings,
  onFault: (fault: unknown) => void,
) {
  const readEstimate = createEstimates(ledger, clock);
  const feeds = new Map(
    STRATEGY_KEYS.flatMap((strategy) => {
      const accounts = contended[strategy]?.slice(0, MOST_ACCOUNTS);
      if (accounts === undefined) return [];
      const bounds = { floor: floor[strategy], ceiling: ceiling[strategy] };
      const percentiles = { ...PERCENTILES, medium: percentile };
      const feed = startFeed({
        clock,
        everyMilliseconds: 10_000,
        rest: { afterMilliseconds: 30_000, everyMilliseconds: 60_000 },
        maxAgeMilliseconds: 120_000,
        onFault,
        refresh: async (): Promise<Readonly<Record<PriorityLevel, bigint>>> => {
          const find = (await readEstimate(accounts)) ?? (await readRecent(ledger, accounts));
          const [low, medium, high] = PRIORITY_LEVELS.map((level) =>
            find({ ...bounds, percentile: percentiles[level] }),
          ) as [bigint, bigint, bigint];
          return { low, medium, high };
        },
      });
      return [[strategy, feed] as const];
    }),
  );
  const dearest = STRATEGY_KEYS.map((key) => ceiling[key]).reduce((most, each) =>
    each > most ? each : most,
  );
  const at = ({ level, most }: Priority): PriorityFee => ({
    ceiling: dearest,
    price(strategy, units) {
      const price = feeds.get(strategy)?.peek()?.[level] ?? floor[strategy];
      if (most === undefined || units === undefined) return price;
      const affordable = ((most - UNIQUE_LAMPORTS) * MICRO) / BigInt(units);
      return affordable < price ? affordable : price;
    },
    at,
  });
  return {
    ...at({ level: 'medium' }),
    async close() {
      await Promise.all([...feeds.values()].map((feed) => feed.close()));
    },
  };
}

/** Finds a percentile of what others pay, within bounds. */
type FindPrice = (bounds: PriceBounds) => bigint;

async function readRecent(ledger: LedgerClient, accounts: readonly Address[]): Promise<FindPrice> {
  const blocks = await ledger.read('getRecentPrioritizationFees', [accounts]);
  const fees = blocks.map(({ prioritizationFee }) => BigInt(prioritizationFee));
  return (bounds) => clampedPercentile(fees, bounds);
}

/** A provider that has no estimate, or fails to give one, is asked again after so long. */
const NO_ESTIMATE_MILLISECONDS = 600_000;
/** The percentiles of an estimate (Helius, `getPriorityFeeEstimate`), ascending. */
const ESTIMATED = [
  [25, 'low'],
  [50, 'medium'],
  [75, 'high'],
  [100, 'veryHigh'],
] as const;

/**
 * Reads a provider's own estimate, which knows all transactions of a block where a node knows its cheapest one.
 *
 * @returns undefined where the provider offers none.
 */
function createEstimates(ledger: LedgerClient, clock: Clock) {
  let absentUntil = Number.NEGATIVE_INFINITY;
  return async (accounts: readonly Address[]): Promise<FindPrice | undefined> => {
    if (clock.elapsed() < absentUntil) return undefined;
    try {
      const options = { includeAllPriorityFeeLevels: true };
      const asked = { accountKeys: accounts, options };
      const { priorityFeeLevels } = await ledger.read('getPriorityFeeEstimate', [asked]);
      return ({ percentile, floor, ceiling }) => {
        const [, name] = ESTIMATED.find(([most]) => percentile <= most) ?? ESTIMATED[0];
        return clamp(BigInt(Math.ceil(Number(priorityFeeLevels[name]))), floor, ceiling);
      };
    } catch (error) {
      if (!isUpstreamFailure(error)) throw error;
      absentUntil = clock.elapsed() + NO_ESTIMATE_MILLISECONDS;
      return undefined;
    }
  };
}

/**
 * Returns the fee that `percentile` percent of the blocks that were paid for do not exceed (nearest rank), within floor and
 * ceiling.
 *
 * @param fees - one per block, micro-lamports per compute unit; 0 means that no fee was needed, or that no transaction wrote
 *   the accounts.
 */
export function clampedPercentile(fees: readonly bigint[], bounds: PriceBounds): bigint {
  const sorted = fees.filter((fee) => fee > 0n).toSorted((a, b) => (a < b ? -1 : 1));
  const rank = Math.max(Math.ceil((sorted.length * bounds.percentile) / 100) - 1, 0);
  return clamp(sorted[rank] ?? bounds.floor, bounds.floor, bounds.ceiling);
}

function clamp(fee: bigint, floor: bigint, ceiling: bigint): bigint {
  if (fee < floor) return floor;
  return fee > ceiling ? ceiling : fee;
}

/** The ledger's terms in one epoch: requirements of a stake account and fee of a signature, in lamports. */
export type StakeTerms = {
  readonly rentExemptReserve: bigint;
  readonly minimumDelegation: bigint;
  readonly signatureFee: bigint;
  readonly epoch: bigint;
  /** While rewards of the last epoch are paid out no stake account can be changed, for some blocks of the epoch. */
  readonly isPaying: boolean;
  /** First slot of the next epoch, which these terms are no longer of. */
  readonly nextSlot: bigint;
  /** Slots of the epoch still to come, and when that was so on the monotonic clock, milliseconds. */
  readonly slotsLeft: bigint;
  readonly readAt: number;
};

/** Readings of an epoch that ends meanwhile, or has ended where another node is. */
const ROUNDS = 10;
const PAUSE_MILLISECONDS = 200;

/**
 * Follows rent, minimum delegation and fee of a signature, which the ledger changes by governance where an epoch begins. Terms
 * of an epoch are never used in the next: as soon as a node has shown a slot of that, they are read again. Rent and fees outside
 * their bounds are a fault of the node, and not taken over.
 *
 * @param blockhash - shows how far the ledger has come.
 */
export function startStakeTermsFeed(
  ledger: LedgerClient,
  clock: Clock,
  blockhash: BlockhashFeed,
  onFault: (fault: unknown) => void,
): Feed<StakeTerms> {
  const isOver = ({ nextSlot }: StakeTerms) => (blockhash.look()?.contextSlot ?? 0n) >= nextSlot;
  return startFeed({
    clock,
    everyMilliseconds: 10_000,
    retryMilliseconds: 5_000,
    rest: { afterMilliseconds: 30_000, everyMilliseconds: 120_000 },
    maxAgeMilliseconds: 600_000,
    isOver,
    onFault,
    refresh: async () => {
      for (let round = 1; ; round += 1) {
        const terms = await readTerms(ledger, clock, blockhash);
        if (terms !== undefined && !isOver(terms)) return terms;
        if (round === ROUNDS) throw new UpstreamFault('ledger', 'malformed');
        await sleep(clock, PAUSE_MILLISECONDS);
      }
    },
  });
}

/** Reads the terms of the running epoch; undefined where the answers are of two. */
async function readTerms(
  ledger: LedgerClient,
  clock: Clock,
  blockhash: BlockhashFeed,
): Promise<StakeTerms | undefined> {
  // Any recent one will do; to ask for the newest would keep the polling of the nodes awake.
  const lifetime = blockhash.look() ?? (await blockhash.get());
  const options = { commitment: 'confirmed' };
  const [read, minimum, fee, info] = await Promise.all([
    readAccounts([RENT, EPOCH_REWARDS_ADDRESS], { ledger }),
    ledger.read('getStakeMinimumDelegation', [options]),
    ledger.read('getFeeForMessage', [emptyMessage(lifetime.blockhash), options]),
    ledger.read('getEpochInfo', [options]),
  ]);
  const firstSlot = BigInt(info.absoluteSlot) - BigInt(info.slotIndex);
  const nextSlot = firstSlot + BigInt(info.slotsInEpoch);
  const isOfIt = (slot: bigint) => slot >= firstSlot && slot < nextSlot;
  if (!isOfIt(read.slot) || !isOfIt(BigInt(fee.context.slot))) return undefined;
  return {
    rentExemptReserve: readPlausible(readRent(read)(Number(STAKE_ACCOUNT_SPACE)), RENT_LIMIT),
    minimumDelegation: BigInt(minimum.value),
    signatureFee: readPlausible(fee.value, SIGNATURE_FEE_LIMIT),
    epoch: BigInt(info.epoch),
    isPaying: arePayingRewards(read(EPOCH_REWARDS_ADDRESS)?.data),
    nextSlot,
    slotsLeft: nextSlot - BigInt(info.absoluteSlot),
    readAt: clock.elapsed(),
  };
}

/** A message that one key signs and that does nothing: its fee is that of the signature. Base64. */
function emptyMessage(blockhash: Uint8Array): string {
  const counts = Uint8Array.of(1, 0, 0);
  const payer = new Uint8Array(32).fill(1);
  return Buffer.concat([counts, Uint8Array.of(1), payer, blockhash, Uint8Array.of(0)]).toString('base64');
}

/** Most lamports that an account may be said to need: 0.01 SOL, over four times what a stake account ever needed. */
const RENT_LIMIT = 10_000_000n;
/** Most lamports that a signature may be said to cost: twenty times what it has always cost. */
const SIGNATURE_FEE_LIMIT = 100_000n;

/** Returns an amount that a node reports. @throws {UpstreamFault} for none, and for more than is plausible. */
function readPlausible(lamports: number | bigint | null, most: bigint): bigint {
  const amount = BigInt(lamports ?? 0);
  if (amount <= 0n || amount > most) throw new UpstreamFault('ledger', 'malformed');
  return amount;
}

/** The state of a validator on the ledger. */
export type ValidatorFacts = {
  /** True if it has not voted lately, so that stake with it earns nothing. */
  readonly isDelinquent: boolean;
  /** Percent of rewards that it keeps, rounded up by the node. */
  readonly commission: number;
  /** Percent, where it took less when this process began to look. */
  readonly commissionBefore?: number;
  /** Lamports delegated to it that are active. */
  readonly activatedStake: bigint;
};

/** Follows one validator's vote account on the ledger. */
export function startValidatorFeed(
  ledger: LedgerClient,
  clock: Clock,
  voteAccount: string,
  onFault: (fault: unknown) => void,
): Feed<ValidatorFacts> {
  let first: number | undefined;
  return startFeed({
    clock,
    everyMilliseconds: 30_000,
    rest: { afterMilliseconds: 120_000, everyMilliseconds: 300_000 },
    retryMilliseconds: 10_000,
    maxAgeMilliseconds: 600_000,
    onFault,
    refresh: async () => {
      const options = { commitment: 'confirmed', votePubkey: voteAccount, keepUnstakedDelinquents: true };
      const { current, delinquent } = await ledger.read('getVoteAccounts', [options]);
      const isIt = ({ votePubkey }: { votePubkey: string }) => votePubkey === voteAccount;
      const late = delinquent.find(isIt);
      const found = late ?? current.find(isIt);
      if (found === undefined) throw new UpstreamFault('ledger', 'malformed');
      const { commission, activatedStake } = found;
      first ??= commission;
      return {
        isDelinquent: late !== undefined,
        commission,
        ...(first < commission && { commissionBefore: first }),
        activatedStake: BigInt(activatedStake),
      };
    },
  });
}
