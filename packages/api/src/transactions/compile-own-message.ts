import type { Address, Instruction } from '@solana/kit';
import { compileMessage } from '@staking-agent/chain/message';
import type { Lifetime } from '../upstreams/ledger/blockhash-feed.ts';
import type { PriorityFeeFeed } from '../upstreams/ledger/priority-fee-feed.ts';
import type { UniqueBudget } from './unique-budget.ts';

/** Compiles a message that the wallet pays for, at the present price of priority. */
export function compileOwnMessage(
  input: {
    readonly wallet: Address;
    readonly lifetime: Lifetime;
    readonly computeUnitLimit: number;
    readonly instructions: readonly Instruction[];
  },
  {
    priorityFee,
    uniqueBudget,
  }: { readonly priorityFee: Pick<PriorityFeeFeed, 'price'>; readonly uniqueBudget: UniqueBudget },
): Uint8Array {
  const { wallet, lifetime, computeUnitLimit, instructions } = input;
  return compileMessage({
    feePayer: wallet,
    blockhash: lifetime.blockhashText,
    budget: uniqueBudget(computeUnitLimit, priorityFee.price()),
    instructions,
  });
}
