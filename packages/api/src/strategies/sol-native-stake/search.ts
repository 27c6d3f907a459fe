import type { Address } from '@solana/kit';
import { BoundedCache, toAddress } from '@staking-agent/chain/address';
import {
  decodeStakeAccount,
  STAKE_ACCOUNT_SPACE,
  STAKE_PROGRAM_ADDRESS,
  type StakeAccount,
} from '@staking-agent/chain/stake';
import type { PositionsAnswer } from '@staking-agent/wire';
import { readMessageOf } from '../../builds/message.ts';
import { isUpstreamFailure } from '../../problems/faults.ts';
import type { Clock } from '../../runtime/clock.ts';
import { mapFew } from '../../runtime/loop.ts';
import type { LedgerAnswer } from '../../upstreams/ledger/answers.ts';
import {
  ACCOUNTS_OF_A_CALL,
  type LedgerClient,
  type ReadAccount,
  readAccounts,
} from '../../upstreams/ledger/client.ts';

type Ports = { readonly ledger: LedgerClient };

/** Milliseconds that all searches of a request may take, for one wallet or many: clients wait for half a minute. */
export const SEARCH_MILLISECONDS = { one: 12_000, many: 20_000 } as const;

/** A stake account with what it holds, in lamports. */
export type HeldStake = {
  readonly address: Address;
  readonly lamports: bigint;
  readonly account: StakeAccount;
};

/** Offsets of the staker and the withdrawer in the data of a stake account, bytes. */
const AUTHORITY_OFFSETS = [12, 44];

/** The stake accounts of a wallet, by address, and where they were looked for. */
export type FoundStakes = {
  readonly found: readonly HeldStake[];
  readonly searched: PositionsAnswer['searched'];
};

/**
 * Searches for the stake accounts that a wallet may deactivate or withdraw from, and reads those that are named.
 *
 * @param isThorough - where no node searches at once, many pages are asked for, and the newest transactions of the wallet are
 *   read for what they wrote; else one page.
 * @param options.deadline - of the request, on the monotonic clock, milliseconds. Each way to search leaves the next one half of
 *   the time that is left; what is not found by then is not waited for.
 */
export async function findStakes(
  wallet: Address,
  options: { readonly named: readonly Address[]; readonly isThorough: boolean; readonly deadline: number },
  { ledger, clock }: Ports & { readonly clock: Clock },
): Promise<FoundStakes> {
  const { named, isThorough, deadline } = options;
  const until = (end: number): Ports => ({
    ledger: { ...ledger, read: (method, params) => ledger.read(method, params, end) },
  });
  const halfway = () => until((clock.elapsed() + deadline) / 2);
  const mostPages = isThorough ? MOST_PAGES : 1;
  const [given, ...searches] = await Promise.all([
    readStakes(named, { ledger }),
    ...AUTHORITY_OFFSETS.map(
      async (offset) =>
        (await search(wallet, offset, halfway())) ?? searchByPages(wallet, offset, mostPages, halfway()),
    ),
  ]);
  const isWhole = searches.every((each) => each?.isWhole);
  const written = !isWhole && isThorough ? await readHistory(wallet, until(deadline)) : undefined;
  const stakes = new Map<string, HeldStake>();
  for (const stake of [...given, ...searches.flatMap((each) => each?.stakes ?? []), ...(written ?? [])]) {
    const { staker, withdrawer } = stake.account.authorities;
    if (staker === wallet || withdrawer === wallet) stakes.set(stake.address, stake);
  }
  return {
    found: [...stakes.values()].toSorted((a, b) => (a.address < b.address ? -1 : 1)),
    searched: isWhole ? 'all' : written === undefined ? 'named' : 'history',
  };
}

type Search = { readonly stakes: readonly HeldStake[]; readonly isWhole: boolean };
type ProgramAccounts = LedgerAnswer<'getProgramAccounts'>;

/** Searches at a node that searches at once; undefined where there is none. */
async function search(wallet: Address, offset: number, { ledger }: Ports): Promise<Search | undefined> {
  const whole = await unlessFailed(() =>
    ledger.read('getProgramAccounts', [STAKE_PROGRAM_ADDRESS, filterBy(wallet, offset)]),
  );
  return whole && { stakes: toStakes(whole), isWhole: true };
}

