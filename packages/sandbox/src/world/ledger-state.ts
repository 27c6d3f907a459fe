import { randomBytes } from 'node:crypto';
import type { Address } from '@solana/kit';
import type { Deployment } from '@staking-agent/chain/deployment';
import { type Bank, createBank, type OnOpenSlot } from '../vm/bank.ts';
import { type Blocks, createBlocks, createGenesisBlocks } from '../vm/blocks.ts';
import { NOMINAL_SLOT_MILLISECONDS } from '../vm/epoch-schedule.ts';
import type { Programs } from '../vm/models/load-programs.ts';
import type { Validator } from '../vm/stake/vote-state.ts';
import { createTransactionHistory, type TransactionHistory } from '../vm/transaction-history.ts';
import type { Reward } from './cluster/epoch-rewards.ts';
import { GENESIS_SUPPLY, GENESIS_TIP, seedGenesis } from './cluster/seed.ts';

/** What changes over time, replaced as a whole by a snapshot. */
export type LedgerState = {
  blocks: Blocks;
  bank: Bank;
  history: TransactionHistory;
  rewards: Map<bigint, Map<Address, Reward>>;
  supply: bigint;
  genesisHash: Uint8Array;
};

/** Makes the state of the first slot, with the deployment's accounts in place. */
export function createGenesisState(
  deployment: Deployment,
  parts: {
    readonly validators: ReadonlyMap<Address, Validator>;
    readonly castVotes: OnOpenSlot;
    readonly programs: Programs;
  },
  unixMilliseconds: number,
): LedgerState {
  const blocks = createBlocks(
    createGenesisBlocks(GENESIS_TIP, BigInt(unixMilliseconds), NOMINAL_SLOT_MILLISECONDS),
  );
  const bank = createBank(blocks, parts.castVotes, parts.programs);
  seedGenesis(bank, deployment, parts.validators);
  return {
    blocks,
    bank,
    history: createTransactionHistory(),
    rewards: new Map(),
    supply: GENESIS_SUPPLY,
    genesisHash: randomBytes(32),
  };
}
