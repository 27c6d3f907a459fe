import { type Address, createNoopSigner } from '@solana/kit';
import { getAuthorizeInstruction, StakeAuthorize } from '@solana-program/stake';
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';
import {
  getCleanupRemovedValidatorEntriesInstruction,
  getDepositSolInstruction,
  getDepositSolWithSlippageInstruction,
  getDepositStakeInstruction,
  getDepositStakeWithSlippageInstruction,
  getUpdateStakePoolBalanceInstruction,
  getUpdateValidatorListBalanceInstruction,
  getWithdrawSolInstruction,
  getWithdrawSolWithSlippageInstruction,
  getWithdrawStakeInstruction,
  getWithdrawStakeWithSlippageInstruction,
  type ValidatorStakeInfo,
} from '../../src/stake-pool/index.ts';
import { nameAddress, setBlankStake, setData, setTokens } from '../ledger-accounts.ts';
import { findTransientStakePda, findValidatorStakePda } from './pdas.ts';
import type { PoolLedger, TransactionResult } from './pool-ledger.ts';

/** The accounts of the one user of a world. */
export const USER = nameAddress('user');
export const TOKENS = nameAddress('tokens');
export const REFERRER_TOKENS = nameAddress('referrer tokens');
export const STAKE = nameAddress('stake');
export const RECEIVER = nameAddress('receiver');

const signer = createNoopSigner(USER);

/** The seeds of a validator's accounts. */
export type EntrySeeds = Pick<
  ValidatorStakeInfo,
  'voteAccount' | 'validatorSeedSuffix' | 'transientSeedSuffix'
>;

/** Writes the user's accounts afresh: SOL, `poolTokens`, and a receiver of lamports that exists. */
export function writeUser({ svm, addresses }: PoolLedger, poolTokens: bigint): void {
  const mint = addresses.poolMint;
  setData(svm, SYSTEM_PROGRAM_ADDRESS, USER, 10_000_000_000_000n, new Uint8Array(0));
  setData(svm, SYSTEM_PROGRAM_ADDRESS, RECEIVER, 1_000_000n, new Uint8Array(0));
  setTokens(svm, TOKENS, { mint, owner: USER, amount: poolTokens });
  setTokens(svm, REFERRER_TOKENS, { mint, owner: REFERRER_TOKENS, amount: 0n });
}

/** Sends DepositSol, in the form with slippage when a minimum is given. */
export function depositSol(
  world: PoolLedger,
  input: { lamports: bigint; minimumPoolTokens?: bigint; authority?: Address | null },
): TransactionResult {
  const { lamports, minimumPoolTokens, authority } = input;
  const accounts = {
    ...world.addresses,
    fundingAccount: signer,
    destinationTokenAccount: TOKENS,
    referrerTokenAccount: REFERRER_TOKENS,
    ...(authority && { solDepositAuthority: createNoopSigner(authority) }),
    lamports,
  };
  return world.send(
    minimumPoolTokens === undefined
      ? getDepositSolInstruction(accounts, world.config)
      : getDepositSolWithSlippageInstruction({ ...accounts, minimumPoolTokens }, world.config),
  );
}

/** Sends WithdrawSol, in the form with slippage when a minimum is given. */
export function withdrawSol(
  world: PoolLedger,
  input: { poolTokens: bigint; minimumLamports?: bigint; authority?: Address | null },
): TransactionResult {
  const { poolTokens, minimumLamports, authority } = input;
  const accounts = {
    ...world.addresses,
    tokenOwner: signer,
    sourceTokenAccount: TOKENS,
    lamportReceiver: RECEIVER,
    ...(authority && { solWithdrawAuthority: createNoopSigner(authority) }),
    poolTokens,
  };
  return world.send(
    minimumLamports === undefined
      ? getWithdrawSolInstruction(accounts, world.config)
      : getWithdrawSolWithSlippageInstruction({ ...accounts, minimumLamports }, world.config),
  );
}

/** Hands {@link STAKE} over and sends DepositStake; an `authority` that is given signs, as in a private pool. */
export async function depositStake(
  world: PoolLedger,
  entry: EntrySeeds,
  input: { minimumPoolTokens?: bigint; authority?: Address },
): Promise<TransactionResult> {
  const { minimumPoolTokens, authority } = input;
  const accounts = {
    ...world.addresses,
    depositAuthority: authority ? createNoopSigner(authority) : world.addresses.depositAuthority,
    depositedStake: STAKE,
    validatorStake: await findValidatorStake(world, entry),
    destinationTokenAccount: TOKENS,
    referrerTokenAccount: REFERRER_TOKENS,
  };
  const handOver = getAuthorizeInstruction({
    stake: STAKE,
    authority: signer,
    arg0: authority ?? world.addresses.depositAuthority,
    arg1: StakeAuthorize.Withdrawer,
  });
  return world.send(
    handOver,
    minimumPoolTokens === undefined
      ? getDepositStakeInstruction(accounts, world.config)
      : getDepositStakeWithSlippageInstruction({ ...accounts, minimumPoolTokens }, world.config),
  );
}

/** Sends WithdrawStake into a fresh {@link STAKE}, in the form with slippage when a minimum is given. */
export function withdrawStake(
  world: PoolLedger,
  stakeToSplit: Address,
  { poolTokens, minimumLamports }: { poolTokens: bigint; minimumLamports?: bigint },
): TransactionResult {
  setBlankStake(world.svm, STAKE);
  const accounts = {
    ...world.addresses,
    stakeToSplit,
    newStake: STAKE,
    newStakeAuthority: USER,
    tokenOwner: signer,
    sourceTokenAccount: TOKENS,
    poolTokens,
  };
  return world.send(
    minimumLamports === undefined
      ? getWithdrawStakeInstruction(accounts, world.config)
      : getWithdrawStakeWithSlippageInstruction({ ...accounts, minimumLamports }, world.config),
  );
}

/** Sends what anyone may send at the turn of an epoch: the list, the pool, the clean-up, in one transaction. */
export async function updatePool(
  world: PoolLedger,
  entries: readonly EntrySeeds[],
): Promise<TransactionResult> {
  const stakes = await Promise.all(
    entries.flatMap((entry) => [findValidatorStake(world, entry), findTransientStake(world, entry)]),
  );
  return world.send(
    getUpdateValidatorListBalanceInstruction(
      { ...world.addresses, startIndex: 0, noMerge: false, stakes },
      world.config,
    ),
    getUpdateStakePoolBalanceInstruction(world.addresses, world.config),
    getCleanupRemovedValidatorEntriesInstruction(world.addresses, world.config),
  );
}

/** The stake account of an entry. */
export async function findValidatorStake(world: PoolLedger, entry: EntrySeeds): Promise<Address> {
  const { voteAccount, validatorSeedSuffix: seed } = entry;
  const { stakePool } = world.addresses;
  return (await findValidatorStakePda({ voteAccount, stakePool, seed }, world.config))[0];
}

/** The transient stake account of an entry. */
export async function findTransientStake(world: PoolLedger, entry: EntrySeeds): Promise<Address> {
  const { voteAccount, transientSeedSuffix: seed } = entry;
  const { stakePool } = world.addresses;
  return (await findTransientStakePda({ voteAccount, stakePool, seed }, world.config))[0];
}
