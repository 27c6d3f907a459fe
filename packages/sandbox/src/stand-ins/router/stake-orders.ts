import { type Address, createNoopSigner, type Instruction } from '@solana/kit';
import { getAuthorizeInstruction, StakeAuthorize } from '@solana-program/stake';
import { getCreateAccountWithSeedInstruction } from '@solana-program/system';
import { getCreateTokenAccountInstruction } from '@staking-agent/chain/ledger';
import { isLiquid, priceSwap } from '@staking-agent/chain/leverage';
import { getStakeStatus, NOT_DEACTIVATED } from '@staking-agent/chain/stake';
import {
  getDepositStakeWithSlippageInstruction,
  getWithdrawStakeWithSlippageInstruction,
  previewDepositStake,
  previewWithdrawStake,
} from '@staking-agent/chain/stake-pool';
import { MAINNET } from '../../mainnet-2026-11.ts';
import { deactivateStake } from '../../programs/native.ts';
import {
  depositStakeIntoPool,
  depositStakeIntoReserve,
  findBridgeStake,
  prefundWithdrawStake,
} from '../../programs/stakedex/instructions.ts';
import { DEPOSIT_STAKE_FEE_BPS, lessRouterFee } from '../../programs/stakedex/model.ts';
import { getSwapInstruction, WHOLE_BALANCE } from '../../programs/swap.ts';
import { solveUnstake } from '../../programs/unstake.ts';
import { findAssociated, findSeeded } from '../../vm/player/model.ts';
import { STAKE_PROGRAM_ADDRESS } from '../../vm/program-addresses.ts';
import { parseStakeState, readMinimumDelegation, STAKE_ACCOUNT_SIZE } from '../../vm/stake-account.ts';
import type { SandboxLedger } from '../../world/sandbox-ledger.ts';
import { badRequest, findAddress, type Query, requireAddress } from '../stand-in.ts';
import * as orders from './order.ts';
import * as pools from './pool-view.ts';

const DEPOSIT_UNITS = 300_000;

/**
 * `GET /swap/depositStake/order`: a whole stake account into raSOL, or on into SOL at once.
 *
 * @throws {StandInError} 400 for bad parameters, for stake that the pool does not take, and where neither can serve it.
 */
export function orderDepositStake(query: Query, ledger: SandboxLedger): orders.Order {
  const { solMint, rasolMint } = ledger.deployment;
  const out = requireAddress(query, 'out');
  if (out !== solMint && out !== rasolMint) badRequest(`Unknown mint ${out}`);
  const wallet = findAddress(query, 'signer');
  const stake = requireDepositableStake(ledger, requireAddress(query, 'inpAcc'), wallet);
  const slippage = orders.readSlippage(query);
  const sources = orders.readSources(query);
  if (!sources.has('SanctumRouter') && !(sources.has('Jup') && out === solMint)) {
    badRequest('No route found for this swapSrc');
  }
  const view = pools.readPool(ledger);
  const { epoch, feeRounding } = ledger;
  const { validators } = view.list;
  const deposit = previewDepositStake(view.pool, { ...stake, validators, epoch: epoch(), feeRounding });
  if (!deposit.ok) return pools.refuseAs(deposit);

  const { userTokens, referrerTokens, managerTokens } = deposit;
  const taken = managerTokens + referrerTokens;
  const fee = orders.toFeeInfo('StakePoolDepositStake', view.pool.stakeDepositFee, taken, rasolMint);
  const route = out === solMint ? sell(view, stake.lamports, userTokens, ledger, sources) : undefined;
  const amountOut = route?.amountOut ?? lessRouterFee(userTokens + referrerTokens, DEPOSIT_STAKE_FEE_BPS);
  const answer = {
    inp: stake.voteAccount,
    out,
    mode: 'ExactIn',
    inpAmt: {
      amtStaked: stake.delegatedLamports.toString(),
      amtUnstaked: (stake.lamports - stake.delegatedLamports).toString(),
    },
    outAmt: amountOut.toString(),
    swapSrcData: orders.describePool(
      ...(route?.by === 'reserve' ? [] : [fee]),
      ...(route ? [route.fee] : []),
    ),
  };
  if (wallet === undefined) return { answer };

  const named = findAddress(query, 'outAcc');
  if (named !== undefined) pools.requireSource(ledger, wallet, out, named);
  const deposited: Deposited = { ledger, wallet, stake: stake.address, named };
  if (route === undefined) return { answer, draft: draftTokens(deposited) };
  if (route.by === 'reserve') return { answer, draft: draftReserve(deposited) };
  return { answer, draft: draftSale(deposited, userTokens, amountOut, slippage) };
}

