// What the bench uses of packages that only `npm run bench` installs, so that `npm run types` needs none of them.

declare module 'express' {
  type Request = {
    readonly body: {
      readonly strategy?: unknown;
      readonly wallet?: unknown;
      readonly amount?: unknown;
    };
  };
  type Response = { status(code: number): Response; json(body: object): void };
  type Handler = (request: Request, response: Response) => void;
  type Application = {
    use(middleware: unknown): void;
    post(path: string, handler: Handler): void;
    listen(port: number, host: string, onListening: () => void): import('node:http').Server;
  };
  const express: { (): Application; json(): unknown };
  // biome-ignore lint/style/noDefaultExport: the package has one.
  export default express;
}

declare module '@everstake/wallet-sdk-solana' {
  export const Network: { readonly Mainnet: unknown };
  export class Solana {
    constructor(network: unknown);
    createAccount(
      wallet: string,
      lamports: bigint,
      seed: null,
      params: object,
    ): Promise<{ readonly result: { readonly transaction: import('@solana/kit').Transaction } }>;
  }
}

declare module '@solana/spl-stake-pool' {
  type Web3 = typeof import('@solana/web3.js');
  export function depositSol(
    connection: InstanceType<Web3['Connection']>,
    stakePoolAddress: InstanceType<Web3['PublicKey']>,
    from: InstanceType<Web3['PublicKey']>,
    lamports: number,
  ): Promise<{
    instructions: import('@solana/web3.js').TransactionInstruction[];
    signers: import('@solana/web3.js').Signer[];
  }>;
}

declare module '@voltr/vault-sdk' {
  type Key = import('@solana/web3.js').PublicKey;
  type Accounts = { userTransferAuthority: Key; vault: Key; vaultAssetMint: Key; assetTokenProgram: Key };
  type Instruction = import('@solana/web3.js').TransactionInstruction;
  export class VoltrClient {
    constructor(connection: import('@solana/web3.js').Connection);
    createDepositVaultIx(amount: object, accounts: Accounts): Promise<Instruction>;
    createInstantWithdrawVaultIx(
      what: { amount: object; isAmountInLp: boolean; isWithdrawAll: boolean },
      accounts: Accounts,
    ): Promise<Instruction>;
  }
}

declare module 'bn.js' {
  // biome-ignore lint/style/noDefaultExport: the package has one.
  export default class BN {
    constructor(value: number);
  }
}