function filterBy(wallet: Address, offset: number): object {
  const filters = [{ dataSize: Number(STAKE_ACCOUNT_SPACE) }, { memcmp: { offset, bytes: wallet } }];
  return { encoding: 'base64', commitment: 'confirmed', filters };
}

/** Providers count before they filter: a page may be empty although more follow. */
const PAGE_LIMIT = 10_000;
const MOST_PAGES = 8;

/** Searches at a node that searches by pages; undefined where there is none. */
async function searchByPages(
  wallet: Address,
  offset: number,
  mostPages: number,
  { ledger }: Ports,
): Promise<Search | undefined> {
  const stakes: HeldStake[] = [];
  const options = filterBy(wallet, offset);
  let paginationKey: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const paged = { ...options, limit: PAGE_LIMIT, ...(paginationKey !== undefined && { paginationKey }) };
    const answer = await unlessFailed(() =>
      ledger.read('getProgramAccountsV2', [STAKE_PROGRAM_ADDRESS, paged]),
    );
    if (answer === undefined) return page === 0 ? undefined : { stakes, isWhole: false };
    stakes.push(...toStakes(answer.accounts));
    if (answer.paginationKey == null) return { stakes, isWhole: true };
    ({ paginationKey } = answer);
  }
  return { stakes, isWhole: false };
}

async function unlessFailed<Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (isUpstreamFailure(error)) return undefined;
    throw error;
  }
}

/** The newest transactions of a wallet that are looked into, so many at the same time. */
const HISTORY = 40;
const AT_ONCE = 8;
/** The writes of a transaction never change. */
const writtenBy = new BoundedCache<readonly Address[]>(10_000);

/** Reads the stake accounts that the newest transactions of a wallet wrote; undefined where no node has its history. */
async function readHistory(wallet: Address, ports: Ports): Promise<readonly HeldStake[] | undefined> {
  const { ledger } = ports;
  const listed = await unlessFailed(() =>
    ledger.read('getSignaturesForAddress', [wallet, { commitment: 'confirmed', limit: HISTORY }]),
  );
  if (listed === undefined) return undefined;
  const signatures = listed.filter(({ err }) => err === null).map(({ signature }) => signature);
  const written = new Set((await mapFew(signatures, AT_ONCE, (each) => readWritten(each, ledger))).flat());
  written.delete(wallet);
  return unlessFailed(() => readStakes([...written], ports));
}

// New accounts are never in a lookup table: the message itself has them.
async function readWritten(signature: string, ledger: LedgerClient): Promise<readonly Address[]> {
  const known = writtenBy.get(signature);
  if (known !== undefined) return known;
  const options = { commitment: 'confirmed', encoding: 'base64', maxSupportedTransactionVersion: 1 };
  const answer = await unlessFailed(() => ledger.read('getTransaction', [signature, options]));
  const message = answer ? readMessageOf(answer.transaction[0]) : undefined;
  if (message === undefined) return [];
  const { keys, signerCount, readonlySignerCount, readonlyOtherCount } = message;
  const isWritten = (_: Uint8Array, at: number) =>
    at < signerCount ? at < signerCount - readonlySignerCount : at < keys.length - readonlyOtherCount;
  return writtenBy.set(signature, keys.filter(isWritten).map(toAddress));
}

async function readStakes(addresses: readonly Address[], ports: Ports): Promise<readonly HeldStake[]> {
  const calls = Array.from({ length: Math.ceil(addresses.length / ACCOUNTS_OF_A_CALL) }, async (_, call) => {
    const some = addresses.slice(call * ACCOUNTS_OF_A_CALL, (call + 1) * ACCOUNTS_OF_A_CALL);
    const read = await readAccounts(some, ports);
    return some.flatMap((address) => {
      const account = read(address);
      return account === undefined ? [] : toStake(address, account);
    });
  });
  return (await Promise.all(calls)).flat();
}

function toStakes(accounts: ProgramAccounts): readonly HeldStake[] {
  return accounts.flatMap(({ pubkey, account: { lamports, owner, data } }) =>
    toStake(pubkey as Address, {
      lamports: BigInt(lamports),
      owner,
      data: Buffer.from(data[0], 'base64'),
    }),
  );
}

function toStake(address: Address, { lamports, owner, data }: ReadAccount): HeldStake[] {
  const account = owner === STAKE_PROGRAM_ADDRESS ? decodeStakeAccount(data) : undefined;
  return account === undefined ? [] : [{ address, lamports, account }];
}
