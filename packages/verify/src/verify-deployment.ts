/** The addresses a verification stands on, base58; a deployment file has them all. */
export type VerifyDeployment = {
  readonly voteAccount: string;
  readonly solMint: string;
  readonly usdcMint: string;
  readonly rasolMint: string;
  readonly rasolMaxMint: string;
  readonly rausdcMint: string;
  readonly usdcVault: string;
  /** What the USDC vault lends to; exits of our own may be paid from these. */
  readonly usdcStrategies?: { readonly adaptors: readonly VerifyAdaptor[] };
  /** The pool whose token is raSOL; the price of raSOL is read there. */
  readonly stakePool: { readonly program: string; readonly address: string };
  /** The pool of the router's Reserve that may pay for stake accounts; without it, none may. */
  readonly reserve?: { readonly program: string; readonly address: string };
  /** Programs beyond the ledger's own that a transaction of the router may invoke. */
  readonly routerPrograms: readonly string[];
  readonly leveraged?: VerifyLeveragedDeployment;
};

/** The program between a vault and one of its strategies, and what it is called with. */
export type VerifyAdaptor = {
  readonly program: string;
  readonly strategy: string;
  /** `account` is an address, or `wallet`, `walletSol`, `walletRasol` or `walletUsdc`. */
  readonly accounts: readonly {
    readonly account: string;
    readonly isWritable: boolean;
    readonly isSigner: boolean;
  }[];
  readonly arguments?: Uint8Array;
};

/**
 * What leveraged staking stands on; exits through a flash loan need all of it, but may buy through the router instead of the
 * market; everything else needs the vault alone.
 */
export type VerifyLeveragedDeployment = {
  readonly vault: string;
  readonly adaptor?: VerifyAdaptor & { readonly position: string };
  readonly lending?: {
    readonly program: string;
    readonly group: string;
    readonly bank: string;
    readonly accountIndex: number;
    readonly thirdPartyId: number;
  };
  readonly market?: {
    readonly program: string;
    readonly address: string;
    readonly rasolVault: string;
    readonly solVault: string;
  };
  readonly lookupTables?: readonly string[];
};
