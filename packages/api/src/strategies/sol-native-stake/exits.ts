import type { Address } from '@solana/kit';
import { decodeStakeAccount, isLockupInForce } from '@staking-agent/chain/stake';
import {
  ASSET_DECIMALS,
  formatAmount,
  type ReceiptCost,
  type StakePosition,
  type SuggestedCall,
} from '@staking-agent/wire';
import { UNITS } from '../../builds/budget.ts';
import { findOpenedStake } from '../../builds/build.ts';
import { getOwnFee } from '../../builds/ranges.ts';
import { isUpstreamFailure, UpstreamRefusal } from '../../problems/faults.ts';
import { isProblemError, problem } from '../../problems/problem.ts';
import { readAccounts } from '../../upstreams/ledger/client.ts';
import { assertNoProgram } from '../../upstreams/ledger/programs.ts';
import {
  estimateRewards,
  less,
  listWithdrawalFees,
  MARKET_SLIPPAGE_BPS,
  readEpochRest,
  sumCosts,
  sumLost,
  tryWay,
} from '../options.ts';
import { orderHeld, orderProvable, requireAddress, requireAmount } from '../prepare.ts';
import {
  type Exit,
  type ExitScene,
  type Key,
  printCall,
  type Quote,
  type StrategyPosition,
  type StrategyServices,
  suggestWithdrawal,
  type Way,
} from '../strategy.ts';
import {
  decodeMoment,
  fetchStakeAccount,
  findLockup,
  MOMENT,
  readOwnStakes,
  requireOwn,
  requireStakeAccount,
  suggestSplit,
} from './checks.ts';
import { prepareStakes } from './position.ts';

/**
 * Hands an active stake account to the router for SOL at once, as a whole; `amount` is only checked against what it holds. With
 * `minReceive` the router is asked for a market route only, since the price of its Reserve is in no bytes.
 */
export const unstakeInstant: Exit<'sol-native-stake', 'instant'> = async (body, services) => {
  const wallet = requireAddress(body.wallet, 'wallet');
  const stakeAccount = requireStakeAccount(body.stakeAccount);
  const amount = readExitAmount(body.amount);

  const sale = {
    stakeAccount: stakeAccount.text,
    buy: services.config.deployment.solMint,
    slippageBps: MARKET_SLIPPAGE_BPS,
    hasMinimum: body.minReceive !== undefined,
  };
  return orderProvable(services, async (programs) => {
    const order = services.router.orderStakeSale({ ...sale, programs }, wallet.text);
    const { transaction, routing, sold } = await orderHeld(order, body.minReceive).catch(
      async (refusal: unknown) => {
        if (refusal instanceof UpstreamRefusal) await nameMissing(stakeAccount, services);
        throw refusal;
      },
    );
    await assertWholeAccount({ wallet, stakeAccount, amount }, sold, services);

    return {
      by: 'router',
      operation: 'unstake',
      request: body,
      spends: { asset: 'SOL', amount: 0n },
      transaction,
      route: 'depositStake',
      wallet: wallet.text,
      lifetime: await services.blockhash.get(),
      fields: () => ({
        strategy: 'sol-native-stake',
        kind: 'instant',
        ...routing,
        notes: describeWhole(amount, sold),
      }),
    };
  });
};

/** Names the cause that the router does not: the account does not exist, or is no stake account. */
async function nameMissing(stakeAccount: Key, services: StrategyServices): Promise<void> {
  await fetchStakeAccount(stakeAccount, services).catch((error: unknown) => {
    if (isProblemError(error)) throw error;
  });
}

// What becomes of the account is the buyer's matter: a pool merges it, the router's Reserve keeps it.
function describeWhole(amount: bigint | undefined, held: bigint): string {
  const whole = formatAmount(held, ASSET_DECIMALS.SOL);
  const though = amount === undefined || amount === held ? '' : ', although amount is less';
  return `The whole stake account is given up for SOL, all ${whole} SOL that it holds${though}. It is not the wallet's any more afterwards.`;
}

/**
 * Previews the instant exit: SOL for the `amount` asked about, in proportion to the price of the whole account now, rounded
 * down; `priceImpactPct` is a fraction, or null.
 */
