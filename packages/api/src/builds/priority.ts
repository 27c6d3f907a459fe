import { PRIORITY_FEE_LIMIT, type VerifyRequest } from '@staking-agent/verify';
import { PRIORITY_LEVELS } from '@staking-agent/wire';
import { problem } from '../problems/problem.ts';
import type { Priority, PriorityFee } from '../upstreams/ledger/feeds.ts';

/** The least that may be named as the most: what makes builds unique costs up to 80 lamports. */
const LEAST_MOST = 100n;

/**
 * Returns services whose builds bid what a request asks for.
 *
 * @throws {ProblemError} `invalid_request` for a bid that is neither a level nor a maximum.
 */
export function withPriority<Services extends { readonly priorityFee: PriorityFee }>(
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
  throw problem('PRIORITY_INVALID', {
    levels: PRIORITY_LEVELS,
    least: String(LEAST_MOST),
    most: String(PRIORITY_FEE_LIMIT),
  });
}

/** Returns the bid of a refresh: a level above that of the build before. The caller's maximum stays. */
export function raisePriority(before: VerifyRequest['priority']): NonNullable<typeof before> {
  if (typeof before === 'object') return before;
  return before === 'low' ? 'medium' : 'high';
}
