import type { Address } from '@solana/kit';
import { getStakeStatus, NOT_DEACTIVATED } from '@staking-agent/chain/stake';
import { STAKE_PROGRAM_ADDRESS } from '../../vm/program-addresses.ts';
import { parseStakeState } from '../../vm/stake/stake-account.ts';
import type { SandboxLedger } from '../../world/sandbox-ledger.ts';
import { badRequest } from './router-error.ts';

/** A stake account the pool takes, in lamports. */
export type GivenStake = {
  readonly address: Address;
  readonly lamports: bigint;
  readonly delegated: bigint;
  readonly voteAccount: Address;
};

/**
 * Reads a stake account to be deposited.
 *
 * @param wallet - its expected owner, where known.
 * @throws {RouterError} 400 when it does not exist, is not delegated to the pool's validator, is not fully active, or does
 *   not belong to the wallet.
 */
export function requireDepositableStake(
  ledger: SandboxLedger,
  address: Address,
  wallet: Address | undefined,
): GivenStake {
  const account = ledger.findAccount(address);
  if (account === undefined) return badRequest(`Stake account ${address} does not exist`);
  const state = account.programAddress === STAKE_PROGRAM_ADDRESS ? parseStakeState(account.data) : undefined;
  if (state === undefined) return badRequest(`${address} is not a stake account`);
  if (state.__kind !== 'Stake') return badRequest(`Stake account ${address} is not delegated`);
  const [{ authorized, lockup }, { delegation }] = state.fields;
  if (delegation.voterPubkey !== ledger.pool.voteAccount) {
    return badRequest(`Stake account ${address} is delegated to a validator that is not in the stake pool`);
  }
  if (delegation.deactivationEpoch !== NOT_DEACTIVATED) {
    return badRequest(`Stake account ${address} is deactivating or inactive`);
  }
  const history = ledger.bank.vm().getStakeHistory();
  const status = getStakeStatus(delegation, ledger.epoch(), (epoch) => history.get(epoch) ?? undefined);
  if (status.activating > 0n || status.effective < delegation.stake) {
    return badRequest(`Stake account ${address} is still activating`);
  }
  const clock = ledger.bank.vm().getClock();
  if (lockup.epoch > clock.epoch || lockup.unixTimestamp > clock.unixTimestamp) {
    return badRequest(`Stake account ${address} is locked up`);
  }
  if (wallet !== undefined && (authorized.withdrawer !== wallet || authorized.staker !== wallet)) {
    return badRequest(`Signer is not the authority of stake account ${address}`);
  }
  return {
    address,
    lamports: account.lamports,
    delegated: delegation.stake,
    voteAccount: delegation.voterPubkey,
  };
}
