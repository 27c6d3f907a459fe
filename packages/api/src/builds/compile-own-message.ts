import type { Address, AddressesByLookupTableAddress, Instruction } from '@solana/kit';
import { compileMessage, compileMessageWithTables } from '@staking-agent/chain/message';
import type { Evidence } from '@staking-agent/verify';
import type { StrategyKey } from '@staking-agent/wire';
import { problem } from '../problems/problem.ts';
import type { Feed } from '../runtime/feed.ts';
import type { Lifetime } from '../upstreams/ledger/blockhash-feed.ts';
import type { LookupTables } from '../upstreams/ledger/lookup-tables-feed.ts';
import type { PriorityFeeFeed } from '../upstreams/ledger/priority-fee-feed.ts';
import type { UniqueBudget } from './unique-budget.ts';

/** Bytes of a message that one signature and its count are put in front of. */
const MESSAGE_SIZE_LIMIT = 1_232 - 65;

/** What a message that the wallet pays for is compiled from. */
export type OwnMessage = {
  readonly strategy: StrategyKey;
  readonly wallet: Address;
  readonly lifetime: Lifetime;
  readonly computeUnitLimit: number;
  /** Without those of the compute budget, which stand in front. */
  readonly instructions: readonly Instruction[];
};

/** What the compute budget of a build is made with. */
export type BudgetPorts = {
  readonly priorityFee: Pick<PriorityFeeFeed, 'price'>;
  readonly uniqueBudget: UniqueBudget;
};

/** Compiles a message that the wallet pays for, at the current priority fee. */
export function compileOwnMessage(input: OwnMessage, { priorityFee, uniqueBudget }: BudgetPorts): Uint8Array {
  const { strategy, wallet, lifetime, computeUnitLimit, instructions } = input;
  return compileMessage({
    feePayer: wallet,
    blockhash: lifetime.blockhashText,
    budget: uniqueBudget(computeUnitLimit, priorityFee.price(strategy)),
    instructions,
  });
}

/** Whether a message that one key signs is small enough for a transaction. */
export function fitsMessage(message: Uint8Array): boolean {
  return message.length <= MESSAGE_SIZE_LIMIT;
}

/**
 * Compiles a message in version 0, with the accounts that lookup tables hold taken from there.
 *
 * @param input.instructions - those of the compute budget among them.
 * @param further - what further tables hold.
 * @throws {ProblemError} `upstream_error` when it does not fit with the tables either.
 */
export async function compileWithTables(
  { wallet, lifetime, instructions }: Omit<OwnMessage, 'strategy' | 'computeUnitLimit'>,
  lookupTables: Pick<Feed<LookupTables>, 'get'>,
  further?: AddressesByLookupTableAddress,
): Promise<{ readonly message: Uint8Array; readonly lookupTables: Evidence['lookupTables'] }> {
  const addresses = { ...(await lookupTables.get()).addresses, ...further };
  const message = compileMessageWithTables(
    { feePayer: wallet, blockhash: lifetime.blockhashText, instructions },
    addresses,
  );
  if (!fitsMessage(message)) throw problem('LOOKUP_TABLE_TOO_SHORT');
  return { message, lookupTables: new Map(Object.entries(addresses)) };
}
