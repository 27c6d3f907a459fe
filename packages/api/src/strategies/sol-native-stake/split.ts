import { toAddress } from '@staking-agent/chain/address';
import {
  getSplitStakeInstructions,
  isLockupInForce,
  type MergeMoment,
  NOT_DEACTIVATED,
  type StakeAccount,
} from '@staking-agent/chain/stake';
import { AFTER_SPLIT, ASSET_DECIMALS, formatAmount, type SplitBody } from '@staking-agent/wire';
import { compileOwnMessage } from '../../builds/compile-own-message.ts';
import { simulateOwn } from '../../builds/simulate-own.ts';
import { problem } from '../../problems/problem.ts';
import type { StakeTerms } from '../../upstreams/ledger/stake-terms-feed.ts';
import { describeEpochEnd } from '../describe-epoch-end.ts';
import { type Key, requireAddress, requireAmount } from '../request-fields.ts';
import type { Split, StrategyPorts } from '../strategy.ts';
import { describeCooldown } from './describe-cooldown.ts';
import { COMPUTE_UNIT_LIMITS } from './native-messages.ts';
import { nameSeededAccount } from './new-stake-account.ts';
import { assertStatable, belowMinimum } from './range.ts';
import { refuseDeactivated } from './read-deactivatable.ts';
import { readOwnStakes } from './read-own-stakes.ts';
import { findSplitRange } from './split-range.ts';

/** What a split does, read from its request. */
type Asked = {
  readonly wallet: Key;
  readonly stakeAccount: Key;
  readonly amount: bigint;
  readonly isDeactivated: boolean;
};
type Delegation = NonNullable<StakeAccount['delegation']>;
type Divisible = { readonly delegation: Delegation; readonly moment: MergeMoment; readonly slot: bigint };

/**
 * Moves a part of a delegation into a new stake account, whose address derives from the wallet.
 *
 * `amount` is SOL with at most 9 decimals and is delegated in full in the new account; the wallet pays its rent reserve on
 * top. Reads the account, then has the ledger simulate the transaction.
 *
 * @throws {ProblemError} `invalid_request` for a field, and for an account that is not the wallet's alone;
 *   `upstream_error` when the stake program would not split it, or the ledger does not answer.
 */
export const splitStake: Split = async (body, services, again) => {
  const terms = services.stakeTerms.peek() ?? (await services.stakeTerms.get());
  const asked = readSplit(body, terms);
  const { wallet, stakeAccount, amount, isDeactivated } = asked;
  const divisible = await readDivisible(asked, terms, services);
  const lifetime = await services.blockhash.get();
  const opened = nameSeededAccount(wallet.bytes, services, again);
  const newStakeAccount = toAddress(opened.address);
  const seed = Buffer.from(opened.seed).toString('latin1');
  const instructions = getSplitStakeInstructions({
    wallet: wallet.text,
    stakeAccount: stakeAccount.text,
    newStakeAccount,
    seed,
    rent: terms.rentExemptReserve,
    lamports: amount,
    isDeactivated,
  });
  const computeUnitLimit = COMPUTE_UNIT_LIMITS.split;
  const message = compileOwnMessage(
    { strategy: 'sol-native-stake', wallet: wallet.text, lifetime, computeUnitLimit, instructions },
    services,
  );
  return {
    by: 'service',
    message,
    simulated: await simulateOwn(message, divisible.slot, services),
    lifetime,
    wallet: wallet.text,
    keep: opened.keep,
    operation: 'split',
    request: body,
    fields: {
      strategy: 'sol-native-stake',
      stakeAccount: stakeAccount.text,
      newStakeAccount,
      stakeAccountSeed: seed,
      splitLamports: Number(amount),
      rentExemptReserveLamports: Number(terms.rentExemptReserve),
      notes: `The address of newStakeAccount derives from the wallet, stakeAccountSeed and the stake program; the service signs nothing. Keep it: deactivate, withdraw and instant unstake need it. ${describePart(asked, divisible, terms, services)}`,
    },
  };
};

function readSplit(body: SplitBody, { minimumDelegation }: StakeTerms): Asked {
  const wallet = requireAddress(body.wallet, 'wallet');
  const stakeAccount = requireAddress(body.stakeAccount, 'stakeAccount');
  const isDeactivated = body.then !== undefined;
  if (isDeactivated && !AFTER_SPLIT.some((word) => word === body.then)) {
    throw problem('THEN_NOT_OFFERED', { word: String(body.then), offered: AFTER_SPLIT });
  }
  const amount = requireAmount(body.amount, 'amount', ASSET_DECIMALS.SOL, {
    least: minimumDelegation,
    isMaxTaken: false,
  });
  assertStatable(amount);
  return { wallet, stakeAccount, amount, isDeactivated };
}

async function readDivisible(
  { wallet, stakeAccount, amount, isDeactivated }: Asked,
  { minimumDelegation }: StakeTerms,
  services: StrategyPorts,
): Promise<Divisible> {
  const named = { field: 'stakeAccount', key: stakeAccount };
  const { stakes, moment, slot } = await readOwnStakes([named], wallet, services);
  const [{ account, seen }] = stakes;
  const { delegation, lockup } = account;
  if (delegation === undefined) throw problem('STAKE_NOT_DELEGATED');
  if (isLockupInForce(account, moment)) {
    const { epoch, unixTimestamp, custodian } = lockup;
    const until = epoch > moment.epoch ? `epoch ${epoch}` : `the time ${unixTimestamp} of Unix`;
    throw problem('STAKE_LOCKED', { custodian, until });
  }
  if (isDeactivated && delegation.deactivationEpoch !== NOT_DEACTIVATED) {
    throw await refuseDeactivated(delegation, seen.data, services);
  }
  assertWithin(amount, delegation.stake, minimumDelegation);
  return { delegation, moment, slot };
}

function assertWithin(amount: bigint, delegated: bigint, minimumDelegation: bigint): void {
  const range = findSplitRange(delegated, minimumDelegation);
  if (range !== undefined && amount < range.least) throw belowMinimum(range.least);
  if (range !== undefined && amount <= range.most) return;
  const print = (lamports: bigint) => formatAmount(lamports, ASSET_DECIMALS.SOL);
  throw problem('SPLIT_LEAVES_TOO_LITTLE', {
    delegated: print(delegated),
    least: print(minimumDelegation),
    nearest: { lower: range === undefined ? null : print(range.most), higher: null },
  });
}

function describePart(
  { isDeactivated }: Asked,
  { delegation, moment: { epoch } }: Divisible,
  terms: StakeTerms,
  services: StrategyPorts,
): string {
  if (!isDeactivated) return 'It is as active as stakeAccount, which keeps the rest.';
  const now = describeEpochEnd(terms, services, epoch);
  return `It deactivates at once and stakeAccount keeps the rest. ${describeCooldown(delegation.activationEpoch === epoch, epoch, now)}`;
}
