import { type Address, createAddressWithSeed, getAddressEncoder, lamports } from '@solana/kit';
import { MARGINFI_ACCOUNT_DISCRIMINATOR } from '@staking-agent/chain/lending';
import { MAINNET } from '../src/mainnet-2026-11.ts';
import { findAssociated } from '../src/vm/player/model.ts';
import {
  STAKE_PROGRAM_ADDRESS,
  SYSTEM_PROGRAM_ADDRESS,
  TOKEN_2022_PROGRAM_ADDRESS,
} from '../src/vm/program-addresses.ts';
import { encodeDelegatedStake, encodeInitializedStake } from '../src/vm/stake-account.ts';
import { findProgramAccount, setMint, setProgramAccount, setTokenAccount } from '../src/world/accounts.ts';
import type { SandboxLedger } from '../src/world/sandbox-ledger.ts';

/** The seed of the address a wallet keeps SOL at beside its own. */
export const SAVINGS_SEED = 'savings';

const SOL = 1_000_000_000n;
const USDC = 1_000_000n;
const NONCE_SIZE = 80;
const LENDING_ACCOUNT_SIZE = 2_312;
/** Older than stake history, so fully active. */
const DELEGATED_SINCE = 400n;

/** Where a wallet's things are. */
export type Belongings = {
  /** Delegated for long, twice. */
  readonly stakeAccount: Address;
  readonly otherStakeAccount: Address;
  /** Delegated to nobody. */
  readonly idleStakeAccount: Address;
  /** Cooled down long ago. */
  readonly cooledStakeAccount: Address;
  readonly secondRasol: Address;
  readonly secondUsdc: Address;
  readonly nonceAccount: Address;
  readonly savings: Address;
  readonly mint: Address;
  readonly lendingAccount: Address;
  readonly unknownAccount: Address;
  readonly token2022Account: Address;
};

/**
 * Writes everything into the ledger that an old wallet may own: tokens of every kind, twice over, with a tip on top of their
 * rent; stake accounts in every state; a nonce account, SOL at a derived address, a mint, a position at a lender, an account
 * of Token-2022 and one of a program nobody knows. It is for tests that show what happens to them.
 */
export async function giveBelongings(ledger: SandboxLedger, wallet: Address): Promise<Belongings> {
  const programAddress = SYSTEM_PROGRAM_ADDRESS;
  const savings = await createAddressWithSeed({ baseAddress: wallet, seed: SAVINGS_SEED, programAddress });
  setProgramAccount(ledger.bank, savings, SYSTEM_PROGRAM_ADDRESS, [], 3n * SOL);
  return {
    savings,
    ...giveTokens(ledger, wallet),
    ...giveStake(ledger, wallet),
    ...giveOthers(ledger, wallet),
  };
}

function giveTokens({ bank, deployment }: SandboxLedger, wallet: Address) {
  const secondRasol = findProgramAccount(`second raSOL of ${wallet}`);
  const secondUsdc = findProgramAccount(`second USDC of ${wallet}`);
  const mint = findProgramAccount(`mint of ${wallet}`);
  const { rasolMint, usdcMint, rausdcMint, rasolMaxMint } = deployment;
  const tokens: readonly (readonly [Address, Address, bigint])[] = [
    [findAssociated(wallet, rasolMint), rasolMint, 40n * SOL],
    [findAssociated(wallet, usdcMint), usdcMint, 1_000n * USDC],
    [findAssociated(wallet, rausdcMint), rausdcMint, 100n * SOL],
    [findAssociated(wallet, rasolMaxMint), rasolMaxMint, 30n * SOL],
    [findAssociated(wallet, mint), mint, 5n * SOL],
    [secondRasol, rasolMint, 7n * SOL],
    [secondUsdc, usdcMint, 300n * USDC],
  ];
  for (const [address, of, amount] of tokens) {
    setTokenAccount(bank, address, { mint: of, owner: wallet, amount });
    const account = bank.findAccount(address);
    if (account !== undefined)
      bank.setAccount({ ...account, lamports: lamports(account.lamports + SOL / 2n) });
  }
  setMint(bank, mint, { mintAuthority: wallet, decimals: 9, supply: 5n * SOL });
  return { secondRasol, secondUsdc, mint };
}

