import { STAKE_PROGRAM_ADDRESS } from '@staking-agent/chain/stake';
import { problem } from '../../problems/problem.ts';
import { type Key, requireAddress } from '../../request-fields.ts';
import type { Services } from '../../services.ts';
import { describeTransactionFault } from '../../transactions/describe-transaction-fault.ts';
import type { Actions } from '../strategy.ts';
import { assertNotProgram } from './assert-not-program.ts';
import type { NativeMessages } from './native-messages.ts';

/**
 * Moves lamports of an inactive stake account to the wallet: all of them, which closes it, or `lamports`.
 *
 * Reads the balance, then has the ledger simulate the transaction.
 *
 * @throws {ProblemError} `invalid_request` for wallet or stakeAccount; `upstream_error` when the account does
 *   not exist or is no stake account, or when the ledger refuses the simulation, with the ledger's reason.
 */
export function createWithdraw(messages: NativeMessages): NonNullable<Actions['withdraw']> {
  return async (body, services) => {
    const wallet = requireAddress(body.wallet, 'wallet');
    const stakeAccount = requireAddress(body.stakeAccount, 'stakeAccount');
    assertNotProgram(wallet, 'wallet');
    assertNotProgram(stakeAccount, 'stakeAccount');

    const balance = await fetchStakeBalance(stakeAccount, services);
    const lifetime = await services.blockhash.get();

    const lamports = body.lamports === undefined ? balance : BigInt(body.lamports);
    if (lamports > BigInt(Number.MAX_SAFE_INTEGER))
      throw problem('BALANCE_TOO_LARGE', { most: String(Number.MAX_SAFE_INTEGER) });
    const parties = { wallet: wallet.bytes, stakeAccount: stakeAccount.bytes };
    const message = messages.withdraw({
      ...parties,
      blockhash: lifetime.blockhash,
      unitPrice: services.priorityFee.price(),
      lamports,
    });
    await simulate(message, services);
    return {
      by: 'service',
      message,
      lifetime,
      wallet: wallet.text,
      intent: { kind: 'native-withdraw', ...parties, lamports },
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

async function fetchStakeBalance(stakeAccount: Key, { ledger }: Pick<Services, 'ledger'>): Promise<bigint> {
  const options = { encoding: 'base64', commitment: 'confirmed' };
  const { value } = await ledger.read('getMultipleAccounts', [[stakeAccount.text], options]);
  const [account] = value;
  if (account === undefined || account === null) {
    throw problem('STAKE_ACCOUNT_NOT_FOUND');
  }
  if (account.owner !== STAKE_PROGRAM_ADDRESS) {
    throw problem('NOT_A_STAKE_ACCOUNT');
  }
  return BigInt(account.lamports);
}

async function simulate(message: Uint8Array, { ledger }: Pick<Services, 'ledger'>): Promise<void> {
  // One empty signature slot: the simulation is told not to look at it.
  const transaction = Buffer.concat([Uint8Array.of(1), Buffer.alloc(64), message]).toString('base64');
  const { value } = await ledger.read('simulateTransaction', [
    transaction,
    // With the node's own blockhash: one that lags behind ours must not be taken for a refusal.
    { encoding: 'base64', commitment: 'confirmed', sigVerify: false, replaceRecentBlockhash: true },
  ]);
  if (value.err === null) return;
  const reason = describeTransactionFault(value.err, value.logs);
  throw problem('SIMULATION_FAILED', {
    reason,
    rule: "Stake can be withdrawn once the ledger's epoch is past its deactivation epoch, by its withdraw authority, up to its balance, leaving nothing or at least the rent reserve.",
  });
}
