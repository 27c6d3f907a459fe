import type { EncodedAccount } from '@solana/kit';
import { STRANGER } from './palette.ts';
import type { Random } from './random.ts';

/** Changes an account of the ledger; undefined where there is none. */
export type ChangeAccount = (account: EncodedAccount | undefined) => EncodedAccount | undefined;

/** What a program may do to an account it owns. */
export function spoil(random: Random): ChangeAccount {
  const [at, bit, mode] = [random.below(200), random.below(8), random.below(6)];
  return (account) => {
    if (account === undefined) return undefined;
    if (mode === 0) return { ...account, lamports: (account.lamports / 2n) as typeof account.lamports };
    if (mode === 1) return { ...account, programAddress: STRANGER.address as typeof account.programAddress };
    const data = Uint8Array.from(account.data);
    const position = at % (data.length || 1);
    if (data.length > 0) data[position] = (data[position] ?? 0) ^ (1 << bit);
    return { ...account, data };
  };
}

/** Gives it SOL, as anybody can. */
export function giveLamports(random: Random): ChangeAccount {
  const given = BigInt(random.pick([1, 1_000_000, 3_000_000_000]));
  return (account) =>
    account && { ...account, lamports: (account.lamports + given) as typeof account.lamports };
}
