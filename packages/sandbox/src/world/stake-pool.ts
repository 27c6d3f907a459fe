import { type Address, createNoopSigner, type Instruction, lamports } from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { getSyncNativeInstruction } from '@solana-program/token';
import { getMarketCodec, type Market } from '@staking-agent/chain/leverage';
import * as pools from '@staking-agent/chain/stake-pool';
import { MAINNET } from '../mainnet-2026-11.ts';
import { FEE_ROUNDING, stakePoolModel } from '../programs/stake-pool/model.ts';
import { SWAP_PROGRAM_ADDRESS, swapModel } from '../programs/swap.ts';
import type { Bank } from '../vm/bank.ts';
import { getEpoch, getFirstSlot } from '../vm/blocks.ts';
import {
  STAKE_PROGRAM_ADDRESS,
  SYSTEM_PROGRAM_ADDRESS,
  TOKEN_PROGRAM_ADDRESS,
} from '../vm/program-addresses.ts';
import { readChange } from '../vm/sandbox-vm.ts';
import { encodeDelegatedStake, encodeInitializedStake } from '../vm/stake-account.ts';
import { parseTokenAccount } from '../vm/token-balances.ts';
import { creditsAt } from '../vm/vote-state.ts';
import { findProgramAccount, setProgramAccount as set, setMint, setTokenAccount } from './accounts.ts';
import { type PoolSeed, RASOL_OF_OTHERS } from './places.ts';
import { FAUCET, type Tenant } from './sandbox-ledger.ts';

/** The stake pool of raSOL and its market; keepers update the one and arbitrage the other. */
export const stakePool: Tenant = {
  programs: [stakePoolModel, swapModel],
  seed(bank, { pool }) {
    seedPool(bank, pool);
    centreMarket(bank, pool);
  },
  onEpoch({ bank, pool, isPoolKept, send }) {
    if (!isPoolKept) return;
    // What a keeper sends and the ledger refuses changes nothing: the pool stays stale, as it would anywhere.
    send(updatePool(pool));
    centreMarket(bank, pool);
    send(refillMarket(bank, pool));
  },
};

const SOL = 1_000_000_000n;
const DECIMALS = 9;
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
const VAULT_LAMPORTS = 20_000n * SOL;

/** Epoch since which the pool's stake has been delegated: older than StakeHistory, so fully active. */
const SEEDED_SINCE = 400n;

const NO_FEE = { denominator: 1000n, numerator: 0n };
/** The fee on SOL that comes or goes: a thousandth, as on mainnet. */
const SOL_FEE = { denominator: 1000n, numerator: 1n };
const NONE = { __kind: 'None' } as const;

/** Writes the pool, its stake, its mint and everything that holds raSOL at genesis. */
function seedPool(bank: Bank, seed: PoolSeed): void {
  const epoch = getEpoch(bank.openSlot());
  const totalLamports = POOL_STAKE + POOL_RESERVE;
  const supply = (totalLamports * PRICE.denominator) / PRICE.numerator;
  const authority = seed.withdrawAuthority;

  const stake = encodeDelegatedStake({
    authority,
    voter: seed.voteAccount,
    lamports: POOL_STAKE,
    activationEpoch: SEEDED_SINCE,
    creditsObserved: creditsAt(getFirstSlot(epoch)),
  });
  set(bank, seed.validatorStake, STAKE_PROGRAM_ADDRESS, stake, POOL_STAKE);
  const reserve = encodeInitializedStake(authority);
  const reserveLamports = POOL_RESERVE + MAINNET.stakeMetaReserve;
  set(bank, seed.reserveStake, STAKE_PROGRAM_ADDRESS, reserve, reserveLamports);

  setMint(bank, seed.poolMint, { mintAuthority: authority, decimals: DECIMALS, supply });
  const holders: readonly (readonly [Address, Address, bigint])[] = [
    [seed.managerFeeAccount, findProgramAccount('stake pool manager'), 0n],
    [seed.tokenVault, seed.market, VAULT_TOKENS],
    [RASOL_OF_OTHERS, findProgramAccount('everybody else'), supply - VAULT_TOKENS],
  ];
  for (const [address, owner, amount] of holders) {
    setTokenAccount(bank, address, { mint: seed.poolMint, owner, amount });
  }
  setTokenAccount(bank, seed.solVault, { mint: seed.solMint, owner: seed.market, amount: VAULT_LAMPORTS });

  const list = new Uint8Array(pools.getValidatorListSize(MAX_VALIDATORS));
  pools.VALIDATOR_LIST_CODEC.write(createList(seed, epoch), list, 0);
  set(bank, seed.validatorList, seed.programAddress, list);
  const pool = new Uint8Array(pools.STAKE_POOL_SIZE);
  pools.STAKE_POOL_CODEC.write(createPool(seed, totalLamports, supply, epoch), pool, 0);
  set(bank, seed.stakePool, seed.programAddress, pool);
}

