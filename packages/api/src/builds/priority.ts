import type { Deployment } from '@staking-agent/chain/deployment';
import { PRIORITY_FEE_LIMIT, type VerifyRequest } from '@staking-agent/verify';
import { PRIORITY_LEVELS } from '@staking-agent/wire';
import { problem } from '../problems/problem.ts';
import { drawFraction, type Random } from '../runtime/clock.ts';
import type { Priority, PriorityFee } from '../upstreams/ledger/feeds.ts';
import type { UniqueBudget } from './limits.ts';

/** The least that may be named as the most: what makes builds unique costs up to 80 lamports. */
const LEAST_MOST = 100n;

/** The landing services whose tip accounts a deployment may name. */
export const TIP_SERVICES = ['jito', 'heliusSender'] as const;
export type TipService = (typeof TIP_SERVICES)[number];

/** Lamports of a tip. */
export const TIP = { least: 1_000n, most: 100_000_000n };

/** The refusals of fields that have another shape than theirs, or are beyond their bounds. */
export const FEE_REFUSALS = {
  priority: () =>
    problem('PRIORITY_INVALID', {
      levels: PRIORITY_LEVELS,
      least: String(LEAST_MOST),
      most: String(PRIORITY_FEE_LIMIT),
    }),
  tip: () => problem('TIP_INVALID', { least: String(TIP.least), most: String(TIP.most) }),
};

/** The services that fees of a build are drawn from. */
type FeeServices = {
  readonly priorityFee: PriorityFee;
  readonly uniqueBudget: UniqueBudget;
  readonly random: Random;
  readonly config: { readonly deployment: Deployment; readonly tipService: TipService };
};

/**
 * Returns services whose builds bid and tip what a request asks for.
 *
 * @throws {ProblemError} `invalid_request` for a bid or a tip beyond its bounds, and for any tip where the deployment names no
 *   account that takes one.
 */
export function withFees<Services extends FeeServices>(
  services: Services,
  { priority, tip }: Pick<VerifyRequest, 'priority' | 'tip'>,
): Services {
  const bidding = withPriority(services, priority);
  if (tip === undefined) return bidding;
  const { random, uniqueBudget, config } = services;
  const lamports = /^[1-9]\d{0,15}$/.test(tip.lamports) ? BigInt(tip.lamports) : 0n;
  if (lamports < TIP.least || lamports > TIP.most) throw FEE_REFUSALS.tip();
  const accounts = config.deployment.tipAccounts?.[config.tipService] ?? [];
  // Any one of them: a transaction holds up all others that write the same account.
  const account = accounts[Math.floor(drawFraction(random) * accounts.length)];
  if (account === undefined) throw problem('TIP_NOT_OFFERED');
  return {
    ...bidding,
    tip: lamports,
    uniqueBudget: (units: number, price: bigint) => ({
      ...uniqueBudget(units, price),
      tip: { account, lamports },
    }),
  };
}

/**
 * Returns services whose builds bid what a request asks for.
 *
 * @throws {ProblemError} `invalid_request` for a bid that is neither a level nor a maximum.
 */
function withPriority<Services extends { readonly priorityFee: PriorityFee }>(
  services: Services,
  priority: VerifyRequest['priority'],
): Services {
  if (priority === undefined) return services;
  return { ...services, priorityFee: services.priorityFee.at(readPriority(priority)) };
}

function readPriority(asked: NonNullable<VerifyRequest['priority']>): Priority {
  if (typeof asked === 'object') {
    const { maxLamports } = asked;
    const most = /^[1-9]\d{0,8}$/.test(maxLamports) ? BigInt(maxLamports) : 0n;
    if (most >= LEAST_MOST && most <= PRIORITY_FEE_LIMIT) return { level: 'high', most };
  }
  const level = PRIORITY_LEVELS.find((each) => each === asked);
  if (level !== undefined) return { level };
  throw FEE_REFUSALS.priority();
}

/** Returns the bid of a refresh: a level above that of the build before. The caller's maximum stays. */
export function raisePriority(before: VerifyRequest['priority']): NonNullable<typeof before> {
  if (typeof before === 'object') return before;
  return before === 'low' ? 'medium' : 'high';
}