/** A stake account of a wallet that an order takes; `named` is the caller's account for the output. */
type Deposited = {
  readonly ledger: SandboxLedger;
  readonly wallet: Address;
  readonly stake: Address;
  readonly named: Address | undefined;
};

function draftTokens({ ledger, wallet, stake, named }: Deposited): orders.Draft {
  const { poolMint } = ledger.pool;
  const destination = named ?? findAssociated(wallet, poolMint);
  const open =
    ledger.findAccount(destination) === undefined
      ? [getCreateTokenAccountInstruction({ owner: wallet, mint: poolMint, account: destination })]
      : [];
  const give = depositStakeIntoPool(ledger.pool, { user: wallet, stake, destination });
  return {
    wallet,
    instructions: [...open, give],
    units: DEPOSIT_UNITS,
    output: 'token',
    stakeAccount: stake,
    tokenAccount: destination,
  };
}

function draftReserve({ ledger, wallet, stake, named }: Deposited): orders.Draft {
  const wrapped = named === undefined ? pools.planWrappedSol(ledger, wallet) : undefined;
  const destination = wrapped?.address ?? named ?? wallet;
  const give = depositStakeIntoReserve({ user: wallet, stake, destination });
  const tokens = findAssociated(wallet, ledger.pool.poolMint);
  return {
    wallet,
    instructions: [...(wrapped?.open ?? []), give, ...(wrapped === undefined ? [] : [wrapped.close])],
    units: DEPOSIT_UNITS,
    output: 'sol',
    stakeAccount: stake,
    ...(ledger.findAccount(tokens) !== undefined && { tokenAccount: tokens }),
  };
}

/** Hands the account to the pool and sells the tokens on the market; accounts that it opens are closed again. */
function draftSale(
  { ledger, wallet, stake, named }: Deposited,
  userTokens: bigint,
  amountOut: bigint,
  slippage: bigint,
): orders.Draft {
  const { pool: world } = ledger;
  const tokens = findAssociated(wallet, world.poolMint);
  const exists = ledger.findAccount(tokens) !== undefined;
  const wrapped = named === undefined ? pools.planWrappedSol(ledger, wallet) : undefined;
  const deposit = {
    ...world,
    depositedStake: stake,
    destinationTokenAccount: tokens,
    referrerTokenAccount: tokens,
    // All that is sold must come from this deposit.
    minimumPoolTokens: exists ? userTokens : orders.lessSlippage(userTokens, slippage),
  };
  const swap = getSwapInstruction({
    market: world.market,
    owner: wallet,
    source: tokens,
    destination: wrapped?.address ?? named ?? wallet,
    mintIn: world.poolMint,
    mintOut: world.solMint,
    // A new account holds nothing but this deposit; an old one keeps what it held before.
    amountIn: exists ? userTokens : WHOLE_BALANCE,
    minimumAmountOut: orders.lessSlippage(amountOut, slippage),
  });
  const authority = createNoopSigner(wallet);
  const open = getCreateTokenAccountInstruction({ owner: wallet, mint: world.poolMint, account: tokens });
  return {
    wallet,
    instructions: [
      ...(exists ? [] : [open]),
      ...(wrapped?.open ?? []),
      ...[StakeAuthorize.Staker, StakeAuthorize.Withdrawer].map((arg1) =>
        getAuthorizeInstruction({ stake, authority, arg0: world.depositAuthority, arg1 }),
      ),
      getDepositStakeWithSlippageInstruction(deposit, world),
      swap,
      ...(exists ? [] : [pools.closeTo(tokens, wallet)]),
      ...(wrapped === undefined ? [] : [wrapped.close]),
    ],
    units: DEPOSIT_UNITS,
    output: 'sol',
    stakeAccount: stake,
    tokenAccount: tokens,
  };
}

