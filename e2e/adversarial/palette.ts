import type { Address } from '@solana/kit';
import { findAssociatedTokenAddress } from '@staking-agent/chain/ledger';
import type { Belongings, SandboxLedger } from '@staking-agent/sandbox';
import { encodeInitializedStake } from '../../packages/sandbox/src/vm/stake-account.ts';
import {
  createDeterministicKey,
  findProgramAccount,
  seedLookupTable,
  setProgramAccount,
  setTokenAccount,
} from '../../packages/sandbox/src/world/accounts.ts';

export const SYSTEM = '11111111111111111111111111111111';
export const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
export const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
export const STAKE = 'Stake11111111111111111111111111111111111111';
export const ASSOCIATED_TOKEN = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
export const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111';
export const MEMO = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';

/** Somebody who would like to have what is the wallet's, and signs with the key of a transaction of their own. */
export const STRANGER = createDeterministicKey('stranger');

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

/** Writes the stranger's accounts into the ledger, and lists all that is there to choose from for a wallet. */
export async function createPalette(
  ledger: SandboxLedger,
  wallet: string,
  own: Belongings,
): Promise<Palette> {
  const { bank, deployment } = ledger;
  const { solMint, usdcMint, rasolMint, rasolMaxMint, rausdcMint } = deployment;
  const mints = [solMint, usdcMint, rasolMint, rasolMaxMint, rausdcMint];
  const findAta = (owner: string) => (mint: Address) => findAssociatedTokenAddress(owner as Address, mint);
  const tokens = await Promise.all(mints.map(findAta(wallet)));
  const foreignTokens = await Promise.all(mints.map(findAta(STRANGER.address)));
  const foreignStake = findProgramAccount('stake of the stranger');
  const foreignVote = findProgramAccount('vote of the stranger');
  const foreignTable = findProgramAccount('table of the stranger');
  for (const [index, address] of foreignTokens.entries()) {
    const mint = mints[index] ?? solMint;
    // One is missing, for transactions that open it at the wallet's cost.
    if (mint !== rausdcMint) setTokenAccount(bank, address, { mint, owner: STRANGER.address, amount: 0n });
  }
  ledger.fund(STRANGER.address, 1_000_000_000n);
  setProgramAccount(bank, foreignStake, STAKE as Address, encodeInitializedStake(STRANGER.address));
  const vote = ledger.findAccount(deployment.voteAccount);
  if (vote !== undefined) bank.setAccount({ ...vote, address: foreignVote });
  const listed = [...tokens, ...foreignTokens, own.secondRasol, own.stakeAccount, STRANGER.address];
  seedLookupTable(bank, foreignTable, listed);
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
