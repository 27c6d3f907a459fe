import { randomBytes } from 'node:crypto';
import type { Address } from '@solana/kit';
import type { Deployment } from '@staking-agent/chain/deployment';
import type { Programs } from '../programs/programs.ts';
import { type Bank, createBank, type OnOpenSlot } from './bank.ts';
import { type Blocks, createBlocks, createGenesisBlocks } from './blocks.ts';
import { NOMINAL_SLOT_MILLISECONDS } from './epoch-schedule.ts';
import { GENESIS_SUPPLY, GENESIS_TIP, seedGenesis } from './seed/genesis.ts';
import type { Reward } from './stake/epoch-rewards.ts';
import type { Validator } from './stake/vote-state.ts';
import { createTransactionHistory, type TransactionHistory } from './transaction-history.ts';

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