/** A way in which stake becomes SOL. */
type Route = { readonly by: 'reserve' | 'market'; readonly amountOut: bigint; readonly fee: orders.FeeInfo };

/** Chooses the better way: the Reserve buys the account, or the pool takes it and the market buys its tokens. */
function sell(
  { market, vaults }: pools.PoolView,
  lamports: bigint,
  tokens: bigint,
  ledger: SandboxLedger,
  sources: ReadonlySet<orders.SwapSource>,
): Route {
  const describe = (by: Route['by'], code: string, amountOut: bigint): Route => {
    const lost = lamports > amountOut ? lamports - amountOut : 0n;
    const rate = Number(lost) / Number(lamports);
    return { by, amountOut, fee: { code, rate, amount: lost.toString(), mint: ledger.deployment.solMint } };
  };
  const paid = sources.has('SanctumRouter') ? pools.quoteReserve(ledger, lamports) : undefined;
  const { amountOut } = priceSwap(market, 'sell-token', tokens);
  const isSaleable = sources.has('Jup') && isLiquid(amountOut, vaults.lamports);
  if (paid !== undefined && (!isSaleable || paid >= amountOut)) {
    return describe('reserve', 'ReserveUnstake', paid);
  }
  if (!isSaleable) throw pools.insufficientLiquidity();
  return describe('market', 'InstantUnstakeFlash', amountOut);
}

/**
 * Reads a stake account to be deposited, in lamports.
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
  const { stake: delegatedLamports, voterPubkey: voteAccount } = delegation;
  return { address, lamports: account.lamports, delegatedLamports, voteAccount };
}

const WITHDRAW_UNITS = 160_000;
const PREFUNDED_UNITS = 400_000;

/**
 * `GET /swap/withdrawStake/order`: raSOL into a stake account of the wallet's own, active, or deactivated in the
 * same transaction.
 *
 * The router's program makes the account and repays its rent out of the stake, where that costs no more than the slippage;
 * else the wallet makes it. That repayment is a minimum delegation at least, so with one of 1 SOL only large exits are
 * prefunded.
 *
 * @throws {StandInError} 400 for bad parameters, and where the pool would refuse.
 */
