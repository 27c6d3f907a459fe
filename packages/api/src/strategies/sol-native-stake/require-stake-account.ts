import { invalidRequest } from '../../problem-error.ts';
import { type Key, requireAddress } from '../../request-fields.ts';

/**
 * Reads the stake account that every exit of native staking names.
 *
 * @throws {ProblemError} `invalid_request` when it is missing or no address.
 */
export function requireStakeAccount(text: string | undefined): Key {
  if (text === undefined) {
    throw invalidRequest(
      'Missing: stakeAccount. sol-native-stake needs the stake account that the stake call returned.',
      'FIELD_MISSING',
    );
  }
  return requireAddress(text, 'stakeAccount');
}
