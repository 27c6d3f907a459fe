import type { Deployment } from '@staking-agent/chain/deployment';
import { decodeAuthorities } from '@staking-agent/chain/stake';
import { ASSET_DECIMALS, formatAmount, parseAmount, type SuggestedCall } from '@staking-agent/wire';
import { tellsOfNoRoute, UpstreamRefusal } from '../../problems/faults.ts';
import { isProblemError, problem } from '../../problems/problem.ts';
import { describeEpochEnd } from '../epoch-end.ts';
import { type Key, requireAddress } from '../fields.ts';
import { MARKET_SLIPPAGE_BPS } from '../options.ts';
import type { Exit, Quote, StrategyServices } from '../strategy.ts';
import {
  assertWholeAccount,
  fetchStakeAccount,
  type PartlyAsked,
  readDeactivatable,
  readExitAmount,
  requireStakeAccount,
  suggestSplit,
} from './checks.ts';
import { COMPUTE_UNIT_LIMITS, type NativeMessages } from './messages.ts';
import { describeCooldown } from './position.ts';

/**
 * Starts the cooldown of a whole stake account.
 *
 * One read of the ledger: of the account. `amount` is ignored, which the notes say.
 *
 * @throws {ProblemError} `invalid_request` for wallet or stakeAccount, `upstream_error` when the account cannot be
 *   deactivated or the ledger does not answer.
 */
export function createUnstakeDeactivate(messages: NativeMessages): Exit<'sol-native-stake', 'deactivate'> {
  return async (body, services) => {
    const { blockhash, priorityFee, uniqueBudget, stakeTerms } = services;
    const wallet = requireAddress(body.wallet, 'wallet');
    const stakeAccount = requireStakeAccount(body.stakeAccount);

    const { epoch, isNew, delegated, isDivisible } = await readDeactivatable(
      stakeAccount.text,
      wallet.text,
      services,
    );
    const terms = stakeTerms.peek() ?? (await stakeTerms.get());
    const lifetime = blockhash.peek() ?? (await blockhash.get());

    const instead = isDivisible
      ? suggestPart(body.amount, {
          wallet: wallet.text,
          stakeAccount: stakeAccount.text,
          delegated,
          minimumDelegation: terms.minimumDelegation,
        })
      : undefined;
    const parties = { wallet: wallet.bytes, stakeAccount: stakeAccount.bytes };
    return {
      by: 'service',
      message: messages.deactivate({
        ...parties,
        blockhash: lifetime.blockhash,
        ...uniqueBudget(COMPUTE_UNIT_LIMITS.deactivate, priorityFee.price('sol-native-stake')),
      }),
      lifetime,
      simulated: 'spared',
      wallet: wallet.text,
      operation: 'unstake',
      request: body,
      fields: {
        strategy: 'sol-native-stake',
        kind: 'deactivate',
        ...(instead && { instead }),
        notes: `The whole account deactivates, whatever amount says. ${instead ? 'For a part of it, post instead and sign nothing of this. ' : ''}${describeCooldown(isNew, epoch, describeEpochEnd(terms, services, epoch))}`,
      },
    };
  };
}

/** Suggests the call that deactivates only the amount, when that part can be a separate account. */
function suggestPart(
  amount: string | undefined,
  asked: Omit<PartlyAsked, 'amount'>,
): SuggestedCall | undefined {
  const read = parseAmount(amount ?? '', ASSET_DECIMALS.SOL);
  if (!read.ok) return undefined;
  const description = 'Splits the amount off into an account of its own and deactivates only that.';
  return suggestSplit({ ...asked, amount: read.baseUnits }, description, 'deactivate');
}

/**
 * Hands an active stake account to the router for SOL at once.
 *
 * The whole account is consumed; `amount` is optional and only checked against what it holds. With `minReceive` the router
 * is asked for its market route, since the price of its Reserve is in no bytes. One call to the router, then a simulation on
 * our own ledger node.
 *
 * @throws {ProblemError} `invalid_request` for wallet, stakeAccount or amount; `upstream_error` when the router
 *   makes no order (no such account, not active; with `minReceive`, no market), or one that does not do what was asked.
 */
