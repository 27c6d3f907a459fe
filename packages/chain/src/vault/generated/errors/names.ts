/** The program's own names of its error codes. */
export const ERROR_NAMES = {
  6000: 'InvalidAmount',
  6001: 'InvalidTokenMint',
  6002: 'InvalidTokenAccount',
  6003: 'InvalidAccountInput',
  6004: 'MathOverflow',
  6005: 'FeeExceedsTotalAssetValue',
  6006: 'MaxCapExceeded',
  6007: 'VaultNotActive',
  6008: 'ManagerNotAllowed',
  6009: 'OperationNotAllowed',
  6010: 'AdaptorEpochInvalid',
  6011: 'InvalidFeeConfiguration',
  6012: 'WithdrawalNotYetAvailable',
  6013: 'InvalidInput',
  6014: 'DivisionByZero',
  6015: 'InstantWithdrawNotAllowed',
} as const;
