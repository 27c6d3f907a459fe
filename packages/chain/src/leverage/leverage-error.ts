/** An account that is not the position's, or not the wallet's. */
export const LEVERAGE_ERROR__WRONG_ACCOUNT = 0;
/** The position is worth less than is asked for. */
export const LEVERAGE_ERROR__INSUFFICIENT_POSITION = 1;
/** The stake pool has not been updated in this epoch, so that its price is old. */
export const LEVERAGE_ERROR__STALE_POOL = 2;

const ERRORS: Readonly<Record<number, { readonly name: string; readonly message: string }>> = {
  [LEVERAGE_ERROR__WRONG_ACCOUNT]: {
    name: 'WrongAccount',
    message: 'An account is not the one of the position.',
  },
  [LEVERAGE_ERROR__INSUFFICIENT_POSITION]: {
    name: 'InsufficientPosition',
    message: 'The levered position is worth less than the withdrawal.',
  },
  [LEVERAGE_ERROR__STALE_POOL]: {
    name: 'StalePool',
    message: 'The stake pool has not been updated in this epoch yet.',
  },
};

/** Returns the message of a custom code of the adaptor; undefined for an unknown code. */
export function getLeverageError(
  code: number,
): { readonly name: string; readonly message: string } | undefined {
  return ERRORS[code];
}
