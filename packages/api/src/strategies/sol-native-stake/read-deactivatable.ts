import type { Address } from '@solana/kit';
import {
  decodeStakeAccount,
  isLockupInForce,
  NOT_DEACTIVATED,
  STAKE_PROGRAM_ADDRESS,
  type StakeAccount,
} from '@staking-agent/chain/stake';
import { CLOCK_ADDRESS, decodeClock } from '@staking-agent/chain/sysvar';
import { problem } from '../../problems/problem.ts';
import type { ProblemError } from '../../problems/problem-error.ts';
import { UpstreamFault } from '../../problems/upstream-fault.ts';
import { readAccounts } from '../../upstreams/ledger/read-accounts.ts';
import type { StrategyPorts } from '../strategy.ts';
import { findStakeNotInactive } from './find-stake-not-inactive.ts';

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

type DeactivationPorts = Pick<StrategyPorts, 'ledger' | 'blockhash' | 'clock'>;

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
  ports: DeactivationPorts,
): Promise<Deactivatable> {
  const read = await readAccounts([stakeAccount, CLOCK_ADDRESS], ports);
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
    throw await refuseDeactivated(delegation, account.data, ports);
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
  ports: DeactivationPorts,
): Promise<ProblemError> {
  // What was never active is free at once.
  const waiting = activationEpoch === deactivationEpoch ? undefined : await findStakeNotInactive(data, ports);
  const { availableAt } = waiting ?? {};
  return problem('STAKE_DEACTIVATED', {
    deactivationEpoch: String(deactivationEpoch),
    ...(availableAt && { availableAt }),
  });
}
