import { EventEmitter } from 'node:events';
import type { Address, EncodedAccount, Instruction, Signature } from '@solana/kit';
import type { Deployment } from '@staking-agent/chain/deployment';
import type { FeeRounding } from '@staking-agent/chain/stake-pool';
import { LENDING_FILE, lendingModel } from '../programs/lending/index.ts';
import { lendingAdaptorModel } from '../programs/lending-adaptor/index.ts';
import { leverageAdaptorModel } from '../programs/leverage-adaptor/index.ts';
import { STAKE_POOL_FILE, stakePoolModel } from '../programs/stake-pool/index.ts';
import { probeFeeRounding } from '../programs/stake-pool/probe-fee-rounding.ts';
import { swapModel } from '../programs/swap/index.ts';
import { VAULT_FILE, vaultModel } from '../programs/vault/index.ts';
import { type Bank, createBank, type OnOpenSlot } from '../vm/bank.ts';
import { type Block, type Blocks, createBlocks } from '../vm/blocks.ts';
import type { DecodedTransaction } from '../vm/decoded-transaction.ts';
import { epochOf, firstSlotOf, NOMINAL_SLOT_MILLISECONDS } from '../vm/epoch-schedule.ts';
import { loadPrograms } from '../vm/models/load-programs.ts';
import type { Outcome } from '../vm/outcome.ts';
import { encodeVoteState, type Validator } from '../vm/stake/vote-state.ts';
import { submitTransaction } from '../vm/submit-transaction.ts';
import { describeTransactionError } from '../vm/transaction-error.ts';
import { createTransactionHistory, type TransactionHistory } from '../vm/transaction-history.ts';
import { endEpoch } from './cluster/end-epoch.ts';
import type { Reward } from './cluster/epoch-rewards.ts';
import { createValidators } from './cluster/seed.ts';
import { createFaucetTransaction, distinguish, grantSol } from './faucet.ts';
import { createGenesisState, type LedgerState } from './ledger-state.ts';
import { accrueDebt, manageLeverage } from './leveraged-vault/keeper.ts';
import { findLeveragedWorld, type LeveragedWorld } from './leveraged-vault/seed.ts';
import { readSnapshot, writeSnapshot } from './snapshot.ts';
import { centreMarket } from './stake-pool/centre-market.ts';
import { refillMarket, updatePool } from './stake-pool/keeper.ts';
import { findPoolWorld, type PoolWorld } from './stake-pool/seed.ts';
import { manageVault } from './usdc-vault/keeper.ts';
import { findVaultWorld, type VaultWorld } from './usdc-vault/seed.ts';

/** Epochs whose rewards are kept for `getInflationReward`. */
const KEPT_REWARDS = 128;

/** Blocks into an epoch at which its first slot is final, so that every commitment agrees on the epoch. */
const FINAL_AFTER = 32n;

/** A transaction that just ran, with the slot it ran in. */
export type Executed = { readonly decoded: DecodedTransaction; readonly outcome: Outcome };

