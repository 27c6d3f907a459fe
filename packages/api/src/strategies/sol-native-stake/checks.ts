import type { Address } from '@solana/kit';
import {
  arePayingRewards,
  CLOCK_ADDRESS,
  type Clock,
  decodeStakeHistory,
  EPOCH_REWARDS_ADDRESS,
  STAKE_HISTORY_ADDRESS,
} from '@staking-agent/chain/ledger';
import {
  decodeStakeAccount,
  isLockupInForce,
  type MergeMoment,
  NOT_DEACTIVATED,
  STAKE_ACCOUNT_SPACE,
  STAKE_PROGRAM_ADDRESS,
  type StakeAccount,
} from '@staking-agent/chain/stake';
import { ASSET_DECIMALS, type FactsOf, formatAmount, type SuggestedCall } from '@staking-agent/wire';
import { codeOfFailure, readFailure } from '../../builds/failures.ts';
import type { SimulationFailure } from '../../builds/simulate.ts';
import { UpstreamFault } from '../../problems/faults.ts';
import { insufficientFunds, type ProblemError, problem } from '../../problems/problem.ts';
import {
  RENT,
  type ReadAccount,
  type ReadAccounts,
  readAccounts,
  readRent,
} from '../../upstreams/ledger/client.ts';
import { estimateEpochEnd } from '../options.ts';
import { requireAddress } from '../prepare.ts';
import { requireClock } from '../reach.ts';
import { type Key, printCall, type StrategyServices } from '../strategy.ts';

/**
 * Reads the stake account that every exit of native staking names.
 *
 * @throws {ProblemError} `invalid_request` when it is missing or no address.
 */
export function requireStakeAccount(text: string | undefined): Key {
  if (text === undefined) {
    throw problem('FIELD_MISSING', {
      missing: ['stakeAccount'],
      rule: 'sol-native-stake needs the stake account that the stake call returned.',
    });
  }
  return requireAddress(text, 'stakeAccount');
}

/** @throws {ProblemError} `upstream_error` when there is no account of the stake program at that address. */
function requireFound(read: ReadAccounts, account: Address, field: string): ReadAccount {
  const found = read(account);
  if (found === undefined) throw problem('STAKE_ACCOUNT_NOT_FOUND', { field, account });
  if (found.owner !== STAKE_PROGRAM_ADDRESS) throw problem('NOT_A_STAKE_ACCOUNT', { field, account });
  return found;
}

/**
 * Reads a stake account from the ledger.
 *
 * @throws {ProblemError} `upstream_error` when there is none at that address; {@link UpstreamFault} or
 *   {@link UpstreamRefusal} when the ledger does not answer.
 */
export async function fetchStakeAccount(
  stakeAccount: Key,
  services: StrategyServices,
): Promise<ReadAccount & { readonly slot: bigint }> {
  const read = await readAccounts([stakeAccount.text], services);
  return { ...requireFound(read, stakeAccount.text, 'stakeAccount'), slot: read.slot };
}

/**
 * Finds when a stake account that cannot be withdrawn yet can be; times are given for the next epoch at most.
 *
 * @returns undefined when the account is inactive, or was never delegated.
 */
async function findStakeNotInactive(
  data: Uint8Array,
  services: StrategyServices,
): Promise<FactsOf<'STAKE_NOT_INACTIVE'> | undefined> {
  const { delegation } = decodeStakeAccount(data) ?? {};
  if (delegation === undefined) return undefined;
  const [info, read] = await Promise.all([
    services.ledger.read('getEpochInfo', [{ commitment: 'confirmed' }]),
    readAccounts([CLOCK_ADDRESS], services),
  ]);
  const clock = requireClock(read);
  const epoch = BigInt(info.epoch);
  const { activationEpoch, deactivationEpoch } = delegation;
  if (deactivationEpoch === NOT_DEACTIVATED)
    return { epoch: String(epoch), isNew: activationEpoch === epoch };
  // What was never active is free at once.
  if (activationEpoch === deactivationEpoch || epoch > deactivationEpoch) return undefined;
  const slotsLeft = BigInt(info.slotsInEpoch) - BigInt(info.slotIndex);
  const rest = { slotsLeft, readAt: services.clock.elapsed() };
  const times = epoch === deactivationEpoch ? estimateEpochEnd(rest, clock, services) : {};
  return {
    epoch: String(epoch),
    deactivationEpoch: String(deactivationEpoch),
    availableAt: { epoch: String(deactivationEpoch + 1n), ...times },
  };
}

