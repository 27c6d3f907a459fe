import type { Address } from '@solana/kit';
import { decodeStakeAccount, STAKE_ACCOUNT_SPACE, STAKE_PROGRAM_ADDRESS } from '@staking-agent/chain/stake';
import { isUpstreamFailure } from '../problems/upstream-fault.ts';
import type { LedgerAnswer } from '../upstreams/ledger/answers.ts';
import type { LedgerReader } from '../upstreams/ledger/ledger-client.ts';
import { readAccounts } from '../upstreams/ledger/read-accounts.ts';
import type { HeldStake } from './stake-standing.ts';

/** The stake accounts of a wallet, by address. */
export type FoundStakes = {
  readonly found: readonly HeldStake[];
  /** Whether a node has searched for all of them. */
  readonly isComplete: boolean;
};

/** Where a stake account has its staker and its withdrawer. */
const AUTHORITY_OFFSETS = [12, 44];

/**
 * Searches for the stake accounts that a wallet may deactivate or withdraw from, and reads those that are named.
 *
 * A node that does not search leaves the answer with what is named.
 */
export async function findStakes(
  wallet: Address,
  named: readonly Address[],
  { ledger }: { readonly ledger: LedgerReader },
): Promise<FoundStakes> {
  const [given, ...searched] = await Promise.all([
    readNamed(named, ledger),
    ...AUTHORITY_OFFSETS.map((offset) => search(wallet, offset, ledger)),
  ]);
  const stakes = new Map<string, HeldStake>();
  for (const stake of [given, ...searched].flatMap((some) => some ?? [])) {
    const { staker, withdrawer } = stake.account.authorities;
    if (staker === wallet || withdrawer === wallet) stakes.set(stake.address, stake);
  }
  return {
    found: [...stakes.values()].toSorted((a, b) => (a.address < b.address ? -1 : 1)),
    isComplete: searched.every((some) => some !== undefined),
  };
}

async function search(
  wallet: Address,
  offset: number,
  ledger: LedgerReader,
): Promise<HeldStake[] | undefined> {
  const filters = [{ dataSize: Number(STAKE_ACCOUNT_SPACE) }, { memcmp: { offset, bytes: wallet } }];
  const options = { encoding: 'base64', commitment: 'confirmed', filters };
  let answer: LedgerAnswer<'getProgramAccounts'>;
  try {
    answer = await ledger.read('getProgramAccounts', [STAKE_PROGRAM_ADDRESS, options]);
  } catch (error) {
    if (isUpstreamFailure(error)) return undefined;
    throw error;
  }
  return answer.flatMap(({ pubkey, account: { lamports, owner, data } }) =>
    toStake(pubkey as Address, {
      lamports: BigInt(lamports),
      owner,
      data: Buffer.from(data[0], 'base64'),
    }),
  );
}

async function readNamed(named: readonly Address[], ledger: LedgerReader): Promise<HeldStake[]> {
  if (named.length === 0) return [];
  const read = await readAccounts(named, { ledger });
  return named.flatMap((address) => {
    const account = read(address);
    return account === undefined ? [] : toStake(address, account);
  });
}

function toStake(
  address: Address,
  { lamports, owner, data }: { lamports: bigint; owner: string; data: Buffer },
): HeldStake[] {
  const account = owner === STAKE_PROGRAM_ADDRESS ? decodeStakeAccount(data) : undefined;
  return account === undefined ? [] : [{ address, lamports, account }];
}
