import type { Address } from '@solana/kit';
import { UpstreamRefusal } from '../problems/faults.ts';
import type { StrategyServices } from '../strategies/strategy.ts';

/** The payment to a stake account at the end of an epoch. */
export type Reward = {
  readonly account: Address;
  /** Lamports, and what the account held with them. */
  readonly amount: bigint;
  readonly postBalance: bigint;
  /** The slot that paid. */
  readonly slot: bigint;
  /** Percent that the validator kept, if it kept another part of the epoch before. */
  readonly changedCommission: number | undefined;
};

/** The payments to some stake accounts at the end of an epoch. */
export type Paid = {
  readonly rewards: readonly Reward[];
  /** Accounts that were paid for the epoch before, and nothing for this one. */
  readonly unpaid: readonly Address[];
};

type Answer = Awaited<ReturnType<typeof ask>>;

/** Reads what the ends of epochs paid, newest first: each epoch is read beside the one after it, and kept for its own turn. */
export class Rewards {
  readonly #services: StrategyServices;
  #last: { readonly name: string; readonly answer: Promise<Answer | undefined> } | undefined;

  constructor(services: StrategyServices) {
    this.#services = services;
  }

  /**
   * Reads what the end of an epoch paid, and how that differs from the epoch before, where the node says that.
   *
   * @returns undefined where the node does not say what it paid.
   * @throws {UpstreamFault} when the ledger does not answer.
   */
  async read(accounts: readonly Address[], ended: bigint): Promise<Paid | undefined> {
    const [now, before] = await Promise.all([
      this.#ask(accounts, ended),
      ended === 0n ? undefined : this.#ask(accounts, ended - 1n),
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
  }

  #ask(accounts: readonly Address[], epoch: bigint): Promise<Answer | undefined> {
    const name = `${epoch} ${accounts.join()}`;
    if (this.#last?.name !== name)
      this.#last = { name, answer: orUndefined(ask(accounts, epoch, this.#services)) };
    return this.#last.answer;
  }
}

function ask(accounts: readonly Address[], epoch: bigint, { ledger }: StrategyServices) {
  return ledger.read('getInflationReward', [accounts, { epoch: Number(epoch), commitment: 'confirmed' }]);
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
