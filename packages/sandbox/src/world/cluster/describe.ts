import { readMinimumDelegation } from '../../vm/stake/minimum-delegation.ts';
import { STAKE_ACCOUNT_SIZE } from '../../vm/stake/stake-account.ts';
import { FAUCET } from '../faucet.ts';
import type { SandboxLedger } from '../sandbox-ledger.ts';

/** Says who validates, who gives SOL away, and what a stake account needs at least. */
export function describeCluster({ bank, validators }: SandboxLedger): object {
  return {
    validators: [...validators.values()].map(({ voteAccount, node, commission }) => ({
      voteAccount,
      node,
      commission,
    })),
    faucet: FAUCET.address,
    minimumDelegationLamports: readMinimumDelegation(bank).toString(),
    stakeAccountRentLamports: bank.vm().minimumBalanceForRentExemption(BigInt(STAKE_ACCOUNT_SIZE)).toString(),
  };
}