function createList({ voteAccount }: PoolSeed, lastUpdateEpoch: bigint): pools.ValidatorList {
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

function createPool(seed: PoolSeed, totalLamports: bigint, supply: bigint, epoch: bigint): pools.StakePool {
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

/** Builds the instructions that bring a pool to the current epoch; anyone may send them. */
function updatePool(seed: PoolSeed): Instruction[] {
  const { programAddress, validatorStake, transientStake } = seed;
  return [
    pools.getUpdateValidatorListBalanceInstruction(
      { ...seed, startIndex: 0, noMerge: false, stakes: [validatorStake, transientStake] },
      { programAddress },
    ),
    pools.getUpdateStakePoolBalanceInstruction(seed, { programAddress }),
  ];
}

/** Refills the market with the SOL that it has paid out; no instructions where it has paid none. */
function refillMarket(bank: Bank, { solVault }: PoolSeed): Instruction[] {
  const vault = bank.findAccount(solVault);
  const held = (vault && parseTokenAccount(vault)?.amount) ?? 0n;
  if (held >= VAULT_LAMPORTS) return [];
  const source = createNoopSigner(FAUCET.address);
  const amount = lamports(VAULT_LAMPORTS - held);
  return [
    getTransferSolInstruction({ source, destination: solVault, amount }),
    getSyncNativeInstruction({ account: solVault }),
  ];
}

/**
 * SOL of depth the market's price is made of: an order of one hundredth of it moves the price by a hundredth.
 *
 * Much more than its vaults hold, because the markets it stands for price staked SOL by what it redeems for.
 */
const DEPTH = 10_000_000n * SOL;

/** The market's fee on an order, in basis points. */
const FEE_BASIS_POINTS = 8;

/**
 * Price of raSOL on the market above its price in the pool, in basis points.
 *
 * Arbitrage leaves any price alone that lies within the pool's fees for SOL. With this one the pool is the better place to
 * buy at, the market to sell at, so that the router's orders show both.
 */
const PREMIUM_BASIS_POINTS = 4n;
const WHOLE = 10_000n;

/** Resets the market to the pool's price plus a premium, at full depth, in place of arbitrage and liquidity providers. */
function centreMarket(bank: Bank, seed: PoolSeed): void {
  const pool = bank.findAccount(seed.stakePool);
  if (pool === undefined) return;
  const { totalLamports, poolTokenSupply } = pools.STAKE_POOL_CODEC.decode(pool.data);
  const market: Market = {
    tokenMint: seed.poolMint,
    solMint: seed.solMint,
    virtualTokens: (DEPTH * poolTokenSupply * WHOLE) / (totalLamports * (WHOLE + PREMIUM_BASIS_POINTS)),
    virtualLamports: DEPTH,
    feeBasisPoints: FEE_BASIS_POINTS,
  };
  set(bank, seed.market, SWAP_PROGRAM_ADDRESS, getMarketCodec().encode(market));
}

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
export function probeFeeRounding(bank: Bank, seed: PoolSeed): pools.FeeRounding {
  if (bank.models.has(seed.programAddress)) return FEE_ROUNDING;
  const pool = bank.findAccount(seed.stakePool);
  const before = bank.findAccount(seed.managerFeeAccount);
  if (pool === undefined || before === undefined) throw new Error('The world has no stake pool.');
  const withdrawal = pools.getWithdrawSolInstruction(
    {
      ...seed,
      tokenOwner: createNoopSigner(seed.market),
      sourceTokenAccount: seed.tokenVault,
      lamportReceiver: FAUCET.address,
      poolTokens: PROBE,
    },
    { programAddress: seed.programAddress },
  );
  const changed = bank.vm().simulateInstruction(FAUCET.address, withdrawal).postAccounts().map(readChange);
  const after = changed.find(({ address }) => address === seed.managerFeeAccount);
  const paid =
    ((after && parseTokenAccount(after)?.amount) ?? 0n) - (parseTokenAccount(before)?.amount ?? 0n);
  const { solWithdrawalFee } = pools.STAKE_POOL_CODEC.decode(pool.data);
  return paid === pools.applyFee(solWithdrawalFee, PROBE, 'up') ? 'up' : 'down';
}
