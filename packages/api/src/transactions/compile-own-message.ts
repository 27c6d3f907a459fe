import { base58 } from '@scure/base';
import type { Address, Blockhash, Instruction } from '@solana/kit';
import { compileMessage } from '@staking-agent/chain/message';
import type { Services } from '../services.ts';
import type { Lifetime } from '../upstreams/ledger/blockhash-feed.ts';

/** Compiles a message that the wallet pays for, at the present price of priority. */
export function compileOwnMessage(
  input: {
    readonly wallet: Address;
    readonly lifetime: Lifetime;
    readonly computeUnitLimit: number;
    readonly instructions: readonly Instruction[];
  },
  { priorityFee }: Pick<Services, 'priorityFee'>,
): Uint8Array {
  const { wallet, lifetime, computeUnitLimit, instructions } = input;
  return compileMessage({
    feePayer: wallet,
    blockhash: base58.encode(lifetime.blockhash) as Blockhash,
    budget: { computeUnitLimit, computeUnitPrice: priorityFee.price() },
    instructions,
  });
}
