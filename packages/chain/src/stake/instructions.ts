import {
  type AccountMeta,
  AccountRole,
  type Address,
  address,
  createNoopSigner,
  type Instruction,
  type Lamports,
} from '@solana/kit';
import {
  getDeactivateInstruction,
  getDelegateStakeInstruction,
  getInitializeInstruction,
  getMergeInstruction,
  getSplitInstruction,
  getWithdrawInstruction,
  STAKE_PROGRAM_ADDRESS,
} from '@solana-program/stake';
import { getCreateAccountInstruction, getCreateAccountWithSeedInstruction } from '@solana-program/system';

/** Bytes of a stake account, every state of it. */
export const STAKE_ACCOUNT_SPACE = 200n;

const SYSTEM_PROGRAM_ADDRESS = address('11111111111111111111111111111111');

const RENT_SYSVAR = readonlyAccount(address('SysvarRent111111111111111111111111111111111'));
const CLOCK_SYSVAR = readonlyAccount(address('SysvarC1ock11111111111111111111111111111111'));
const STAKE_HISTORY_SYSVAR = readonlyAccount(address('SysvarStakeHistory1111111111111111111111111'));
const STAKE_CONFIG = readonlyAccount(address('StakeConfig11111111111111111111111111111111'));

/**
 * Creates a stake account and delegates all of it but the rent reserve.
 *
 * @param input.seed - text the account's address derives from, with the wallet; without one the account signs.
 * @param input.lamports - the account's first balance: the delegation plus the rent-exempt reserve.
 * @returns create account, initialize (wallet is staker and withdrawer, no lockup), delegate.
 */
export function getCreateAndDelegateInstructions(input: {
  wallet: Address;
  stakeAccount: Address;
  seed?: string;
  voteAccount: Address;
  lamports: bigint;
}): Instruction[] {
  const { wallet, stakeAccount, seed, voteAccount, lamports } = input;
  const delegate = getDelegateStakeInstruction({
    stake: stakeAccount,
    vote: voteAccount,
    stakeAuthority: createNoopSigner(wallet),
  });
  const initialize = getInitializeInstruction({
    stake: stakeAccount,
    arg0: { staker: wallet, withdrawer: wallet },
    arg1: { unixTimestamp: 0n, epoch: 0n, custodian: SYSTEM_PROGRAM_ADDRESS },
  });
  const [stake, vote, authority] = delegate.accounts;
  return [
    seed === undefined
      ? getCreateAccountInstruction({
          payer: createNoopSigner(wallet),
          newAccount: createNoopSigner(stakeAccount),
          lamports: lamports as Lamports,
          space: STAKE_ACCOUNT_SPACE,
          programAddress: STAKE_PROGRAM_ADDRESS,
        })
      : getCreateAccountWithSeedInstruction({
          payer: createNoopSigner(wallet),
          newAccount: stakeAccount,
          base: wallet,
          seed,
          amount: lamports,
          space: STAKE_ACCOUNT_SPACE,
          programAddress: STAKE_PROGRAM_ADDRESS,
        }),
    withAccounts(initialize, [...initialize.accounts, RENT_SYSVAR]),
    withAccounts(delegate, [stake, vote, CLOCK_SYSVAR, STAKE_HISTORY_SYSVAR, STAKE_CONFIG, authority]),
  ];
}

/** Starts the cooldown of the whole delegation of `stakeAccount`; `wallet` is its staker. */
export function getDeactivateStakeInstruction(input: {
  wallet: Address;
  stakeAccount: Address;
}): Instruction {
  const instruction = getDeactivateInstruction({
    stake: input.stakeAccount,
    stakeAuthority: createNoopSigner(input.wallet),
  });
  const [stake, authority] = instruction.accounts;
  return withAccounts(instruction, [stake, CLOCK_SYSVAR, authority]);
}

/**
 * Moves `lamports` from `stakeAccount` to `wallet`, its withdrawer; the whole balance closes the account.
 *
 * @param input.lamports - in lamports, rent reserve included when closing.
 */
export function getWithdrawStakeInstruction(input: {
  wallet: Address;
  stakeAccount: Address;
  lamports: bigint;
}): Instruction {
  const instruction = getWithdrawInstruction({
    stake: input.stakeAccount,
    recipient: input.wallet,
    withdrawAuthority: createNoopSigner(input.wallet),
    args: input.lamports,
  });
  const [stake, recipient, authority] = instruction.accounts;
  return withAccounts(instruction, [stake, recipient, CLOCK_SYSVAR, STAKE_HISTORY_SYSVAR, authority]);
}

/**
 * Moves a part of the delegation of `stakeAccount` into a new account that derives from the wallet and a seed.
 *
 * @param input.rent - lamports that the wallet puts into the new account first, as its reserve.
 * @param input.lamports - of the delegation; all of them are delegated in the new account.
 * @param input.isDeactivated - whether the cooldown of the new account begins at once.
 * @returns create account, split, and deactivate where it was asked for; `wallet` is the staker.
 */
export function getSplitStakeInstructions(input: {
  wallet: Address;
  stakeAccount: Address;
  newStakeAccount: Address;
  seed: string;
  rent: bigint;
  lamports: bigint;
  isDeactivated: boolean;
}): Instruction[] {
  const { wallet, stakeAccount, newStakeAccount, seed, rent, lamports, isDeactivated } = input;
  return [
    getCreateAccountWithSeedInstruction({
      payer: createNoopSigner(wallet),
      newAccount: newStakeAccount,
      base: wallet,
      seed,
      amount: rent,
      space: STAKE_ACCOUNT_SPACE,
      programAddress: STAKE_PROGRAM_ADDRESS,
    }),
    getSplitInstruction({
      stake: stakeAccount,
      splitStake: newStakeAccount,
      stakeAuthority: createNoopSigner(wallet),
      args: lamports,
    }),
    ...(isDeactivated ? [getDeactivateStakeInstruction({ wallet, stakeAccount: newStakeAccount })] : []),
  ];
}

/** Merges each account of `from` into the account `into` and closes it; `wallet` is the staker of all. */
export function getMergeStakeInstructions(input: {
  wallet: Address;
  into: Address;
  from: readonly Address[];
}): Instruction[] {
  return input.from.map((source) => {
    const instruction = getMergeInstruction({
      destinationStake: input.into,
      sourceStake: source,
      stakeAuthority: createNoopSigner(input.wallet),
    });
    const [destination, from, authority] = instruction.accounts;
    return withAccounts(instruction, [destination, from, CLOCK_SYSVAR, STAKE_HISTORY_SYSVAR, authority]);
  });
}

function readonlyAccount(account: Address): AccountMeta {
  return { address: account, role: AccountRole.READONLY };
}

// The generated client leaves the sysvar accounts out, which only stake program 5 and later accept. Every
// version accepts them, and hardware wallets show an instruction in clear text only when they are there.
function withAccounts(instruction: Instruction, accounts: readonly AccountMeta[]): Instruction {
  return { ...instruction, accounts };
}
