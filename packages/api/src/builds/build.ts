import type { Address } from '@solana/kit';
import type { Deployment } from '@staking-agent/chain/deployment';
import type { BuildOperation, Evidence, Verification, VerifyRequest } from '@staking-agent/verify';
import {
  type AmountAsset,
  ASSET_DECIMALS,
  type Expiry,
  type Explanation,
  formatAmount,
  type Quantity,
  type Receipt,
} from '@staking-agent/wire';
import type { Provider } from '../problems/faults.ts';
import type { Lifetime } from '../upstreams/ledger/blockhash.ts';
import type { FindRange } from './ranges.ts';
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
  /** What was read of the ledger, where the proof of such a build needs it. */
  readonly evidence?: Partial<Evidence>;
  /** That the ledger would let it land; `spared` only for native stake, which calls no upstream, and deactivate, whose account is read. */
  readonly simulated: Simulated | 'spared';
  readonly lifetime: Lifetime;
  readonly wallet: Address;
  readonly coSigner?: CoSigner;
  /** What it takes to name the same new account again. */
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
  /** What tells, where the wallet lacks what it spends, the nearest amounts that it has. */
  readonly findRange?: FindRange;
  /** What leaves the wallet, in base units: what it may be found to lack. */
  readonly spends: { readonly asset: 'SOL' | 'raSOL' | 'raUSDC'; readonly amount: bigint };
  readonly lifetime: Lifetime;
  readonly wallet: Address;
  /** What it takes to name the same new account again. */
  readonly keep?: Uint8Array;
  /** @param newStakeAccount - the stake account the transaction makes, where it makes one. */
  readonly fields: (newStakeAccount: string | undefined) => Fields;
};

/** What a strategy made, before it is checked, signed for and given a token; `amount` is what `max` came to. */
export type Build<Fields> = (CompiledBuild<Fields> | ProvidedBuild<Fields>) & { readonly amount?: string };

/** What finishing adds to a build's own fields. */
export type Finished = {
  transaction: string;
  service_token: string;
  expiry: Expiry;
  signers: string[];
  amount?: string;
  receipt?: Receipt;
  explanation?: Explanation;
};

/** A verified build to describe. */
export type ToldBuild = Pick<Build<unknown>, 'by' | 'operation' | 'request' | 'wallet'> & {
  /** Base64. */
  readonly transaction: string;
  readonly proof: Verification;
  /** Whether it has not been simulated. */
  readonly isSpared: boolean;
};

/** The mints that have a symbol here. */
export type Mints = Pick<Deployment, 'usdcMint' | 'rasolMint' | 'rausdcMint' | 'rasolMaxMint' | 'solMint'>;

/** Prints an amount of an asset of the verifier: a mint, or `stake` for SOL in a stake account. */
export function toQuantity(asset: string, baseUnits: bigint, mints: Mints): Quantity {
  const key = findAsset(asset, mints);
  return {
    asset: key === 'raSOLMax' ? 'raSOL Max' : key,
    amount: formatAmount(baseUnits, ASSET_DECIMALS[key]),
    baseUnits: String(baseUnits),
  };
}

function findAsset(asset: string, mints: Mints): AmountAsset {
  const assets: Readonly<Record<string, AmountAsset>> = {
    stake: 'SOL',
    [mints.solMint]: 'SOL',
    [mints.usdcMint]: 'USDC',
    [mints.rasolMint]: 'raSOL',
    [mints.rausdcMint]: 'raUSDC',
    [mints.rasolMaxMint]: 'raSOLMax',
  };
  const found = assets[asset];
  if (found === undefined)
    throw new Error(`The verifier names ${asset}, which is no asset of the deployment.`);
  return found;
}

/** Returns the stake account that a build opens; undefined when it opens none, such as a merge. */
export function findOpenedStake({
  operation,
  proof,
}: Pick<ToldBuild, 'operation' | 'proof'>): string | undefined {
  if (operation === 'merge') return undefined;
  return proof.effects.arrives.find(({ asset }) => asset === 'stake')?.account;
}

let last = { seconds: 0, text: printIso(0) };

/**
 * Prints a moment as an ISO time. All builds of one second share the text: printing it takes longer than the rest of an
 * answer's expiry.
 *
 * @param seconds - whole, since the epoch.
 */
export function printSecond(seconds: number): string {
  if (seconds !== last.seconds) last = { seconds, text: printIso(seconds) };
  return last.text;
}

function printIso(seconds: number): string {
  return new Date(seconds * 1_000).toISOString();
}
