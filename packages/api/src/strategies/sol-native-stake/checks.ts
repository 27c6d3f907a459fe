import type { Address } from '@solana/kit';
import {
  decodeAuthorities,
  decodeDelegation,
  decodeStakeAccount,
  isLockupInForce,
  type MergeMoment,
  NOT_DEACTIVATED,
  STAKE_PROGRAM_ADDRESS,
  type StakeAccount,
} from '@staking-agent/chain/stake';
import {
  CLOCK_ADDRESS,
  decodeClock,
  decodeEpochRewards,
  decodeStakeHistory,
  EPOCH_REWARDS_ADDRESS,
  STAKE_HISTORY_ADDRESS,
} from '@staking-agent/chain/sysvar';
import { ASSET_DECIMALS, type FactsOf, formatAmount, type SuggestedCall } from '@staking-agent/wire';
import { codeOfFailure, readFailure } from '../../builds/failures.ts';
import type { SimulationFailure } from '../../builds/simulate.ts';
import { isUpstreamFailure, UpstreamFault } from '../../problems/faults.ts';
import { insufficientFunds, isProblemError, type ProblemError, problem } from '../../problems/problem.ts';
import { type ReadAccount, readAccounts } from '../../upstreams/ledger/client.ts';
import { estimateEpochEnd } from '../epoch-end.ts';
import { type Key, requireAddress, requireAmount } from '../fields.ts';
import { printCall, type StrategyServices } from '../strategy.ts';
import { findSplitRange } from './facts.ts';

/** An instant exit takes the whole account: whoever names less than this share of it means something else. */
const LEAST_SHARE_PERCENT = 90n;

/**
 * Reads the amount of an instant exit, before anyone is asked.
 *
 * @returns lamports, or undefined when the caller left it out.
 * @throws {ProblemError} `invalid_request` when it does not fit.
 */
export function readExitAmount(amount: string | undefined): bigint | undefined {
  return amount === undefined ? undefined : requireAmount(amount, 'amount', ASSET_DECIMALS.SOL);
}

/** Of which account which part is to be given up. */
type PartialExit = { readonly wallet: Key; readonly stakeAccount: Key; readonly amount: bigint | undefined };

/**
 * Checks the amount of an instant exit against the account that will be given up as a whole.
 *
 * @param exit.amount - lamports as the caller named them, if at all.
 * @param held - lamports of the account, delegated and not.
 * @throws {ProblemError} `invalid_request` when it is more than the account holds or under 90 % of it, naming
 *   the whole amount, and the split that makes an account of what was asked for.
 */
export async function assertWholeAccount(
  exit: PartialExit,
  held: bigint,
  services: StrategyServices,
): Promise<void> {
  const { amount } = exit;
  if (amount === undefined) return;
  if (amount <= held && amount * 100n >= held * LEAST_SHARE_PERCENT) return;
  const whole = formatAmount(held, ASSET_DECIMALS.SOL);
  if (amount > held) throw problem('AMOUNT_NOT_WHOLE', { whole, nearest: { lower: whole, higher: null } });
  const split = await findSplit({ ...exit, amount }, services);
  throw problem('AMOUNT_NOT_WHOLE', {
    whole,
    nearest: { lower: null, higher: whole },
    next: split && [split],
  });
}

/** Suggests the split that comes first; undefined when it is impossible or the ledger does not answer. */
async function findSplit(
  { wallet, stakeAccount, amount }: PartialExit & { readonly amount: bigint },
  services: StrategyServices,
): Promise<SuggestedCall | undefined> {
  const minimumDelegation = services.stakeTerms.peek()?.minimumDelegation;
  if (minimumDelegation === undefined) return undefined;
  try {
    const { stakes, moment } = await readOwnStakes(
      [{ field: 'stakeAccount', key: stakeAccount }],
      wallet,
      services,
    );
    const account = stakes[0]?.account;
    if (account?.delegation === undefined || isLockupInForce(account, moment)) return undefined;
    const { stake: delegated } = account.delegation;
    const asked = {
      wallet: wallet.text,
      stakeAccount: stakeAccount.text,
      amount,
      delegated,
      minimumDelegation,
    };
    return suggestSplit(
      asked,
      'Splits the amount off into an account of its own. Once that has landed, send the exit with its newStakeAccount and without amount.',
    );
  } catch (error) {
    if (isProblemError(error) || isUpstreamFailure(error)) return undefined;
    throw error;
  }
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
  const named = { field: 'stakeAccount', account: stakeAccount.text };
  const account = read(stakeAccount.text);
  if (account === undefined) throw problem('STAKE_ACCOUNT_NOT_FOUND', named);
  if (account.owner !== STAKE_PROGRAM_ADDRESS) throw problem('NOT_A_STAKE_ACCOUNT', named);
  return { ...account, slot: read.slot };
}

