import type { Address } from '@solana/kit';
import { toAddress } from '@staking-agent/chain/address';
import { decodeAuthorities } from '@staking-agent/chain/stake';
import { codeOfFailure, readFailure } from '../../builds/failures.ts';
import { asUnsigned, findLamportShortfall, type SimulationFailure, tryOwn } from '../../builds/simulate.ts';
import { insufficientFunds, type ProblemError, problem } from '../../problems/problem.ts';
import type { ReadAccount } from '../../upstreams/ledger/client.ts';
import { requireAddress, toKey } from '../fields.ts';
import type { Stake, StrategyServices, Withdraw } from '../strategy.ts';
import { fetchStakeAccount, findStakeNotInactive } from './checks.ts';
import { assertStatable, belowMinimum, warnOfValidator } from './facts.ts';
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
export function createStake(messages: NativeMessages, voteAccountText: Address): Stake<'sol-native-stake'> {
  const voteAccount = toKey(voteAccountText);
  return async ({ body, wallet, amount: delegated }, ports, again) => {
    assertStatable(delegated);
    const form = readStakeAccountForm(body.stakeAccountForm);

    const { stakeTerms, blockhash, priorityFee, uniqueBudget } = ports;
    const { rentExemptReserve, minimumDelegation } = stakeTerms.peek() ?? (await stakeTerms.get());
    const lifetime = blockhash.peek() ?? (await blockhash.get());

    if (delegated < minimumDelegation) throw belowMinimum(minimumDelegation);
    const account = nameStakeAccount(form, wallet.bytes, ports, again);
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
        voteAccount: voteAccount.text,
        rentExemptReserveLamports: Number(rentExemptReserve),
        delegatedLamports: Number(delegated),
        notes: `${NOTES[form]}${warnOfValidator(ports.validator.peek())}`,
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
    if (lamports > BigInt(Number.MAX_SAFE_INTEGER))
      throw problem('BALANCE_TOO_LARGE', {
        most: String(Number.MAX_SAFE_INTEGER),
        member: 'withdrawnLamports',
        cure: 'Withdraw it in parts with lamports.',
      });
    const parties = { wallet: wallet.bytes, stakeAccount: stakeAccount.bytes };
    const message = messages.withdraw({
      ...parties,
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

function nameRule({ data }: ReadAccount, wallet: Address): string {
  const { withdrawer = wallet } = decodeAuthorities(data) ?? {};
  return withdrawer === wallet
    ? 'A withdrawal must leave nothing, or at least the rent reserve and what is still delegated.'
    : `Only ${withdrawer} can withdraw from this stake account.`;
}

/** Finds the cause of a refused withdrawal: too early, more than the balance, or the ledger's own reason. */
async function explainRefusal(
  { fault, logs }: SimulationFailure,
  account: ReadAccount,
  { wallet, lamports }: { readonly wallet: Address; readonly lamports: bigint },
  services: Pick<StrategyServices, 'ledger' | 'blockhash' | 'clock'>,
): Promise<ProblemError> {
  const failure = readFailure(fault, logs, undefined);
  const { name, words: reason } = failure;
  if (codeOfFailure(failure) === 'EPOCH_REWARDS_BEING_PAID') return problem('EPOCH_REWARDS_BEING_PAID');
  // The stake program says so of stake that is not free, and of more than there is.
  const isInsufficient = name === 'InsufficientFunds';
  const tooEarly = isInsufficient ? await findStakeNotInactive(account.data, services) : undefined;
  if (tooEarly !== undefined) return problem('STAKE_NOT_INACTIVE', tooEarly);
  if (isInsufficient && lamports > account.lamports) {
    return insufficientFunds({
      holder: 'stake account',
      asset: 'SOL',
      holds: account.lamports,
      needs: lamports,
    });
  }
  return problem('SIMULATION_FAILED', { reason, rule: nameRule(account, wallet) });
}
