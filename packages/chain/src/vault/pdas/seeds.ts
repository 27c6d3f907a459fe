import type { Address } from '@solana/kit';

/** What is derived for a vault. */
export type VaultSeeds = {
  readonly vault: Address;
};

/** What is derived for an adaptor of a vault. */
export type AdaptorSeeds = VaultSeeds & {
  readonly adaptorProgram: Address;
};

/** What is derived for a strategy of a vault. */
export type StrategySeeds = VaultSeeds & {
  readonly strategy: Address;
};

/** What is derived for a user of a vault. */
export type UserSeeds = VaultSeeds & {
  readonly user: Address;
};
