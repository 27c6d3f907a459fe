import { type Address, createNoopSigner, type Instruction } from '@solana/kit';
import { getAuthorizeInstruction, StakeAuthorize } from '@solana-program/stake';
import { getCreateAssociatedTokenIdempotentInstruction } from '@solana-program/token';
import { isLiquid, priceSwap } from '@staking-agent/chain/market';
import {
  getDepositStakeWithSlippageInstruction,
  previewDepositStake,
  type StakeDeposit,
} from '@staking-agent/chain/stake-pool';
import { getSwapInstruction, WHOLE_BALANCE } from '../../programs/swap/swap-instruction.ts';
import type { SandboxLedger } from '../../world/sandbox-ledger.ts';
import { lessSlippage } from './candidates/candidate.ts';
import { describePool, toFeeInfo } from './candidates/pool.ts';
import { type GivenStake, requireDepositableStake } from './depositable-stake.ts';
import type { Draft, FeeInfo, Order } from './order.ts';
import {
  findAta,
  insufficientLiquidity,
  type PoolView,
  readPool,
  refuseAs,
  requireSource,
} from './pool-view.ts';
import { findAddress, type Query, readSlippage, readSources, requireAddress } from './query.ts';
import { badRequest } from './router-error.ts';
import { closeTo, planWrappedSol } from './wrapped-sol.ts';

const UNITS = 300_000;

/**
 * `GET /swap/depositStake/order`: a whole stake account into raSOL, or on into SOL at once.
 *
 * @throws {RouterError} 400 for bad parameters, for stake the pool does not take, and where nobody can serve it.
 */
export async function orderDepositStake(query: Query, ledger: SandboxLedger): Promise<Order> {
  const { solMint, rasolMint } = ledger.deployment;
  const out = requireAddress(query, 'out');
  if (out !== solMint && out !== rasolMint) badRequest(`Unknown mint ${out}`);
  const wallet = findAddress(query, 'signer');
  const stake = requireDepositableStake(ledger, requireAddress(query, 'inpAcc'), wallet);
  const slippage = readSlippage(query);
  if (!readSources(query).has('SanctumRouter')) badRequest('No route found for this swapSrc');
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
  const sale = out === solMint ? sell(view, stake, deposit.userTokens, solMint) : undefined;
  const amountOut = sale?.amountOut ?? deposit.userTokens;
  const answer = {
    inp: stake.voteAccount,
    out,
    mode: 'ExactIn',
    inpAmt: {
      amtStaked: stake.delegated.toString(),
      amtUnstaked: (stake.lamports - stake.delegated).toString(),
    },
    outAmt: amountOut.toString(),
    swapSrcData: describePool(fee, ...(sale === undefined ? [] : [sale.fee])),
  };
  if (wallet === undefined) return { answer };

  const named = findAddress(query, 'outAcc');
  if (named !== undefined) await requireSource(ledger, wallet, out, named);
  const draft = { ledger, wallet, stake, named, slippage, userTokens: deposit.userTokens };
  return { answer, draft: sale === undefined ? await draftTokens(draft) : await draftSol(draft, amountOut) };
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

async function draftTokens({ ledger, wallet, stake, named, slippage, userTokens }: Parts): Promise<Draft> {
  const { poolMint } = ledger.pool;
  const tokens = named ?? (await findAta(wallet, poolMint));
  const open = ledger.findAccount(tokens) === undefined ? [createAta(wallet, tokens, poolMint)] : [];
  const give = depositInstructions(ledger, wallet, stake, tokens, lessSlippage(userTokens, slippage));
  return {
    wallet,
    instructions: [...open, ...give],
    units: UNITS,
    output: 'token',
    stakeAccount: stake.address,
    tokenAccount: tokens,
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
  const give = depositInstructions(ledger, wallet, stake, tokens, lessSlippage(userTokens, slippage));
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

function sell({ market, vaults }: PoolView, { lamports }: GivenStake, tokens: bigint, solMint: Address) {
  const { amountOut } = priceSwap(market, 'sell-token', tokens);
  if (!isLiquid(amountOut, vaults.lamports)) throw insufficientLiquidity();
  const lost = lamports > amountOut ? lamports - amountOut : 0n;
  const fee: FeeInfo = {
    code: 'InstantUnstakeFlash',
    rate: Number(lost) / Number(lamports),
    amount: lost.toString(),
    mint: solMint,
  };
  return { amountOut, fee };
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
