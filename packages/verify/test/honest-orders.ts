import type { KeyPairSigner } from '@solana/kit';
import { type Ask, type BoundedWorld, DEPLOYMENT, SOL } from './bounded-world.ts';

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

export async function slowExit(world: BoundedWorld, wallet: string, deactivate = 'y'): Promise<Ask> {
  const amt = String(2n * SOL);
  const parameters = { inp: rasolMint, amt, signer: wallet, bridgeStakeSeed: '4711', deactivate };
  const { tx } = await world.order('withdrawStake', parameters);
  const asked = { strategy: LIQUID, kind: 'slow', wallet, amount: '2' };
  return { operation: 'unstake', request: asked, transaction: tx };
}

export async function stakeExit(world: BoundedWorld, wallet: string, stakeAccount: string): Promise<Ask> {
  const { tx } = await world.order('depositStake', { inpAcc: stakeAccount, out: solMint, signer: wallet });
  const asked = { strategy: 'sol-native-stake', kind: 'instant', wallet, stakeAccount };
  return { operation: 'unstake', request: asked, transaction: tx };
}

export async function vaultDeposit(world: BoundedWorld, wallet: string, usdc: bigint): Promise<Ask> {
  const body = { userPubkey: wallet, lamportAmount: String(usdc * 1_000_000n), assetMint: usdcMint };
  const transaction = await world.provide('deposit', body);
  return {
    operation: 'stake',
    request: { strategy: 'usdc-earn', wallet, amount: String(usdc) },
    transaction,
  };
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
