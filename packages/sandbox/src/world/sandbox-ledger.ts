import { sign } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import {
  type Address,
  type Blockhash,
  createNoopSigner,
  type EncodedAccount,
  type Instruction,
  lamports,
  type Signature,
} from '@solana/kit';
import { getSetComputeUnitLimitInstruction } from '@solana-program/compute-budget';
import { getTransferSolInstruction } from '@solana-program/system';
import { getCreateAssociatedTokenIdempotentInstruction, getMintToInstruction } from '@solana-program/token';
import { findAssociatedTokenAddress } from '@staking-agent/chain/ledger';
import { compileMessageWithTables } from '@staking-agent/chain/message';
import type { FeeRounding } from '@staking-agent/chain/stake-pool';
import type { Bank } from '../vm/bank.ts';
import type { Block, Blocks, RandomBytes } from '../vm/blocks.ts';
import type { ProgramModel } from '../vm/player/model.ts';
import type { SandboxVm } from '../vm/sandbox-vm.ts';
import { type DecodedTransaction, decodeTransaction } from '../vm/transaction.ts';
import type { ExecutionResult, LandedTransaction, TransactionHistory } from '../vm/transaction-history.ts';
import { createDeterministicKey } from './accounts.ts';
import type { EpochRewards, Reward } from './epoch-rewards.ts';
import type { Places } from './places.ts';

/** The state that changes over time. */
export type LedgerState = {
  blocks: Blocks;
  bank: Bank;
  history: TransactionHistory;
  /** Rewards by the epoch they were earned in, paid in the first slot of the next. */
  rewards: Map<
    bigint,
    {
      /** Unix seconds. */
      readonly paidAt: bigint;
      readonly byAddress: ReadonlyMap<Address, Reward>;
    }
  >;
  /** Lamports in existence. */
  supply: bigint;
  /** 32 random bytes, as each world begins by itself. */
  genesisHash: Uint8Array;
};

/** A state of a ledger that it can go back to; valid in the process that saved it. */
export type SavedState = Pick<LedgerState, 'rewards' | 'supply' | 'genesisHash'> & {
  readonly blocks: readonly Block[];
  readonly transactions: readonly LandedTransaction[];
  readonly transactionCount: bigint;
  /** LiteSVM's own snapshot. */
  readonly vm: Uint8Array;
};

/** The ledger of one sandbox: a chain of blocks, the open slot on top of it, and what has landed. */
export type SandboxLedger = Readonly<Places & LedgerState> & {
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
  /** Copies what the ledger knows, for {@link SandboxLedger.restore} of this or another ledger of the deployment. */
  save(): SavedState;
  /** Goes back to a saved state; time does not go back, the newest block gets the present. */
  restore(saved: SavedState): void;
  /** Ends the ledger: it answers no more, and a later one of this process begins faster. */
  close(): void;
};

/** Something that lives on the ledger: its programs, its accounts, and the people who act for it. */
export type Tenant = {
  /** Programs it brings. Each runs as its real binary where the folder of binaries has its `file`. */
  readonly programs: readonly ProgramModel[];
  /** Writes its accounts of the first slot; those of the tenants before it are there. */
  seed(bank: Bank, places: Places): void;
  /** Changes what the cluster itself changes when the VM moves to the slot after `tip`. */
  onSlot?(vm: SandboxVm, tip: Block, places: Places): void;
  /** Does what its people do once an epoch has ended, after the tenants before it. */
  onEpoch?(turn: EpochTurn): void;
};

/** The first slot of an epoch, as tenants find it. */
export type EpochTurn = Places & {
  readonly bank: Bank;
  /** The epoch that ended. */
  readonly ended: bigint;
  /** Lamports in existence. */
  readonly supply: bigint;
  /** True if keepers bring the stake pool to the new epoch. */
  readonly isPoolKept: boolean;
  /** Books what the ended epoch pays. */
  pay(rewards: Omit<EpochRewards, 'accounts'>): void;
  /** Signs instructions as the faucet and executes them; what the ledger refuses changes nothing. */
  send(instructions: readonly Instruction[]): void;
};

/** The key that holds the faucet's SOL and may mint USDC. */
export const FAUCET = createDeterministicKey('faucet');

/** More than any faucet transaction uses. */
const COMPUTE_UNIT_LIMIT = 100_000;
/** Two equal grants in one slot differ in their compute-unit limit by less than this. */
const DISTINCT_GRANTS = 100_000;

const faucet = createNoopSigner(FAUCET.address);
let grants = 0;

/** Instructions that send lamports from the faucet. */
export function grantSol(destination: Address, amount: bigint): Instruction[] {
  return [getTransferSolInstruction({ source: faucet, destination, amount: lamports(amount) })];
}

/** Instructions that mint base units of a token of the sandbox, making the wallet's account when needed. */
export async function grantToken(wallet: Address, mint: Address, baseUnits: bigint): Promise<Instruction[]> {
  const token = await findAssociatedTokenAddress(wallet, mint);
  return [
    getCreateAssociatedTokenIdempotentInstruction({ payer: faucet, ata: token, owner: wallet, mint }),
    getMintToInstruction({ mint, token, mintAuthority: faucet, amount: baseUnits }),
  ];
}

/**
 * A transaction of these instructions, signed by the faucet; no two of them are the same.
 *
 * @param blockhash - a recent blockhash.
 */
export function signAsFaucet(instructions: readonly Instruction[], blockhash: Blockhash): DecodedTransaction {
  grants = (grants + 1) % DISTINCT_GRANTS;
  const budget = getSetComputeUnitLimitInstruction({ units: COMPUTE_UNIT_LIMIT + grants });
  return createFaucetTransaction([budget, ...instructions], blockhash);
}

/**
 * A transaction of these instructions, signed by the faucet.
 *
 * @param blockhash - a recent blockhash.
 */
export function createFaucetTransaction(
  instructions: readonly Instruction[],
  blockhash: Blockhash,
): DecodedTransaction {
  const messageBytes = compileMessageWithTables({ feePayer: FAUCET.address, blockhash, instructions }, {});
  const signature = sign(null, messageBytes, FAUCET.privateKey);
  return decodeTransaction(Uint8Array.from([1, ...signature, ...messageBytes]));
}
