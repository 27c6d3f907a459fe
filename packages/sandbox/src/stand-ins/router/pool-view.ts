import { type Address, createNoopSigner, type Instruction, lamports } from '@solana/kit';
import { getCreateAccountWithSeedInstruction, getTransferSolInstruction } from '@solana-program/system';
import {
  getCloseAccountInstruction,
  getInitializeAccount3Instruction,
  getSyncNativeInstruction,
} from '@solana-program/token';
import { getCreateTokenAccountInstruction } from '@staking-agent/chain/ledger';
import { getMarketCodec } from '@staking-agent/chain/leverage';
import {
  getStakePoolErrorMessage,
  type Refusal,
  STAKE_POOL_CODEC,
  STAKE_POOL_ERROR__SOL_WITHDRAWAL_TOO_LARGE,
  STAKE_POOL_ERROR__STAKE_LAMPORTS_NOT_EQUAL_TO_MINIMUM,
  VALIDATOR_LIST_CODEC,
} from '@staking-agent/chain/stake-pool';
import * as reserve from '../../programs/unstake.ts';
import { findAssociated, findSeeded } from '../../vm/player/model.ts';
import { TOKEN_PROGRAM_ADDRESS } from '../../vm/program-addresses.ts';
import { parseTokenAccount, readTokens } from '../../vm/token-balances.ts';
import type { SandboxLedger } from '../../world/sandbox-ledger.ts';
import { badRequest, readData, StandInError } from '../stand-in.ts';

/** The pool, its validators and the market as the newest slot has them. */
export type PoolView = ReturnType<typeof readPool>;

/** Reads what every order is priced from. */
export function readPool(ledger: SandboxLedger) {
  const { stakePool, validatorList, market, tokenVault, solVault } = ledger.pool;
  return {
    pool: STAKE_POOL_CODEC.decode(readData(ledger, stakePool)),
    list: VALIDATOR_LIST_CODEC.decode(readData(ledger, validatorList)),
    market: getMarketCodec().decode(readData(ledger, market)),
    vaults: { tokens: readTokens(ledger, tokenVault), lamports: readTokens(ledger, solVault) },
  };
}

/**
 * Checks an account of a wallet that an order names: the one named, or the wallet's associated one.
 *
 * @throws {StandInError} 400 when it does not exist, or is not the wallet's account of the mint.
 */
export function requireSource(
  ledger: SandboxLedger,
  wallet: Address,
  mint: Address,
  named: Address | undefined,
): Address {
  const source = named ?? findAssociated(wallet, mint);
  const account = ledger.findAccount(source);
  const token = account && parseTokenAccount(account);
  if (token === undefined) return badRequest(`Token account ${source} of ${mint} does not exist`);
  if (token.mint !== mint) return badRequest(`Token account ${source} is of another mint`);
  return token.owner === wallet ? source : badRequest(`Token account ${source} belongs to another wallet`);
}

/** Refuses in the router's words what the pool refuses. @throws {StandInError} always. */
export function refuseAs(refusal: Refusal): never {
  if ('error' in refusal || isEmpty(refusal)) throw insufficientLiquidity();
  if (refusal.by === 'stake') return badRequest('Amount is below the minimum stake delegation of the ledger');
  return badRequest(`Stake pool: ${getStakePoolErrorMessage(refusal.code)}`);
}

/** Returns the router's answer to an order that is too large for all sources. */
export function insufficientLiquidity(): StandInError {
  return new StandInError(400, 'No route found: insufficient liquidity for this amount');
}

function isEmpty({ by, code }: Exclude<Refusal, { error: unknown }>): boolean {
  const codes: readonly number[] = [
    STAKE_POOL_ERROR__SOL_WITHDRAWAL_TOO_LARGE,
    STAKE_POOL_ERROR__STAKE_LAMPORTS_NOT_EQUAL_TO_MINIMUM,
  ];
  return by === 'stake-pool' && codes.includes(code);
}

const TOKEN_ACCOUNT_SIZE = 165n;

/**
 * Plans an account of wrapped SOL that exists only within one transaction; its end gives everything in it, wrapped SOL and rent,
 * to the wallet.
 *
 * The wallet's associated account serves when there is none yet. One that exists holds the wallet's own wrapped
 * SOL, which must not be unwrapped, so another account, derived from the wallet by a seed, takes its place.
 */
export function planWrappedSol(ledger: SandboxLedger, wallet: Address) {
  const mint = ledger.deployment.solMint;
  const ata = findAssociated(wallet, mint);
  if (ledger.findAccount(ata) === undefined) {
    const open = [getCreateTokenAccountInstruction({ owner: wallet, mint, account: ata })];
    return { address: ata, open, close: closeTo(ata, wallet) };
  }
  const seed = `wsol${ledger.blocks.tip().slot}`;
  const address = findSeeded(wallet, seed, TOKEN_PROGRAM_ADDRESS);
  const rent = ledger.bank.vm().minimumBalanceForRentExemption(TOKEN_ACCOUNT_SIZE);
  const create = getCreateAccountWithSeedInstruction({
    payer: createNoopSigner(wallet),
    newAccount: address,
    base: wallet,
    seed,
    amount: rent,
    space: TOKEN_ACCOUNT_SIZE,
    programAddress: TOKEN_PROGRAM_ADDRESS,
  });
  const initialize = getInitializeAccount3Instruction({ account: address, mint, owner: wallet });
  return { address, open: [create, initialize], close: closeTo(address, wallet) };
}

/** Wraps lamports of the wallet into a wrapped-SOL account. */
export function wrapSol(wallet: Address, account: Address, amount: bigint): Instruction[] {
  const source = createNoopSigner(wallet);
  return [
    getTransferSolInstruction({ source, destination: account, amount: lamports(amount) }),
    getSyncNativeInstruction({ account }),
  ];
}

/** Closes a token account to its wallet. */
export function closeTo(account: Address, wallet: Address): Instruction {
  return getCloseAccountInstruction({ account, destination: wallet, owner: createNoopSigner(wallet) });
}

/** Reads what an exit into the Reserve is priced from. */
export function readReserve(ledger: SandboxLedger) {
  const { incomingStake } = reserve.RESERVE_POOL_CODEC.decode(readData(ledger, reserve.RESERVE_POOL));
  const solReserves = ledger.bank.getLamports(reserve.SOL_RESERVES.address);
  return {
    fee: reserve.RESERVE_FEE_CODEC.decode(readData(ledger, reserve.RESERVE_FEE)),
    liquidity: { incomingStake, solReserves },
  };
}

/** Computes the lamports that the Reserve pays for a stake account; undefined when it does not have as much. */
export function quoteReserve(ledger: SandboxLedger, lamports: bigint): bigint | undefined {
  const { fee, liquidity } = readReserve(ledger);
  const taken = reserve.priceUnstake(fee, liquidity, lamports);
  // The protocol has its part of what is taken, and the record of the stake account its rent.
  const isPayable = taken <= lamports && lamports + taken < liquidity.solReserves;
  return isPayable ? lamports - taken : undefined;
}
