import {
  type Address,
  appendTransactionMessageInstructions,
  compileTransaction,
  createTransactionMessage,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
} from '@solana/kit';
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';
import { Clock, FailedTransactionMetadata, LiteSVM } from 'litesvm';
import {
  findWithdrawAuthorityPda,
  getStakePoolEncoder,
  getValidatorListEncoder,
  getValidatorListSize,
  STAKE_POOL_SIZE,
  type StakePool,
  type ValidatorStakeInfo,
} from '../../src/stake-pool/index.ts';
import { type FailedProgram, findFailedProgram } from '../failed-program.ts';
import { nameAddress, STAKE_RENT, setData, setMint, setStake, setTokens } from '../ledger-accounts.ts';
import { findDepositAuthorityPda, findTransientStakePda, findValidatorStakePda } from './pdas.ts';

/** The stake program's minimum delegation in the VM, in lamports. */
export const MINIMUM_DELEGATION = 1_000_000_000n;

/** The epoch a world begins in. */
export const EPOCH = 500n;

/** What a written pool account holds after its last field, as the remains of a longer state. */
export const STALE_BYTE = 0xa5;

/** What a transaction came to: undefined when it passed, else who refused it, and the log line that says so. */
export type TransactionResult = (Partial<FailedProgram> & { readonly line: string }) | undefined;

/** A validator of the world's pool. */
export type LedgerValidator = Partial<ValidatorStakeInfo> & { readonly activeStakeLamports: bigint };

/** What is particular about the pool of a world; the rest is chosen for it. */
export type PoolSetup = {
  readonly pool?: Partial<StakePool>;
  readonly validators?: readonly LedgerValidator[];
  /** Lamports of the reserve above its rent. */
  readonly reserve?: bigint;
};

const NO_FEE = { denominator: 0n, numerator: 0n };

/** Opens a VM that runs the program file. Signatures are not checked, so any address may sign. */
export async function openPoolLedger(programFile: string, programAddress: Address) {
  const svm = new LiteSVM()
    .withSigverify(false)
    .withBlockhashCheck(false)
    .withTransactionHistory(0n)
    .withLogBytesLimit(undefined);
  svm.addProgramFromFile(programAddress, programFile);
  setEpoch(svm, EPOCH);
  const stakePool = nameAddress('pool');
  const config = { programAddress };
  const [withdrawAuthority, withdrawBump] = await findWithdrawAuthorityPda({ stakePool }, config);
  const [depositAuthority] = await findDepositAuthorityPda({ stakePool }, config);
  const payer = nameAddress('payer');
  setData(svm, SYSTEM_PROGRAM_ADDRESS, payer, 1_000_000_000_000n, new Uint8Array(0));
  return {
    svm,
    config,
    addresses: {
      stakePool,
      withdrawAuthority,
      depositAuthority,
      validatorList: nameAddress('list'),
      reserveStake: nameAddress('reserve'),
      poolMint: nameAddress('mint'),
      managerFeeAccount: nameAddress('manager fee'),
    },
    withdrawBump,
    send: (...instructions: readonly Instruction[]): TransactionResult => send(svm, payer, instructions),
  };
}

/** A VM with the program in it, and the addresses of its pool. */
export type PoolLedger = Awaited<ReturnType<typeof openPoolLedger>>;

/** Moves the clock; only the epoch matters to the programs. */
export function setEpoch(svm: LiteSVM, epoch: bigint): void {
  svm.setClock(new Clock(447_552_000n, 0n, epoch, epoch + 1n, 0n));
}

/**
 * Writes a pool and everything that belongs to it, over whatever was there.
 *
 * @returns the pool and the list entries as written.
 */
