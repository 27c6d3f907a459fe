import type { Address, AddressesByLookupTableAddress } from '@solana/kit';
import { toAddress } from '@staking-agent/chain/address';
import { decodeLookupTable } from '@staking-agent/chain/ledger';
import { STAKE_ACCOUNT_SPACE } from '@staking-agent/chain/stake';
import { STRATEGY_KEYS, type StrategyKey } from '@staking-agent/wire';
import { NoLookupTable, UpstreamFault } from '../../problems/faults.ts';
import type { Clock } from '../../runtime/clock.ts';
import { type Feed, startFeed } from '../../runtime/feed.ts';
import type { BlockhashFeed } from './blockhash.ts';
import { type LedgerClient, readAccounts } from './client.ts';

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

/** The percentile of recent prices that is paid, and its bounds in micro-lamports per compute unit. */
type PriceBounds = { readonly percentile: number; readonly floor: bigint; readonly ceiling: bigint };

/** The present price of priority. */
export type PriorityFeeFeed = ReturnType<typeof startPriorityFeeFeed>;

/** Accounts that a node takes in one call (agave's MAX_TX_ACCOUNT_LOCKS). */
const MOST_ACCOUNTS = 128;

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
  bounds: PriceBounds,
  onFault: (fault: unknown) => void,
) {
  const feeds = new Map(
    STRATEGY_KEYS.flatMap((strategy) => {
      const accounts = contended[strategy]?.slice(0, MOST_ACCOUNTS);
      if (accounts === undefined) return [];
      const feed = startFeed({
        clock,
        everyMilliseconds: 10_000,
        rest: { afterMilliseconds: 30_000, everyMilliseconds: 60_000 },
        maxAgeMilliseconds: 120_000,
        onFault,
        refresh: async () => {
          const blocks = await ledger.read('getRecentPrioritizationFees', [accounts]);
          const fees = blocks.map(({ prioritizationFee }) => BigInt(prioritizationFee));
          return clampedPercentile(fees, bounds);
        },
      });
      return [[strategy, feed] as const];
    }),
  );
  return {
    /** The most that is ever paid, in micro-lamports per compute unit. */
    ceiling: bounds.ceiling,
    /**
     * Returns the price that others pay to write the accounts of a strategy, in micro-lamports per compute unit, within the
     * configured floor and ceiling; the floor while nothing is known.
     */
    price: (strategy: StrategyKey): bigint => feeds.get(strategy)?.peek() ?? bounds.floor,
    async close() {
      await Promise.all([...feeds.values()].map((feed) => feed.close()));
    },
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
  const fee = sorted[rank] ?? bounds.floor;
  if (fee < bounds.floor) return bounds.floor;
  return fee > bounds.ceiling ? bounds.ceiling : fee;
}

/** Follows the fee of a signature, in lamports; the ledger changes it by governance, with months of notice. */
export function startSignatureFeeFeed(
  ledger: LedgerClient,
  clock: Clock,
  blockhash: BlockhashFeed,
  onFault: (fault: unknown) => void,
): Feed<bigint> {
  return startFeed({
    clock,
    everyMilliseconds: 60_000,
    retryMilliseconds: 5_000,
    rest: { afterMilliseconds: 30_000, everyMilliseconds: 300_000 },
    maxAgeMilliseconds: 600_000,
    onFault,
    refresh: async () => {
      // Any recent one will do; to ask for the newest would keep the polling of the nodes awake.
      const lifetime = blockhash.look() ?? (await blockhash.get());
      const message = emptyMessage(lifetime.blockhash);
      const { value } = await ledger.read('getFeeForMessage', [message, { commitment: 'confirmed' }]);
      return readPlausible(value, SIGNATURE_FEE_LIMIT);
    },
  });
}

/** A message that one key signs and that does nothing: its fee is that of the signature. Base64. */
function emptyMessage(blockhash: Uint8Array): string {
  const counts = Uint8Array.of(1, 0, 0);
  const payer = new Uint8Array(32).fill(1);
  return Buffer.concat([counts, Uint8Array.of(1), payer, blockhash, Uint8Array.of(0)]).toString('base64');
}

/** The present requirements of a stake account, in lamports, and the progress of the epoch. */
export type StakeTerms = {
  readonly rentExemptReserve: bigint;
  readonly minimumDelegation: bigint;
  readonly epoch: bigint;
  /** Slots of the epoch still to come, and when that was so on the monotonic clock, milliseconds. */
  readonly slotsLeft: bigint;
  readonly readAt: number;
};

/**
 * Follows rent, minimum delegation and epoch. Rent outside its bounds is a fault of the node, and not taken over.
 *
 * The ledger changes these by governance and once an epoch: ten minutes old is still right, save for the epoch, which only
 * words depend on.
 */
export function startStakeTermsFeed(
  ledger: LedgerClient,
  clock: Clock,
  onFault: (fault: unknown) => void,
): Feed<StakeTerms> {
  return startFeed({
    clock,
    everyMilliseconds: 10_000,
    rest: { afterMilliseconds: 30_000, everyMilliseconds: 120_000 },
    maxAgeMilliseconds: 600_000,
    onFault,
    refresh: async () => {
      const [rent, minimum, epochInfo] = await Promise.all([
        ledger.read('getMinimumBalanceForRentExemption', [
          Number(STAKE_ACCOUNT_SPACE),
          { commitment: 'confirmed' },
        ]),
        ledger.read('getStakeMinimumDelegation', [{ commitment: 'confirmed' }]),
        ledger.read('getEpochInfo', [{ commitment: 'confirmed' }]),
      ]);
      return {
        rentExemptReserve: readPlausible(rent, RENT_LIMIT),
        minimumDelegation: BigInt(minimum.value),
        epoch: BigInt(epochInfo.epoch),
        slotsLeft: BigInt(epochInfo.slotsInEpoch) - BigInt(epochInfo.slotIndex),
        readAt: clock.elapsed(),
      };
    },
  });
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
