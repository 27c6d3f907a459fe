// The programs declare their custom errors as an enumeration: the code is the place in its list.
const STAKE = [
  'NoCreditsToRedeem',
  'LockupInForce',
  'AlreadyDeactivated',
  'TooSoonToRedelegate',
  'InsufficientStake',
  'MergeTransientStake',
  'MergeMismatch',
  'CustodianMissing',
  'CustodianSignatureMissing',
  'InsufficientReferenceVotes',
  'VoteAddressMismatch',
  'MinimumDelinquentEpochsForDeactivationNotMet',
  'InsufficientDelegation',
  'RedelegateTransientOrInactiveStake',
  'RedelegateToSameVoteAccount',
  'RedelegatedStakeMustFullyActivateBeforeDeactivationIsPermitted',
  'EpochRewardsActive',
];
const SYSTEM = [
  'AccountAlreadyInUse',
  'ResultWithNegativeLamports',
  'InvalidProgramId',
  'InvalidAccountDataLength',
  'MaxSeedLengthExceeded',
  'AddressWithSeedMismatch',
  'NonceNoRecentBlockhashes',
  'NonceBlockhashNotExpired',
  'NonceUnexpectedBlockhashValue',
];
const TOKEN = [
  'NotRentExempt',
  'InsufficientFunds',
  'InvalidMint',
  'MintMismatch',
  'OwnerMismatch',
  'FixedSupply',
  'AlreadyInUse',
  'InvalidNumberOfProvidedSigners',
  'InvalidNumberOfRequiredSigners',
  'UninitializedState',
  'NativeNotSupported',
  'NonNativeHasBalance',
  'InvalidInstruction',
  'InvalidState',
  'Overflow',
  'AuthorityTypeNotSupported',
  'MintCannotFreeze',
  'AccountFrozen',
  'MintDecimalsMismatch',
  'NonNativeNotSupported',
];

const ERRORS: ReadonlyMap<string, { readonly program: string; readonly names: readonly string[] }> = new Map([
  ['Stake11111111111111111111111111111111111111', { program: 'stake program', names: STAKE }],
  ['11111111111111111111111111111111', { program: 'system program', names: SYSTEM }],
  ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', { program: 'token program', names: TOKEN }],
  [
    'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
    { program: 'associated token program', names: ['InvalidOwner'] },
  ],
]);

/**
 * Names a custom error of the stake, system, token or associated token program.
 *
 * @param program - base58 address of the program that failed.
 * @param code - of `custom program error: 0x…`.
 * @returns undefined for another program, or a code it does not have.
 */
export function nameProgramError(
  program: string,
  code: number,
): { readonly program: string; readonly name: string } | undefined {
  const known = ERRORS.get(program);
  const name = known?.names[code];
  return known === undefined || name === undefined ? undefined : { program: known.program, name };
}
