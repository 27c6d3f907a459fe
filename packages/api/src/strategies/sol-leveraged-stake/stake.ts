import { type Address, createNoopSigner, type Instruction } from '@solana/kit';
import type { Deployment, LeveragedDeployment } from '@staking-agent/chain/deployment';
import {
  type FeeRounding,
  findWithdrawAuthorityPda,
  getDepositSolWithSlippageInstruction,
  type StakePool,
} from '@staking-agent/chain/stake-pool';
import { getCreateTokenAccountInstruction } from '@staking-agent/chain/token';
import { compileOwnMessage } from '../../builds/compile-own-message.ts';
import { stakeNearest } from '../../builds/nearest.ts';
import type { FindRange } from '../../builds/range.ts';
import {
  isBelowPoolMinimum,
  refuseSimulated,
  type Simulated,
  type SimulationPorts,
  simulateOwn,
  tryOwn,
} from '../../builds/simulate-own.ts';
import { readAgreed } from '../../upstreams/ask-witnesses.ts';
import type { Stake } from '../strategy.ts';
import { requirePayout } from '../vaults/require-payout.ts';
import { findWalletAccounts, type VaultAccounts, type WalletAccounts } from '../vaults/vault-accounts.ts';
import { depositInto } from '../vaults/vault-instructions.ts';
import { decodeVaultReading, vaultAddresses } from '../vaults/vault-reading.ts';
import { findLeveragedVault } from './leveraged-accounts.ts';
import { previewStake, type StakePreview } from './preview-stake.ts';
import { decodeCurrentPool } from './read-stake-pool.ts';
import { UNIT_LIMITS } from './unit-limits.ts';

/**
 * Stakes SOL in the pool of raSOL and deposits the raSOL into the leveraged vault, in one transaction.
 *
 * `amount` is SOL with at most 9 decimals. The amount deposited into the vault is `⌊lamports × supply / total⌋` raSOL base
 * units less the pool's deposit fee. One read of the ledger and a simulation; two where the pool's program rounds fees up.
 *
 * @throws {ProblemError} `upstream_error` when the pool or the vault would refuse, with the reason by name, or when the
 *   wallet holds less SOL.
 */
export function createStake(
  deployment: Deployment,
  leveraged: LeveragedDeployment,
  findRange: FindRange,
): Stake<'sol-leveraged-stake'> {
  const shared = findLeveragedVault(deployment, leveraged);
  const { program: programAddress, address: stakePool } = deployment.stakePool;
  const authority = findWithdrawAuthorityPda({ stakePool }, { programAddress });
  return async ({ body, wallet: { text: wallet }, amount: lamports }, services) => {
    const vault = await shared;
    const [withdrawAuthority] = await authority;
    const accounts = { ...vault, ...(await findWalletAccounts(wallet, vault)) };
    const read = await readAgreed([...vaultAddresses(accounts), stakePool, wallet], services);
    const reading = decodeVaultReading(read, accounts, 'sol-leveraged-stake');
    const { evidence } = reading;
    const pool = decodeCurrentPool(read, deployment, reading.epoch);
    const lifetime = await services.blockhash.get();

    const parts = { ...pool, stakePool, programAddress, withdrawAuthority, accounts, wallet, lamports };
    const draft = (feeRounding: FeeRounding): Draft => {
      const preview = previewStake(pool, reading, lamports, feeRounding);
      const instructions = listInstructions({ ...parts, ...preview, held: reading.userLp });
      const computeUnitLimit = UNIT_LIMITS.stake;
      const own = { strategy: 'sol-leveraged-stake', wallet, lifetime, computeUnitLimit } as const;
      return { message: compileOwnMessage({ ...own, instructions }, services), staged: preview.staged };
    };
    const { message, staged, simulated } = await stakeNearest(
      { amount: lamports, wallet, read, findRange },
      services,
      () => simulateRoundings(draft, evidence.slot, services),
    );
    return {
      by: 'service',
      message,
      simulated,
      lifetime,
      wallet,
      operation: 'stake',
      request: body,
      evidence: { ...evidence, before: new Map([...evidence.before, [stakePool, read(stakePool)]]) },
      fields: {
        strategy: 'sol-leveraged-stake',
        route: 'rpc',
        depositedSolLamports: String(lamports),
        stagedRasolLamports: String(staged),
        receiptMint: vault.lpMint,
        receiptSymbol: 'raSOL Max',
      },
    };
  };
}

type Draft = { readonly message: Uint8Array; readonly staged: bigint };

// Rounded the wrong way, a base unit of raSOL would stay in the wallet, or the pool would give less than it must.
async function simulateRoundings(
  draft: (feeRounding: FeeRounding) => Draft,
  since: bigint,
  services: SimulationPorts,
): Promise<Draft & { readonly simulated: Simulated }> {
  const most = draft('down');
  const shown = await tryOwn(most.message, since, services);
  if (!('fault' in shown)) return { ...most, simulated: shown };
  if (!isBelowPoolMinimum(shown)) throw await refuseSimulated(shown, most.message, services);
  const least = draft('up');
  return { ...least, simulated: await simulateOwn(least.message, since, services) };
}

type Parts = StakePreview &
  Pick<StakePool, 'managerFeeAccount' | 'reserveStake'> & {
    readonly stakePool: Address;
    readonly programAddress: Address;
    readonly withdrawAuthority: Address;
    readonly accounts: VaultAccounts & WalletAccounts;
    readonly wallet: Address;
    readonly lamports: bigint;
    /** LP that the wallet holds before. */
    readonly held: bigint | undefined;
  };

function listInstructions(parts: Parts): Instruction[] {
  const { accounts, wallet, staged } = parts;
  const { userAsset, assetMint, userLp, lpMint } = accounts;
  return [
    getCreateTokenAccountInstruction({ owner: wallet, mint: assetMint, account: userAsset }),
    getCreateTokenAccountInstruction({ owner: wallet, mint: lpMint, account: userLp }),
    getDepositSolWithSlippageInstruction(
      {
        ...parts,
        fundingAccount: createNoopSigner(wallet),
        destinationTokenAccount: userAsset,
        referrerTokenAccount: parts.managerFeeAccount,
        poolMint: assetMint,
        // With less minted, the vault would take the rest out of raSOL the wallet has of its own.
        minimumPoolTokens: staged,
      },
      parts,
    ),
    depositInto(accounts, wallet, staged),
    requirePayout({
      asset: 'raSOLMax',
      account: userLp,
      owner: wallet,
      held: parts.held,
      promised: parts.minted,
    }),
  ];
}
