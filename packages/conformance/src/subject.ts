import type { VerifyDeployment } from '@staking-agent/verify';
import { Skipped } from './breach.ts';
import type { Client } from './client.ts';
import type { Exchange } from './exchange.ts';
import type { Ledger } from './ledger.ts';
import type { Wallet } from './wallet.ts';

/** Where wallets with something in them come from. */
export type Funds = {
  /** A wallet with 20 SOL and 100 USDC of the sandbox, or the one of the caller, whatever it holds. */
  makeWallet(): Promise<Wallet>;
  /** Ends the running epoch. Absent where nobody can. */
  readonly endEpoch?: () => Promise<void>;
};

/** What checks are made of: a deployment, and the means that the caller of the kit has given. */
export type Subject = {
  /** Scheme and host, without a slash at the end. */
  readonly url: string;
  readonly client: Client;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Exchange>;
  post(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Exchange>;
  /** The addresses that builds are verified with. @throws {Skipped} where none are known. */
  findDeployment(): Promise<VerifyDeployment>;
  readonly ledger?: Ledger;
  readonly funds?: Funds;
  /** Waits until the deployment's clock has reached a time. Absent where nobody wants to. */
  readonly waitUntil?: (time: Date) => Promise<void>;
};

/** Returns a value that an option must provide. @throws {Skipped} when it is missing. */
export function need<Part>(part: Part | undefined, lacks: string): Part {
  if (part === undefined) throw new Skipped(lacks);
  return part;
}
