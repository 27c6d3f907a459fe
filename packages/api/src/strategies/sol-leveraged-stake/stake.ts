import { createNoopSigner } from '@solana/kit';
import type { Deployment, LeveragedDeployment } from '@staking-agent/chain/deployment';
import {
  findWithdrawAuthorityPda,
  getDepositSolWithSlippageInstruction,
  getStakePoolErrorMessage,
  previewDepositSol,
  type StakePool,
} from '@staking-agent/chain/stake-pool';
import { getCreateTokenAccountInstruction } from '@staking-agent/chain/token';
import { previewDeposit } from '@staking-agent/chain/vault';
import { ASSET_DECIMALS } from '@staking-agent/wire';
import { assertHolds } from '../../problems/insufficient-funds.ts';
import { problem } from '../../problems/problem.ts';
import type { ProblemError } from '../../problems/problem-error.ts';
import { compileOwnMessage } from '../../transactions/compile-own-message.ts';
import { simulateOwn } from '../../transactions/simulate-own.ts';
import { readAccounts } from '../../upstreams/ledger/read-accounts.ts';
import { requirePayout } from '../../vaults/require-payout.ts';
import { findWalletAccounts } from '../../vaults/vault-accounts.ts';
import { depositInto } from '../../vaults/vault-instructions.ts';
import { decodeVaultReading, vaultAddresses } from '../../vaults/vault-reading.ts';
import { vaultRefused } from '../../vaults/vault-refused.ts';
import type { Stake } from '../strategy.ts';
import { findLeveragedVault } from './leveraged-accounts.ts';
import { decodeCurrentPool } from './read-stake-pool.ts';

/** Compute units of a deposit: two new token accounts, the pool, the vault, and room. */
const COMPUTE_UNIT_LIMIT = 200_000;

/**
 * Stakes SOL in the pool of raSOL and deposits the raSOL into the leveraged vault, in one transaction.
 *
 * `amount` is SOL with at most 9 decimals. What is staged is `⌊lamports × supply / total⌋` raSOL base units less the
 * pool's deposit fee, which rounds up. One read of the ledger and a simulation.
 *
 * @throws {ProblemError} `upstream_error` when the pool or the vault would
 *   refuse, with the reason by name, or when the wallet holds less SOL.
 */
export function createStake(
  deployment: Deployment,
  leveraged: LeveragedDeployment,
): Stake<'sol-leveraged-stake'> {
  const shared = findLeveragedVault(deployment, leveraged);
  const { program: programAddress, address: stakePool } = deployment.stakePool;
  const authority = findWithdrawAuthorityPda({ stakePool }, { programAddress });
  return async ({ body, wallet, amount: lamports }, services) => {
    const vault = await shared;
    const [withdrawAuthority] = await authority;
    const accounts = { ...vault, ...(await findWalletAccounts(wallet.text, vault)) };
    const read = await readAccounts([...vaultAddresses(accounts), stakePool, wallet.text], services);
    const {
      state,
      operationalState,
      now,
      epoch,
      userLp: held,
      evidence,
    } = decodeVaultReading(read, accounts, 'sol-leveraged-stake');
    const pool = decodeCurrentPool(read, deployment, epoch);

    const staged = stage(pool, lamports, epoch);
    const preview = previewDeposit(state, {
      amount: staged,
      assetDecimals: ASSET_DECIMALS.raSOL,
      now,
      operationalState,
    });
    if (!preview.ok) throw vaultRefused(preview);
    if (preview.lpMinted === 0n) throw problem('AMOUNT_BELOW_ONE_SHARE', { receipt: 'raSOL Max' });
    const holds = read(wallet.text)?.lamports ?? 0n;
    assertHolds({ holder: 'wallet', asset: 'SOL', holds, needs: lamports });

    const lifetime = await services.blockhash.get();
    const { userAsset, assetMint, userLp, lpMint } = accounts;
    const { managerFeeAccount, reserveStake } = pool;
    const message = compileOwnMessage(
      {
        strategy: 'sol-leveraged-stake',
        wallet: wallet.text,
        lifetime,
        computeUnitLimit: COMPUTE_UNIT_LIMIT,
        instructions: [
          getCreateTokenAccountInstruction({ owner: wallet.text, mint: assetMint, account: userAsset }),
          getCreateTokenAccountInstruction({ owner: wallet.text, mint: lpMint, account: userLp }),
          getDepositSolWithSlippageInstruction(
            {
              stakePool,
              withdrawAuthority,
              reserveStake,
              fundingAccount: createNoopSigner(wallet.text),
              destinationTokenAccount: userAsset,
              managerFeeAccount,
              referrerTokenAccount: managerFeeAccount,
              poolMint: assetMint,
              lamports,
              // With less minted, the vault would take the rest out of raSOL the wallet has of its own.
              minimumPoolTokens: staged,
            },
            { programAddress },
          ),
          depositInto(accounts, wallet.text, staged),
          requirePayout({
            asset: 'raSOLMax',
            account: userLp,
            owner: wallet.text,
            held,
            promised: preview.lpMinted,
          }),
        ],
      },
      services,
    );
    return {
      by: 'service',
      message,
      simulated: await simulateOwn(message, evidence.slot, services),
      lifetime,
      wallet: wallet.text,
      operation: 'stake',
      request: body,
      evidence: { ...evidence, before: new Map([...evidence.before, [stakePool, read(stakePool)]]) },
      fields: {
        strategy: 'sol-leveraged-stake',
        route: 'rpc',
        depositedSolLamports: String(lamports),
        stagedRasolLamports: String(staged),
        receiptMint: lpMint,
        receiptSymbol: 'raSOL Max',
      },
    };
  };
}

/** raSOL base units that the pool mints to the wallet for lamports. */
function stage(pool: StakePool, lamports: bigint, epoch: bigint): bigint {
  if (pool.solDepositAuthority !== null) {
    throw poolRefused('it takes SOL only from whom its deposit authority lets in');
  }
  // Rounded up, as release 2.x does: where the program rounds down, a base unit of raSOL may stay in the wallet.
  const deposit = previewDepositSol(pool, { lamports, epoch, feeRounding: 'up' });
  if (!deposit.ok)
    throw poolRefused(deposit.by === 'stake-pool' ? getStakePoolErrorMessage(deposit.code) : deposit.by);
  return deposit.userTokens;
}

function poolRefused(reason: string): ProblemError {
  return problem('POOL_REFUSED', { reason });
}
