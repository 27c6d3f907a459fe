import { assertMatchesIntent, IntentMismatch, MalformedMessage } from '@staking-agent/chain/intent';
import sodium from 'sodium-native';
import { ProblemError } from '../problem-error.ts';
import type { Services } from '../services.ts';
import type { Build, Finished } from './build.ts';
import { issueServiceToken } from './service-token.ts';

const SIGNATURE_SIZE = 64;
/** The ledger takes no transaction above this many bytes. */
const TRANSACTION_SIZE_LIMIT = 1_232;

/**
 * Turns a build into its answer: holds the final bytes against the intent, signs for the new stake account,
 * issues the token.
 *
 * @throws {ProblemError} `internal_error` when the message is not what was asked; nothing of it leaves then.
 */
export function finishBuild<Fields>(
  { message, intent, lifetime, wallet, coSigner, fields }: Build<Fields>,
  { tokenKeys, clock }: Pick<Services, 'tokenKeys' | 'clock'>,
): Fields & Finished {
  try {
    assertMatchesIntent(message, intent);
  } catch (error) {
    throw error instanceof IntentMismatch || error instanceof MalformedMessage ? mismatch(error) : error;
  }
  // The wallet pays, so its slot is the first; the other one is the new account's.
  const signatureCount = coSigner === undefined ? 1 : 2;
  const transaction = Buffer.alloc(1 + signatureCount * SIGNATURE_SIZE + message.length);
  if (transaction.length > TRANSACTION_SIZE_LIMIT) throw mismatch(new Error(`${transaction.length} bytes`));
  transaction[0] = signatureCount;
  transaction.set(message, 1 + signatureCount * SIGNATURE_SIZE);
  if (coSigner !== undefined) {
    const slot = transaction.subarray(1 + SIGNATURE_SIZE, 1 + 2 * SIGNATURE_SIZE);
    sodium.crypto_sign_detached(
      slot,
      transaction.subarray(1 + 2 * SIGNATURE_SIZE),
      coSigner.secretKey as Buffer,
    );
    sodium.sodium_memzero(coSigner.secretKey as Buffer);
  }
  return {
    ...fields,
    transaction: transaction.toString('base64'),
    service_token: issueServiceToken(
      tokenKeys,
      message,
      {
        route: 'rpc',
        lastValidBlockHeight: lifetime.lastValidBlockHeight,
        contextSlot: lifetime.contextSlot,
      },
      Math.floor(clock.now() / 1_000),
    ),
    signers: [wallet],
  };
}

function mismatch(cause: Error): ProblemError {
  return new ProblemError(
    'internal_error',
    'The transaction that was built does not do exactly what was asked. It has been withheld and logged.',
    { code: 'INTENT_MISMATCH', retryable: false, cause },
  );
}