/**
 * Reads a stake account and refuses one that the stake program would not let the wallet deactivate.
 *
 * @throws {ProblemError} `upstream_error` where there is no stake account, or one that is not delegated or deactivated
 *   already, or rewards are being paid; `invalid_request` where another key is its staker. {@link UpstreamFault} or {@link UpstreamRefusal} when the
 *   ledger does not answer.
 * @returns the ledger's epoch, and the delegation in lamports. `isNew`: delegated in the running epoch; deactivated in that one
 *   as well, it never becomes active. `isDivisible`: the wallet alone decides over it, so that it can split a part off.
 */
export async function readDeactivatable(stakeAccount: Address, wallet: Address, services: StrategyServices) {
  const read = await readAccounts([stakeAccount, CLOCK_ADDRESS, EPOCH_REWARDS_ADDRESS], services);
  const clock = requireClock(read);
  const account = requireFound(read, stakeAccount, 'stakeAccount');
  const decoded = decodeStakeAccount(account.data);
  const { authorities, delegation } = decoded ?? {};
  if (authorities !== undefined && authorities.staker !== wallet) {
    throw problem('NOT_THE_STAKER', { staker: authorities.staker });
  }
  if (delegation === undefined) throw problem('STAKE_NOT_DELEGATED');
  if (delegation.deactivationEpoch !== NOT_DEACTIVATED)
    throw await refuseDeactivated(delegation, account.data, services);
  if (arePayingRewards(read(EPOCH_REWARDS_ADDRESS)?.data)) throw problem('EPOCH_REWARDS_BEING_PAID');
  return {
    epoch: clock.epoch,
    isNew: delegation.activationEpoch === clock.epoch,
    delegated: delegation.stake,
    isDivisible: decoded?.authorities.withdrawer === wallet && !isLockupInForce(decoded, clock),
  };
}

export type Delegation = NonNullable<StakeAccount['delegation']>;

/** Creates the problem of a deactivated stake account: since when it is, and when it can be withdrawn. */
export async function refuseDeactivated(
  { deactivationEpoch }: Delegation,
  data: Uint8Array,
  services: StrategyServices,
): Promise<ProblemError> {
  const { availableAt } = (await findStakeNotInactive(data, services)) ?? {};
  return problem('STAKE_DEACTIVATED', {
    deactivationEpoch: String(deactivationEpoch),
    ...(availableAt && { availableAt }),
  });
}

/** Finds the problem of a lockup that keeps all that a stake account holds in it; undefined without one. */
export function findLockup(account: StakeAccount, moment: Clock): ProblemError | undefined {
  if (!isLockupInForce(account, moment)) return undefined;
  const { epoch, unixTimestamp, custodian } = account.lockup;
  const until = epoch > moment.epoch ? `epoch ${epoch}` : `the time ${unixTimestamp} of Unix`;
  return problem('STAKE_LOCKED', { custodian, until });
}

/** A stake account that a request names, and where. */
export type NamedStake = { readonly field: string; readonly key: Key };

/** A stake account that is the wallet's alone. */
export type OwnStake = NamedStake & ReturnType<typeof requireOwn>;

/** The accounts that {@link decodeMoment} reads. */
export const MOMENT = [CLOCK_ADDRESS, STAKE_HISTORY_ADDRESS, EPOCH_REWARDS_ADDRESS, RENT];

/**
 * The ledger's clock and stake history, and the lamports that a stake account must hold beside its delegation; while rewards of
 * the last epoch are paid, no stake account can be changed.
 */
export type StakeMoment = MergeMoment & Clock & { readonly isPaying: boolean; readonly rent: bigint };

/** Decodes the moment of the ledger that stake accounts are judged by. @throws {UpstreamFault} when a part is missing. */
export function decodeMoment(read: ReadAccounts): StakeMoment {
  const clock = requireClock(read);
  const history = decodeStakeHistory(read(STAKE_HISTORY_ADDRESS)?.data);
  if (history === undefined) throw new UpstreamFault('ledger', 'malformed');
  const isPaying = arePayingRewards(read(EPOCH_REWARDS_ADDRESS)?.data);
  const rent = readRent(read)(Number(STAKE_ACCOUNT_SPACE));
  return { ...clock, history: (epoch) => history.get(epoch), isPaying, rent };
}

/**
 * Reads stake accounts in one call, in the order asked, and refuses those that are not the wallet's alone.
 *
 * @throws {ProblemError} `upstream_error` where there is no stake account, or rewards are being paid; `invalid_request`
 *   where the wallet does not hold both authorities. {@link UpstreamFault} or {@link UpstreamRefusal} when the ledger
 *   does not answer.
 */