export const quote: Quote<'sol-native-stake'> = async (body, services) => {
  const wallet = requireAddress(body.wallet, 'wallet');
  const stakeAccount = requireStakeAccount(body.stakeAccount);
  const amount = readExitAmount(body.amount);
  await assertOwned(stakeAccount, wallet, services);
  const sale = {
    stakeAccount: stakeAccount.text,
    buy: services.config.deployment.solMint,
    slippageBps: MARKET_SLIPPAGE_BPS,
  };
  const { sold, bought, priceImpact } = await services.router.quoteStakeSale(sale);
  await assertWholeAccount({ wallet, stakeAccount, amount }, sold, services);
  // An account may have grown since the caller looked: what is answered is for the amount that is echoed.
  const share = amount === undefined ? bought : (bought * amount) / sold;
  return {
    strategy: 'sol-native-stake',
    kind: 'instant',
    inAsset: 'SOL',
    outAsset: 'SOL',
    inAmount: body.amount ?? formatAmount(sold, ASSET_DECIMALS.SOL),
    outAmount: formatAmount(share, ASSET_DECIMALS.SOL),
    priceImpactPct: priceImpact,
  };
};

// The router prices any account, but a wallet that does not own it could not exit at that price.
async function assertOwned(
  stakeAccount: Key,
  { text: wallet }: Key,
  services: StrategyServices,
): Promise<void> {
  const { data } = await fetchStakeAccount(stakeAccount, services);
  const authorities = decodeStakeAccount(data)?.authorities;
  if (authorities?.staker === wallet && authorities.withdrawer === wallet) return;
  throw problem('STAKE_ACCOUNT_OF_ANOTHER', { field: 'stakeAccount', account: stakeAccount.text });
}

/** An instant exit takes the whole account: a request that names less than this share of it means something else. */
const LEAST_SHARE_PERCENT = 90n;

/** Reads the amount of an instant exit in lamports; undefined when the caller left it out. */
function readExitAmount(amount: string | undefined): bigint | undefined {
  return amount === undefined ? undefined : requireAmount(amount, 'amount', ASSET_DECIMALS.SOL);
}

/** A part of an account that is to be given up, in lamports; all of it without `amount`. */
type PartialExit = { readonly wallet: Key; readonly stakeAccount: Key; readonly amount: bigint | undefined };

/**
 * Checks the amount of an instant exit against the account that will be given up as a whole.
 *
 * @param held - lamports of the account, delegated and not.
 * @throws {ProblemError} `invalid_request` when it is more than the account holds or under 90 % of it, naming
 *   the whole amount, and the split that makes an account of what was asked for.
 */
async function assertWholeAccount(
  exit: PartialExit,
  held: bigint,
  services: StrategyServices,
): Promise<void> {
  const { amount } = exit;
  if (amount === undefined) return;
  if (amount <= held && amount * 100n >= held * LEAST_SHARE_PERCENT) return;
  const whole = formatAmount(held, ASSET_DECIMALS.SOL);
  if (amount > held) throw problem('AMOUNT_NOT_WHOLE', { whole, nearest: { lower: whole, higher: null } });
  const split = await findSplit({ ...exit, amount }, services);
  throw problem('AMOUNT_NOT_WHOLE', {
    whole,
    nearest: { lower: null, higher: whole },
    next: split && [split],
  });
}

/** Suggests the split that comes first; undefined when it is impossible or the ledger does not answer. */
async function findSplit(
  { wallet, stakeAccount, amount }: PartialExit & { readonly amount: bigint },
  services: StrategyServices,
): Promise<SuggestedCall | undefined> {
  try {
    const { minimumDelegation } = await services.stakeTerms.get();
    const named = { field: 'stakeAccount', key: stakeAccount };
    const { stakes, moment } = await readOwnStakes([named], wallet, services);
    const [{ account }] = stakes;
    if (account.delegation === undefined || isLockupInForce(account, moment)) return undefined;
    const { stake: delegated } = account.delegation;
    const asked = {
      wallet: wallet.text,
      stakeAccount: stakeAccount.text,
      amount,
      delegated,
      minimumDelegation,
    };
    return suggestSplit(
      asked,
      'Splits the amount off into an account of its own. Once that has landed, send the exit with its newStakeAccount and without amount.',
    );
  } catch (error) {
    if (isProblemError(error) || isUpstreamFailure(error)) return undefined;
    throw error;
  }
}

/** Finds the ways out of a stake account: a withdrawal, after a cooldown where it is staked, and the market. */
async function findExits(stakeAccount: Address, scene: ExitScene) {
  const { wallet, services } = scene;
  const [read, rest] = await Promise.all([
    readAccounts([stakeAccount, wallet, ...MOMENT], services),
    readEpochRest(services),
  ]);
  assertNoProgram(read(wallet));
  const { seen, account } = requireOwn(stakeAccount, 'stakeAccount', read, wallet);
  const held = { address: stakeAccount, lamports: seen.lamports, account };
  const stake = prepareStakes([held], wallet, read, rest, services)(held);
  const body = { strategy: 'sol-native-stake', wallet, kind: 'instant', stakeAccount } as const;
  const locked = findLockup(account, decodeMoment(read));
  const isStaked = stake.state === 'active' || stake.state === 'activating';
  const leave = isStaked ? coolDown : emptyAccount;
  const own =
    locked === undefined
      ? leave(stake, scene)
      : { path: isStaked ? ('deactivate' as const) : ('withdraw' as const), refusal: locked };
  const market = tryWay('SOL', body, scene, 'Sells the whole account for SOL, at once.');
  return { of: stake.value, ways: await Promise.all([own, market]) };
}

