import { type Address, createAddressWithSeed, createNoopSigner, type Instruction } from '@solana/kit';
import { getAuthorizeInstruction, StakeAuthorize } from '@solana-program/stake';
import { getCreateAccountWithSeedInstruction } from '@solana-program/system';
import {
  getDepositSolInstruction,
  getDepositSolWithSlippageInstruction,
  getDepositStakeInstruction,
  getDepositStakeWithSlippageInstruction,
  getWithdrawSolInstruction,
  getWithdrawSolWithSlippageInstruction,
  getWithdrawStakeInstruction,
  getWithdrawStakeWithSlippageInstruction,
} from '@staking-agent/chain/stake-pool';
import { STAKE_PROGRAM_ADDRESS } from '../src/vm/program-addresses.ts';
import type { PoolSandbox } from './start-pool-sandbox.ts';
import { POOL_PROGRAM } from './start-test-sandbox.ts';

type InputOf<Get extends (input: never) => unknown> = Parameters<Get>[0];

/** Lamports that a stake account of the sandbox needs. */
export const STAKE_RENT = 1_666_240n;
/** Lamports that the stake program writes into it as its reserve. */
export const META_RESERVE = 2_282_880n;

/** DepositSol of a wallet into its own account. */
export async function depositSol(
  test: PoolSandbox,
  wallet: Address,
  lamports: bigint,
  change: Partial<InputOf<typeof getDepositSolInstruction>> & { minimumPoolTokens?: bigint } = {},
): Promise<Instruction> {
  const tokens = await test.findAta(wallet);
  const input = {
    ...test.world,
    fundingAccount: createNoopSigner(wallet),
    destinationTokenAccount: tokens,
    referrerTokenAccount: tokens,
    lamports,
    ...change,
  };
  const { minimumPoolTokens } = change;
  return minimumPoolTokens === undefined
    ? getDepositSolInstruction(input, POOL_PROGRAM)
    : getDepositSolWithSlippageInstruction({ ...input, minimumPoolTokens }, POOL_PROGRAM);
}

/** WithdrawSol of a wallet to itself. */
export async function withdrawSol(
  test: PoolSandbox,
  wallet: Address,
  poolTokens: bigint,
  change: Partial<InputOf<typeof getWithdrawSolInstruction>> & { minimumLamports?: bigint } = {},
): Promise<Instruction> {
  const input = {
    ...test.world,
    tokenOwner: createNoopSigner(wallet),
    sourceTokenAccount: await test.findAta(wallet),
    lamportReceiver: wallet,
    poolTokens,
    ...change,
  };
  const { minimumLamports } = change;
  return minimumLamports === undefined
    ? getWithdrawSolInstruction(input, POOL_PROGRAM)
    : getWithdrawSolWithSlippageInstruction({ ...input, minimumLamports }, POOL_PROGRAM);
}

/** The address of a wallet's stake account for a seed. */
export function stakeAt(wallet: Address, seed: string): Promise<Address> {
  return createAddressWithSeed({ baseAddress: wallet, seed, programAddress: STAKE_PROGRAM_ADDRESS });
}

/** Creates an empty stake account of a wallet that holds its rent. */
export async function createStake(wallet: Address, seed: string, amount = STAKE_RENT): Promise<Instruction> {
  return getCreateAccountWithSeedInstruction({
    payer: createNoopSigner(wallet),
    newAccount: await stakeAt(wallet, seed),
    base: wallet,
    seed,
    amount,
    space: 200n,
    programAddress: STAKE_PROGRAM_ADDRESS,
  });
}

/** WithdrawStake of a wallet into an account that was just created for a seed. */
export async function withdrawStake(
  test: PoolSandbox,
  wallet: Address,
  poolTokens: bigint,
  change: Partial<InputOf<typeof getWithdrawStakeInstruction>> & {
    seed?: string;
    minimumLamports?: bigint;
  } = {},
): Promise<Instruction[]> {
  const { seed = '0', minimumLamports, ...accounts } = change;
  const input = {
    ...test.world,
    stakeToSplit: test.world.validatorStake,
    newStake: await stakeAt(wallet, seed),
    newStakeAuthority: wallet,
    tokenOwner: createNoopSigner(wallet),
    sourceTokenAccount: await test.findAta(wallet),
    poolTokens,
    ...accounts,
  };
  const withdraw =
    minimumLamports === undefined
      ? getWithdrawStakeInstruction(input, POOL_PROGRAM)
      : getWithdrawStakeWithSlippageInstruction({ ...input, minimumLamports }, POOL_PROGRAM);
  return [await createStake(wallet, seed), withdraw];
}

/** Hands authorities of a stake account to the pool. */
export function authorize(
  test: PoolSandbox,
  wallet: Address,
  stake: Address,
  kinds: readonly StakeAuthorize[] = [StakeAuthorize.Staker, StakeAuthorize.Withdrawer],
): Instruction[] {
  return kinds.map((arg1) =>
    getAuthorizeInstruction({
      stake,
      authority: createNoopSigner(wallet),
      arg0: test.world.depositAuthority,
      arg1,
    }),
  );
}

/** DepositStake of a wallet's account, both authorities handed over first. */
export async function depositStake(
  test: PoolSandbox,
  wallet: Address,
  stake: Address,
  change: Partial<InputOf<typeof getDepositStakeInstruction>> & {
    minimumPoolTokens?: bigint;
    kinds?: readonly StakeAuthorize[];
  } = {},
): Promise<Instruction[]> {
  const { minimumPoolTokens, kinds, ...accounts } = change;
  const tokens = await test.findAta(wallet);
  const input = {
    ...test.world,
    depositedStake: stake,
    destinationTokenAccount: tokens,
    referrerTokenAccount: tokens,
    ...accounts,
  };
  const deposit =
    minimumPoolTokens === undefined
      ? getDepositStakeInstruction(input, POOL_PROGRAM)
      : getDepositStakeWithSlippageInstruction({ ...input, minimumPoolTokens }, POOL_PROGRAM);
  return [...authorize(test, wallet, stake, kinds), deposit];
}
