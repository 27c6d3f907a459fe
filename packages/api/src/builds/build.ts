import type { Address } from '@solana/kit';
import type { Deployment } from '@staking-agent/chain/deployment';
import type { BuildOperation, Evidence, Verification, VerifyRequest } from '@staking-agent/verify';
import type { AmountAsset, Expiry, Explanation, Receipt } from '@staking-agent/wire';
import type { Provider } from '../problems/faults.ts';
import type { Lifetime } from '../upstreams/ledger/blockhash.ts';
import type { LocatedRange } from './ranges.ts';
import type { Simulated } from './simulate.ts';
import type { TokenRoute } from './token.ts';

/** A key pair the service signs with once: the new stake account's. `secretKey` is 64 bytes, wiped after use. */
export type CoSigner = { readonly publicKey: Uint8Array; readonly secretKey: Uint8Array };

/** A message the service compiled, what was asked for, and the fields of the answer that are its own. */
export type CompiledBuild<Fields> = {
  readonly by: 'service';
  /** Compiled message bytes. */
  readonly message: Uint8Array;
  readonly operation: BuildOperation;
  /** As it was sent. */
  readonly request: VerifyRequest;
  /** The ledger as it was read, where the proof of such a build needs it. */
  readonly evidence?: Partial<Evidence>;
  /** That the ledger would let it land; `spared` only for native stake, which calls no upstream, and deactivate, whose account is read. */
  readonly simulated: Simulated | 'spared';
  readonly lifetime: Lifetime;
  readonly wallet: Address;
  readonly coSigner?: CoSigner;
  /** Names the same new account again. */
  readonly keep?: Uint8Array;
  readonly fields: Fields;
};

/** A transaction that somebody else made for the wallet, and what was asked for. */
export type ProvidedBuild<Fields> = {
  readonly by: Provider;
  /** Unsigned, base64. */
  readonly transaction: string;
  /** How its maker wants it broadcast. */
  readonly route: TokenRoute;
  readonly operation: BuildOperation;
  /** As it was sent: what the transaction may do, and the least it has to bring. */
  readonly request: VerifyRequest;
  /** Where the nearest amounts are read from, in case the wallet lacks what it spends. */
  readonly range?: LocatedRange;
  /** Leaves the wallet, in base units, which may be found to lack it. */
  readonly spends: { readonly asset: 'SOL' | 'raSOL' | 'raUSDC'; readonly amount: bigint };
  readonly lifetime: Lifetime;
  readonly wallet: Address;
  /** Names the same new account again. */
  readonly keep?: Uint8Array;
  /** @param newStakeAccount - the stake account the transaction makes, where it makes one. */
  readonly fields: (newStakeAccount: string | undefined) => Fields;
};

/** A build of a strategy, before it is checked, signed for and given a token; `amount` is what `max` came to. */
export type Build<Fields> = (CompiledBuild<Fields> | ProvidedBuild<Fields>) & { readonly amount?: string };

/** The members that finishing adds to a build's own fields. */
export type Finished = {
  transaction: string;
  service_token: string;
  expiry: Expiry;
  signers: string[];
  amount?: string;
  receipt?: Receipt;
  explanation?: Explanation;
};

export type ToldBuild = Build<unknown> & {
  /** Base64. */
  readonly transaction: string;
  readonly proof: Verification;
  /** It has not been simulated. */
  readonly isSpared: boolean;
};

/**
 * Returns the asset of a mint of the deployment, or of `stake`, which is SOL in a stake account.
 *
 * @throws {Error} for any other mint.
 */
export function findAsset(asset: string, deployment: Deployment): AmountAsset {
  const assets: Readonly<Record<string, AmountAsset>> = {
    stake: 'SOL',
    [deployment.solMint]: 'SOL',
    [deployment.usdcMint]: 'USDC',
    [deployment.rasolMint]: 'raSOL',
    [deployment.rausdcMint]: 'raUSDC',
    [deployment.rasolMaxMint]: 'raSOLMax',
  };
  const found = assets[asset];
  if (found === undefined)
    throw new Error(`The verifier names ${asset}, which is no asset of the deployment.`);
  return found;
}

/** Returns the stake account that a proved transaction makes for its wallet; undefined when it makes none. */
export function findNewStakeAccount({ effects }: Verification): string | undefined {
  return effects.arrives.find(({ asset }) => asset === 'stake')?.account;
}

/** Returns the stake account that a build opens; undefined when it opens none, such as a merge. */
export function findOpenedStake({ operation, proof }: ToldBuild): string | undefined {
  return operation === 'merge' ? undefined : findNewStakeAccount(proof);
}
