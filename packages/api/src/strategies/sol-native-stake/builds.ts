import type { Address } from '@solana/kit';
import { toAddress } from '@staking-agent/chain/address';
import { decodeAuthorities } from '@staking-agent/chain/stake';
import { ASSET_DECIMALS, formatAmount, parseAmount } from '@staking-agent/wire';
import { asUnsigned, findLamportShortfall, tryOwn } from '../../builds/simulate.ts';
import { UpstreamRefusal } from '../../problems/faults.ts';
import { insufficientFunds, isProblemError, problem } from '../../problems/problem.ts';
import { describeEpochEnd } from '../epoch-end.ts';
import { type Key, orderHeld, requireAddress } from '../fields.ts';
import { MARKET_SLIPPAGE_BPS } from '../options.ts';
import type { Exit, Quote, Stake, StrategyServices, Withdraw } from '../strategy.ts';
import {
  assertWholeAccount,
  describeCooldown,
  explainRefusal,
  fetchStakeAccount,
  readDeactivatable,
  readExitAmount,
  requireStakeAccount,
  suggestSplit,
} from './checks.ts';
import { assertStatable, belowMinimum, LAMPORTS_LIMIT, warnOfValidator } from './facts.ts';
import {
  COMPUTE_UNIT_LIMITS,
  type NativeMessages,
  nameStakeAccount,
  readStakeAccountForm,
} from './messages.ts';

const RIGHTS =
  'The wallet signs its own slot and stays staker and withdrawer. Keep stakeAccount: deactivate, withdraw and instant unstake need it.';
const NOTES = {
  keypair: `The service derived the key pair of this new stake account, signed its slot and keeps no copy; once the account exists that key has no power over it. ${RIGHTS}`,
  seed: `The address of this new stake account derives from the wallet, stakeAccountSeed and the stake program, so anybody can recompute it; the service signs nothing. ${RIGHTS}`,
};

/**
 * Delegates SOL to the operator's validator in a new stake account.
 *
 * `amount` is SOL with at most 9 decimals and is delegated in full; the rent reserve comes on top. No upstream is called:
 * rent, minimum and blockhash come from feeds.
 *
 * @throws {ProblemError} `invalid_request` for stakeAccountForm, `upstream_error` when the amount is below the ledger's
 *   minimum delegation or when ledger data is out of date.
 */
export function createStake(messages: NativeMessages, voteAccount: Address): Stake<'sol-native-stake'> {
  return async ({ body, wallet, amount: delegated }, services, again) => {
    assertStatable(delegated);
    const form = readStakeAccountForm(body.stakeAccountForm);

    const { stakeTerms, blockhash, priorityFee, uniqueBudget } = services;
    const { rentExemptReserve, minimumDelegation } = stakeTerms.peek() ?? (await stakeTerms.get());
    const lifetime = blockhash.peek() ?? (await blockhash.get());

    if (delegated < minimumDelegation) throw belowMinimum(minimumDelegation);
    const account = nameStakeAccount(form, wallet.bytes, services, again);
    const values = {
      wallet: wallet.bytes,
      stakeAccount: account.address,
      blockhash: lifetime.blockhash,
      ...uniqueBudget(COMPUTE_UNIT_LIMITS.stake, priorityFee.price('sol-native-stake')),
      lamports: delegated + rentExemptReserve,
    };
    const seed = 'seed' in account ? account.seed : undefined;
    return {
      by: 'service',
      message: seed === undefined ? messages.stake(values) : messages.stakeWithSeed({ ...values, seed }),
      lifetime,
      wallet: wallet.text,
      ...('coSigner' in account && { coSigner: account.coSigner }),
      keep: account.keep,
      simulated: 'spared',
      operation: 'stake',
      request: body,
      fields: {
        strategy: 'sol-native-stake',
        stakeAccount: toAddress(account.address),
        ...(seed !== undefined && { stakeAccountSeed: Buffer.from(seed).toString('latin1') }),
        voteAccount,
        rentExemptReserveLamports: Number(rentExemptReserve),
        delegatedLamports: Number(delegated),
        notes: `${NOTES[form]}${warnOfValidator(services.validator.peek())}`,
      },
    };
  };
}

/**
 * Moves lamports of an inactive stake account to the wallet: all of them, which closes it, or `lamports`.
 *
 * Reads the balance, then has the ledger simulate the transaction.
 *
 * @throws {ProblemError} `invalid_request` for wallet or stakeAccount; `upstream_error` when the account does
 *   not exist or is no stake account, or when the ledger refuses the simulation, with the ledger's reason.
 */
