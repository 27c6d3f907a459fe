import { toAddress } from '@staking-agent/chain/address';
import {
  findMergeObstacle,
  getMergeStakeInstructions,
  getMergeState,
  getSplitStakeInstructions,
  getStakeStatus,
  type MergeMoment,
  type MergeObstacle,
  NOT_DEACTIVATED,
} from '@staking-agent/chain/stake';
import {
  AFTER_SPLIT,
  ASSET_DECIMALS,
  formatAmount,
  MAX_MERGED,
  type MergeBody,
  type SplitBody,
} from '@staking-agent/wire';
import { UNITS } from '../../builds/budget.ts';
import { buildOwn } from '../../builds/finish.ts';
import { insufficientFunds, isProblemError, problem } from '../../problems/problem.ts';
import type { StakeTerms } from '../../upstreams/ledger/feeds.ts';
import { describeEpochEnd } from '../options.ts';
import { requireAddress, requireAmount } from '../prepare.ts';
import type { Key, Merge, Split, StrategyServices } from '../strategy.ts';
import { assertStatable, nameSeededAccount } from './builds.ts';
import {
  type Delegation,
  describeCooldown,
  findLockup,
  findSplitRange,
  type NamedStake,
  type OwnStake,
  readOwnStakes,
  refuseDeactivated,
  type StakeMoment,
} from './checks.ts';
import { belowMinimum, LAMPORTS_LIMIT } from './facts.ts';

/** A split, read from its request. */
type Asked = {
  readonly wallet: Key;
  readonly stakeAccount: Key;
  readonly amount: bigint;
  readonly isDeactivated: boolean;
};
type Divisible = { readonly delegation: Delegation; readonly moment: StakeMoment; readonly slot: bigint };

/**
 * Moves a part of a delegation into a new stake account, whose address derives from the wallet. `amount` is delegated in full
 * in the new account; the wallet pays its rent reserve on top, by the rent that the accounts were read with. If the rent has
 * changed since, it is built once more.
 */
export const splitStake: Split = async (body, services, again) => {
  const terms = services.stakeTerms.peek() ?? (await services.stakeTerms.get());
  const asked = readSplit(body, terms);
  const opened = nameSeededAccount(asked.wallet.bytes, services, again);
  const { wallet, stakeAccount, amount: lamports, isDeactivated } = asked;
  const newStakeAccount = toAddress(opened.address);
  const seed = Buffer.from(opened.seed).toString('latin1');
  const parties = { wallet: wallet.text, stakeAccount: stakeAccount.text, newStakeAccount, seed };
  const build = (divisible: Divisible) => {
    const { rent } = divisible.moment;
    return buildOwn(
      {
        operation: 'split' as const,
        request: body,
        wallet: wallet.text,
        keep: opened.keep,
        units: UNITS.split,
        instructions: getSplitStakeInstructions({ ...parties, rent, lamports, isDeactivated }),
        evidence: { slot: divisible.slot },
        fields: {
          strategy: 'sol-native-stake' as const,
          stakeAccount: stakeAccount.text,
          newStakeAccount,
          stakeAccountSeed: seed,
          splitLamports: Number(lamports),
          rentExemptReserveLamports: Number(rent),
          notes: `The address of newStakeAccount derives from the wallet, stakeAccountSeed and the stake program; the service signs nothing. Keep it: deactivate, withdraw and instant unstake need it. ${describePart(asked, divisible, terms, services)}`,
        },
      },
      services,
    );
  };
  const divisible = await readDivisible(asked, terms, services);
  try {
    return await build(divisible);
  } catch (error) {
    if (!isProblemError(error) || error.code !== 'SIMULATION_FAILED') throw error;
    const later = await readDivisible(asked, terms, services);
    if (later.moment.rent === divisible.moment.rent) throw error;
    return await build(later);
  }
};

function readSplit(body: SplitBody, { minimumDelegation }: StakeTerms): Asked {
  const wallet = requireAddress(body.wallet, 'wallet');
  const stakeAccount = requireAddress(body.stakeAccount, 'stakeAccount');
  const isDeactivated = body.then !== undefined;
  if (isDeactivated && !AFTER_SPLIT.some((word) => word === body.then)) {
    throw problem('THEN_NOT_OFFERED', { word: String(body.then), offered: AFTER_SPLIT });
  }
  const amount = requireAmount(body.amount, 'amount', ASSET_DECIMALS.SOL, {
    least: minimumDelegation,
    isMaxTaken: false,
  });
  assertStatable(amount);
  return { wallet, stakeAccount, amount, isDeactivated };
}