export function orderWithdrawStake(query: Query, ledger: SandboxLedger): orders.Order {
  const { pool: world, bank } = ledger;
  const inp = requireAddress(query, 'inp');
  if (inp !== world.poolMint) badRequest(`Unknown mint ${inp}`);
  const out = findAddress(query, 'out') ?? world.voteAccount;
  if (out !== world.voteAccount) badRequest(`Validator ${out} is not in the stake pool`);
  if (!orders.readSources(query).has('SanctumRouter')) badRequest('No route found for this swapSrc');
  if (orders.readMode(query) !== 'ExactIn') badRequest('mode must be ExactIn');
  const poolTokens = orders.requireAmount(query);
  const slippage = orders.readSlippage(query);
  const givenSeed = orders.findSeed(query);
  const isDeactivated = orders.readDeactivate(query);
  const rent = bank.vm().minimumBalanceForRentExemption(BigInt(STAKE_ACCOUNT_SIZE));
  const { pool, list } = pools.readPool(ledger);
  const lamports = bank.getLamports(world.validatorStake);
  const withdrawal = previewWithdrawStake(pool, {
    poolTokens,
    epoch: ledger.epoch(),
    feeRounding: ledger.feeRounding,
    validators: list.validators,
    from: { account: 'validator', voteAccount: out, lamports },
    stakeRent: MAINNET.stakeMetaReserve,
    minimumDelegation: readMinimumDelegation(bank),
  });
  if (!withdrawal.ok) return pools.refuseAs(withdrawal);
  const delegated = withdrawal.delegatedLamports;
  const part = prefundedPart(ledger, rent);
  const isPrefunded = part !== undefined && part <= delegated - orders.lessSlippage(delegated, slippage);
  const fee = orders.toFeeInfo('StakePoolWithdrawStake', pool.stakeWithdrawalFee, withdrawal.feeTokens, inp);
  const answer = {
    inp,
    out,
    mode: 'ExactIn',
    inpAmt: poolTokens.toString(),
    outAmt: {
      amtStaked: (isPrefunded ? delegated - part : delegated).toString(),
      amtUnstaked: rent.toString(),
    },
    swapSrcData: orders.describePool(fee),
  };
  const wallet = findAddress(query, 'signer');
  if (wallet === undefined) return { answer };

  const source = pools.requireSource(ledger, wallet, inp, findAddress(query, 'inpAcc'));
  const seed = Number(givenSeed ?? Buffer.from(ledger.random(4)).readUInt32LE());
  const order = { user: wallet, source, amount: poolTokens, seed };
  const stake = isPrefunded
    ? findBridgeStake(wallet, seed).address
    : findSeeded(wallet, String(seed), STAKE_PROGRAM_ADDRESS);
  if (ledger.findAccount(stake) !== undefined) {
    badRequest(`Bridge stake account ${stake} is in use; choose another bridgeStakeSeed`);
  }
  const made = isPrefunded
    ? [prefundWithdrawStake(world, order)]
    : withdrawInto(stake, ledger, order, rent, orders.lessSlippage(withdrawal.lamports, slippage));
  return {
    answer,
    draft: {
      wallet,
      instructions: [...made, ...(isDeactivated ? [deactivateStake(stake, wallet)] : [])],
      units: isPrefunded ? PREFUNDED_UNITS : WITHDRAW_UNITS,
      output: 'stake',
      stakeAccount: stake,
      tokenAccount: source,
    },
  };
}

/** Builds an exit over the pool alone: the wallet makes the stake account and pays its rent. */
function withdrawInto(
  stake: Address,
  { pool: world }: SandboxLedger,
  { user, source, amount, seed }: Parameters<typeof prefundWithdrawStake>[1],
  rent: bigint,
  minimumLamports: bigint,
): Instruction[] {
  const create = getCreateAccountWithSeedInstruction({
    payer: createNoopSigner(user),
    newAccount: stake,
    base: user,
    seed: String(seed),
    amount: rent,
    space: STAKE_ACCOUNT_SIZE,
    programAddress: STAKE_PROGRAM_ADDRESS,
  });
  const withdraw = getWithdrawStakeWithSlippageInstruction(
    {
      ...world,
      stakeToSplit: world.validatorStake,
      newStake: stake,
      newStakeAuthority: user,
      tokenOwner: createNoopSigner(user),
      sourceTokenAccount: source,
      poolTokens: amount,
      minimumLamports,
    },
    world,
  );
  return [create, withdraw];
}

/**
 * Computes the lamports of stake that repay the rent of a prefunded exit, the ledger's minimum delegation at least; undefined
 * while the Reserve cannot pay for them.
 */
function prefundedPart(ledger: SandboxLedger, rent: bigint): bigint | undefined {
  const { fee, liquidity } = pools.readReserve(ledger);
  const target = solveUnstake(fee, liquidity, 2n * rent);
  const minimum = readMinimumDelegation(ledger.bank);
  if (target === undefined || minimum > liquidity.solReserves) return undefined;
  return target - rent > minimum ? target - rent : minimum;
}
