import {
  appendTransactionMessageInstruction,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import {
  applyFee,
  type FeeRounding,
  getStakePoolDecoder,
  getWithdrawSolInstruction,
} from '@staking-agent/chain/stake-pool';
import { FailedTransactionMetadata } from 'litesvm';
import { FEE_ROUNDING } from '../programs/stake-pool/model.ts';
import type { Bank } from '../vm/bank.ts';
import { parseTokenAccount } from '../vm/token-balances.ts';
import type { PoolSeed } from './places.ts';
import { FAUCET } from './sandbox-ledger.ts';

/** Tokens whose fee is no whole number for any fee of the world. */
const PROBE = 1_000_000_001n;

/**
 * Determines how the stake pool program rounds fees: from the model's setting, or for a real binary from a simulated
 * withdrawal of SOL.
 *
 * Release 1.0.0 and Sanctum's program for pools of one validator round down, 2.x and Sanctum's other program round up;
 * nothing in the accounts tells them apart.
 *
 * @throws {Error} when the binary refuses: it is not a stake pool program.
 */
export function probeFeeRounding(bank: Bank, seed: PoolSeed): FeeRounding {
  if (bank.models.has(seed.programAddress)) return FEE_ROUNDING;
  const vm = bank.vm();
  const pool = bank.findAccount(seed.stakePool);
  const before = bank.findAccount(seed.managerFeeAccount);
  if (pool === undefined || before === undefined) throw new Error('The world has no stake pool.');
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayer(FAUCET.address, empty),
    (paid) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: vm.latestBlockhash(), lastValidBlockHeight: 0n },
        paid,
      ),
    (timed) =>
      appendTransactionMessageInstruction(
        getWithdrawSolInstruction(
          {
            ...seed,
            tokenOwner: createNoopSigner(seed.market),
            sourceTokenAccount: seed.tokenVault,
            lamportReceiver: FAUCET.address,
            poolTokens: PROBE,
          },
          { programAddress: seed.programAddress },
        ),
        timed,
      ),
  );
  const result = vm.simulateTransaction(compileTransaction(message));
  if (result instanceof FailedTransactionMetadata) {
    throw new Error(`The stake pool binary refuses a withdrawal: ${result.toString()}`);
  }
  const after = result.postAccounts().find(({ address }) => address === seed.managerFeeAccount);
  const paid =
    ((after && parseTokenAccount(after)?.amount) ?? 0n) - (parseTokenAccount(before)?.amount ?? 0n);
  const { solWithdrawalFee } = getStakePoolDecoder().decode(pool.data);
  return paid === applyFee(solWithdrawalFee, PROBE, 'up') ? 'up' : 'down';
}
