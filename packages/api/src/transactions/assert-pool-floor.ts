import type { Deployment } from '@staking-agent/chain/deployment';
import { formatAmount } from '@staking-agent/wire';
import { computeWorth, decodePool, readPoolFloor } from '../builds/pool-floor.ts';
import { decodeBuildRecord } from '../builds/record.ts';
import type { TokenContents } from '../builds/token.ts';
import { problem } from '../problems/problem.ts';
import { type LandingPorts, readFate } from '../sending/landing.ts';
import { type LedgerReader, readAccounts } from '../upstreams/ledger/client.ts';

/** What the rate of the pool is looked at with. */
export type PoolFloorPorts = LandingPorts & {
  readonly ledger: LedgerReader;
  readonly deployment: Deployment;
};

/** A signed transaction, and what its token says. */
export type Floored = Pick<TokenContents, 'record' | 'lastValidBlockHeight'> & { readonly signature: string };

const DECIMALS = 9;
/** Slots more than blocks that may pass until a transaction is dead: some leaders make none. */
const SKIPPED_SLOTS = 40n;

/**
 * Enforces `minReceive` for transactions whose bytes do not: the pool must still give enough, and must not change its rate
 * before the transaction has landed or died. Other transactions, and those that have landed, are not checked.
 *
 * @throws {ProblemError} `upstream_error`: the pool gives less, or may before the transaction is dead.
 * @throws {UpstreamFault} when the ledger does not answer.
 */
export async function assertPoolFloor(floored: Floored, ports: PoolFloorPorts): Promise<void> {
  const build = floored.record && decodeBuildRecord(floored.record);
  const floor = build?.floor === undefined ? undefined : readPoolFloor(build.floor);
  if (build === undefined || floor === undefined) return;
  const [tip, read] = await Promise.all([
    ports.ledger.read('getEpochInfo', [{ commitment: 'confirmed' }]),
    readAccounts([ports.deployment.stakePool.address], ports),
  ]);
  const pool = decodePool(read, ports.deployment);
  const trade = { operation: build.operation, kind: build.request.kind, amount: floor.amount };
  const offered = floor.least + computeWorth(pool, trade, floor) - floor.worth;
  const slotsLeft = BigInt(tip.slotsInEpoch) - BigInt(tip.slotIndex);
  const blocksLeft = floored.lastValidBlockHeight - BigInt(tip.blockHeight);
  const isSteady = pool.lastUpdateEpoch === BigInt(tip.epoch) && slotsLeft > blocksLeft + SKIPPED_SLOTS;
  if (offered >= floor.least && isSteady) return;
  if ((await readFate(floored, ports)).kind === 'landed') return;
  const facts = {
    asset: build.operation === 'stake' ? 'raSOL' : 'SOL',
    least: formatAmount(floor.least, DECIMALS),
  };
  throw offered < floor.least
    ? problem('PRICE_OUT_OF_BOUNDS', {
        ...facts,
        offered: formatAmount(offered > 0n ? offered : 0n, DECIMALS),
      })
    : problem('RATE_CHANGES', facts);
}
