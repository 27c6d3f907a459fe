import { base58 } from '@scure/base';
import type { Address } from '@solana/kit';
import { ASSET_DECIMALS, formatAmount } from '@staking-agent/wire';
import sodium from 'sodium-native';
import type { Random } from '../../keys/random.ts';
import { problem } from '../../problems/problem.ts';
import { keyOf } from '../../request-fields.ts';
import type { CoSigner } from '../../transactions/build.ts';
import type { Stake } from '../strategy.ts';
import { COMPUTE_UNIT_LIMITS, type NativeMessages } from './native-messages.ts';

const NOTES =
  'The service generated the key pair of this new stake account, signed its slot and forgot the key. The wallet signs its own slot and stays staker and withdrawer. Keep stakeAccount: deactivate, withdraw and instant unstake need it.';

/** The answer states lamports as JSON integers, which are exact up to here. */
const LAMPORTS_LIMIT = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * Delegates SOL to the operator's validator in a new stake account.
 *
 * `amount` is SOL with at most 9 decimals and is delegated in full; the rent reserve comes on top. No upstream
 * is called: rent, minimum and blockhash come from feeds.
 *
 * @throws {ProblemError} `upstream_error` when the amount is below the
 *   ledger's minimum delegation or the ledger has not been heard of lately.
 */
export function createStake(messages: NativeMessages, voteAccountText: Address): Stake<'sol-native-stake'> {
  const voteAccount = keyOf(voteAccountText);
  return async (
    { body, wallet, amount: delegated },
    { stakeTerms, blockhash, priorityFee, uniqueBudget, random },
  ) => {
    assertStatable(delegated);

    const { rentExemptReserve, minimumDelegation } = stakeTerms.peek() ?? (await stakeTerms.get());
    const lifetime = blockhash.peek() ?? (await blockhash.get());

    if (delegated < minimumDelegation) throw belowMinimum(minimumDelegation);
    const coSigner = createStakeAccountKey(random);
    const lamports = delegated + rentExemptReserve;

    const message = messages.stake({
      wallet: wallet.bytes,
      stakeAccount: coSigner.publicKey,
      blockhash: lifetime.blockhash,
      ...uniqueBudget(COMPUTE_UNIT_LIMITS.stake, priorityFee.price()),
      lamports,
    });
    return {
      by: 'service',
      message,
      lifetime,
      wallet: wallet.text,
      coSigner,
      operation: 'stake',
      request: body,
      fields: {
        strategy: 'sol-native-stake',
        stakeAccount: base58.encode(coSigner.publicKey),
        voteAccount: voteAccount.text,
        rentExemptReserveLamports: Number(rentExemptReserve),
        delegatedLamports: Number(delegated),
        notes: NOTES,
      },
    };
  };
}

function assertStatable(lamports: bigint): void {
  if (lamports <= LAMPORTS_LIMIT) return;
  const limit = formatAmount(LAMPORTS_LIMIT, ASSET_DECIMALS.SOL);
  throw problem('AMOUNT_TOO_LARGE', {
    field: 'amount',
    rule: `must be at most ${limit} SOL in one stake account`,
  });
}

function belowMinimum(minimum: bigint) {
  return problem('BELOW_MINIMUM_DELEGATION', { least: formatAmount(minimum, ASSET_DECIMALS.SOL) });
}

function createStakeAccountKey(random: Random): CoSigner {
  const publicKey = Buffer.alloc(sodium.crypto_sign_PUBLICKEYBYTES);
  const secretKey = Buffer.alloc(sodium.crypto_sign_SECRETKEYBYTES);
  const seed = random.bytes(sodium.crypto_sign_SEEDBYTES);
  sodium.crypto_sign_seed_keypair(publicKey, secretKey, seed);
  sodium.sodium_memzero(seed);
  return { publicKey, secretKey };
}
