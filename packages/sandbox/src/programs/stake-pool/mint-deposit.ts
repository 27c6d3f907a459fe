import type { Address } from '@solana/kit';
import type { Deposit } from '@staking-agent/chain/stake-pool';
import type { ModelledCall } from '../../vm/models/program-model.ts';
import { mintTokens } from './native-steps.ts';

/** Mints the pool tokens of a deposit: to the user, then the fees of manager and referrer. */
export function mintDeposit(
  call: ModelledCall,
  deposit: Deposit,
  accounts: Readonly<Record<'mint' | 'authority' | 'user' | 'manager' | 'referrer', Address>>,
): void {
  const { mint, authority } = accounts;
  const mintTo = (account: Address, amount: bigint): void =>
    call.invoke(mintTokens(mint, account, authority, amount), [authority]);
  mintTo(accounts.user, deposit.userTokens);
  if (deposit.managerTokens > 0n) mintTo(accounts.manager, deposit.managerTokens);
  if (deposit.referrerTokens > 0n) mintTo(accounts.referrer, deposit.referrerTokens);
}
