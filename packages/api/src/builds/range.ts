import { type Address, address } from '@solana/kit';
import type { AmountAsset, InputAsset, UnstakeKind } from '@staking-agent/wire';
import type { ReadAccounts } from '../upstreams/ledger/read-accounts.ts';
import type { Bounds } from './find-bounds.ts';
import type { Means, StakeCosts } from './means.ts';

/** What one way out takes at present, and what of it the wallet has; base units. */
export type ExitRange = {
  readonly kind: UnstakeKind;
  readonly asset: AmountAsset;
} & (
  | { readonly takes: 'whole-account' }
  | {
      readonly takes: 'amount';
      /** Whatever a wallet holds. `most` is the largest number there is where only the router or the provider knows. */
      readonly bounds: Bounds;
      readonly holds: bigint;
      /** The same for what the wallet holds: undefined while it holds nothing. */
      readonly own: Bounds | undefined;
    }
);

/** What a strategy takes and gives at present, and what of it a wallet can; base units. */
export type StrategyRange = {
  readonly asset: InputAsset;
  readonly bounds: Bounds;
  /** What the vault takes until it is full; undefined where nothing fills up. */
  readonly capacityLeft?: bigint | undefined;
  /** What the wallet holds of what goes in, and of SOL. */
  readonly holds: bigint;
  readonly lamports: bigint;
  readonly costs: StakeCosts;
  readonly exits: readonly ExitRange[];
  /**
   * What so many base units of the receipt would pay now, in raSOL or USDC, whoever holds them; undefined where there is no receipt.
   *
   * @throws {ProblemError} where they could not leave now.
   */
  readonly redeem?: (receipt: bigint) => bigint;
};

/** What must be read to tell a wallet's range in one strategy. */
export type LocatedRange = {
  /** Beside the wallet, rent and clock, which are always read. */
  readonly addresses: readonly Address[];
  /** @throws {ProblemError} when the ledger does not have what the strategy goes through. */
  describe(read: ReadAccounts, means: Means): StrategyRange;
};

/** Finds the accounts that a wallet's range in one strategy is computed from. */
export type FindRange = (wallet: Address) => Promise<LocatedRange>;

/** An address without accounts: limits without a wallet are those of a wallet that holds nothing. */
export const NOBODY = address('1nc1nerator11111111111111111111111111111111');

/** The largest number of base units there is. */
export const BOUNDLESS = 2n ** 64n - 1n;
