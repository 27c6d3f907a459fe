/** What a caller asked for and the service answered. */
export type HonestBuild = {
  readonly name: string;
  readonly operation: 'stake' | 'unstake' | 'withdraw';
  readonly request: Readonly<Record<string, unknown>> & { readonly wallet: string };
  readonly answer: Readonly<Record<string, unknown>> & { readonly transaction: string };
  /** Whether somebody else made the transaction. */
  readonly isProvided: boolean;
};
