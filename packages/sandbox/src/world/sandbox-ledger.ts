import type { EventEmitter } from 'node:events';
import type { Address, EncodedAccount, Instruction, Signature } from '@solana/kit';
import type { FeeRounding } from '@staking-agent/chain/stake-pool';
import type { Bank } from '../vm/bank.ts';
import type { Block, Blocks } from '../vm/blocks.ts';
import type { DecodedTransaction } from '../vm/decoded-transaction.ts';
import type { ExecutionResult } from '../vm/execution-result.ts';
import type { RandomBytes } from '../vm/random-bytes.ts';
import type { TransactionHistory } from '../vm/transaction-history.ts';
import type { Reward } from './cluster/epoch-rewards.ts';
import type { Places } from './places.ts';

/** The ledger of one sandbox: a chain of blocks, the open slot on top of it, and what has landed. */
export type SandboxLedger = Places & {
  readonly blocks: Blocks;
  readonly bank: Bank;
  readonly history: TransactionHistory;
  /** Rewards by the epoch they were earned in, then by address. */
  readonly rewards: ReadonlyMap<bigint, ReadonlyMap<Address, Reward>>;
  /** Lamports in existence. */
  readonly supply: bigint;
  /** 32 random bytes, as each world begins by itself; kept by snapshots. */
  readonly genesisHash: Uint8Array;
  /** Chance of this world, for whatever in it needs some. */
  readonly random: RandomBytes;
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
  submit(transaction: DecodedTransaction): ExecutionResult;
  /** Closes the open slot and the following ones, each of which took `milliseconds` (default 200). */
  advanceSlots(count: number | bigint, milliseconds?: bigint): void;
  /** Jumps to where so many slots of the running epoch are still to be closed; nothing happens where fewer are left. */
  approachEpochEnd(slotsLeft: number): void;
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
   * @throws {Error} when the bytes are no snapshot, belong to another deployment, or began without a program of today.
   */
  restore(snapshot: Uint8Array): void;
};
