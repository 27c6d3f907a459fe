import type { Address, AddressesByLookupTableAddress } from '@solana/kit';
import { toAddress } from '@staking-agent/chain/address';
import { decodeLookupTable } from '@staking-agent/chain/lookup-table';
import { STAKE_ACCOUNT_SPACE } from '@staking-agent/chain/stake';
import { STRATEGY_KEYS, type StrategyKey } from '@staking-agent/wire';
import { NoLookupTable, UpstreamFault } from '../../problems/faults.ts';
import type { Clock } from '../../runtime/clock.ts';
import { type Feed, startFeed } from '../../runtime/feed.ts';
import type { BlockhashFeed } from './blockhash.ts';
import { type LedgerReader, type ReadAccount, readAccounts } from './client.ts';

/** What the lookup tables of a deployment hold. */
export type LookupTables = {
  readonly addresses: AddressesByLookupTableAddress;
};

// A table only ever grows, until its owner closes it minutes after having said so.
const LOOKUP_TABLES_EVERY_MILLISECONDS = 60_000;
const LOOKUP_TABLES_MAX_AGE_MILLISECONDS = 600_000;

/**
 * Follows lookup tables; without any there is nothing to read.
 *
 * A table that the ledger does not have in use is left out at once. While it has none of them, whoever asks has it looked
 * up again, and gets {@link NoLookupTable} if that is still so.
 *
 * @param onFault - also told of each table that is left out.
 */
export function startLookupTablesFeed(
  ledger: LedgerReader,
  clock: Clock,
  tables: readonly Address[],
  onFault: (fault: unknown) => void,
): Pick<Feed<LookupTables>, 'get' | 'refresh' | 'close'> {
  const feed = startFeed<LookupTables | undefined>({
    clock,
    everyMilliseconds: LOOKUP_TABLES_EVERY_MILLISECONDS,
    maxAgeMilliseconds: LOOKUP_TABLES_MAX_AGE_MILLISECONDS,
    onFault,
    refresh: async () => {
      if (tables.length === 0) return { addresses: {} };
      const read = await readAccounts(tables, { ledger });
      const found = tables.flatMap((table) => {
        const addresses = decodeTableInUse(read(table));
        if (addresses === undefined) onFault(new NoLookupTable([table]));
        return addresses === undefined ? [] : [{ table, addresses }];
      });
      return found.length === 0 ? undefined : toLookupTables(found);
    },
  });
  const refresh = async (): Promise<LookupTables> => {
    const found = await feed.refresh();
    if (found === undefined) throw new NoLookupTable(tables);
    return found;
  };
  return { refresh, get: async () => (await feed.get()) ?? refresh(), close: feed.close };
}

function toLookupTables(
  found: readonly { readonly table: Address; readonly addresses: readonly Uint8Array[] }[],
): LookupTables {
  return {
    addresses: Object.fromEntries(
      found.map(({ table, addresses }) => [table, addresses.map(toAddress)]),
    ) as AddressesByLookupTableAddress,
  };
}

function decodeTableInUse(account: ReadAccount | undefined): readonly Uint8Array[] | undefined {
  const table = decodeLookupTable(account);
  return table?.deactivationSlot === undefined ? table?.keys : undefined;
}

/** Which price of the recent blocks is paid, and within what; prices in micro-lamports per compute unit. */
export type PriceBounds = { readonly percentile: number; readonly floor: bigint; readonly ceiling: bigint };

/** Names the accounts that the builds of a strategy write beside those of the wallet. */
export type FindContended = () => Promise<readonly Address[]>;

/** What priority costs at present. */
export type PriorityFeeFeed = {
  /**
   * What others pay to write the accounts of a strategy, in micro-lamports per compute unit, within the configured floor
   * and ceiling; the floor while nothing is known.
   */
  price(strategy: StrategyKey): bigint;
  /** The most that is ever paid, in micro-lamports per compute unit. */
  readonly ceiling: bigint;
  close(): Promise<void>;
};

const PRIORITY_FEE_EVERY_MILLISECONDS = 10_000;
const PRIORITY_FEE_REST = { afterMilliseconds: 30_000, everyMilliseconds: 60_000 };
const PRIORITY_FEE_MAX_AGE_MILLISECONDS = 120_000;
/** Accounts that a node takes in one call (agave's MAX_TX_ACCOUNT_LOCKS). */
const MOST_ACCOUNTS = 128;

/**
 * Follows recent priority fees, in one call for each strategy with contended accounts.
 *
 * @param onFault - told of each failed refresh.
 */
