import type { Address } from '@solana/kit';
import { toAddressBytes } from '@staking-agent/chain/address';
import { readComputeBudget } from '../../vm/fees.ts';
import { isWritable } from '../../vm/loaded-transaction.ts';
import type { LandedTransaction } from '../../vm/transaction-history.ts';
import { encodeAccounts, readAccountFormat } from '../encoding/account.ts';
import { decodeWireTransaction } from '../encoding/transaction.ts';
import type { Method, NodeView } from '../node-view.ts';
import { Config, invalidParams, invalidType, toAddress, toConfig, toTexts } from '../params.ts';
import { listProgramAccounts, readFilters } from './accounts.ts';
import { requireLoadedTransaction } from './transactions.ts';

/** Methods that big providers have beside those of agave, in the wire form that they document. */
export const providerMethods = {
  /**
   * `getProgramAccountsV2` of Helius and Alchemy: a page of the accounts of a program, in the order of their addresses.
   *
   * As there, `limit` counts what is looked at, and not what the filters leave: a page may be short or empty although more
   * follow, and only a `paginationKey` of null says that none do.
   */
  getProgramAccountsV2: (params, { ledger, answer }) => {
    const program = params.address(0);
    const config = params.config(1);
    const format = readAccountFormat(config, 'base64');
    const matches = readFilters(config);
    const limit = config.u64('limit') ?? DEFAULT_PAGE;
    if (limit < 1n || limit > LARGEST_PAGE) throw invalidParams(`limit must be from 1 to ${LARGEST_PAGE}`);
    if (config.get('changedSinceSlot') !== undefined) {
      throw invalidParams('changedSinceSlot is not known to the sandbox');
    }
    const after = readKey(config);
    const page = answer(config, () => {
      const listed = listProgramAccounts(ledger, program)
        .toSorted((left, right) => compare(left.address, right.address))
        .filter(({ address }) => after === undefined || compare(address, after) > 0);
      const looked = listed.slice(0, Number(limit));
      return {
        accounts: encodeAccounts(looked.filter(matches), format, ledger),
        paginationKey: looked.length < listed.length ? (looked.at(-1)?.address ?? null) : null,
      };
    });
    return config.flag('withContext') ? page : page.value;
  },

  /**
   * `getPriorityFeeEstimate` of Helius: micro-lamports a compute unit, the dearest percentile of what was paid by all, and by
   * those that wrote one of the accounts.
   */
  getPriorityFeeEstimate: (params, node) => {
    const request = params.config(0);
    const options = toConfig(request.get('options')) ?? new Config({});
    const accounts = readWritten(request, options, node);
    const lookback = options.u64('lookbackSlots') ?? MOST_SLOTS;
    if (lookback < 1n || lookback > MOST_SLOTS) {
      throw invalidParams(`lookbackSlots must be from 1 to ${MOST_SLOTS}`);
    }
    const oldest = node.block('confirmed').slot - lookback;
    const landed = node.ledger.history.newestFirst().filter(({ slot }) => slot > oldest);
    const groups = [landed, ...accounts.map((account) => landed.filter((one) => writes(one, account)))];
    const prices = groups.map((group) => group.map(readPrice).toSorted((a, b) => a - b));
    const estimate = (percentile: number) => Math.max(...prices.map((each) => pick(each, percentile)));
    if (options.flag('includeAllPriorityFeeLevels')) {
      return {
        priorityFeeLevels: Object.fromEntries(
          Object.entries(LEVELS).map(([name, percentile]) => [
            `${name[0]?.toLowerCase()}${name.slice(1)}`,
            estimate(percentile),
          ]),
        ),
      };
    }
    if (options.flag('recommended')) {
      return { priorityFeeEstimate: Math.max(estimate(LEVELS.Medium), RECOMMENDED_LEAST) };
    }
    const level = options.choice('priorityLevel', LEVEL_NAMES, 'Medium');
    return { priorityFeeEstimate: estimate(level === 'Default' ? LEVELS.Medium : LEVELS[level]) };
  },
} satisfies Record<string, Method>;

const DEFAULT_PAGE = 1_000n;
const LARGEST_PAGE = 10_000n;

function readKey(config: Config): Address | undefined {
  const key = config.get('paginationKey');
  if (key === undefined) return undefined;
  if (typeof key !== 'string') throw invalidType(key, 'a string');
  return toAddress(key);
}

function compare(left: Address, right: Address): number {
  return Buffer.compare(toAddressBytes(left), toAddressBytes(right));
}

/** Percentiles of the levels. */
const LEVELS = { Min: 0, Low: 25, Medium: 50, High: 75, VeryHigh: 95, UnsafeMax: 100 } as const;
const LEVEL_NAMES = ['Default', 'Min', 'Low', 'Medium', 'High', 'VeryHigh', 'UnsafeMax'] as const;
const MOST_SLOTS = 150n;
const MOST_ACCOUNTS = 128;
/** Micro-lamports a compute unit that are recommended at least. */
const RECOMMENDED_LEAST = 10_000;

/** Reads the accounts that are asked about: those given, or those that a given transaction writes. */
function readWritten(request: Config, options: Config, { ledger }: NodeView): readonly Address[] {
  const keys = request.get('accountKeys');
  const transaction = request.get('transaction');
  if (keys !== undefined) return toTexts(keys, MOST_ACCOUNTS).map(toAddress);
  if (typeof transaction !== 'string') throw invalidParams('transaction or accountKeys must be given');
  const encoding = options.choice('transactionEncoding', ['base58', 'base64'], 'base58');
  const decoded = decodeWireTransaction(transaction, new Config({ encoding }));
  const loaded = requireLoadedTransaction(decoded, ledger);
  return loaded.accounts.filter((_, index) => isWritable(loaded, index));
}

function writes(landed: LandedTransaction, account: Address): boolean {
  const index = landed.accounts.indexOf(account);
  return index >= 0 && isWritable(landed, index);
}

function readPrice({ message }: LandedTransaction): number {
  return Number(readComputeBudget(message).price);
}

/** Picks a percentile by the nearest rank; zero where nothing was paid. */
function pick(sorted: readonly number[], percentile: number): number {
  const rank = Math.max(Math.ceil((sorted.length * percentile) / 100) - 1, 0);
  return sorted[rank] ?? 0;
}
