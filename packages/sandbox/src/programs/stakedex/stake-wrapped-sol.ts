import { createNoopSigner, lamports } from '@solana/kit';
import { getCreateAccountWithSeedInstruction } from '@solana-program/system';
import { getCloseAccountInstruction, getInitializeAccount3Instruction } from '@solana-program/token';
import { getDepositSolInstruction } from '@staking-agent/chain/stake-pool';
import type { ModelledCall } from '../../vm/models/program-model.ts';
import { NATIVE_MINT_ADDRESS, TOKEN_PROGRAM_ADDRESS } from '../../vm/program-addresses.ts';
import {
  assertIsFeeAccount,
  assertIsTokenProgram,
  assertUserSigns,
  fail,
  moveTokens,
  takeAccounts,
  takePool,
  tokensOf,
} from './dex-call.ts';
import { SOL_BRIDGE_OUT, WSOL_BRIDGE_IN, WSOL_BRIDGE_SEED } from './program.ts';

const TOKEN_ACCOUNT_SIZE = 165n;
const ACCOUNTS = [
  'user',
  'source',
  'destination',
  'bridgeIn',
  'bridgeOut',
  'feeAccount',
  'mint',
  'wsolMint',
  'tokenProgram',
  'systemProgram',
] as const;

/** StakeWrappedSol: wrapped SOL becomes SOL of the bridge, which deposits it; the router takes nothing. */
export function stakeWrappedSol(call: ModelledCall, amount: bigint): void {
  const { named, further } = takeAccounts(call, ACCOUNTS);
  assertUserSigns(call);
  const { user, source, destination, feeAccount, mint } = named;
  if (named.bridgeIn !== WSOL_BRIDGE_IN) fail('wrongWsolBridgeIn');
  if (named.bridgeOut !== SOL_BRIDGE_OUT) fail('wrongSolBridgeOut');
  assertIsFeeAccount(feeAccount, mint);
  if (named.wsolMint !== NATIVE_MINT_ADDRESS) fail('notWsolMint');
  assertIsTokenProgram(named.tokenProgram);
  const pool = takePool(further, ['stakePool', 'withdrawAuthority', 'reserveStake', 'managerFeeAccount']);

  const bridge = createNoopSigner(SOL_BRIDGE_OUT);
  call.invoke(
    getCreateAccountWithSeedInstruction({
      payer: bridge,
      newAccount: WSOL_BRIDGE_IN,
      base: SOL_BRIDGE_OUT,
      baseAccount: bridge,
      seed: WSOL_BRIDGE_SEED,
      amount: lamports(call.getRent(TOKEN_ACCOUNT_SIZE)),
      space: TOKEN_ACCOUNT_SIZE,
      programAddress: TOKEN_PROGRAM_ADDRESS,
    }),
    [SOL_BRIDGE_OUT],
  );
  const open = { account: WSOL_BRIDGE_IN, mint: NATIVE_MINT_ADDRESS, owner: SOL_BRIDGE_OUT };
  call.invoke(getInitializeAccount3Instruction(open));
  call.invoke(
    moveTokens(call, {
      source,
      mint: NATIVE_MINT_ADDRESS,
      destination: WSOL_BRIDGE_IN,
      authority: user,
      amount,
    }),
  );
  const close = { account: WSOL_BRIDGE_IN, destination: SOL_BRIDGE_OUT, owner: bridge };
  call.invoke(getCloseAccountInstruction(close), [SOL_BRIDGE_OUT]);
  const before = tokensOf(call, feeAccount);
  call.invoke(
    getDepositSolInstruction(
      {
        ...pool,
        fundingAccount: bridge,
        destinationTokenAccount: feeAccount,
        referrerTokenAccount: feeAccount,
        poolMint: mint,
        lamports: amount,
      },
      pool,
    ),
    [SOL_BRIDGE_OUT],
  );
  const gained = tokensOf(call, feeAccount) - before;
  const payout = { source: feeAccount, mint, destination, authority: feeAccount, amount: gained };
  call.invoke(moveTokens(call, payout), [feeAccount]);
}