async function coolDown(stake: StakePosition, scene: ExitScene): Promise<Way> {
  const { wallet, cooldownEnd, span, services } = scene;
  const { id: stakeAccount } = stake;
  const path = 'deactivate';
  const body = { strategy: 'sol-native-stake', wallet, kind: path, stakeAccount };
  const tried = await scene.tryUnstake(body);
  if (isProblemError(tried)) return { path, refusal: tried };
  // Stake that was never active cools down at once.
  const isNew = stake.parts.effective === '0';
  const { apy } = services.figures.listed('sol-native-stake');
  return {
    path,
    ...payOut(stake, [...tried.receipt.costs, ...listWithdrawalFees(scene.means)], UNITS.deactivate, scene),
    rewards: isNew ? undefined : estimateRewards(BigInt(stake.parts.effective), apy, span),
    availableAt: isNew ? null : cooldownEnd,
    next: [
      printCall('unstake', 'Begins the cooldown of the whole account.', body),
      {
        ...printCall('withdraw', 'Withdraws everything, once it has cooled down.', { wallet, stakeAccount }),
        ...(!isNew && { availableAt: cooldownEnd }),
      },
    ],
  };
}

async function emptyAccount(stake: StakePosition, scene: ExitScene): Promise<Way> {
  const { id: stakeAccount, availableAt } = stake;
  const path = 'withdraw';
  const body = { wallet: scene.wallet, stakeAccount };
  const tried = await scene.tryWithdraw(body);
  const isEarly = isProblemError(tried) && tried.code === 'STAKE_NOT_INACTIVE' && availableAt !== null;
  if (isProblemError(tried) && !isEarly) return { path, refusal: tried };
  const call = printCall('withdraw', 'Withdraws everything, which closes the account.', body);
  return {
    path,
    ...payOut(stake, isProblemError(tried) ? listWithdrawalFees(scene.means) : tried.receipt.costs, 0, scene),
    availableAt,
    next: [{ ...call, ...(availableAt !== null && { availableAt }) }],
  };
}

/**
 * Computes the payment of the stake program: the whole account less the fees of its transactions, at least where the withdrawal
 * and what goes before it bid the most that the service bids.
 */
function payOut(
  { value }: StakePosition,
  costs: readonly ReceiptCost[],
  unitsBefore: number,
  { means }: ExitScene,
) {
  const whole = BigInt(value.baseUnits);
  const before = unitsBefore === 0 ? 0n : getOwnFee(unitsBefore, means.dearest, means);
  const most = before + getOwnFee(UNITS.withdraw, means.dearest, means);
  return {
    via: 'stake program',
    transactions: unitsBefore === 0 ? 1 : 2,
    asset: 'SOL',
    expected: less(whole, sumCosts(costs)),
    atLeast: less(whole, most),
    costs,
  } as const;
}

/** Describes a position in a stake account, which leaves as a whole. */
export const nativePosition: StrategyPosition = {
  receipt: undefined,
  exits: { takes: 'whole-account', find: findExits },
  describeUndo(facts) {
    const { wallet, cooldownEnd } = facts;
    const stakeAccount = findOpenedStake(facts);
    const leave = { strategy: 'sol-native-stake', wallet, kind: 'deactivate', stakeAccount };
    return {
      isPossible: true,
      description:
        'Deactivate the stake account, then withdraw all of it, its rent with it. Deactivated in the epoch of the stake it can be withdrawn at once, later when the epoch of its deactivation has ended. Once it is active, an instant exit pays at the market.',
      next: [
        printCall('unstake', 'Deactivates the stake account.', leave),
        suggestWithdrawal(wallet, stakeAccount, cooldownEnd),
      ],
    };
  },
  // Stake that was never active can be deactivated and withdrawn in the same epoch.
  async roundTripValue({ amount, receipt, means }) {
    const price = means.price('sol-native-stake');
    const { deactivate, withdraw } = UNITS;
    const fees = getOwnFee(deactivate, price, means) + getOwnFee(withdraw, price, means);
    return less(amount, sumLost(receipt.costs) + fees);
  },
};
