/** What the page is told when it starts: `GET /console.json`. */
export type ConsoleConfig = {
  /** Name of the deployment, such as mainnet: under it the page knows the addresses to verify against. */
  readonly deployment: string;
  /** Identity of the ledger, base58; null where the deployment names none. */
  readonly genesisHash: string | null;
  /** Where the API is reached from outside. */
  readonly api: string;
  /** Link to a block explorer; `{signature}` is replaced. */
  readonly explorer: string;
  /** The ledger node that the page proves transactions with; null where the operator names none. */
  readonly rpcUrl: string | null;
  /** null wherever anything has value. */
  readonly sandbox: {
    readonly rpcUrl: string;
    readonly webSocketUrl: string;
    readonly controlUrl: string;
  } | null;
};