export function createUnstakeInstant(deployment: Deployment): Exit<'sol-native-stake', 'instant'> {
  const { solMint } = deployment;
  return async (body, services) => {
    const wallet = requireAddress(body.wallet, 'wallet');
    const stakeAccount = requireStakeAccount(body.stakeAccount);
    const amount = readExitAmount(body.amount);

    const sale = {
      stakeAccount: stakeAccount.text,
      buy: solMint,
      slippageBps: MARKET_SLIPPAGE_BPS,
      hasMinimum: body.minReceive !== undefined,
    };
    const { transaction, routing, sold } = await services.router
      .orderStakeSale(sale, wallet.text)
      .catch(async (refusal: unknown) => {
        if (sale.hasMinimum && isUnroutable(refusal))
          throw problem('MIN_RECEIVE_NOT_HELD', { exit: 'unroutable' }, { cause: refusal });
        if (refusal instanceof UpstreamRefusal) await nameMissing(stakeAccount, services);
        throw refusal;
      });
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
  };
}

/** Names what the router does not: that the account does not exist, or is no stake account. */
async function nameMissing(stakeAccount: Key, services: Pick<StrategyServices, 'ledger'>): Promise<void> {
  await fetchStakeAccount(stakeAccount, services).catch((error: unknown) => {
    if (isProblemError(error)) throw error;
  });
}

function isUnroutable(error: unknown): boolean {
  return error instanceof UpstreamRefusal && tellsOfNoRoute(error.message);
}

// What becomes of the account is the buyer's matter: a pool merges it, the router's Reserve keeps it.
function describeWhole(amount: bigint | undefined, held: bigint): string {
  const whole = formatAmount(held, ASSET_DECIMALS.SOL);
  const though = amount === undefined || amount === held ? '' : ', although amount is less';
  return `The whole stake account is given up for SOL, all ${whole} SOL that it holds${though}. It is not the wallet's any more afterwards.`;
}

/**
 * Previews the instant exit of a stake account to SOL.
 *
 * `outAmount` is SOL for the `amount` asked about, in proportion to what the router gives for the whole account now,
 * rounded down; `priceImpactPct` a fraction, or null.
 *
 * @throws {ProblemError} `invalid_request` for wallet, stakeAccount or amount, and for an account that is not the
 *   wallet's; `upstream_error` when there is no such account or the router names no price.
 */
export function createQuote({ solMint }: Deployment): Quote<'sol-native-stake'> {
  return async (body, services) => {
    const wallet = requireAddress(body.wallet, 'wallet');
    const stakeAccount = requireStakeAccount(body.stakeAccount);
    const amount = readExitAmount(body.amount);
    await assertOwned(stakeAccount, wallet, services);
    const sale = { stakeAccount: stakeAccount.text, buy: solMint, slippageBps: MARKET_SLIPPAGE_BPS };
    const { sold, bought, priceImpact } = await services.router.quoteStakeSale(sale);
    await assertWholeAccount({ wallet, stakeAccount, amount }, sold, services);
    return {
      strategy: 'sol-native-stake',
      kind: 'instant',
      inAsset: 'SOL',
      outAsset: 'SOL',
      inAmount: body.amount ?? formatAmount(sold, ASSET_DECIMALS.SOL),
      outAmount: formatAmount(getShare(bought, amount, sold), ASSET_DECIMALS.SOL),
      priceImpactPct: priceImpact,
    };
  };
}

// An account may have grown since the caller looked: what is answered is for the amount that is echoed.
function getShare(bought: bigint, asked: bigint | undefined, whole: bigint): bigint {
  return asked === undefined ? bought : (bought * asked) / whole;
}

// The router prices anybody's account; whoever asks with another wallet could not exit at that price.
async function assertOwned(
  stakeAccount: Key,
  { text: wallet }: Key,
  services: Pick<StrategyServices, 'ledger'>,
): Promise<void> {
  const { data } = await fetchStakeAccount(stakeAccount, services);
  const authorities = decodeAuthorities(data);
  if (authorities?.staker === wallet && authorities.withdrawer === wallet) return;
  throw problem('STAKE_ACCOUNT_OF_ANOTHER', { field: 'stakeAccount', account: stakeAccount.text });
}
