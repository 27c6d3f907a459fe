import {
  isStrategyKey,
  type LimitsAnswer,
  STRATEGY_KEYS,
  type StrategyKey,
  type StrategyLimits,
} from '@staking-agent/wire';
import { toLedgerMoment } from '../answers/facts.ts';
import { type Held, type LimitsReading, printLimits } from '../answers/limits.ts';
import { getTokenRent } from '../builds/ranges.ts';
import { isProblemError, type ProblemError, problem } from '../problems/problem.ts';
import { toQuantity } from '../runtime/json.ts';
import { requireAddress } from '../strategies/fields.ts';
import { getStrategyStatus } from '../strategies/prepare.ts';
import type { Ask } from './route.ts';
import type { RoutePorts } from './route-ports.ts';

/** The one deployment whose ledger is a toy. */
const SANDBOX = 'sandbox';

/** `GET /limits`: the least and the most that can be staked and taken out at present. */
export async function getLimits({ query }: Ask<'getLimits'>, services: RoutePorts): Promise<LimitsAnswer> {
  const keys = requireKeys(query.strategy);
  const wallet = query.wallet === undefined ? undefined : requireAddress(query.wallet, 'wallet').text;
  const reading = await services.readLimits(wallet);
  const { slot, clock, means, nextEpoch, genesisHash } = reading;
  const { name } = services.config.deployment;
  return {
    network: { deployment: name, genesisHash: genesisHash ?? null, isSandbox: name === SANDBOX },
    asOf: toLedgerMoment(slot, clock),
    nextEpoch,
    ledger: {
      stakeAccountRent: toQuantity('SOL', means.rentExemptReserve),
      tokenAccountRent: toQuantity('SOL', getTokenRent(means)),
      walletRent: toQuantity('SOL', means.rent(0)),
      minimumDelegation: toQuantity('SOL', means.minimumDelegation),
      signatureFee: toQuantity('SOL', means.signatureFee),
    },
    strategies: await Promise.all(keys.map((key) => describe(key, reading, wallet !== undefined, services))),
  };
}

function requireKeys(key: string | undefined): readonly StrategyKey[] {
  if (key === undefined) return STRATEGY_KEYS;
  if (isStrategyKey(key)) return [key];
  throw problem('STRATEGY_NOT_FOUND', { strategy: key, known: STRATEGY_KEYS });
}

async function describe(
  key: StrategyKey,
  { ranges, means }: LimitsReading,
  isOwn: boolean,
  services: RoutePorts,
): Promise<StrategyLimits> {
  const range = ranges.get(key);
  const least = range !== undefined && 'bounds' in range && range.bounds.isOpen ? range.bounds.least : 1n;
  const held: Held = { most: services.valueGate.room(key), refusal: await findRefusal(key, least, services) };
  return printLimits(key, range, held, { isOwn, price: means.price(key) });
}

/** Returns the operator's reason why no amount is accepted; undefined without one. */
async function findRefusal(
  key: StrategyKey,
  least: bigint,
  services: RoutePorts,
): Promise<ProblemError | undefined> {
  const { strategies, switches, valueGate } = services;
  if (getStrategyStatus(strategies[key], services) !== 'live')
    return problem('STRATEGY_NOT_LIVE', { strategy: key });
  try {
    switches.assertRunning(key);
    await valueGate.assertRoom(key, least);
  } catch (error) {
    if (isProblemError(error)) return error;
    throw error;
  }
  return undefined;
}
