import type { Address } from '@solana/kit';
import {
  getStakePoolEncoder,
  getValidatorListEncoder,
  getValidatorListSize,
  STAKE_POOL_SIZE,
  type StakePool,
  type ValidatorList,
} from '@staking-agent/chain/stake-pool';
import type { Bank } from '../../vm/bank.ts';
import { getEpoch, getFirstSlot } from '../../vm/epoch-schedule.ts';
import {
  STAKE_PROGRAM_ADDRESS,
  SYSTEM_PROGRAM_ADDRESS,
  TOKEN_PROGRAM_ADDRESS,
} from '../../vm/program-addresses.ts';
import {
  encodeDelegatedStake,
  encodeInitializedStake,
  STAKE_ACCOUNT_SIZE,
} from '../../vm/stake/stake-account.ts';
import { creditsAt } from '../../vm/stake/vote-state.ts';
import { createMint } from '../accounts/mint.ts';
import { findProgramAccount, getRent, setProgramAccount as set } from '../accounts/program-account.ts';
import { createTokenAccount } from '../accounts/token-account.ts';
import { type PoolSeed, RASOL_OF_OTHERS } from './pool-seed.ts';

const SOL = 1_000_000_000n;
const DECIMALS = 9;
const TOKEN_ACCOUNT_SIZE = 165n;
const MINT_SIZE = 82n;
const MAX_VALIDATORS = 10;

/** Lamports of the validator's stake account in the pool, rent included. */
export const POOL_STAKE = 120_000n * SOL;
/** Lamports of the reserve beyond its rent. */
const POOL_RESERVE = 500n * SOL;
/** Price of a raSOL at genesis: 1.0723 SOL. */
const PRICE = { numerator: 10_723n, denominator: 10_000n };
/** raSOL in the market's vault at genesis, in base units. */
const VAULT_TOKENS = 18_000n * SOL;
/** SOL in the market's vault at genesis and after each epoch at least, in lamports. */
export const VAULT_LAMPORTS = 20_000n * SOL;

/** Epoch since which the pool's stake has been delegated: older than StakeHistory, so fully active. */
const SEEDED_SINCE = 400n;

const NO_FEE = { denominator: 1000n, numerator: 0n };
/** Of SOL that comes or goes: a thousandth, as on mainnet. */
const SOL_FEE = { denominator: 1000n, numerator: 1n };
const NONE = { __kind: 'None' } as const;

/** Writes the pool, its stake, its mint and everything that holds raSOL at genesis. */
export function seedPool(bank: Bank, seed: PoolSeed): void {
  const stakeRent = getRent(bank, BigInt(STAKE_ACCOUNT_SIZE));
  const tokenRent = getRent(bank, TOKEN_ACCOUNT_SIZE);
  const epoch = getEpoch(bank.openSlot());
  const totalLamports = POOL_STAKE + POOL_RESERVE;
  const supply = (totalLamports * PRICE.denominator) / PRICE.numerator;
  const authority = seed.withdrawAuthority;

  const stake = encodeDelegatedStake({
    authority,
    voter: seed.voteAccount,
    lamports: POOL_STAKE,
    rentExemptReserve: stakeRent,
    activationEpoch: SEEDED_SINCE,
    creditsObserved: creditsAt(getFirstSlot(epoch)),
  });
  set(bank, seed.validatorStake, STAKE_PROGRAM_ADDRESS, stake, POOL_STAKE);
  const reserve = encodeInitializedStake(authority, stakeRent);
  set(bank, seed.reserveStake, STAKE_PROGRAM_ADDRESS, reserve, POOL_RESERVE + stakeRent);

  bank.setAccount(createMint(seed.poolMint, authority, DECIMALS, getRent(bank, MINT_SIZE), supply));
  const holders: readonly (readonly [Address, Address, bigint])[] = [
    [seed.managerFeeAccount, findProgramAccount('stake pool manager'), 0n],
    [seed.tokenVault, seed.market, VAULT_TOKENS],
    [RASOL_OF_OTHERS, findProgramAccount('everybody else'), supply - VAULT_TOKENS],
  ];
  for (const [address, owner, amount] of holders) {
    bank.setAccount(createTokenAccount(address, { mint: seed.poolMint, owner, amount, rent: tokenRent }));
  }
  const solVault = { mint: seed.solMint, owner: seed.market, amount: VAULT_LAMPORTS, rent: tokenRent };
  bank.setAccount(createTokenAccount(seed.solVault, { ...solVault, isNative: true }));

  const list = new Uint8Array(getValidatorListSize(MAX_VALIDATORS));
  getValidatorListEncoder().write(createList(seed, epoch), list, 0);
  set(bank, seed.validatorList, seed.programAddress, list, getRent(bank, BigInt(list.length)));
  const pool = new Uint8Array(STAKE_POOL_SIZE);
  getStakePoolEncoder().write(createPool(seed, totalLamports, supply, epoch), pool, 0);
  set(bank, seed.stakePool, seed.programAddress, pool, getRent(bank, BigInt(STAKE_POOL_SIZE)));
}

function createList({ voteAccount }: PoolSeed, lastUpdateEpoch: bigint): ValidatorList {
  const entry = {
    activeStakeLamports: POOL_STAKE,
    transientStakeLamports: 0n,
    lastUpdateEpoch,
    transientSeedSuffix: 0n,
    unused: 0,
    validatorSeedSuffix: 0,
    status: 'Active',
    voteAccount,
  } as const;
  return { maxValidators: MAX_VALIDATORS, validators: [entry] };
}

function createPool(seed: PoolSeed, totalLamports: bigint, supply: bigint, epoch: bigint): StakePool {
  return {
    manager: findProgramAccount('stake pool manager'),
    staker: findProgramAccount('stake pool staker'),
    stakeDepositAuthority: seed.depositAuthority,
    stakeWithdrawBumpSeed: seed.withdrawBump,
    validatorList: seed.validatorList,
    reserveStake: seed.reserveStake,
    poolMint: seed.poolMint,
    managerFeeAccount: seed.managerFeeAccount,
    tokenProgramId: TOKEN_PROGRAM_ADDRESS,
    totalLamports,
    poolTokenSupply: supply,
    lastUpdateEpoch: epoch,
    lockup: { unixTimestamp: 0n, epoch: 0n, custodian: SYSTEM_PROGRAM_ADDRESS },
    epochFee: NO_FEE,
    nextEpochFee: NONE,
    preferredDepositValidator: null,
    preferredWithdrawValidator: null,
    stakeDepositFee: NO_FEE,
    stakeWithdrawalFee: NO_FEE,
    nextStakeWithdrawalFee: NONE,
    stakeReferralFee: 0,
    solDepositAuthority: null,
    solDepositFee: SOL_FEE,
    solReferralFee: 0,
    solWithdrawAuthority: null,
    solWithdrawalFee: SOL_FEE,
    nextSolWithdrawalFee: NONE,
    lastEpochPoolTokenSupply: supply,
    lastEpochTotalLamports: totalLamports,
  };
}
