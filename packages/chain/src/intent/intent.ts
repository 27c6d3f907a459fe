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
    };

/** A transaction does something other than what was asked. It must not leave the service. */
export class IntentMismatch extends Error {
  override readonly name = 'IntentMismatch';
}
