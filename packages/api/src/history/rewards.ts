import type { Address } from '@solana/kit';
import { UpstreamRefusal } from '../problems/faults.ts';
import type { StrategyServices } from '../strategies/strategy.ts';

/** The payment to a stake account at the end of an epoch. */
type Reward = {
  readonly account: Address;
  /** Lamports, and what the account held with them. */
  readonly amount: bigint;
  readonly postBalance: bigint;
  /** The slot that paid. */
  readonly slot: bigint;
  /** Percent that the validator kept, if it kept another part of the epoch before. */
  readonly changedCommission: number | undefined;
};

/** Creates the reader of what the ends of epochs paid, newest first: each is read beside the one after it, and kept for its turn. */
export function createRewardReader({ ledger }: StrategyServices) {
  const ask = (accounts: readonly Address[], epoch: bigint) =>
    orUndefined(
      ledger.read('getInflationReward', [accounts, { epoch: Number(epoch), commitment: 'confirmed' }]),
    );
  let last: { readonly name: string; readonly answer: ReturnType<typeof ask> } | undefined;
  const askOnce = (accounts: readonly Address[], epoch: bigint) => {
    const name = `${epoch} ${accounts.join()}`;
    if (last?.name !== name) last = { name, answer: ask(accounts, epoch) };
    return last.answer;
  };
  /**
   * Reads what the end of an epoch paid to stake accounts, and which of them it paid nothing that were paid for the one before.
   *
   * @returns undefined where the node does not say what it paid.
   * @throws {UpstreamFault} when the ledger does not answer.
   */
  return async (accounts: readonly Address[], ended: bigint) => {
    const [now, before] = await Promise.all([
      askOnce(accounts, ended),
      ended === 0n ? undefined : askOnce(accounts, ended - 1n),
    ]);
    if (now === undefined) return undefined;
    const rewards = accounts.flatMap((account, i): Reward[] => {
      const reward = now[i];
      if (!reward) return [];
      const { commission } = reward;
      const known = before?.[i]?.commission;
      const isChanged = commission != null && known != null && commission !== known;
      return [
        {
          account,
          amount: BigInt(reward.amount),
          postBalance: BigInt(reward.postBalance),
          slot: BigInt(reward.effectiveSlot),
          changedCommission: isChanged ? commission : undefined,
        },
      ];
    });
    return { rewards, unpaid: accounts.filter((_, i) => now[i] === null && before?.[i] != null) };
  };
}

/** Waits for what nodes may not keep; undefined where they refuse to say it. */
export async function orUndefined<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof UpstreamRefusal) return undefined;
    throw error;
  }
}
