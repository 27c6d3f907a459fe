import { createNoopSigner } from '@solana/kit';
import { getWithdrawSolInstruction } from '@staking-agent/chain/stake-pool';
import type { ModelledCall } from '../../vm/models/program-model.ts';
import { NATIVE_MINT_ADDRESS } from '../../vm/program-addresses.ts';
import { syncNative } from '../stake-pool/native-steps.ts';
import {
  assertIsFeeAccount,
  assertIsTokenProgram,
  assertUserSigns,
  fail,
  lessRouterFee,
  moveTokens,
  takeAccounts,
  takePool,
  tokensOf,
} from './dex-call.ts';

/** What the router takes of the SOL. */
export const WITHDRAW_WRAPPED_SOL_FEE_BPS = 1n;

const ACCOUNTS = ['user', 'source', 'destination', 'feeAccount', 'mint', 'wsolMint', 'tokenProgram'] as const;

/** WithdrawWrappedSol: the pool pays SOL into the router's wrapped-SOL account, which passes on all but its fee. */
export function withdrawWrappedSol(call: ModelledCall, amount: bigint): void {
  const { named, further } = takeAccounts(call, ACCOUNTS);
  assertUserSigns(call);
  const { user, source, destination, feeAccount, mint } = named;
  if (named.wsolMint !== NATIVE_MINT_ADDRESS) fail('notWsolMint');
  assertIsFeeAccount(feeAccount, NATIVE_MINT_ADDRESS);
  assertIsTokenProgram(named.tokenProgram);
  const pool = takePool(further, ['stakePool', 'withdrawAuthority', 'reserveStake', 'managerFeeAccount']);
  call.invoke(
    getWithdrawSolInstruction(
      {
        ...pool,
        tokenOwner: createNoopSigner(user),
        sourceTokenAccount: source,
        lamportReceiver: feeAccount,
        poolMint: mint,
        poolTokens: amount,
      },
      pool,
    ),
  );
  const before = tokensOf(call, feeAccount);
  call.invoke(syncNative(feeAccount));
  const gained = tokensOf(call, feeAccount) - before;
  const rest = lessRouterFee(gained, WITHDRAW_WRAPPED_SOL_FEE_BPS);
  const payout = { source: feeAccount, mint: NATIVE_MINT_ADDRESS, destination, authority: feeAccount };
  call.invoke(moveTokens(call, { ...payout, amount: rest }), [feeAccount]);
}
