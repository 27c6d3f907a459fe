import assert from 'node:assert/strict';
import { type Address, createNoopSigner, type Instruction, type KeyPairSigner } from '@solana/kit';
import {
  getSetComputeUnitLimitInstruction,
  getSetComputeUnitPriceInstruction,
} from '@solana-program/compute-budget';
import { getCreateAssociatedTokenIdempotentInstruction, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token';
import { findAssociatedTokenAddress } from '@staking-agent/chain/ledger';
import {
  getDepositSolWithSlippageInstruction,
  getWithdrawSolWithSlippageInstruction,
} from '@staking-agent/chain/stake-pool';
import { getDepositVaultInstruction } from '@staking-agent/chain/vault';
import { type Ask, type BoundedWorld, DEPLOYMENT, SOL } from './bounded-world.ts';
import { compile, plain } from './edit-transaction.ts';

const { solMint, rasolMint, usdcMint } = DEPLOYMENT;
const LIQUID = 'sol-liquid-stake';

/** Stakes SOL of a wallet at the pool, and lands it. */
export async function giveRasol(world: BoundedWorld, wallet: KeyPairSigner, lamports: bigint): Promise<void> {
  const { tx } = await world.order('token', {
    inp: solMint,
    out: rasolMint,
    amt: String(lamports),
    signer: wallet.address,
  });
  await world.land(wallet, tx);
}

/** Redeems raSOL for an active stake account of the wallet; returns its address. */
export async function giveStake(world: BoundedWorld, wallet: KeyPairSigner, seed: string): Promise<string> {
  await giveRasol(world, wallet, 5n * SOL);
  const { tx } = await world.order('withdrawStake', {
    inp: rasolMint,
    amt: String(2n * SOL),
    signer: wallet.address,
    bridgeStakeSeed: seed,
  });
  await world.land(wallet, tx);
  const { createAddressWithSeed } = await import('@solana/kit');
  const { STAKE_PROGRAM_ADDRESS } = await import('@solana-program/stake');
  return createAddressWithSeed({ baseAddress: wallet.address, seed, programAddress: STAKE_PROGRAM_ADDRESS });
}

export async function stake(
  world: BoundedWorld,
  wallet: string,
  swapSrc: 'SanctumRouter' | 'Jup',
  slippageBps = '50',
): Promise<Ask> {
  const amt = String(2n * SOL);
  const parameters = { inp: solMint, out: rasolMint, amt, signer: wallet, swapSrc, slippageBps };
  const { tx } = await world.order('token', parameters);
  return { operation: 'stake', request: { strategy: LIQUID, wallet, amount: '2' }, transaction: tx };
}

export async function exit(
  world: BoundedWorld,
  wallet: string,
  swapSrc: 'SanctumRouter' | 'Jup',
  slippageBps = '50',
): Promise<Ask> {
  const amt = String(2n * SOL);
  const parameters = { inp: rasolMint, out: solMint, amt, signer: wallet, swapSrc, slippageBps };
  const { tx } = await world.order('token', parameters);
  const asked = { strategy: LIQUID, kind: 'instant', wallet, amount: '2' };
  return { operation: 'unstake', request: asked, transaction: tx };
}

/** Stakes over the pool's own instruction, as routers without a program do. */
export async function poolStake(world: BoundedWorld, wallet: Address): Promise<Ask> {
  const { pool } = world.ledger;
  const payer = createNoopSigner(wallet);
  const tokens = await findAssociatedTokenAddress(wallet, pool.poolMint);
  const open = { payer, ata: tokens, owner: wallet, mint: pool.poolMint };
  const deposit = {
    ...pool,
    fundingAccount: payer,
    destinationTokenAccount: tokens,
    referrerTokenAccount: tokens,
    lamports: 2n * SOL,
    minimumPoolTokens: POOL_LEAST_TOKENS,
  };
  const instructions = [
    getCreateAssociatedTokenIdempotentInstruction(open),
    getDepositSolWithSlippageInstruction(deposit, pool),
  ];
  const transaction = await compose(world, wallet, instructions);
  return { operation: 'stake', request: { strategy: LIQUID, wallet, amount: '2' }, transaction };
}

/** Exits over the pool's own instruction. */
export async function poolExit(world: BoundedWorld, wallet: Address): Promise<Ask> {
  const { pool } = world.ledger;
  const withdrawal = {
    ...pool,
    tokenOwner: createNoopSigner(wallet),
    sourceTokenAccount: await findAssociatedTokenAddress(wallet, pool.poolMint),
    lamportReceiver: wallet,
    poolTokens: 2n * SOL,
    minimumLamports: POOL_LEAST_LAMPORTS,
  };
  const exit = getWithdrawSolWithSlippageInstruction(withdrawal, pool);
  const request = { strategy: LIQUID, kind: 'instant', wallet, amount: '2' };
  return { operation: 'unstake', request, transaction: await compose(world, wallet, [exit]) };
}

// A raSOL is 1.0723 SOL in the sandbox; fees and slippage are within these.
const POOL_LEAST_TOKENS = 1_860_000_000n;
const POOL_LEAST_LAMPORTS = 2_115_000_000n;

async function compose(world: BoundedWorld, wallet: Address, instructions: readonly Instruction[]) {
  const budget = [
    getSetComputeUnitLimitInstruction({ units: 200_000 }),
    getSetComputeUnitPriceInstruction({ microLamports: 20_000n }),
  ];
  return compile(wallet, [...budget, ...instructions].map(plain), await world.blockhash());
}

export async function slowExit(
  world: BoundedWorld,
  wallet: string,
  raSol = 2n,
  deactivate = 'y',
): Promise<Ask> {
  const amt = String(raSol * SOL);
  const parameters = { inp: rasolMint, amt, signer: wallet, bridgeStakeSeed: '4711', deactivate };
  const { tx } = await world.order('withdrawStake', parameters);
  const asked = { strategy: LIQUID, kind: 'slow', wallet, amount: String(raSol) };
  return { operation: 'unstake', request: asked, transaction: tx };
}

export async function stakeExit(
  world: BoundedWorld,
  wallet: string,
  stakeAccount: string,
  swapSrc: 'SanctumRouter' | 'Jup',
): Promise<Ask> {
  const parameters = { inpAcc: stakeAccount, out: solMint, signer: wallet, swapSrc };
  const { tx } = await world.order('depositStake', parameters);
  const asked = { strategy: 'sol-native-stake', kind: 'instant', wallet, stakeAccount };
  return { operation: 'unstake', request: asked, transaction: tx };
}

export async function vaultDeposit(world: BoundedWorld, wallet: Address, usdc: bigint): Promise<Ask> {
  const { vault } = world.sandbox.ledger;
  const payer = createNoopSigner(wallet);
  const [asset, lp] = await Promise.all(
    [vault.assetMint, vault.lpMint].map((mint) => findAssociatedTokenAddress(wallet, mint)),
  );
  assert.ok(asset && lp);
  const deposit = getDepositVaultInstruction({
    userTransferAuthority: payer,
    protocol: vault.protocol,
    vault: vault.vault,
    vaultAssetMint: vault.assetMint,
    vaultLpMint: vault.lpMint,
    vaultLpMintAuth: vault.lpMintAuth,
    vaultAssetIdleAta: vault.idleAta,
    vaultAssetIdleAuth: vault.idleAuth,
    userAssetAta: asset,
    userLpAta: lp,
    assetTokenProgram: TOKEN_PROGRAM_ADDRESS,
    amount: usdc * 1_000_000n,
  });
  const open = { payer, ata: lp, owner: wallet, mint: vault.lpMint };
  const instructions = [getCreateAssociatedTokenIdempotentInstruction(open), deposit];
  const request = { strategy: 'usdc-earn', wallet, amount: String(usdc) };
  return { operation: 'stake', request, transaction: await compose(world, wallet, instructions) };
}

export async function vaultExit(world: BoundedWorld, wallet: string, usdc: bigint | 'all'): Promise<Ask> {
  const isWithdrawAll = usdc === 'all';
  const lamportAmount = isWithdrawAll ? '0' : String(usdc * 1_000_000n);
  const body = { userPubkey: wallet, lamportAmount, isWithdrawAll, assetMint: usdcMint };
  const transaction = await world.provide('direct-withdraw', body);
  const asked = { strategy: 'usdc-earn', kind: 'instant', wallet };
  const request = isWithdrawAll ? { ...asked, isWithdrawAll } : { ...asked, amount: String(usdc) };
  return { operation: 'unstake', request, transaction };
}