function giveStake({ bank, deployment }: SandboxLedger, wallet: Address) {
  const rent = MAINNET.stakeMetaReserve;
  const names = ['stake', 'other stake', 'idle stake', 'cooled stake'] as const;
  const [stakeAccount, otherStakeAccount, idleStakeAccount, cooledStakeAccount] = names.map((name) =>
    findProgramAccount(`${name} of ${wallet}`),
  ) as [Address, Address, Address, Address];
  const delegated = (balance: bigint) =>
    encodeDelegatedStake({
      authority: wallet,
      voter: deployment.voteAccount,
      lamports: balance,
      activationEpoch: DELEGATED_SINCE,
      creditsObserved: 0n,
    });
  const put = (address: Address, data: Uint8Array, balance: bigint) =>
    setProgramAccount(bank, address, STAKE_PROGRAM_ADDRESS, data, balance);
  put(stakeAccount, delegated(rent + 6n * SOL), rent + 6n * SOL);
  // A reward or a tip lies on top of what is delegated.
  put(otherStakeAccount, delegated(rent + 5n * SOL), rent + 6n * SOL);
  put(idleStakeAccount, encodeInitializedStake(wallet), rent + 2n * SOL);
  const cooled = delegated(rent + 4n * SOL);
  new DataView(cooled.buffer).setBigUint64(DEACTIVATION_EPOCH_OFFSET, DELEGATED_SINCE + 10n, true);
  put(cooledStakeAccount, cooled, rent + 4n * SOL);
  return { stakeAccount, otherStakeAccount, idleStakeAccount, cooledStakeAccount };
}

/** Where a stake account says in which epoch it was deactivated. */
const DEACTIVATION_EPOCH_OFFSET = 172;

function giveOthers({ bank, deployment }: SandboxLedger, wallet: Address) {
  const key = getAddressEncoder().encode(wallet);
  const nonceAccount = findProgramAccount(`nonce of ${wallet}`);
  const nonce = new Uint8Array(NONCE_SIZE);
  nonce.set([1, 0, 0, 0, 1, 0, 0, 0, ...key]);
  setProgramAccount(bank, nonceAccount, SYSTEM_PROGRAM_ADDRESS, nonce, SOL);

  const lendingAccount = findProgramAccount(`position of ${wallet}`);
  const position = new Uint8Array(LENDING_ACCOUNT_SIZE);
  position.set(MARGINFI_ACCOUNT_DISCRIMINATOR);
  const lending = deployment.leveraged?.lending;
  if (lending !== undefined) {
    position.set(getAddressEncoder().encode(lending.group), 8);
    position.set(key, 40);
    setProgramAccount(bank, lendingAccount, lending.program, position);
  }

  const unknownAccount = findProgramAccount(`something of ${wallet}`);
  setProgramAccount(
    bank,
    unknownAccount,
    findProgramAccount('a program nobody knows'),
    [7, ...key, 0, 0, 0, 1],
    SOL,
  );

  const token2022Account = findProgramAccount(`Token-2022 of ${wallet}`);
  setTokenAccount(bank, token2022Account, {
    mint: findProgramAccount('a mint of Token-2022'),
    owner: wallet,
    amount: SOL,
    tokenProgram: TOKEN_2022_PROGRAM_ADDRESS,
  });
  // Tokens of somebody else, which the wallet may spend.
  setTokenAccount(bank, findProgramAccount(`lent to ${wallet}`), {
    mint: deployment.usdcMint,
    owner: findProgramAccount('somebody who trusts'),
    amount: 50n * USDC,
    delegate: wallet,
  });
  return { nonceAccount, lendingAccount, unknownAccount, token2022Account };
}
