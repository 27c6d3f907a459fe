/** The operations whose answers hold a transaction. */
export type BuildOperation = 'stake' | 'unstake' | 'withdraw' | 'split' | 'merge';

/** The members of a request that decide what its transaction may do, as they were sent. */
export type VerifyRequest = {
  /** Absent on `withdraw`, `split` and `merge`, which are of sol-native-stake. */
  readonly strategy?: string;
  readonly wallet: string;
  /** Decimal text. */
  readonly amount?: string;
  readonly kind?: string;
  readonly stakeAccount?: string;
  readonly isWithdrawAll?: boolean;
  readonly outputAsset?: string;
  /** Decimal text in the unit that arrives; tightens the price bound, and may loosen it for an instant exit. */
  readonly minReceive?: string;
  /** On an exit from the USDC vault only: `request` or `claim` where it takes two steps. */
  readonly step?: string;
  /** On a native stake only: `seed` where the address of the new account derives from the wallet. */
  readonly stakeAccountForm?: string;
  /** On `withdraw` only; the whole account when absent. */
  readonly lamports?: number;
  /** On `split` only: `deactivate` where the cooldown of the part begins in the same transaction. */
  readonly then?: string;
  /** On `merge` only: the stake account that stays. */
  readonly into?: string;
  /** On `merge` only: the stake accounts that become part of it. */
  readonly from?: readonly string[];
};

/** The members of an answer that a verification reads; further ones are ignored. */
export type VerifyAnswer = {
  /** Unsigned or partially signed: base64 as it was answered, or its bytes. */
  readonly transaction: string | Uint8Array;
  readonly [member: string]: unknown;
};

/** Bounds an operator sets. */
export type VerifyLimits = {
  /** Most that an instant exit may be worth less than the pool's value, in hundredths of a percent. 300 by default. */
  readonly instantExitLossBps: number;
};