async function readDivisible(
  { wallet, stakeAccount, amount, isDeactivated }: Asked,
  { minimumDelegation }: StakeTerms,
  services: StrategyServices,
): Promise<Divisible> {
  const named = { field: 'stakeAccount', key: stakeAccount };
  const { stakes, moment, slot } = await readOwnStakes([named], wallet, services);
  const [{ account, seen }] = stakes;
  const { delegation } = account;
  if (delegation === undefined) throw problem('STAKE_NOT_DELEGATED');
  const locked = findLockup(account, moment);
  if (locked !== undefined) throw locked;
  if (isDeactivated && delegation.deactivationEpoch !== NOT_DEACTIVATED) {
    throw await refuseDeactivated(delegation, seen.data, services);
  }
  assertWithin(amount, delegation.stake, minimumDelegation);
  assertRentHeld(seen.lamports, delegation, moment);
  return { delegation, moment, slot };
}

/** Refuses an account that a rise of the rent left short: the stake program splits it only where all of it has cooled down. */
function assertRentHeld(holds: bigint, delegation: Delegation, { epoch, history, rent }: StakeMoment): void {
  const needs = delegation.stake + rent;
  const { effective, activating } = getStakeStatus(delegation, epoch, history);
  if (holds >= needs || effective + activating === 0n) return;
  throw insufficientFunds({ holder: 'stake account that is split', asset: 'SOL', holds, needs });
}

function assertWithin(amount: bigint, delegated: bigint, minimumDelegation: bigint): void {
  const range = findSplitRange(delegated, minimumDelegation);
  if (range !== undefined && amount < range.least) throw belowMinimum(range.least);
  if (range !== undefined && amount <= range.most) return;
  const print = (lamports: bigint) => formatAmount(lamports, ASSET_DECIMALS.SOL);
  throw problem('SPLIT_LEAVES_TOO_LITTLE', {
    delegated: print(delegated),
    least: print(minimumDelegation),
    nearest: { lower: range === undefined ? null : print(range.most), higher: null },
  });
}

function describePart(
  { isDeactivated }: Asked,
  { delegation, moment: { epoch } }: Divisible,
  terms: StakeTerms,
  services: StrategyServices,
): string {
  if (!isDeactivated) return 'It is as active as stakeAccount, which keeps the rest.';
  const now = describeEpochEnd(terms, services, epoch);
  return `It deactivates at once and stakeAccount keeps the rest. ${describeCooldown(delegation.activationEpoch === epoch, epoch, now)}`;
}

/** Reasons why two accounts cannot be merged, with the cure. */
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

/** Merges stake accounts into one of them, which closes the others. */
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
  const addresses = going.map(({ key }) => key.text);
  return buildOwn(
    {
      operation: 'merge',
      request: body,
      wallet: wallet.text,
      units: UNITS.merge * addresses.length,
      instructions: getMergeStakeInstructions({ wallet: wallet.text, into: into.key.text, from: addresses }),
      evidence: { before: new Map(stakes.map(({ key, seen }) => [key.text, seen])), slot },
      fields: {
        strategy: 'sol-native-stake',
        into: into.key.text,
        from: addresses,
        mergedLamports: Number(merged),
        idleLamports: Number(idle),
        notes: `The accounts of from are closed and what they hold moves into the other one. ${describeIdle(idle)}`,
      },
    },
    services,
  );
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
 * Computes the lamports that arrive undelegated and cannot be withdrawn with the rest: into active stake all that lies beside the
 * delegation, the reserve among it. Stake that is to become active delegates all that arrives (stake program, release 5).
 */
function findIdle({ account: into }: OwnStake, { account, seen }: OwnStake, moment: MergeMoment): bigint {
  return getMergeState(into, moment) === 'active' ? seen.lamports - (account.delegation?.stake ?? 0n) : 0n;
}

function describeIdle(lamports: bigint): string {
  return lamports === 0n
    ? 'All of it counts there like the rest.'
    : `Up to ${lamports} lamports of it, rent reserves above all, are not delegated and earn nothing there: GET /wallets/{wallet}/positions says how many and has the withdrawal.`;
}
