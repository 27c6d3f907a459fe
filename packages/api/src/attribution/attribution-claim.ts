/** Who is to be credited when the stake it was built with is confirmed; at least one of the two. */
export type AttributionClaim = {
  readonly partnerId: string | undefined;
  /** Upper-case. */
  readonly referralCode: string | undefined;
};
