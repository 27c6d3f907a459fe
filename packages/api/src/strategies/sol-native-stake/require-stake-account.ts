import { problem } from '../../problems/problem.ts';
import { type Key, requireAddress } from '../request-fields.ts';

/**
 * Reads the stake account that every exit of native staking names.
 *
 * @throws {ProblemError} `invalid_request` when it is missing or no address.
 */
export function requireStakeAccount(text: string | undefined): Key {
  if (text === undefined) {
    throw problem('FIELD_MISSING', {
      missing: ['stakeAccount'],
      rule: 'sol-native-stake needs the stake account that the stake call returned.',
    });
  }
  return requireAddress(text, 'stakeAccount');
}
