import { type Address, type EncodedAccount, lamports } from '@solana/kit';
import { StakeHistory, StakeHistoryEntry } from 'litesvm';
import type { Bank } from '../../vm/bank.ts';
import { getEpoch, getFirstSlot } from '../../vm/epoch-schedule.ts';
import {
  STAKE_PROGRAM_ADDRESS,
  SYSTEM_PROGRAM_ADDRESS,
  VOTE_PROGRAM_ADDRESS,
} from '../../vm/program-addresses.ts';
import { encodeDelegatedStake, STAKE_ACCOUNT_SIZE } from '../../vm/stake/stake-account.ts';
import { creditsAt, encodeVoteState, type Validator } from '../../vm/stake/vote-state.ts';
import { createDeterministicKey } from '../accounts/deterministic-key.ts';
import { createMint } from '../accounts/mint.ts';
import { FAUCET } from '../faucet.ts';
import type { Places } from '../places.ts';
import { POOL_STAKE } from '../stake-pool/seed.ts';

const SOL = 1_000_000_000n;

/** Lamports in existence at genesis: what is staked, the faucet, and what the rest of the world holds. */
export const GENESIS_SUPPLY = 617_000_000n * SOL;
/** A cluster so large that any stake from the faucet warms up within one epoch. */
const CLUSTER_STAKE = 420_000_000n * SOL;
/** The operator's stake outside of the pool: together 250,000 SOL. */
const OPERATOR_STAKE = 250_000n * SOL - POOL_STAKE;
const FAUCET_LAMPORTS = 100_000_000n * SOL;
const IDENTITY_LAMPORTS = 100n * SOL;
/** Epoch since which the seeded stakes have been delegated: older than StakeHistory, so fully active. */
const SEEDED_SINCE = 400n;
/** A slot in the middle of mainnet's epoch 1036. */
export const GENESIS_TIP = getFirstSlot(1036n) + 123_456n;
/** Epochs of constant stake before genesis, as many as StakeHistory holds. */
const PAST_EPOCHS = 512n;

const USDC_DECIMALS = 6;

/** Writes the validators, their stake and its history, the faucet and the USDC mint. */
export function seedCluster(bank: Bank, { deployment, validators }: Places): void {
  const [operator, cluster] = [...validators.values()];
  if (operator === undefined || cluster === undefined) throw new Error('A world has two validators.');
  for (const validator of [operator, cluster]) {
    bank.setAccount(createWallet(validator.node, IDENTITY_LAMPORTS));
    bank.setAccount(createVoteAccount(validator, bank));
  }
  bank.setAccount(createStakeAccount('operator stake', operator, OPERATOR_STAKE, bank));
  bank.setAccount(createStakeAccount('cluster stake', cluster, CLUSTER_STAKE, bank));
  bank.setAccount(createWallet(FAUCET.address, FAUCET_LAMPORTS));
  bank.setAccount(createMint(deployment.usdcMint, FAUCET.address, USDC_DECIMALS, getRent(82n, bank)));
  const rent = getRent(BigInt(STAKE_ACCOUNT_SIZE), bank);
  const effective = CLUSTER_STAKE + OPERATOR_STAKE + POOL_STAKE - 3n * rent;
  const history = new StakeHistory();
  const current = getEpoch(bank.openSlot());
  for (let past = current - PAST_EPOCHS; past < current; past += 1n) {
    history.add(past, new StakeHistoryEntry(effective, 0n, 0n));
  }
  bank.vm().setStakeHistory(history);
}

function createVoteAccount(validator: Validator, bank: Bank): EncodedAccount {
  const data = encodeVoteState(validator, bank.openSlot() - 1n, bank.vm().getClock().unixTimestamp);
  return createAccount(validator.voteAccount, VOTE_PROGRAM_ADDRESS, data, getRent(BigInt(data.length), bank));
}

function createStakeAccount(name: string, validator: Validator, balance: bigint, bank: Bank): EncodedAccount {
  const data = encodeDelegatedStake({
    authority: createDeterministicKey(`${name} authority`).address,
    voter: validator.voteAccount,
    lamports: balance,
    rentExemptReserve: getRent(BigInt(STAKE_ACCOUNT_SIZE), bank),
    activationEpoch: SEEDED_SINCE,
    creditsObserved: creditsAt(getFirstSlot(getEpoch(bank.openSlot()))),
  });
  return createAccount(createDeterministicKey(name).address, STAKE_PROGRAM_ADDRESS, data, balance);
}

function createWallet(address: Address, balance: bigint): EncodedAccount {
  return createAccount(address, SYSTEM_PROGRAM_ADDRESS, new Uint8Array(), balance);
}

function createAccount(
  address: Address,
  programAddress: Address,
  data: Uint8Array,
  balance: bigint,
): EncodedAccount {
  return {
    address,
    programAddress,
    data,
    executable: false,
    lamports: lamports(balance),
    space: BigInt(data.length),
  };
}

function getRent(space: bigint, bank: Bank): bigint {
  return bank.vm().minimumBalanceForRentExemption(space);
}
