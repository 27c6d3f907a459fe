import type { Address } from '@solana/kit';
import { toAddress, toAddressBytes } from '@staking-agent/chain/address';
import {
  deriveStakeAccount,
  getCreateAndDelegateInstructions,
  getDeactivateStakeInstruction,
  getWithdrawStakeInstruction,
} from '@staking-agent/chain/stake';
import {
  findWithdrawAuthorityPda,
  getDepositSolWithSlippageInstruction,
} from '@staking-agent/chain/stake-pool';
import { getDepositVaultInstruction, getInstantWithdrawVaultInstruction } from '@staking-agent/chain/vault';

import { flashExit, idleExit, PAYOUT } from './exits.world.ts';
import {
  DEPLOYMENT,
  MANAGER_FEE,
  open,
  RASOL_ACCOUNTS,
  RESERVE,
  STAKE_ACCOUNT,
  signer,
  USDC_ACCOUNTS,
  USER,
  WALLET,
} from './keys.world.ts';
import { type Build, holding, requires, seen } from './ledger.world.ts';
import { STAKE_PARTS } from './stake-parts.world.ts';
import { USDC_EXITS } from './usdc-exits.world.ts';
import { USDC_TWO_STEPS } from './usdc-two-steps.world.ts';

export const nativeStake: Build = {
  operation: 'stake',
  request: { strategy: 'sol-native-stake', wallet: WALLET, amount: '1.5' },
  answer: {
    stakeAccount: STAKE_ACCOUNT,
    rentExemptReserveLamports: 1_666_240,
    delegatedLamports: 1_500_000_000,
  },
  instructions: getCreateAndDelegateInstructions({
    wallet: WALLET,
    stakeAccount: STAKE_ACCOUNT,
    voteAccount: DEPLOYMENT.voteAccount,
    lamports: 1_501_666_240n,
  }),
};

const SEED = '00112233445566778899aabbccddeeff';
const seededAccount = toAddress(deriveStakeAccount(toAddressBytes(WALLET), Buffer.from(SEED)));
export const seededStake: Build = {
  operation: 'stake',
  request: { strategy: 'sol-native-stake', wallet: WALLET, amount: '1.5', stakeAccountForm: 'seed' },
  answer: {
    stakeAccount: seededAccount,
    stakeAccountSeed: SEED,
    rentExemptReserveLamports: 1_666_240,
    delegatedLamports: 1_500_000_000,
  },
  instructions: getCreateAndDelegateInstructions({
    wallet: WALLET,
    stakeAccount: seededAccount,
    seed: SEED,
    voteAccount: DEPLOYMENT.voteAccount,
    lamports: 1_501_666_240n,
  }),
};

const parties = { wallet: WALLET, stakeAccount: STAKE_ACCOUNT };
export const deactivation: Build = {
  operation: 'unstake',
  request: { strategy: 'sol-native-stake', kind: 'deactivate', ...parties },
  answer: {},
  instructions: [getDeactivateStakeInstruction(parties)],
};
export const withdrawal: Build = {
  operation: 'withdraw',
  request: { ...parties, lamports: 5_000_000 },
  answer: { withdrawnLamports: 5_000_000 },
  instructions: [getWithdrawStakeInstruction({ ...parties, lamports: 5_000_000n })],
};