export async function readOwnStakes(
  [first, ...further]: readonly [NamedStake, ...NamedStake[]],
  wallet: Key,
  services: StrategyServices,
) {
  const addresses = [first, ...further].map(({ key }) => key.text);
  const read = await readAccounts([...addresses, ...MOMENT], services);
  const moment = decodeMoment(read);
  const require = ({ field, key }: NamedStake): OwnStake => ({
    field,
    key,
    ...requireOwn(key.text, field, read, wallet.text),
  });
  const stakes = [require(first), ...further.map(require)] as const;
  if (moment.isPaying) throw problem('EPOCH_REWARDS_BEING_PAID');
  return { stakes, moment, slot: read.slot };
}

/** Decodes a stake account that was read. @throws {ProblemError} unless it is one, and the wallet's alone. */
export function requireOwn(address: Address, field: string, read: ReadAccounts, wallet: Address) {
  const place = { field, account: address };
  const seen = requireFound(read, address, field);
  const account = decodeStakeAccount(seen.data);
  if (account === undefined) throw problem('NOT_A_STAKE_ACCOUNT', place);
  const { staker, withdrawer } = account.authorities;
  if (staker !== wallet || withdrawer !== wallet) throw problem('STAKE_ACCOUNT_OF_ANOTHER', place);
  return { seen, account };
}

/** Finds the lamports that can be split off so that both accounts keep the minimum delegation; undefined for none. */
export function findSplitRange(delegated: bigint, minimumDelegation: bigint) {
  // A ledger without a minimum still delegates no less than a lamport.
  const least = minimumDelegation > 0n ? minimumDelegation : 1n;
  const most = delegated - least;
  return most >= least ? { least, most } : undefined;
}

/** Suggests to split an amount of lamports off a stake account; undefined where that cannot be. */
export function suggestSplit(
  {
    wallet,
    stakeAccount,
    amount,
    delegated,
    minimumDelegation,
  }: Readonly<
    Record<'wallet' | 'stakeAccount', Address> & Record<'amount' | 'delegated' | 'minimumDelegation', bigint>
  >,
  description: string,
  then?: 'deactivate',
): SuggestedCall | undefined {
  const range = findSplitRange(delegated, minimumDelegation);
  if (range === undefined || amount < range.least || amount > range.most) return undefined;
  const body = { wallet, stakeAccount, amount: formatAmount(amount, ASSET_DECIMALS.SOL) };
  return printCall('split', description, then === undefined ? body : { ...body, then });
}

/**
 * Describes the cooldown that begins when a build lands.
 *
 * @param isNew - the stake was delegated in the running epoch.
 * @param now - the running epoch in words.
 */
export function describeCooldown(isNew: boolean, epoch: bigint, now: string): string {
  const cooldown = `cools down until the epoch of the broadcast ends (${now}); once the ledger is past that deactivation epoch it is withdrawable: call POST /withdraw then.`;
  return isNew
    ? `It was delegated in epoch ${epoch} and is not active yet: when this lands in the same epoch, all of it is withdrawable at once. Later its stake ${cooldown}`
    : `Its stake ${cooldown}`;
}

function nameRule({ data }: ReadAccount, wallet: Address): string {
  const { withdrawer = wallet } = decodeStakeAccount(data)?.authorities ?? {};
  return withdrawer === wallet
    ? 'A withdrawal must leave nothing, or at least the rent reserve and what is still delegated.'
    : `Only ${withdrawer} can withdraw from this stake account.`;
}

/** Finds the cause of a refused withdrawal: too early, more than the balance, or the ledger's own reason. */
export async function explainRefusal(
  { fault, logs }: SimulationFailure,
  account: ReadAccount,
  { wallet, lamports }: { readonly wallet: Address; readonly lamports: bigint },
  services: StrategyServices,
): Promise<ProblemError> {
  const failure = readFailure(fault, logs, undefined);
  const { name, words: reason } = failure;
  const code = codeOfFailure(failure);
  if (code === 'EPOCH_REWARDS_BEING_PAID') return problem(code);
  const decoded = decodeStakeAccount(account.data);
  if (code === 'STAKE_LOCKED' && decoded !== undefined) {
    const locked = findLockup(decoded, requireClock(await readAccounts([CLOCK_ADDRESS], services)));
    if (locked !== undefined) return locked;
  }
  // The stake program says so of stake that is not free, and of more than there is.
  const isInsufficient = name === 'InsufficientFunds';
  const tooEarly = isInsufficient ? await findStakeNotInactive(account.data, services) : undefined;
  if (tooEarly !== undefined) return problem('STAKE_NOT_INACTIVE', tooEarly);
  if (isInsufficient && lamports > account.lamports) {
    return insufficientFunds({
      holder: 'stake account',
      asset: 'SOL',
      holds: account.lamports,
      needs: lamports,
    });
  }
  return problem('SIMULATION_FAILED', { reason, rule: nameRule(account, wallet) });
}