export function createWithdraw(messages: NativeMessages): Withdraw<'sol-native-stake'> {
  return async (body, services) => {
    const wallet = requireAddress(body.wallet, 'wallet');
    const stakeAccount = requireAddress(body.stakeAccount, 'stakeAccount');

    const account = await fetchStakeAccount(stakeAccount, services);
    const balance = account.lamports;
    const lifetime = await services.blockhash.get();

    const lamports = body.lamports === undefined ? balance : BigInt(body.lamports);
    if (lamports > LAMPORTS_LIMIT) {
      const cure = 'Withdraw it in parts with lamports.';
      throw problem('BALANCE_TOO_LARGE', { most: String(LAMPORTS_LIMIT), member: 'withdrawnLamports', cure });
    }
    const message = messages.withdraw({
      wallet: wallet.bytes,
      stakeAccount: stakeAccount.bytes,
      blockhash: lifetime.blockhash,
      ...services.uniqueBudget(COMPUTE_UNIT_LIMITS.withdraw, services.priorityFee.price('sol-native-stake')),
      lamports,
    });
    const simulated = await tryOwn(message, account.slot, services);
    if ('fault' in simulated) {
      const shortfall = await findLamportShortfall(asUnsigned(message), simulated, services);
      if (shortfall !== undefined) throw insufficientFunds(shortfall);
      throw await explainRefusal(simulated, account, { wallet: wallet.text, lamports }, services);
    }
    return {
      by: 'service',
      message,
      simulated,
      lifetime,
      wallet: wallet.text,
      operation: 'withdraw',
      request: body,
      evidence: { before: new Map([[stakeAccount.text, account]]) },
      fields: {
        strategy: 'sol-native-stake',
        stakeAccount: stakeAccount.text,
        withdrawnLamports: Number(lamports),
        notes:
          lamports === balance
            ? 'This takes all lamports of the stake account, which closes it.'
            : 'This takes a part; the stake account stays open with the rest. Leave lamports out to take everything and close it.',
      },
    };
  };
}

/**
 * Starts the cooldown of a whole stake account.
 *
 * One read of the ledger: of the account. `amount` is ignored, which the notes say.
 *
 * @throws {ProblemError} `invalid_request` for wallet or stakeAccount, `upstream_error` when the account cannot be
 *   deactivated or the ledger does not answer.
 */
export function createDeactivate(messages: NativeMessages): Exit<'sol-native-stake', 'deactivate'> {
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

    const part = parseAmount(body.amount ?? '', ASSET_DECIMALS.SOL);
    const asked = { wallet: wallet.text, stakeAccount: stakeAccount.text, delegated };
    const instead =
      isDivisible && part.ok
        ? suggestSplit(
            { ...asked, amount: part.baseUnits, minimumDelegation: terms.minimumDelegation },
            'Splits the amount off into an account of its own and deactivates only that.',
            'deactivate',
          )
        : undefined;
    return {
      by: 'service',
      message: messages.deactivate({
        wallet: wallet.bytes,
        stakeAccount: stakeAccount.bytes,
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

/**
 * Hands an active stake account to the router for SOL at once.
 *
 * The whole account is consumed; `amount` is optional and only checked against what it holds. With `minReceive` the router
 * is asked for a market route only, since the price of its Reserve is in no bytes. One call to the router, then a simulation on
 * our own ledger node.
 *
 * @throws {ProblemError} `invalid_request` for wallet, stakeAccount or amount; `upstream_error` when the router
 *   makes no order (no such account, not active; with `minReceive`, no market), or one that does not do what was asked.
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
  const order = services.router.orderStakeSale(sale, wallet.text);
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
};

/** Names what the router does not: that the account does not exist, or is no stake account. */
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
 * Previews the instant exit of a stake account to SOL.
 *
 * `outAmount` is SOL for the `amount` asked about, in proportion to what the router gives for the whole account now,
 * rounded down; `priceImpactPct` a fraction, or null.
 *
 * @throws {ProblemError} `invalid_request` for wallet, stakeAccount or amount, and for an account that is not the
 *   wallet's; `upstream_error` when there is no such account or the router names no price.
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

// The router prices anybody's account; whoever asks with another wallet could not exit at that price.
async function assertOwned(
  stakeAccount: Key,
  { text: wallet }: Key,
  services: StrategyServices,
): Promise<void> {
  const { data } = await fetchStakeAccount(stakeAccount, services);
  const authorities = decodeAuthorities(data);
  if (authorities?.staker === wallet && authorities.withdrawer === wallet) return;
  throw problem('STAKE_ACCOUNT_OF_ANOTHER', { field: 'stakeAccount', account: stakeAccount.text });
}
