import { type Address, createNoopSigner, type Instruction } from '@solana/kit';
import { getAuthorizeInstruction, StakeAuthorize } from '@solana-program/stake';
import { getCreateAssociatedTokenIdempotentInstruction } from '@solana-program/token';
import { isLiquid, priceSwap } from '@staking-agent/chain/market';
import { getStakeStatus, NOT_DEACTIVATED } from '@staking-agent/chain/stake';
import {
  getDepositStakeWithSlippageInstruction,
  previewDepositStake,
  type StakeDeposit,
} from '@staking-agent/chain/stake-pool';
import { depositStakeIntoPool, depositStakeIntoReserve } from '../../programs/stakedex/instructions.ts';
import { DEPOSIT_STAKE_FEE_BPS, lessRouterFee } from '../../programs/stakedex/model.ts';
import { getSwapInstruction, WHOLE_BALANCE } from '../../programs/swap.ts';
import { STAKE_PROGRAM_ADDRESS } from '../../vm/program-addresses.ts';
import { parseStakeState } from '../../vm/stake-account.ts';
import type { SandboxLedger } from '../../world/sandbox-ledger.ts';
import { badRequest, type Query } from '../stand-in.ts';
import { describePool, lessSlippage, toFeeInfo } from './candidates.ts';
import type { Draft, FeeInfo, Order } from './order.ts';
import {
  closeTo,
  findAta,
  insufficientLiquidity,
  type PoolView,
  planWrappedSol,
  readPool,
  refuseAs,
  requireSource,
} from './pool-view.ts';
import { findAddress, readSlippage, readSources, requireAddress, type SwapSource } from './query.ts';
import { quoteReserve, readReserve } from './withdraw-stake.ts';

const UNITS = 300_000;

/**
 * `GET /swap/depositStake/order`: a whole stake account into raSOL, or on into SOL at once.
 *
 * @throws {StandInError} 400 for bad parameters, for stake the pool does not take, and where nobody can serve it.
 */
export async function orderDepositStake(query: Query, ledger: SandboxLedger): Promise<Order> {
  const { solMint, rasolMint } = ledger.deployment;
  const out = requireAddress(query, 'out');
  if (out !== solMint && out !== rasolMint) badRequest(`Unknown mint ${out}`);
  const wallet = findAddress(query, 'signer');
  const stake = requireDepositableStake(ledger, requireAddress(query, 'inpAcc'), wallet);
  const slippage = readSlippage(query);
  const sources = readSources(query);
  if (!sources.has('SanctumRouter') && !(sources.has('Jup') && out === solMint)) {
    badRequest('No route found for this swapSrc');
  }
  const view = readPool(ledger);
  const deposit = previewDepositStake(view.pool, {
    lamports: stake.lamports,
    delegatedLamports: stake.delegated,
    voteAccount: stake.voteAccount,
    validators: view.list.validators,
    epoch: ledger.epoch(),
    feeRounding: ledger.feeRounding,
  });
  if (!deposit.ok) return refuseAs(deposit);

  const fee = describeDepositFee(view, deposit, rasolMint);
  const route = out === solMint ? sell(view, stake, deposit.userTokens, { ledger, sources }) : undefined;
  const tokens = lessRouterFee(deposit.userTokens + deposit.referrerTokens, DEPOSIT_STAKE_FEE_BPS);
  const amountOut = route?.amountOut ?? tokens;
  const answer = {
    inp: stake.voteAccount,
    out,
    mode: 'ExactIn',
    inpAmt: {
      amtStaked: stake.delegated.toString(),
      amtUnstaked: (stake.lamports - stake.delegated).toString(),
    },
    outAmt: amountOut.toString(),
    swapSrcData: describePool(...(route?.by === 'reserve' ? [] : [fee]), ...(route ? [route.fee] : [])),
  };
  if (wallet === undefined) return { answer };

  const named = findAddress(query, 'outAcc');
  if (named !== undefined) await requireSource(ledger, wallet, out, named);
  const parts = { ledger, wallet, stake, named, slippage, userTokens: deposit.userTokens };
  if (route === undefined) return { answer, draft: await draftTokens(parts) };
  const draft = route.by === 'reserve' ? draftReserve(parts) : draftSol(parts, amountOut);
  return { answer, draft: await draft };
}

