/** What a caller asked for, in the terms the built bytes are held against. Keys are 32 bytes. */
export type Intent =
  | {
      readonly kind: 'native-stake';
      readonly wallet: Uint8Array;
      readonly stakeAccount: Uint8Array;
      readonly voteAccount: Uint8Array;
      /** First balance of the stake account in lamports: delegation plus rent reserve. */
      readonly lamports: bigint;
    }
  | { readonly kind: 'native-deactivate'; readonly wallet: Uint8Array; readonly stakeAccount: Uint8Array }
  | {
      readonly kind: 'native-withdraw';
      readonly wallet: Uint8Array;
      readonly stakeAccount: Uint8Array;
      /** Lamports that leave the stake account for the wallet. */
      readonly lamports: bigint;
    }
  | {
      readonly kind: 'vault-deposit';
      readonly wallet: Uint8Array;
      readonly vault: VaultKeys;
      /** Asset base units that go in. */
      readonly amount: bigint;
    }
  | {
      readonly kind: 'vault-withdraw';
      readonly wallet: Uint8Array;
      readonly vault: VaultKeys;
      /** Base units of the asset that come out, or of the LP that go; any but zero when all is withdrawn. */
      readonly amount: bigint;
      readonly isAmountInLp: boolean;
      readonly isWithdrawAll: boolean;
    }
  | LeveragedDeposit
  | LeveragedRedemption;

/** SOL into the stake pool, and the pool tokens that gives into a vault. */
export type LeveragedDeposit = {
  readonly kind: 'leveraged-deposit';
  readonly wallet: Uint8Array;
  readonly pool: PoolKeys;
  readonly vault: VaultKeys;
  /** Lamports that go into the pool. */
  readonly lamports: bigint;
  /** Pool-token base units that go into the vault. */
  readonly staged: bigint;
};

/** LP burned for what a levered position gives up, the debt on it paid back through a flash loan. */
export type LeveragedRedemption = {
  readonly kind: 'leveraged-redemption';
  readonly wallet: Uint8Array;
  readonly vault: VaultKeys;
  readonly strategy: StrategyKeys;
  readonly lending: LendingKeys;
  readonly market: MarketKeys;
  readonly solMint: Uint8Array;
  /** The wallet's own account for wrapped SOL. */
  readonly userSol: Uint8Array;
  /** Which accounts the transaction opens for the wallet. */
  readonly opens: { readonly sol: boolean; readonly asset: boolean; readonly lending: boolean };
  /** LP base units burned. */
  readonly lp: bigint;
  /** Lamports borrowed. */
  readonly loan: bigint;
  /** Lamports bought back to pay the loan, and the most asset base units that may go for them. */
  readonly bought: bigint;
  readonly spentAtMost: bigint;
  /** Lamports of wrapped SOL that are the wallet's own and stay. */
  readonly ownSol: bigint;
  /** What each lookup table holds that the message may name. */
  readonly tables: readonly { readonly table: Uint8Array; readonly addresses: readonly Uint8Array[] }[];
};

/** A stake pool. */
export type PoolKeys = {
  readonly program: Uint8Array;
  readonly stakePool: Uint8Array;
  readonly withdrawAuthority: Uint8Array;
  readonly reserveStake: Uint8Array;
  readonly managerFeeAccount: Uint8Array;
};

/** What stands between a vault and its position. */
export type StrategyKeys = {
  readonly adaptor: Uint8Array;
  readonly strategy: Uint8Array;
  readonly adaptorReceipt: Uint8Array;
  readonly strategyReceipt: Uint8Array;
  readonly directReceipt: Uint8Array;
  readonly authority: Uint8Array;
  readonly asset: Uint8Array;
  /** The adaptor's further accounts, in order. */
  readonly accounts: readonly Uint8Array[];
  /** Bytes handed on to the adaptor. */
  readonly arguments?: Uint8Array;
};

/** A lender, and the account the wallet has there. */
export type LendingKeys = {
  readonly program: Uint8Array;
  readonly group: Uint8Array;
  readonly bank: Uint8Array;
  readonly liquidityVault: Uint8Array;
  readonly liquidityVaultAuthority: Uint8Array;
  readonly account: Uint8Array;
  readonly accountIndex: number;
  readonly thirdPartyId: number;
};

/** A market between the vault's asset and wrapped SOL. */
export type MarketKeys = {
  readonly program: Uint8Array;
  readonly market: Uint8Array;
  readonly assetVault: Uint8Array;
  readonly solVault: Uint8Array;
};

/** The accounts a deposit into or a withdrawal from a vault goes through; keys of 32 bytes. */
export type VaultKeys = {
  readonly program: Uint8Array;
  readonly protocol: Uint8Array;
  readonly vault: Uint8Array;
  readonly assetMint: Uint8Array;
  readonly lpMint: Uint8Array;
  readonly lpMintAuthority: Uint8Array;
  readonly idle: Uint8Array;
  readonly idleAuthority: Uint8Array;
  /** The wallet's own accounts for asset and LP. */
  readonly userAsset: Uint8Array;
  readonly userLp: Uint8Array;
};

/** A transaction does something other than what was asked. It must not leave the service. */
export class IntentMismatch extends Error {
  override readonly name = 'IntentMismatch';
}
