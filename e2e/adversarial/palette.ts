import type { Address } from '@solana/kit';
import { findAssociatedTokenAddress } from '@staking-agent/chain/ledger';
import { type Belongings, nothingAt, type SandboxLedger } from '@staking-agent/sandbox';
import { createNamedKey, decodeAddress, type NamedKey } from './transaction-draft.ts';

export const SYSTEM = '11111111111111111111111111111111';
export const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
export const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
export const STAKE = 'Stake11111111111111111111111111111111111111';
export const ASSOCIATED_TOKEN = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
export const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111';
export const MEMO = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';

/** Somebody who would like to have what is the wallet's, and signs with the key of a transaction of their own. */
export const STRANGER: NamedKey = createNamedKey('stranger');

/** Accounts that a mutation may put somewhere, by what they are. */
export type Palette = {
  readonly wallet: string;
  /** The wallet's own. */
  readonly tokens: readonly string[];
  readonly stakes: readonly string[];
  readonly others: readonly string[];
  /** Derived from the wallet by a seed; says nowhere whose it is. */
  readonly savings: string;
  readonly nonce: string;
  readonly mint: string;
  /** The stranger's. */
  readonly foreignTokens: readonly string[];
  readonly foreignStake: string;
  readonly foreignVote: string;
  readonly foreignTable: string;
  readonly mints: readonly string[];
  readonly programs: readonly string[];
};

const TOKEN_ACCOUNT_SIZE = 165;
const STAKE_ACCOUNT_SIZE = 200;

/** Writes the stranger's accounts into the ledger, and lists all that is there to choose from for a wallet. */
export async function createPalette(
  ledger: SandboxLedger,
  wallet: string,
  own: Belongings,
): Promise<Palette> {
  const { deployment } = ledger;
  const { solMint, usdcMint, rasolMint, rasolMaxMint, rausdcMint } = deployment;
  const mints = [solMint, usdcMint, rasolMint, rasolMaxMint, rausdcMint];
  const findAta = (owner: string) => (mint: Address) => findAssociatedTokenAddress(owner as Address, mint);
  const tokens = await Promise.all(mints.map(findAta(wallet)));
  const foreignTokens = await Promise.all(mints.map(findAta(STRANGER.address)));
  const foreignStake = createNamedKey('stake of the stranger').address;
  const foreignVote = createNamedKey('vote of the stranger').address;
  const foreignTable = createNamedKey('table of the stranger').address;
  for (const [index, address] of foreignTokens.entries()) {
    const mint = mints[index] ?? solMint;
    // One is missing, for transactions that open it at the wallet's cost.
    if (mint !== rausdcMint) put(ledger, address, TOKEN, tokenAccount(mint, STRANGER.address, index === 0));
  }
  ledger.fund(STRANGER.address as Address, 1_000_000_000n);
  put(ledger, foreignStake, STAKE, initializedStake(STRANGER.address));
  const vote = ledger.findAccount(deployment.voteAccount);
  if (vote !== undefined) ledger.bank.setAccount({ ...vote, address: foreignVote as Address });
  const listed = [...tokens, ...foreignTokens, own.secondRasol, own.stakeAccount, STRANGER.address];
  putTable(ledger, foreignTable, listed);
  return {
    wallet,
    tokens: [...tokens, own.secondRasol, own.secondUsdc],
    stakes: [own.stakeAccount, own.otherStakeAccount, own.idleStakeAccount, own.cooledStakeAccount],
    others: [own.lendingAccount, own.unknownAccount, own.token2022Account],
    savings: own.savings,
    nonce: own.nonceAccount,
    mint: own.mint,
    foreignTokens,
    foreignStake,
    foreignVote,
    foreignTable,
    mints: [...mints, own.mint],
    programs: [
      SYSTEM,
      TOKEN,
      TOKEN_2022,
      STAKE,
      ASSOCIATED_TOKEN,
      COMPUTE_BUDGET,
      MEMO,
      ...deployment.routerPrograms,
    ],
  };
}

/** Writes a lookup table. */
export function putTable(ledger: SandboxLedger, address: string, listed: readonly string[]): void {
  put(ledger, address, 'AddressLookupTab1e1111111111111111111111111', lookupTable(listed));
}

function put({ bank }: SandboxLedger, address: string, owner: string, data: Uint8Array, beyond = 0n): void {
  const rent = bank.vm().minimumBalanceForRentExemption(BigInt(data.length));
  const space = BigInt(data.length);
  const account = { ...nothingAt(address as Address), programAddress: owner as Address, data, space };
  bank.setAccount({ ...account, lamports: (rent + beyond) as typeof account.lamports });
}

/** Writes an account of wrapped SOL that a delegate may spend all of. */
export function putWrappedSol(
  ledger: SandboxLedger,
  {
    address,
    owner,
    delegate,
    amount,
  }: { readonly address: string; readonly owner: string; readonly delegate: string; readonly amount: bigint },
): void {
  const data = tokenAccount(ledger.deployment.solMint, owner, true);
  const view = new DataView(data.buffer);
  view.setBigUint64(64, amount, true);
  view.setUint32(72, 1, true);
  data.set(decodeAddress(delegate), 76);
  view.setBigUint64(113, ledger.bank.vm().minimumBalanceForRentExemption(BigInt(TOKEN_ACCOUNT_SIZE)), true);
  view.setBigUint64(121, 2n ** 64n - 1n, true);
  put(ledger, address, TOKEN, data, amount);
}

function tokenAccount(mint: string, owner: string, isNative: boolean): Uint8Array {
  const data = new Uint8Array(TOKEN_ACCOUNT_SIZE);
  data.set(decodeAddress(mint));
  data.set(decodeAddress(owner), 32);
  data[108] = 1;
  if (isNative) {
    data[109] = 1;
    new DataView(data.buffer).setBigUint64(113, 2_039_280n, true);
  }
  return data;
}

function initializedStake(authority: string): Uint8Array {
  const data = new Uint8Array(STAKE_ACCOUNT_SIZE);
  data[0] = 1;
  data.set(decodeAddress(authority), 12);
  data.set(decodeAddress(authority), 44);
  return data;
}

function lookupTable(addresses: readonly string[]): Uint8Array {
  const data = new Uint8Array(56 + 32 * addresses.length);
  data[0] = 1;
  data.fill(255, 4, 12);
  for (const [index, address] of addresses.entries()) data.set(decodeAddress(address), 56 + 32 * index);
  return data;
}