type Parts = {
  readonly ledger: SandboxLedger;
  readonly wallet: Address;
  readonly stake: GivenStake;
  /** Where the output goes, when the caller said so. */
  readonly named: Address | undefined;
  /** Basis points. */
  readonly slippage: bigint;
  readonly userTokens: bigint;
};

async function draftTokens({ ledger, wallet, stake, named }: Parts): Promise<Draft> {
  const { poolMint } = ledger.pool;
  const destination = named ?? (await findAta(wallet, poolMint));
  const open =
    ledger.findAccount(destination) === undefined ? [createAta(wallet, destination, poolMint)] : [];
  const give = depositStakeIntoPool(ledger.pool, { user: wallet, stake: stake.address, destination });
  return {
    wallet,
    instructions: [...open, give],
    units: UNITS,
    output: 'token',
    stakeAccount: stake.address,
    tokenAccount: destination,
  };
}

async function draftReserve({ ledger, wallet, stake, named }: Parts): Promise<Draft> {
  const wrapped = named === undefined ? await planWrappedSol(ledger, wallet) : undefined;
  const destination = wrapped?.address ?? named ?? wallet;
  const give = depositStakeIntoReserve({ user: wallet, stake: stake.address, destination });
  const tokens = await findAta(wallet, ledger.pool.poolMint);
  return {
    wallet,
    instructions: [...(wrapped?.open ?? []), give, ...(wrapped === undefined ? [] : [wrapped.close])],
    units: UNITS,
    output: 'sol',
    stakeAccount: stake.address,
    ...(ledger.findAccount(tokens) !== undefined && { tokenAccount: tokens }),
  };
}

async function draftSol(
  { ledger, wallet, stake, named, slippage, userTokens }: Parts,
  amountOut: bigint,
): Promise<Draft> {
  const { poolMint, solMint, market } = ledger.pool;
  const tokens = await findAta(wallet, poolMint);
  const exists = ledger.findAccount(tokens) !== undefined;
  const wrapped = named === undefined ? await planWrappedSol(ledger, wallet) : undefined;
  const swap = getSwapInstruction({
    market,
    owner: wallet,
    source: tokens,
    destination: wrapped?.address ?? named ?? wallet,
    mintIn: poolMint,
    mintOut: solMint,
    // A new account holds nothing but this deposit; an old one keeps what it held before.
    amountIn: exists ? userTokens : WHOLE_BALANCE,
    minimumAmountOut: lessSlippage(amountOut, slippage),
  });
  // All that is sold must come from this deposit.
  const least = exists ? userTokens : lessSlippage(userTokens, slippage);
  const give = depositInstructions(ledger, wallet, stake, tokens, least);
  return {
    wallet,
    instructions: [
      ...(exists ? [] : [createAta(wallet, tokens, poolMint)]),
      ...(wrapped?.open ?? []),
      ...give,
      swap,
      ...(exists ? [] : [closeTo(tokens, wallet)]),
      ...(wrapped === undefined ? [] : [wrapped.close]),
    ],
    units: UNITS,
    output: 'sol',
    stakeAccount: stake.address,
    tokenAccount: tokens,
  };
}

/** How stake becomes SOL. */
type Route = { readonly by: 'reserve' | 'market'; readonly amountOut: bigint; readonly fee: FeeInfo };

/** Chooses the better way: the Reserve buys the account, or the pool takes it and the market buys its tokens. */
function sell(
  { market, vaults }: PoolView,
  { lamports }: GivenStake,
  tokens: bigint,
  { ledger, sources }: { readonly ledger: SandboxLedger; readonly sources: ReadonlySet<SwapSource> },
): Route {
  const describe = (by: Route['by'], code: string, amountOut: bigint): Route => {
    const lost = lamports > amountOut ? lamports - amountOut : 0n;
    const rate = Number(lost) / Number(lamports);
    return {
      by,
      amountOut,
      fee: { code, rate, amount: lost.toString(), mint: ledger.deployment.solMint },
    };
  };
  const reserve = sources.has('SanctumRouter') ? quoteReserve(readReserve(ledger), lamports) : undefined;
  const { amountOut } = priceSwap(market, 'sell-token', tokens);
  const isSaleable = sources.has('Jup') && isLiquid(amountOut, vaults.lamports);
  if (reserve !== undefined && (!isSaleable || reserve.paid >= amountOut)) {
    return describe('reserve', 'ReserveUnstake', reserve.paid);
  }
  if (!isSaleable) throw insufficientLiquidity();
  return describe('market', 'InstantUnstakeFlash', amountOut);
}

