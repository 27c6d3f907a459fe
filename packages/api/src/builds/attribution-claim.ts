/** The partner or referrer to credit once the stake of the build is confirmed; at least one of the two. */
export type AttributionClaim = {
  readonly partnerId: string | undefined;
  /** Upper-case. */
  readonly referralCode: string | undefined;
};
