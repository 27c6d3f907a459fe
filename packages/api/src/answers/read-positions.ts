import type { Address } from '@solana/kit';
import type { Deployment } from '@staking-agent/chain/deployment';
import {
  CLOCK_ADDRESS,
  decodeClock,
  decodeEpochRewards,
  decodeStakeHistory,
  EPOCH_REWARDS_ADDRESS,
  STAKE_HISTORY_ADDRESS,
} from '@staking-agent/chain/sysvar';
import {
  type LedgerMoment,
  type MISSING_PARTS,
  type Position,
  type ReceiptPosition,
  STRATEGY_KEYS,
  type StrategyKey,
} from '@staking-agent/wire';
import { isProblemError } from '../problems/problem-error.ts';
import { UpstreamFault } from '../problems/upstream-fault.ts';
import type { Feed } from '../runtime/feed.ts';
import { type EpochEndPorts, type EpochRest, estimateEpochEnd } from '../strategies/estimate-epoch-end.ts';
import type { Holding } from '../strategies/holding.ts';
import type { AnyStrategy, Strategies } from '../strategies/strategy.ts';
import { assertNoProgram } from '../upstreams/assert-no-program.ts';
import type { LedgerReader } from '../upstreams/ledger/ledger-client.ts';
import { type ReadAccounts, readAccounts } from '../upstreams/ledger/read-accounts.ts';
import type { StakeTerms } from '../upstreams/ledger/stake-terms-feed.ts';
import type { ValidatorFacts } from '../upstreams/ledger/validator-feed.ts';
import { describeStake } from './describe-stake.ts';
import { findMergeable } from './find-mergeable.ts';
import { findStakes } from './find-stakes.ts';
import type { StakeScene } from './stake-standing.ts';
import { toLedgerMoment } from './to-ledger-moment.ts';

/** What positions are read with. */
export type PositionPorts = EpochEndPorts & {
  readonly ledger: LedgerReader;
  readonly deployment: Pick<Deployment, 'voteAccount'>;
  readonly strategies: Strategies;
  readonly stakeTerms: Pick<Feed<StakeTerms>, 'peek'>;
  readonly validator: Pick<Feed<ValidatorFacts>, 'peek'>;
};

/** Everything of a wallet; the stake accounts by address, after the receipts. */
export type WalletPositions = {
  readonly asOf: LedgerMoment;
  readonly missing: (typeof MISSING_PARTS)[number][];
  readonly positions: readonly Position[];
};

export const SCENE_ADDRESSES = [CLOCK_ADDRESS, STAKE_HISTORY_ADDRESS, EPOCH_REWARDS_ADDRESS];

/**
 * Reads all positions of a wallet in one round of calls.
 *
 * @param named - stake accounts that are read whether or not a node finds them.
 * @throws {ProblemError} `invalid_request` for a program; {@link UpstreamFault} or {@link UpstreamRefusal} when the ledger
 *   shows no accounts at all.
 */
export async function readPositions(
  wallet: Address,
  named: readonly Address[],
  ports: PositionPorts,
): Promise<WalletPositions> {
  const { ledger } = ports;
  const holdings = await findHoldings(wallet, ports.strategies);
  const addresses = new Set([
    wallet,
    ...SCENE_ADDRESSES,
    ...holdings.flatMap(([, { addresses: own }]) => own),
  ]);
  const [read, stakes, rest] = await Promise.all([
    readAccounts([...addresses], { ledger }),
    findStakes(wallet, named, { ledger }),
    readEpochRest(ports),
  ]);
  assertNoProgram(read(wallet));
  const { scene, asOf } = readScene(wallet, read, rest, ports);
  const receipts = describeHoldings(holdings, read, ports.stakeTerms.peek());
  const missing: WalletPositions['missing'] = [...receipts.missing];
  if (!stakes.isComplete) missing.unshift('stake-accounts');
  const mergeable = findMergeable(stakes.found, scene);
  const native = stakes.found.map((stake) => describeStake(stake, { ...scene, mergeable }));
  return { asOf, missing, positions: [...receipts.positions, ...native] };
}

type NamedHolding = readonly [StrategyKey, Holding];

async function findHoldings(wallet: Address, strategies: Strategies): Promise<readonly NamedHolding[]> {
  const found = await Promise.all(
    STRATEGY_KEYS.map(async (key) => {
      const { actions }: AnyStrategy = strategies[key];
      const holding = await actions?.findHolding?.(wallet);
      return holding === undefined ? [] : [[key, holding] as const];
    }),
  );
  return found.flat();
}

/** Describes the holdings; a strategy that cannot be read does not affect the others. */
function describeHoldings(
  holdings: readonly NamedHolding[],
  read: ReadAccounts,
  terms: StakeTerms | undefined,
): { readonly positions: ReceiptPosition[]; readonly missing: StrategyKey[] } {
  const positions: ReceiptPosition[] = [];
  const missing: StrategyKey[] = [];
  for (const [key, holding] of holdings) {
    try {
      positions.push(...holding.describe(read, terms));
    } catch (error) {
      if (!isProblemError(error)) throw error;
      missing.push(key);
    }
  }
  return { positions, missing };
}

/** Only dates are made of it: without it there are none. */
export async function readEpochRest({
  ledger,
  clock,
}: Pick<PositionPorts, 'ledger' | 'clock'>): Promise<EpochRest | undefined> {
  try {
    const { slotIndex, slotsInEpoch } = await ledger.read('getEpochInfo', [{ commitment: 'confirmed' }]);
    return { slotsLeft: BigInt(slotsInEpoch) - BigInt(slotIndex), readAt: clock.elapsed() };
  } catch {
    return undefined;
  }
}

export function readScene(
  wallet: Address,
  read: ReadAccounts,
  rest: EpochRest | undefined,
  ports: PositionPorts,
): { readonly scene: StakeScene; readonly asOf: LedgerMoment } {
  const { deployment, validator, stakeTerms } = ports;
  const clock = decodeClock(read(CLOCK_ADDRESS)?.data);
  const history = decodeStakeHistory(read(STAKE_HISTORY_ADDRESS)?.data);
  if (clock === undefined || history === undefined) throw new UpstreamFault('ledger', 'malformed');
  return {
    asOf: toLedgerMoment(read.slot, clock),
    scene: {
      wallet,
      voteAccount: deployment.voteAccount,
      epoch: clock.epoch,
      now: clock.now,
      history: (epoch) => history.get(epoch),
      isPaying: decodeEpochRewards(read(EPOCH_REWARDS_ADDRESS)?.data)?.isActive ?? false,
      isDelinquent: validator.peek()?.isDelinquent,
      epochEnd: rest === undefined ? {} : estimateEpochEnd(rest, clock, ports),
      minimumDelegation: stakeTerms.peek()?.minimumDelegation,
      mergeable: () => [],
    },
  };
}