function describeDepositFee({ pool }: PoolView, deposit: StakeDeposit, mint: Address): FeeInfo {
  const amount = deposit.managerTokens + deposit.referrerTokens;
  return toFeeInfo('StakePoolDepositStake', pool.stakeDepositFee, amount, mint);
}

/** Hands the account to the pool, which takes it in. */
function depositInstructions(
  { pool: world }: SandboxLedger,
  wallet: Address,
  stake: GivenStake,
  tokens: Address,
  minimumPoolTokens: bigint,
): Instruction[] {
  const authorize = [StakeAuthorize.Staker, StakeAuthorize.Withdrawer].map((arg1) =>
    getAuthorizeInstruction({
      stake: stake.address,
      authority: createNoopSigner(wallet),
      arg0: world.depositAuthority,
      arg1,
    }),
  );
  const deposit = getDepositStakeWithSlippageInstruction(
    {
      ...world,
      depositedStake: stake.address,
      destinationTokenAccount: tokens,
      referrerTokenAccount: tokens,
      minimumPoolTokens,
    },
    world,
  );
  return [...authorize, deposit];
}

function createAta(wallet: Address, ata: Address, mint: Address): Instruction {
  return getCreateAssociatedTokenIdempotentInstruction({
    payer: createNoopSigner(wallet),
    ata,
    owner: wallet,
    mint,
  });
}

/** A stake account the pool takes, in lamports. */
type GivenStake = ReturnType<typeof requireDepositableStake>;

/**
 * Reads a stake account to be deposited.
 *
 * @param wallet - its expected owner, where known.
 * @throws {StandInError} 400 when it does not exist, is not delegated to the pool's validator, is not fully active, or does
 *   not belong to the wallet.
 */
function requireDepositableStake(ledger: SandboxLedger, address: Address, wallet: Address | undefined) {
  const account = ledger.findAccount(address);
  if (account === undefined) return badRequest(`Stake account ${address} does not exist`);
  const state = account.programAddress === STAKE_PROGRAM_ADDRESS ? parseStakeState(account.data) : undefined;
  if (state === undefined) return badRequest(`${address} is not a stake account`);
  if (state.__kind !== 'Stake') return badRequest(`Stake account ${address} is not delegated`);
  const [{ authorized, lockup }, { delegation }] = state.fields;
  if (delegation.voterPubkey !== ledger.pool.voteAccount) {
    return badRequest(`Stake account ${address} is delegated to a validator that is not in the stake pool`);
  }
  if (delegation.deactivationEpoch !== NOT_DEACTIVATED) {
    return badRequest(`Stake account ${address} is deactivating or inactive`);
  }
  const history = ledger.bank.vm().getStakeHistory();
  const status = getStakeStatus(delegation, ledger.epoch(), (epoch) => history.get(epoch) ?? undefined);
  if (status.activating > 0n || status.effective < delegation.stake) {
    return badRequest(`Stake account ${address} is still activating`);
  }
  const clock = ledger.bank.vm().getClock();
  if (lockup.epoch > clock.epoch || lockup.unixTimestamp > clock.unixTimestamp) {
    return badRequest(`Stake account ${address} is locked up`);
  }
  if (wallet !== undefined && (authorized.withdrawer !== wallet || authorized.staker !== wallet)) {
    return badRequest(`Signer is not the authority of stake account ${address}`);
  }
  return {
    address,
    lamports: account.lamports,
    delegated: delegation.stake,
    voteAccount: delegation.voterPubkey,
  };
}
