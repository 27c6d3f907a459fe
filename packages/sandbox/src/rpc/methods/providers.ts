import type { Address } from '@solana/kit';
import { toAddressBytes } from '@staking-agent/chain/address';
import { readComputeBudget } from '../../vm/fees.ts';
import { isWritable } from '../../vm/loaded-transaction.ts';
import type { LandedTransaction } from '../../vm/transaction-history.ts';
import { encodeAccounts, readAccountFormat } from '../encoding/account.ts';
import type { Method } from '../node-view.ts';
import { type Config, invalidParams, invalidType, toAddress, toTexts } from '../params.ts';
import { listProgramAccounts, readFilters } from './accounts.ts';

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
   * `getPriorityFeeEstimate` of Helius, with `includeAllPriorityFeeLevels`: micro-lamports a compute unit, for each level the
   * dearer percentile of what was paid by all, and by those that wrote one of the accounts.
   */
  getPriorityFeeEstimate: (params, node) => {
    const accounts = toTexts(params.config(0).get('accountKeys') ?? null, MOST_ACCOUNTS).map(toAddress);
    const oldest = node.block('confirmed').slot - LOOKED_BACK;
    const landed = node.ledger.history.newestFirst().filter(({ slot }) => slot > oldest);
    const groups = [landed, ...accounts.map((account) => landed.filter((one) => writes(one, account)))];
    const prices = groups.map((group) => group.map(readPrice).toSorted((a, b) => a - b));
    const estimate = (percentile: number) => Math.max(...prices.map((each) => pick(each, percentile)));
    const levels = Object.entries(LEVELS).map(([name, percentile]) => [name, estimate(percentile)]);
    return { priorityFeeLevels: Object.fromEntries(levels) };
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
const LEVELS = { min: 0, low: 25, medium: 50, high: 75, veryHigh: 95, unsafeMax: 100 } as const;
/** Slots whose transactions are looked at. */
const LOOKED_BACK = 150n;
const MOST_ACCOUNTS = 128;

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