/**
 * Finds out whether a stake account cannot be withdrawn yet, and when it can.
 *
 * No times are given for a later epoch than the next.
 *
 * @param data - of an account that the stake program owns.
 * @returns undefined when the account is inactive, or was never delegated.
 * @throws {ProblemError} `upstream_error` when the ledger does not answer.
 */
export async function findStakeNotInactive(
  data: Uint8Array,
  services: StrategyServices,
): Promise<FactsOf<'STAKE_NOT_INACTIVE'> | undefined> {
  const delegation = decodeDelegation(data);
  if (delegation === undefined) return undefined;
  const [info, read] = await Promise.all([
    services.ledger.read('getEpochInfo', [{ commitment: 'confirmed' }]),
    readAccounts([CLOCK_ADDRESS], services),
  ]);
  const clock = decodeClock(read(CLOCK_ADDRESS)?.data);
  if (clock === undefined) throw new UpstreamFault('ledger', 'malformed');
  const epoch = BigInt(info.epoch);
  const { activationEpoch, deactivationEpoch } = delegation;
  if (deactivationEpoch === undefined) return { epoch: String(epoch), isNew: activationEpoch === epoch };
  if (epoch > deactivationEpoch) return undefined;
  const slotsLeft = BigInt(info.slotsInEpoch) - BigInt(info.slotIndex);
  const rest = { slotsLeft, readAt: services.clock.elapsed() };
  const times = epoch === deactivationEpoch ? estimateEpochEnd(rest, clock, services) : {};
  return {
    epoch: String(epoch),
    deactivationEpoch: String(deactivationEpoch),
    availableAt: { epoch: String(deactivationEpoch + 1n), ...times },
  };
}

/** A stake account that its staker can deactivate now. */
export type Deactivatable = {
  /** The ledger's. */
  readonly epoch: bigint;
  /** Whether it was delegated in the running epoch: deactivated in that one as well, it never becomes active. */
  readonly isNew: boolean;
  /** Lamports. */
  readonly delegated: bigint;
  /** Whether the wallet alone decides over it, so that it can split a part off. */
  readonly isDivisible: boolean;
};

/**
 * Reads a stake account and refuses one that the stake program would not let the wallet deactivate.
 *
 * @throws {ProblemError} `upstream_error` where there is no stake account, or one that is not delegated or deactivated
 *   already; `invalid_request` where another key is its staker. {@link UpstreamFault} or {@link UpstreamRefusal} when the
 *   ledger does not answer.
 */
export async function readDeactivatable(
  stakeAccount: Address,
  wallet: Address,
  services: StrategyServices,
): Promise<Deactivatable> {
  const read = await readAccounts([stakeAccount, CLOCK_ADDRESS], services);
  const clock = decodeClock(read(CLOCK_ADDRESS)?.data);
  if (clock === undefined) throw new UpstreamFault('ledger', 'malformed');
  const named = { field: 'stakeAccount', account: stakeAccount };
  const account = read(stakeAccount);
  if (account === undefined) throw problem('STAKE_ACCOUNT_NOT_FOUND', named);
  if (account.owner !== STAKE_PROGRAM_ADDRESS) throw problem('NOT_A_STAKE_ACCOUNT', named);
  const decoded = decodeStakeAccount(account.data);
  const { authorities, delegation } = decoded ?? {};
  if (authorities !== undefined && authorities.staker !== wallet) {
    throw problem('NOT_THE_STAKER', { staker: authorities.staker });
  }
  if (delegation === undefined) throw problem('STAKE_NOT_DELEGATED');
  if (delegation.deactivationEpoch !== NOT_DEACTIVATED)
    throw await refuseDeactivated(delegation, account.data, services);
  return {
    epoch: clock.epoch,
    isNew: delegation.activationEpoch === clock.epoch,
    delegated: delegation.stake,
    isDivisible: decoded?.authorities.withdrawer === wallet && !isLockupInForce(decoded, clock),
  };
}

type Delegation = NonNullable<StakeAccount['delegation']>;

