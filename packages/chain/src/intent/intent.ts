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
      /** Asset base units that come out; any but zero when all is withdrawn. */
      readonly amount: bigint;
      readonly isWithdrawAll: boolean;
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
