/** What a caller asked for and the service answered. */
export type HonestBuild = {
  readonly name: string;
  readonly operation: 'stake' | 'unstake' | 'withdraw';
  readonly request: Readonly<Record<string, unknown>> & { readonly wallet: string };
  readonly answer: Readonly<Record<string, unknown>> & { readonly transaction: string };
  /** What the router is asked for beside the request, where its order takes the place of the service's. */
  readonly asked?: Readonly<Record<string, string>> | undefined;
  /** Whether somebody else made the transaction. */
  readonly isProvided: boolean;
};