/** Says since when a stake account is deactivated, and when it can be withdrawn. */
export async function refuseDeactivated(
  { activationEpoch, deactivationEpoch }: Delegation,
  data: Uint8Array,
  services: StrategyServices,
): Promise<ProblemError> {
  // What was never active is free at once.
  const waiting =
    activationEpoch === deactivationEpoch ? undefined : await findStakeNotInactive(data, services);
  const { availableAt } = waiting ?? {};
  return problem('STAKE_DEACTIVATED', {
    deactivationEpoch: String(deactivationEpoch),
    ...(availableAt && { availableAt }),
  });
}

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

/** A stake account that a request names, and where. */
export type NamedStake = { readonly field: string; readonly key: Key };

/** A stake account that is the wallet's alone. */
export type OwnStake = NamedStake & { readonly seen: ReadAccount; readonly account: StakeAccount };

/** Stake accounts of one wallet at one slot, in the order asked, and the moment of the ledger at that slot. */
export type OwnStakes = {
  readonly stakes: readonly [OwnStake, ...OwnStake[]];
  readonly moment: MergeMoment;
  readonly slot: bigint;
};

const MOMENT = [CLOCK_ADDRESS, STAKE_HISTORY_ADDRESS, EPOCH_REWARDS_ADDRESS];

/**
 * Reads stake accounts in one call and refuses those that are not the wallet's alone.
 *
 * @throws {ProblemError} `upstream_error` where there is no stake account, or rewards are being paid; `invalid_request`
 *   where the wallet does not hold both authorities. {@link UpstreamFault} or {@link UpstreamRefusal} when the ledger
 *   does not answer.
 */
export async function readOwnStakes(
  [first, ...further]: readonly [NamedStake, ...NamedStake[]],
  wallet: Key,
  services: StrategyServices,
): Promise<OwnStakes> {
  const read = await readAccounts(
    [first.key.text, ...further.map(({ key }) => key.text), ...MOMENT],
    services,
  );
  const clock = decodeClock(read(CLOCK_ADDRESS)?.data);
  const history = decodeStakeHistory(read(STAKE_HISTORY_ADDRESS)?.data);
  if (clock === undefined || history === undefined) throw new UpstreamFault('ledger', 'malformed');
  const requireRead = (each: NamedStake) => requireOwn(each, read(each.key.text), wallet);
  const stakes = [requireRead(first), ...further.map(requireRead)] as const;
  if (decodeEpochRewards(read(EPOCH_REWARDS_ADDRESS)?.data)?.isActive) {
    throw problem('EPOCH_REWARDS_BEING_PAID');
  }
  const moment = { ...clock, history: (epoch: bigint) => history.get(epoch) };
  return { stakes, moment, slot: read.slot };
}

function requireOwn(named: NamedStake, seen: ReadAccount | undefined, wallet: Key): OwnStake {
  const place = { field: named.field, account: named.key.text };
  if (seen === undefined) throw problem('STAKE_ACCOUNT_NOT_FOUND', place);
  const account = seen.owner === STAKE_PROGRAM_ADDRESS ? decodeStakeAccount(seen.data) : undefined;
  if (account === undefined) throw problem('NOT_A_STAKE_ACCOUNT', place);
  const { staker, withdrawer } = account.authorities;
  if (staker !== wallet.text || withdrawer !== wallet.text) throw problem('STAKE_ACCOUNT_OF_ANOTHER', place);
  return { ...named, seen, account };
}

/** What a split is suggested for; amounts in lamports. */
export type PartlyAsked = {
  readonly wallet: Address;
  readonly stakeAccount: Address;
  readonly amount: bigint;
  readonly delegated: bigint;
  readonly minimumDelegation: bigint;
};

/** Suggests to split an amount off a stake account; undefined where that cannot be. */
export function suggestSplit(
  { wallet, stakeAccount, amount, delegated, minimumDelegation }: PartlyAsked,
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
 * @param isNew - whether the stake was delegated in the running epoch.
 * @param now - the running epoch in words.
 */
export function describeCooldown(isNew: boolean, epoch: bigint, now: string): string {
  const cooldown = `cools down until the epoch of the broadcast ends (${now}); once the ledger is past that deactivation epoch it is withdrawable: call POST /withdraw then.`;
  return isNew
    ? `It was delegated in epoch ${epoch} and is not active yet: when this lands in the same epoch, all of it is withdrawable at once. Later its stake ${cooldown}`
    : `Its stake ${cooldown}`;
}

function nameRule({ data }: ReadAccount, wallet: Address): string {
  const { withdrawer = wallet } = decodeAuthorities(data) ?? {};
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
  if (codeOfFailure(failure) === 'EPOCH_REWARDS_BEING_PAID') return problem('EPOCH_REWARDS_BEING_PAID');
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