export async function writePool(
  world: PoolLedger,
  setup: PoolSetup = {},
): Promise<{ pool: StakePool; validators: readonly ValidatorStakeInfo[] }> {
  const { svm, addresses, config } = world;
  const { reserve = 10_000_000_000n } = setup;
  const validators = (setup.validators ?? [{ activeStakeLamports: 50_000_000_000n }]).map(toEntry);
  const staked = validators.reduce((sum, v) => sum + v.activeStakeLamports + v.transientStakeLamports, 0n);
  const pool = toPool(world, { totalLamports: reserve + staked, ...setup.pool });

  const authority = addresses.withdrawAuthority;
  setStake(svm, addresses.reserveStake, { authority, lamports: reserve + STAKE_RENT });
  for (const { voteAccount, ...entry } of validators) {
    const seeds = { voteAccount, stakePool: addresses.stakePool };
    const [stake] = await findValidatorStakePda({ ...seeds, seed: entry.validatorSeedSuffix }, config);
    setStake(svm, stake, { authority, lamports: entry.activeStakeLamports, voteAccount });
    const [transient] = await findTransientStakePda({ ...seeds, seed: entry.transientSeedSuffix }, config);
    setStake(svm, transient, { authority, lamports: entry.transientStakeLamports, voteAccount });
  }
  setMint(svm, addresses.poolMint, authority, pool.poolTokenSupply);
  setTokens(svm, addresses.managerFeeAccount, { mint: addresses.poolMint, owner: pool.manager, amount: 0n });

  const list = new Uint8Array(getValidatorListSize(10));
  getValidatorListEncoder().write({ maxValidators: 10, validators }, list, 0);
  setData(svm, config.programAddress, addresses.validatorList, 100_000_000n, list);
  const data = new Uint8Array(STAKE_POOL_SIZE).fill(STALE_BYTE);
  getStakePoolEncoder().write(pool, data, 0);
  setData(svm, config.programAddress, addresses.stakePool, 100_000_000n, data);
  return { pool, validators };
}

function toEntry(given: LedgerValidator, index: number): ValidatorStakeInfo {
  return {
    transientStakeLamports: 0n,
    lastUpdateEpoch: EPOCH,
    transientSeedSuffix: 0n,
    unused: 0,
    validatorSeedSuffix: 0,
    status: 'Active',
    voteAccount: nameAddress(`vote ${index}`),
    ...given,
  };
}

function toPool(world: PoolLedger, given: Partial<StakePool> & { totalLamports: bigint }): StakePool {
  const { addresses, withdrawBump } = world;
  return {
    manager: nameAddress('manager'),
    staker: nameAddress('staker'),
    stakeDepositAuthority: addresses.depositAuthority,
    stakeWithdrawBumpSeed: withdrawBump,
    validatorList: addresses.validatorList,
    reserveStake: addresses.reserveStake,
    poolMint: addresses.poolMint,
    managerFeeAccount: addresses.managerFeeAccount,
    tokenProgramId: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' as Address,
    poolTokenSupply: (given.totalLamports * 9n) / 10n,
    lastUpdateEpoch: EPOCH,
    lockup: { unixTimestamp: 0n, epoch: 0n, custodian: SYSTEM_PROGRAM_ADDRESS },
    epochFee: NO_FEE,
    nextEpochFee: { __kind: 'None' },
    preferredDepositValidator: null,
    preferredWithdrawValidator: null,
    stakeDepositFee: { denominator: 997n, numerator: 3n },
    stakeWithdrawalFee: { denominator: 1_009n, numerator: 2n },
    nextStakeWithdrawalFee: { __kind: 'None' },
    stakeReferralFee: 40,
    solDepositAuthority: null,
    solDepositFee: { denominator: 991n, numerator: 5n },
    solReferralFee: 60,
    solWithdrawAuthority: null,
    solWithdrawalFee: { denominator: 983n, numerator: 7n },
    nextSolWithdrawalFee: { __kind: 'None' },
    lastEpochPoolTokenSupply: 0n,
    lastEpochTotalLamports: 0n,
    ...given,
  };
}

function send(svm: LiteSVM, payer: Address, instructions: readonly Instruction[]): TransactionResult {
  const message = pipe(
    createTransactionMessage({ version: 'legacy' }),
    (m) => setTransactionMessageFeePayer(payer, m),
    (m) => svm.setTransactionMessageLifetimeUsingLatestBlockhash(m),
    (m) => appendTransactionMessageInstructions(instructions, m),
  );
  const result = svm.sendTransaction(compileTransaction(message));
  if (!(result instanceof FailedTransactionMetadata)) return undefined;
  const logs = result.meta().logs();
  const line = logs.find((each) => each.includes(' failed: ')) ?? result.toString();
  return { ...findFailedProgram(logs), line };
}
