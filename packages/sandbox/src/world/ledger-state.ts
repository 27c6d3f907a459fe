import type { Address, EncodedAccount } from '@solana/kit';
import type { Bank } from '../vm/bank.ts';
import {
  type Blocks,
  createBlocks,
  createGenesisBlocks,
  NOMINAL_SLOT_MILLISECONDS,
  type RandomBytes,
} from '../vm/blocks.ts';
import { STAKE_HISTORY_ADDRESS } from '../vm/program-addresses.ts';
import { createTransactionHistory } from '../vm/transaction-history.ts';
import { cluster, GENESIS_SUPPLY, GENESIS_TIP } from './cluster.ts';
import { leveragedVault } from './leveraged-vault/seed.ts';
import type { Places } from './places.ts';
import { routerPrograms } from './router-programs.ts';
import type { LedgerState, SavedState, Tenant } from './sandbox-ledger.ts';
import { stakePool } from './stake-pool.ts';
import { usdcVault } from './usdc-vault.ts';

/** Opens a bank on top of blocks: a new VM, or a saved one. */
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
  writeGenesis(bank, places);
  return {
    blocks,
    bank,
    history: createTransactionHistory(),
    rewards: new Map(),
    supply: GENESIS_SUPPLY,
    genesisHash: random(32),
  };
}

/** Accounts of the first slot: neither time nor chance decides about them, so that later worlds copy them. */
const genesis = new WeakMap<Places, readonly EncodedAccount[]>();

function writeGenesis(bank: Bank, places: Places): void {
  const known = genesis.get(places);
  for (const account of known ?? []) bank.setAccount(account);
  if (known !== undefined) return;
  const written = new Set<Address>([STAKE_HISTORY_ADDRESS]);
  const setAccount = (account: EncodedAccount) => {
    written.add(account.address);
    bank.setAccount(account);
  };
  for (const tenant of TENANTS) tenant.seed({ ...bank, setAccount }, places);
  genesis.set(
    places,
    [...written].flatMap((address) => bank.findAccount(address) ?? []),
  );
}

/** All that lives on the ledger, each after those it needs. */
export const TENANTS: readonly Tenant[] = [cluster, stakePool, routerPrograms, usdcVault, leveragedVault];

/** Copies what a ledger knows. */
export function saveState({ blocks, bank, history, rewards, ...state }: LedgerState): SavedState {
  return {
    supply: state.supply,
    genesisHash: state.genesisHash,
    rewards: new Map(rewards),
    blocks: blocks.toArray(),
    transactions: history.toArray(),
    transactionCount: history.count(),
    vm: bank.toBytes(),
  };
}

/**
 * Opens a saved state; a block of the present closes the time in between.
 *
 * @param now - Unix milliseconds.
 * @param random - what later blockhashes are drawn from.
 */
export function restoreState(
  saved: SavedState,
  openBank: OpenBank,
  now: number,
  random: RandomBytes,
): LedgerState {
  const blocks = createBlocks(saved.blocks, random);
  const behind = BigInt(now) - blocks.tip().unixMilliseconds;
  blocks.append(behind > 0n ? behind : NOMINAL_SLOT_MILLISECONDS);
  const { rewards, supply, genesisHash } = saved;
  const history = createTransactionHistory(saved.transactions, saved.transactionCount);
  const bank = openBank(blocks, saved.vm);
  return { blocks, bank, history, rewards: new Map(rewards), supply, genesisHash };
}
