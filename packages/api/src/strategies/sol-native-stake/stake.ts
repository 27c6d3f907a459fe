import type { Address } from '@solana/kit';
import { toAddress } from '@staking-agent/chain/address';
import { toKey } from '../request-fields.ts';
import type { Stake } from '../strategy.ts';
import { warnOfValidator } from './describe-validator.ts';
import { COMPUTE_UNIT_LIMITS, type NativeMessages } from './native-messages.ts';
import { nameStakeAccount, readStakeAccountForm } from './new-stake-account.ts';
import { assertStatable, belowMinimum } from './range.ts';

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