/** The ledger of one sandbox: a chain of blocks, the open slot on top of it, and what has landed. */
export type SandboxLedger = {
  readonly deployment: Deployment;
  readonly blocks: Blocks;
  readonly bank: Bank;
  readonly history: TransactionHistory;
  readonly validators: ReadonlyMap<Address, Validator>;
  /** Rewards by the epoch they were earned in, then by address. */
  readonly rewards: ReadonlyMap<bigint, ReadonlyMap<Address, Reward>>;
  /** Lamports in existence. */
  readonly supply: bigint;
  /** 32 random bytes, as each world begins by itself; kept by snapshots. */
  readonly genesisHash: Uint8Array;
  /** Where the stake pool and the market of raSOL are. */
  readonly pool: PoolWorld;
  /** Where the USDC vault and its strategy are. */
  readonly vault: VaultWorld;
  /** Where the leveraged vault, its lender and its lookup table are; undefined where the deployment has none. */
  readonly leveraged: LeveragedWorld | undefined;
  /** Which way the stake pool program rounds fees: `down` only for a real binary of release 1.0.0. */
  readonly feeRounding: FeeRounding;
  /** Programs that run as their real binaries; the others are models. */
  readonly binaries: ReadonlySet<Address>;
  /** Emits `slot` with the new newest {@link Block} whenever a slot closes. */
  readonly events: EventEmitter<{ slot: [Block] }>;
  /** Epoch of the open slot. */
  epoch(): bigint;
  findAccount(address: Address): EncodedAccount | undefined;
  /** Executes a transaction in the open slot. */
  submit(transaction: DecodedTransaction): Outcome;
  /** Closes the open slot and the following ones, each of which took `milliseconds` (default 400). */
  advanceSlots(count: number | bigint, milliseconds?: bigint): void;
  /**
   * Ends the running epoch, and `count - 1` more: jumps over its slots, pays rewards, and stops where the
   * first slot of the new epoch is final. Heights go on as if the slots had been skipped, so blockhashes
   * live on.
   *
   * @param options.updatePool - whether the stake pool is brought to each new epoch, as keepers do; default true.
   */
  advanceEpochs(count: number | bigint, options?: { readonly updatePool?: boolean }): void;
  /** Sends lamports from the faucet in a transaction of its own. */
  fund(address: Address, lamports: bigint): Signature;
  /**
   * Signs instructions as the faucet and executes them.
   *
   * @throws {Error} saying why the ledger refused.
   */
  submitAsFaucet(instructions: readonly Instruction[]): Signature;
  /** Everything the ledger knows, as bytes for {@link SandboxLedger.restore}. */
  save(): Uint8Array;
  /**
   * Goes back to a saved state; time does not go back, the newest block gets the present.
   *
   * @throws {Error} when the bytes are no snapshot or belong to another deployment.
   */
  restore(snapshot: Uint8Array): void;
};

/**
 * Creates a ledger in the middle of an epoch, with the deployment's accounts in place.
 *
 * @param now - Unix milliseconds of its newest block.
 * @param programsDirectory - folder of real program binaries; absent means that models stand for them.
 */
