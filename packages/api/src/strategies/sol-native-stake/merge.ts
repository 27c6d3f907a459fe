import {
  findMergeObstacle,
  getMergeStakeInstructions,
  getMergeState,
  type MergeMoment,
  type MergeObstacle,
} from '@staking-agent/chain/stake';
import { MAX_MERGED, type MergeBody } from '@staking-agent/wire';
import { compileOwnMessage } from '../../builds/compile-own-message.ts';
import { simulateOwn } from '../../builds/simulate-own.ts';
import { problem } from '../../problems/problem.ts';
import { type Key, requireAddress } from '../request-fields.ts';
import type { Merge } from '../strategy.ts';
import { COMPUTE_UNIT_LIMITS } from './native-messages.ts';
import { LAMPORTS_LIMIT } from './range.ts';
import { type NamedStake, type OwnStake, readOwnStakes } from './read-own-stakes.ts';

/** Why two accounts cannot be merged, and what would be right. */
const REASONS: Readonly<Record<MergeObstacle, string>> = {
  'into-changing':
    'the account that stays is warming up or cooling down. Merge it once the epoch of that has ended.',
  'from-changing':
    'the account that goes is warming up or cooling down. Leave it out, or merge it once the epoch of that has ended.',
  authorities: 'their authorities differ. Leave the account that goes out.',
  lockup: 'their lockups differ and one is in force. Merge accounts of the same lockup, or once it is over.',
  validator: 'they are delegated to different validators. Merge only accounts of the same one.',
  deactivation: 'one of them is being deactivated. Leave it out.',
  state:
    'one is active and the other is not. Active accounts are merged with active ones: merge an account of this epoch once it is active, and withdraw an inactive one.',
};

const TAKES_BACK =
  'the account that goes is to become active and the one that stays is not, which would take the delegation back. Exchange the two.';

/**
 * Merges stake accounts into one of them, which closes the others.
 *
 * Reads the accounts in one call, then has the ledger simulate the transaction.
 *
 * @throws {ProblemError} `invalid_request` for a field, and for an account that is not the wallet's alone;
 *   `upstream_error` when the stake program would not merge them, or the ledger does not answer.
 */
export const mergeStakes: Merge = async (body, services) => {
  const { wallet, into, from } = readMerge(body);
  const { stakes, moment, slot } = await readOwnStakes([into, ...from], wallet, services);
  const [staying, ...going] = stakes;
  for (const each of going) assertMergeable(staying, each, moment);
  const merged = going.reduce((sum, { seen }) => sum + seen.lamports, 0n);
  if (merged > LAMPORTS_LIMIT) {
    const cure = 'Merge fewer accounts.';
    throw problem('BALANCE_TOO_LARGE', { most: String(LAMPORTS_LIMIT), member: 'mergedLamports', cure });
  }
  const idle = going.reduce((sum, each) => sum + findIdle(staying, each, moment), 0n);
  const lifetime = await services.blockhash.get();
  const addresses = going.map(({ key }) => key.text);
  const message = compileOwnMessage(
    {
      strategy: 'sol-native-stake',
      wallet: wallet.text,
      lifetime,
      computeUnitLimit: COMPUTE_UNIT_LIMITS.merge * addresses.length,
      instructions: getMergeStakeInstructions({
        wallet: wallet.text,
        into: into.key.text,
        from: addresses,
      }),
    },
    services,
  );
  return {
    by: 'service',
    message,
    simulated: await simulateOwn(message, slot, services),
    lifetime,
    wallet: wallet.text,
    operation: 'merge',
    request: body,
    evidence: { before: new Map(stakes.map(({ key, seen }) => [key.text, seen])) },
    fields: {
      strategy: 'sol-native-stake',
      into: into.key.text,
      from: addresses,
      mergedLamports: Number(merged),
      idleLamports: Number(idle),
      notes: `The accounts of from are closed and what they hold moves into the other one. ${describeIdle(idle)}`,
    },
  };
};

function readMerge({ wallet, into, from }: MergeBody) {
  const asked = {
    wallet: requireAddress(wallet, 'wallet'),
    into: { field: 'into', key: requireAddress(into, 'into') },
    from: from.map((text, i) => {
      const field = `from[${i}]`;
      return { field, key: requireAddress(text, field) };
    }),
  } satisfies { wallet: Key; into: NamedStake; from: NamedStake[] };
  if (from.length === 0 || from.length > MAX_MERGED) {
    throw problem('MERGE_LIST_INVALID', { rule: `must name 1 to ${MAX_MERGED} stake accounts` });
  }
  const known = new Set([into]);
  for (const text of from) {
    if (known.has(text)) {
      const rule = text === into ? 'must not name the account of into' : `names ${text} twice`;
      throw problem('MERGE_LIST_INVALID', { rule });
    }
    known.add(text);
  }
  return asked;
}

function assertMergeable(into: OwnStake, from: OwnStake, moment: MergeMoment): void {
  const obstacle = findMergeObstacle(into.account, from.account, moment);
  const isTakenBack =
    getMergeState(into.account, moment) === 'inactive' &&
    getMergeState(from.account, moment) === 'activating';
  if (obstacle === undefined && !isTakenBack) return;
  throw problem('STAKES_NOT_MERGEABLE', {
    into: into.key.text,
    from: from.key.text,
    reason: obstacle === undefined ? TAKES_BACK : REASONS[obstacle],
  });
}

/**
 * Computes the most lamports that arrive undelegated and cannot be withdrawn with the rest: the program delegates the rent
 * reserve of an account that becomes active with the other, all of an inactive one, and no reserve of an active one. Whether
 * it delegates what lies beside a delegation of this epoch depends on its version.
 */
function findIdle({ account: into }: OwnStake, { account, seen }: OwnStake, moment: MergeMoment): bigint {
  const state = getMergeState(into, moment);
  const delegated = account.delegation?.stake ?? 0n;
  if (state === 'active') return seen.lamports - delegated;
  if (state === 'inactive' || getMergeState(account, moment) === 'inactive') return 0n;
  return seen.lamports - delegated - account.rentReserve;
}

function describeIdle(lamports: bigint): string {
  return lamports === 0n
    ? 'All of it counts there like the rest.'
    : `Up to ${lamports} lamports of it, rent reserves above all, are not delegated and earn nothing there: GET /wallets/{wallet}/positions says how many and has the withdrawal.`;
}