export function startPriorityFeeFeed(
  ledger: LedgerReader,
  clock: Clock,
  contended: { readonly [Key in StrategyKey]?: FindContended | undefined },
  bounds: PriceBounds,
  onFault: (fault: unknown) => void,
): PriorityFeeFeed {
  const feeds = new Map(
    STRATEGY_KEYS.flatMap((strategy) => {
      const find = contended[strategy];
      if (find === undefined) return [];
      let accounts: readonly Address[] | undefined;
      const feed = startFeed({
        clock,
        everyMilliseconds: PRIORITY_FEE_EVERY_MILLISECONDS,
        rest: PRIORITY_FEE_REST,
        maxAgeMilliseconds: PRIORITY_FEE_MAX_AGE_MILLISECONDS,
        onFault,
        refresh: async () => {
          accounts ??= (await find()).slice(0, MOST_ACCOUNTS);
          const blocks = await ledger.read('getRecentPrioritizationFees', [accounts]);
          const fees = blocks.map(({ prioritizationFee }) => BigInt(prioritizationFee));
          return clampedPercentile(fees, bounds);
        },
      });
      return [[strategy, feed] as const];
    }),
  );
  return {
    ceiling: bounds.ceiling,
    price: (strategy) => feeds.get(strategy)?.peek() ?? bounds.floor,
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

// The ledger changes it by governance, with months of notice.
const SIGNATURE_FEE_EVERY_MILLISECONDS = 60_000;
const SIGNATURE_FEE_REST = { afterMilliseconds: 30_000, everyMilliseconds: 300_000 };
const SIGNATURE_FEE_RETRY_MILLISECONDS = 5_000;
const SIGNATURE_FEE_MAX_AGE_MILLISECONDS = 600_000;

/** Follows what the ledger takes for a signature, in lamports. */
export function startSignatureFeeFeed(
  ledger: LedgerReader,
  clock: Clock,
  blockhash: Pick<BlockhashFeed, 'get' | 'look'>,
  onFault: (fault: unknown) => void,
): Feed<bigint> {
  return startFeed({
    clock,
    everyMilliseconds: SIGNATURE_FEE_EVERY_MILLISECONDS,
    retryMilliseconds: SIGNATURE_FEE_RETRY_MILLISECONDS,
    rest: SIGNATURE_FEE_REST,
    maxAgeMilliseconds: SIGNATURE_FEE_MAX_AGE_MILLISECONDS,
    onFault,
    refresh: async () => {
      // Any recent one will do; to ask for the newest would keep the polling of the nodes awake.
      const lifetime = blockhash.look() ?? (await blockhash.get());
      const message = emptyMessage(lifetime.blockhash);
      const { value } = await ledger.read('getFeeForMessage', [message, { commitment: 'confirmed' }]);
      if (value === null || !isPlausibleSignatureFee(BigInt(value)))
        throw new UpstreamFault('ledger', 'malformed');
      return BigInt(value);
    },
  });
}

/** A message that one key signs and that does nothing: its fee is that of the signature. Base64. */
function emptyMessage(blockhash: Uint8Array): string {
  const counts = Uint8Array.of(1, 0, 0);
  const payer = new Uint8Array(32).fill(1);
  return Buffer.concat([counts, Uint8Array.of(1), payer, blockhash, Uint8Array.of(0)]).toString('base64');
}

/** What the ledger asks of a stake account at present, in lamports, and where its epoch stands. */
export type StakeTerms = {
  readonly rentExemptReserve: bigint;
  readonly minimumDelegation: bigint;
  readonly epoch: bigint;
  /** Slots of the epoch still to come, and when that was so on the monotonic clock, milliseconds. */
  readonly slotsLeft: bigint;
  readonly readAt: number;
};

// The ledger changes these by governance and once an epoch; ten minutes old is still right, save for the epoch,
// which only words depend on.
const STAKE_TERMS_EVERY_MILLISECONDS = 10_000;
const STAKE_TERMS_REST = { afterMilliseconds: 30_000, everyMilliseconds: 120_000 };
const STAKE_TERMS_MAX_AGE_MILLISECONDS = 600_000;

/** Follows rent, minimum delegation and epoch; rent outside its bounds is a fault of the node, and not taken over. */
export function startStakeTermsFeed(
  ledger: LedgerReader,
  clock: Clock,
  onFault: (fault: unknown) => void,
): Feed<StakeTerms> {
  return startFeed({
    clock,
    everyMilliseconds: STAKE_TERMS_EVERY_MILLISECONDS,
    rest: STAKE_TERMS_REST,
    maxAgeMilliseconds: STAKE_TERMS_MAX_AGE_MILLISECONDS,
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
      if (!isPlausibleRent(BigInt(rent))) throw new UpstreamFault('ledger', 'malformed');
      return {
        rentExemptReserve: BigInt(rent),
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

/** Checks whether the rent that a node reports is plausible. */
export function isPlausibleRent(lamports: bigint): boolean {
  return lamports > 0n && lamports <= RENT_LIMIT;
}

/** Checks whether the signature fee that a node reports is plausible. */
function isPlausibleSignatureFee(lamports: bigint): boolean {
  return lamports > 0n && lamports <= SIGNATURE_FEE_LIMIT;
}

/** What the ledger says of a validator. */
export type ValidatorFacts = {
  /** Whether it has not voted lately, so that stake with it earns nothing. */
  readonly isDelinquent: boolean;
  /** Percent of rewards that it keeps, rounded up by the node. */
  readonly commission: number;
  /** Percent, where it took less when this process began to look. */
  readonly commissionBefore?: number;
  /** Lamports delegated to it that are active. */
  readonly activatedStake: bigint;
};

const VALIDATOR_EVERY_MILLISECONDS = 30_000;
const VALIDATOR_REST = { afterMilliseconds: 120_000, everyMilliseconds: 300_000 };
const VALIDATOR_RETRY_MILLISECONDS = 10_000;
const VALIDATOR_MAX_AGE_MILLISECONDS = 600_000;

/** Follows one validator's vote account on the ledger. */
export function startValidatorFeed(
  ledger: LedgerReader,
  clock: Clock,
  voteAccount: string,
  onFault: (fault: unknown) => void,
): Feed<ValidatorFacts> {
  let first: number | undefined;
  return startFeed({
    clock,
    everyMilliseconds: VALIDATOR_EVERY_MILLISECONDS,
    rest: VALIDATOR_REST,
    retryMilliseconds: VALIDATOR_RETRY_MILLISECONDS,
    maxAgeMilliseconds: VALIDATOR_MAX_AGE_MILLISECONDS,
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