export function createSandboxLedger(
  deployment: Deployment,
  now: () => number,
  programsDirectory?: string,
): SandboxLedger {
  const validators = createValidators(deployment);
  const pool = findPoolWorld(deployment);
  const vault = findVaultWorld(deployment);
  const leveraged = findLeveragedWorld(deployment, pool);
  const programs = loadPrograms(
    [
      { model: stakePoolModel, file: STAKE_POOL_FILE },
      { model: swapModel },
      { model: vaultModel, file: VAULT_FILE },
      { model: lendingAdaptorModel },
      { model: lendingModel, file: LENDING_FILE },
      { model: leverageAdaptorModel },
    ],
    programsDirectory,
  );
  const castVotes: OnOpenSlot = (vm, tip) => {
    for (const validator of validators.values()) {
      const account = vm.getAccount(validator.voteAccount);
      if (!account.exists) continue;
      vm.setAccount({ ...account, data: encodeVoteState(validator, tip.slot, tip.unixMilliseconds / 1000n) });
    }
  };
  const state = createGenesisState(deployment, { validators, castVotes, programs }, now());
  let isPoolKept = true;
  const events = new EventEmitter<{ slot: [Block] }>();
  events.setMaxListeners(0);

  const closeSlot = (milliseconds: bigint): void => {
    const ended = epochOf(state.bank.openSlot());
    const block = state.blocks.append(milliseconds);
    if (epochOf(state.bank.openSlot()) > ended) {
      payRewards(ended);
      manageVault(state.bank, vault);
      if (isPoolKept) keepPool();
      if (leveraged !== undefined) {
        accrueDebt(state.bank, leveraged);
        manageLeverage(state.bank, leveraged);
      }
    }
    events.emit('slot', block);
  };

  const skipTo = (slot: bigint): void => {
    if (state.blocks.tip().slot < slot) state.blocks.jumpTo(slot, NOMINAL_SLOT_MILLISECONDS);
  };

  const payRewards = (epoch: bigint): void => {
    const { rewards, minted } = endEpoch(state.bank, validators, epoch, state.supply);
    state.supply += minted;
    state.rewards.set(epoch, new Map(rewards.map((reward) => [reward.address, reward])));
    state.rewards.delete(epoch - BigInt(KEPT_REWARDS));
  };

  const submit = (transaction: DecodedTransaction): Outcome => {
    const outcome = submitTransaction(transaction, state);
    // Nobody earns fees in the sandbox: they are burned as a whole.
    state.supply -= outcome.fee;
    return outcome;
  };

  const submitAsFaucet = (instructions: readonly Instruction[]): Signature => {
    const transaction = createFaucetTransaction(
      [distinguish(), ...instructions],
      state.blocks.tip().blockhash,
    );
    const { err } = submit(transaction);
    if (err !== null) throw new Error(describeTransactionError(err));
    return transaction.signature;
  };

  const keep = (instructions: readonly Instruction[]): void => {
    if (instructions.length === 0) return;
    // What a keeper sends and the ledger refuses changes nothing: the pool stays stale, as it would anywhere.
    submit(createFaucetTransaction([distinguish(), ...instructions], state.blocks.tip().blockhash));
  };

  const keepPool = (): void => {
    keep(updatePool(pool));
    centreMarket(state.bank, pool);
    keep(refillMarket(state.bank, pool));
  };

  const feeRounding = programs.binaries.has(pool.programAddress) ? probeFeeRounding(state.bank, pool) : 'up';

  return {
    deployment,
    validators,
    events,
    pool,
    vault,
    leveraged,
    feeRounding,
    binaries: programs.binaries,
    get blocks() {
      return state.blocks;
    },
    get bank() {
      return state.bank;
    },
    get history() {
      return state.history;
    },
    get rewards() {
      return state.rewards;
    },
    get supply() {
      return state.supply;
    },
    get genesisHash() {
      return state.genesisHash;
    },
    epoch: () => epochOf(state.bank.openSlot()),
    findAccount: (address) => state.bank.findAccount(address),
    submit,
    submitAsFaucet,
    fund: (address, lamports) => submitAsFaucet(grantSol(address, lamports)),
    advanceSlots: (count, milliseconds = NOMINAL_SLOT_MILLISECONDS) => {
      for (let left = BigInt(count); left > 0n; left -= 1n) closeSlot(milliseconds);
    },
    advanceEpochs: (count, options = {}) => {
      isPoolKept = options.updatePool ?? true;
      for (let left = BigInt(count); left > 0n; left -= 1n) {
        const first = firstSlotOf(epochOf(state.bank.openSlot()) + 1n);
        skipTo(first - 2n);
        while (epochOf(state.bank.openSlot()) < epochOf(first)) closeSlot(NOMINAL_SLOT_MILLISECONDS);
        // So far into the epoch that it is there at every commitment.
        skipTo(first + FINAL_AFTER);
        closeSlot(NOMINAL_SLOT_MILLISECONDS);
      }
      isPoolKept = true;
    },
    save: () => {
      const { blocks, bank, history, rewards, supply, genesisHash } = state;
      return writeSnapshot({
        deployment,
        supply,
        genesisHash,
        rewards,
        blocks: blocks.toArray(),
        transactions: history.toArray(),
        transactionCount: history.count(),
        vm: bank.toBytes(),
      });
    },
    restore: (bytes) => {
      const saved = readSnapshot(bytes, deployment);
      const blocks = createBlocks(saved.blocks);
      const behind = BigInt(now()) - blocks.tip().unixMilliseconds;
      blocks.append(behind > 0n ? behind : NOMINAL_SLOT_MILLISECONDS);
      Object.assign(state, {
        blocks,
        bank: createBank(blocks, castVotes, programs, saved.vm),
        history: createTransactionHistory(saved.transactions, saved.transactionCount),
        rewards: saved.rewards,
        supply: saved.supply,
        genesisHash: saved.genesisHash,
      } satisfies LedgerState);
      events.emit('slot', blocks.tip());
    },
  };
}
