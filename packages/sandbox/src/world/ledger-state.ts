import type { Address } from '@solana/kit';
import type { Bank } from '../vm/bank.ts';
import { type Blocks, createBlocks, createGenesisBlocks } from '../vm/blocks.ts';
import { NOMINAL_SLOT_MILLISECONDS } from '../vm/epoch-schedule.ts';
import type { RandomBytes } from '../vm/random-bytes.ts';
import { createTransactionHistory, type TransactionHistory } from '../vm/transaction-history.ts';
import type { Reward } from './cluster/epoch-rewards.ts';
import { GENESIS_SUPPLY, GENESIS_TIP } from './cluster/seed.ts';
import type { Places } from './places.ts';
import { TENANTS } from './tenants.ts';

/** What changes over time, replaced as a whole by a snapshot. */
export type LedgerState = {
  blocks: Blocks;
  bank: Bank;
  history: TransactionHistory;
  rewards: Map<bigint, Map<Address, Reward>>;
  supply: bigint;
  genesisHash: Uint8Array;
};

/** Opens a bank on top of blocks: a new VM, or one as a snapshot has it. */
export type OpenBank = (blocks: Blocks, saved?: Uint8Array) => Bank;

/** Makes the state of the first slot, with every tenant in place. */
export function createGenesisState(
  places: Places,
  openBank: OpenBank,
  unixMilliseconds: number,
  random: RandomBytes,
): LedgerState {
  const blocks = createBlocks(
    createGenesisBlocks(GENESIS_TIP, BigInt(unixMilliseconds), NOMINAL_SLOT_MILLISECONDS, random),
    random,
  );
  const bank = openBank(blocks);
  for (const tenant of TENANTS) tenant.seed(bank, places);
  return {
    blocks,
    bank,
    history: createTransactionHistory(),
    rewards: new Map(),
    supply: GENESIS_SUPPLY,
    genesisHash: random(32),
  };
}
