import { PRIORITY_FEE_LIMIT } from '@staking-agent/verify';
import type { StrategyKey } from '@staking-agent/wire';
import type { Feed } from '../runtime/feed.ts';
import type { PriorityFeeFeed } from '../upstreams/ledger/priority-fee-feed.ts';
import type { ReadAccounts } from '../upstreams/ledger/read-accounts.ts';
import type { StakeTerms } from '../upstreams/ledger/stake-terms-feed.ts';
import { RENT, readRent } from '../upstreams/node-reading.ts';

/** What the ledger asks at present, which costs are computed from; lamports. */
export type Means = Pick<StakeTerms, 'rentExemptReserve' | 'minimumDelegation'> & {
  /** What an account of so many bytes must hold to exist. */
  readonly rent: (size: number) => bigint;
  readonly signatureFee: bigint;
  /** What builds of a strategy bid for a compute unit now, and what they bid at the most; micro-lamports. */
  readonly price: (strategy: StrategyKey) => bigint;
  readonly dearest: bigint;
};

/** What means are read with. */
export type MeansPorts = {
  readonly stakeTerms: Pick<Feed<StakeTerms>, 'get' | 'peek'>;
  readonly signatureFee: Pick<Feed<bigint>, 'get' | 'peek'>;
  readonly priorityFee: Pick<PriorityFeeFeed, 'price' | 'ceiling'>;
};

/** What staking costs a wallet, in lamports; nothing of it is an estimate that can fall short. */
export type StakeCosts = {
  /** Of the accounts that the stake opens. */
  readonly rent: bigint;
  readonly fees: bigint;
  /** What the dearest way out may cost, rent that comes back among it. */
  readonly laterExit: bigint;
  /** What the wallet must hold to go on existing. */
  readonly walletRent: bigint;
};

const TOKEN_ACCOUNT_SIZE = 165;
const MICRO = 1_000_000n;
/** How far the fee of a build may be above that of its limit and price, in lamports. */
const UNIQUE_LAMPORTS = 80n;

/**
 * Collects the inputs of cost computations: feeds, and the rent of a reading.
 *
 * @param read - {@link RENT} among it.
 * @throws {UpstreamFault} when the reading has no usable rent, or a feed has no value.
 */
export async function readMeans(read: ReadAccounts, ports: MeansPorts): Promise<Means> {
  const { stakeTerms, signatureFee, priorityFee } = ports;
  const { rentExemptReserve, minimumDelegation } = stakeTerms.peek() ?? (await stakeTerms.get());
  return {
    rentExemptReserve,
    minimumDelegation,
    rent: readRent({ accounts: new Map([[RENT, read(RENT)]]) }),
    signatureFee: signatureFee.peek() ?? (await signatureFee.get()),
    price: priorityFee.price,
    dearest: priorityFee.ceiling,
  };
}

/** Computes the highest fee of a build of ours: signatures, and unit limit × price ÷ 10^6, rounded up. */
export function getOwnFee(
  unitLimit: number,
  price: bigint,
  { signatureFee }: Means,
  signatures = 1n,
): bigint {
  const priority = (BigInt(unitLimit) * price + MICRO - 1n) / MICRO + UNIQUE_LAMPORTS;
  return signatures * signatureFee + priority;
}

/** Returns the highest fee of a router transaction; the proof refuses a higher one. */
export function getRouterFee({ signatureFee }: Means): bigint {
  return signatureFee + PRIORITY_FEE_LIMIT;
}

/** Returns the rent of a token account, or zero when the account exists. */
export function getTokenRent({ rent }: Means, existing?: unknown): bigint {
  return existing === undefined ? rent(TOKEN_ACCOUNT_SIZE) : 0n;
}

/** Computes the costs of a stake beside its amount: to land it and to exit again. */
export function sumCosts({ rent, fees, laterExit, walletRent }: StakeCosts): bigint {
  return rent + fees + laterExit + walletRent;
}