export const usdcDeposit: Build = {
  operation: 'stake',
  request: { strategy: 'usdc-earn', wallet: WALLET, amount: '100.25' },
  answer: {},
  instructions: [
    open(DEPLOYMENT.rausdcMint, USER.rausdc),
    getDepositVaultInstruction({ ...USDC_ACCOUNTS, amount: 100_250_000n }),
    requires(USER.rausdc, 99_000_000_000n),
  ],
};
export const usdcWithdrawal: Build = {
  operation: 'unstake',
  request: { strategy: 'usdc-earn', kind: 'instant', wallet: WALLET, amount: '0.000001' },
  answer: {},
  instructions: [
    open(DEPLOYMENT.usdcMint, USER.usdc),
    getInstantWithdrawVaultInstruction({
      ...USDC_ACCOUNTS,
      amount: 1n,
      isAmountInLp: false,
      isWithdrawAll: false,
    }),
    requires(USER.rausdc, 40n),
    requires(USER.usdc, 1n),
  ],
};
export const usdcWithdrawalOfAll: Build = {
  operation: 'unstake',
  request: { strategy: 'usdc-earn', kind: 'instant', wallet: WALLET, isWithdrawAll: true },
  answer: {},
  instructions: [
    open(DEPLOYMENT.usdcMint, USER.usdc),
    requires(USER.rausdc, 40n),
    getInstantWithdrawVaultInstruction({
      ...USDC_ACCOUNTS,
      amount: 77n,
      isAmountInLp: false,
      isWithdrawAll: true,
    }),
    requires(USER.usdc, 5n),
  ],
};

const pool = DEPLOYMENT.stakePool;
const [withdrawAuthority] = await findWithdrawAuthorityPda(
  { stakePool: pool.address },
  { programAddress: pool.program },
);
const STAGED = 1_900_000_000n;
export const leveragedStake: Build = {
  operation: 'stake',
  request: { strategy: 'sol-leveraged-stake', wallet: WALLET, amount: '2' },
  answer: { depositedSolLamports: '2000000000', stagedRasolLamports: String(STAGED) },
  evidence: seen(),
  instructions: [
    open(DEPLOYMENT.rasolMint, USER.rasol),
    open(DEPLOYMENT.rasolMaxMint, USER.rasolMax),
    getDepositSolWithSlippageInstruction(
      {
        stakePool: pool.address,
        withdrawAuthority,
        reserveStake: RESERVE,
        fundingAccount: signer,
        destinationTokenAccount: USER.rasol,
        managerFeeAccount: MANAGER_FEE,
        referrerTokenAccount: MANAGER_FEE,
        poolMint: DEPLOYMENT.rasolMint,
        lamports: 2_000_000_000n,
        minimumPoolTokens: STAGED,
      },
      { programAddress: pool.program },
    ),
    getDepositVaultInstruction({ ...RASOL_ACCOUNTS, amount: STAGED }),
    requires(USER.rasolMax, 1_800_000_000n),
  ],
};

/** Every kind of build, by name. */
export const BUILDS: Readonly<Record<string, Build>> = {
  'a native stake': nativeStake,
  'a native stake by seed': seededStake,
  'a deactivation': deactivation,
  'a withdrawal': withdrawal,
  ...STAKE_PARTS,
  'a deposit of USDC': usdcDeposit,
  'a withdrawal of USDC': usdcWithdrawal,
  'a withdrawal of all USDC': usdcWithdrawalOfAll,
  ...USDC_EXITS,
  ...USDC_TWO_STEPS,
  'a leveraged stake': leveragedStake,
  'a leveraged exit from idle funds': idleExit,
  'an exit through a flash loan': flashExit(),
  'an exit through a flash loan that opens nothing': withRequirement(
    flashExit({ opens: { sol: false, asset: false, lending: false } }),
    USER.rasol,
    PAYOUT,
  ),
  'an exit through a flash loan that keeps wrapped SOL': {
    ...flashExit({ ownSol: 7_000_000_003n }),
    evidence: seen([
      [USER.sol, holding(DEPLOYMENT.solMint, 7_000_000_003n)],
      [USER.rasol, undefined],
    ]),
  },
  'an exit through a flash loan of a newer lender': flashExit({ isEndOfGroup: true }),
  'an exit through a flash loan with a balance requirement': withRequirement(flashExit(), USER.rasol, PAYOUT),
};

/** The same build with another balance requirement in the place of its own. */
export function withOtherRequirement(build: Build, account: Address, amount: bigint): Build {
  return { ...build, instructions: build.instructions.with(-1, requires(account, amount)) };
}

/** The same build with a balance requirement at its end. */
export function withRequirement(build: Build, account: Address, amount: bigint): Build {
  return { ...build, instructions: [...build.instructions, requires(account, amount)] };
}
