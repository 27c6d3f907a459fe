import { getAnchorError, type NamedError } from '@staking-agent/chain/vault';

export const UNSTAKE_ERROR__LOCKUP_IN_FORCE = 6005;
export const UNSTAKE_ERROR__NOT_ENOUGH_LIQUIDITY = 6008;
export const UNSTAKE_ERROR__DESTINATION_NOT_WSOL = 6010;
export const UNSTAKE_ERROR__WRONG_PROTOCOL_FEE_DESTINATION = 6011;

const ERRORS: ReadonlyMap<number, NamedError> = new Map([
  [
    UNSTAKE_ERROR__LOCKUP_IN_FORCE,
    { name: 'StakeAccountLockupInForce', message: 'The provided stake account is locked up.' },
  ],
  [
    UNSTAKE_ERROR__NOT_ENOUGH_LIQUIDITY,
    { name: 'NotEnoughLiquidity', message: 'Not enough liquidity to service this unstake.' },
  ],
  [
    UNSTAKE_ERROR__DESTINATION_NOT_WSOL,
    {
      name: 'DestinationNotWSol',
      message: 'Destination token account is not a wrapped SOL account.',
    },
  ],
  [
    UNSTAKE_ERROR__WRONG_PROTOCOL_FEE_DESTINATION,
    { name: 'WrongProtocolFeeDestination', message: 'Wrong protocol fee destination account.' },
  ],
]);

/** Names an error of the Reserve or of its framework. */
export function getUnstakeError(code: number): NamedError | undefined {
  return ERRORS.get(code) ?? getAnchorError(code);
}
