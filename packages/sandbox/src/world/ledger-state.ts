import { isDeepStrictEqual } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import type { Address, EncodedAccount } from '@solana/kit';
import type { Deployment } from '@staking-agent/chain/deployment';
import type { Bank } from '../vm/bank.ts';
import {
  type Block,
  type Blocks,
  createBlocks,
  createGenesisBlocks,
  NOMINAL_SLOT_MILLISECONDS,
  type RandomBytes,
} from '../vm/blocks.ts';
import { STAKE_HISTORY_ADDRESS } from '../vm/program-addresses.ts';
import { createTransactionHistory, type LandedTransaction } from '../vm/transaction-history.ts';
import { cluster, GENESIS_SUPPLY, GENESIS_TIP } from './cluster.ts';
import { leveragedVault } from './leveraged-vault/seed.ts';
import type { Places } from './places.ts';
import { routerPrograms } from './router-programs.ts';
import type { LedgerState, Tenant } from './sandbox-ledger.ts';
import { stakePool } from './stake-pool.ts';
import { usdcVault } from './usdc-vault.ts';

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

const FORMAT = 'staking-agent sandbox snapshot 5';

/** Programs whose accounts a world has from its first slot on. */
const PROGRAMS = TENANTS.flatMap(({ programs }) => programs).map(({ programAddress }) => programAddress);

type Snapshot = {
  readonly deployment: Deployment;
  readonly programs: readonly Address[];
  readonly supply: bigint;
  readonly genesisHash: Uint8Array;
  readonly rewards: LedgerState['rewards'];
  readonly blocks: readonly Block[];
  readonly transactions: readonly LandedTransaction[];
  readonly transactionCount: bigint;
  /** LiteSVM's own snapshot. */
  readonly vm: Uint8Array;
};

/** Serialises a ledger; readable by the same major version of Node and LiteSVM. */
export function saveState(state: LedgerState, deployment: Deployment): Uint8Array {
  const { blocks, bank, history, rewards, supply, genesisHash } = state;
  const snapshot: Snapshot = {
    deployment: { ...deployment },
    programs: PROGRAMS,
    supply,
    genesisHash,
    rewards,
    blocks: blocks.toArray(),
    transactions: history.toArray(),
    transactionCount: history.count(),
    vm: bank.toBytes(),
  };
  return serialize({ format: FORMAT, ...snapshot });
}

/**
 * Reads what {@link saveState} wrote; a block of the present closes the time in between.
 *
 * @param now - Unix milliseconds.
 * @param random - what later blockhashes are drawn from.
 * @throws {Error} when the bytes are no snapshot of this format, or one of another deployment or of other programs.
 */
export function restoreState(
  bytes: Uint8Array,
  deployment: Deployment,
  openBank: OpenBank,
  now: number,
  random: RandomBytes,
): LedgerState {
  const saved = readSnapshot(bytes, deployment);
  const blocks = createBlocks(saved.blocks, random);
  const behind = BigInt(now) - blocks.tip().unixMilliseconds;
  blocks.append(behind > 0n ? behind : NOMINAL_SLOT_MILLISECONDS);
  const { rewards, supply, genesisHash } = saved;
  const history = createTransactionHistory(saved.transactions, saved.transactionCount);
  return { blocks, bank: openBank(blocks, saved.vm), history, rewards, supply, genesisHash };
}

function readSnapshot(bytes: Uint8Array, deployment: Deployment): Snapshot {
  const snapshot = tryDeserialize(bytes);
  if (snapshot?.format !== FORMAT) throw new Error('These bytes are no sandbox snapshot of this version.');
  const fields = Object.keys(deployment) as (keyof Deployment)[];
  const differing = fields.filter(
    (field) => !isDeepStrictEqual(snapshot.deployment[field], deployment[field]),
  );
  if (differing.length > 0) {
    throw new Error(`The snapshot belongs to another deployment; it differs in ${differing.join(', ')}.`);
  }
  // It would be a world in which accounts of theirs never come to be.
  const missing = PROGRAMS.filter((program) => !snapshot.programs.includes(program));
  if (missing.length > 0) {
    throw new Error(`The snapshot is older than these programs of the sandbox: ${missing.join(', ')}.`);
  }
  return snapshot;
}

function tryDeserialize(bytes: Uint8Array): (Snapshot & { readonly format: string }) | undefined {
  try {
    return deserialize(bytes);
  } catch {
    return undefined;
  }
}
