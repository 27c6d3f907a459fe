import { getLendingError } from './lending/flash-loan.ts';
import { MARGINFI_PROGRAM_ADDRESS } from './lending/generated/programs/index.ts';
import { STAKE_POOL_PROGRAM_ADDRESSES } from './stake-pool/accounts.ts';
import { getStakePoolErrorMessage, type StakePoolError } from './stake-pool/generated/errors/index.ts';
import { ERROR_NAMES as STAKE_POOL_NAMES } from './stake-pool/generated/errors/names.ts';
import { getVaultError } from './vault/errors.ts';
import { VOLTR_VAULT_PROGRAM_ADDRESS } from './vault/generated/programs/index.ts';

/** The name of an error of a program of the ledger itself, and its meaning. */
type Entry = readonly [name: string, message: string];

// The programs declare their custom errors as an enumeration: the code is the place in its list.
const STAKE: readonly Entry[] = [
  ['NoCreditsToRedeem', 'The vote account has no credits to redeem.'],
  ['LockupInForce', 'The lockup of the stake account has not expired.'],
  ['AlreadyDeactivated', 'The stake is deactivated already.'],
  ['TooSoonToRedelegate', 'The stake can be delegated anew only once in an epoch.'],
  ['InsufficientStake', 'The stake is less than what is split off.'],
  ['MergeTransientStake', 'A stake account that is activating or cooling down cannot be merged.'],
  ['MergeMismatch', 'The stake accounts differ in authority, lockup or vote account.'],
  ['CustodianMissing', 'The custodian of the lockup is not given.'],
  ['CustodianSignatureMissing', 'The custodian of the lockup has not signed.'],
  ['InsufficientReferenceVotes', 'The reference vote account has voted too seldom.'],
  ['VoteAddressMismatch', 'The stake is not delegated to that vote account.'],
  [
    'MinimumDelinquentEpochsForDeactivationNotMet',
    'The vote account has not been delinquent for long enough.',
  ],
  ['InsufficientDelegation', 'The amount is below the minimum delegation.'],
  ['RedelegateTransientOrInactiveStake', 'Only active stake can be redelegated.'],
  ['RedelegateToSameVoteAccount', 'The stake is delegated to that vote account already.'],
  [
    'RedelegatedStakeMustFullyActivateBeforeDeactivationIsPermitted',
    'Redelegated stake must be active before it is deactivated.',
  ],
  [
    'EpochRewardsActive',
    'Rewards of the last epoch are being paid out; stake cannot change until that is done.',
  ],
];
const SYSTEM: readonly Entry[] = [
  ['AccountAlreadyInUse', 'The account to be created exists already.'],
  ['ResultWithNegativeLamports', 'The account holds fewer lamports than are to leave it.'],
  ['InvalidProgramId', 'The account cannot be given to that program.'],
  ['InvalidAccountDataLength', 'The account cannot have that size.'],
  ['MaxSeedLengthExceeded', 'The seed is longer than 32 bytes.'],
  ['AddressWithSeedMismatch', 'The address is not the one that seed and base derive.'],
  ['NonceNoRecentBlockhashes', 'There are no recent blockhashes.'],
  ['NonceBlockhashNotExpired', 'The nonce has not changed since it was advanced.'],
  ['NonceUnexpectedBlockhashValue', 'The nonce is not the one that is stored.'],
];
const TOKEN: readonly Entry[] = [
  ['NotRentExempt', 'The account holds too few lamports for its rent.'],
  ['InsufficientFunds', 'The token account holds less than is to leave it.'],
  ['InvalidMint', 'The mint is none.'],
  ['MintMismatch', 'The token account is of another mint.'],
  ['OwnerMismatch', 'The token account has another owner.'],
  ['FixedSupply', 'The supply of the token is fixed.'],
  ['AlreadyInUse', 'The account exists already.'],
  ['InvalidNumberOfProvidedSigners', 'Too many or too few signers are given.'],
  ['InvalidNumberOfRequiredSigners', 'Too many or too few signers are required.'],
  ['UninitializedState', 'The token account does not exist yet.'],
  ['NativeNotSupported', 'Wrapped SOL does not allow this instruction.'],
  ['NonNativeHasBalance', 'The token account can be closed only when it is empty.'],
  ['InvalidInstruction', 'The token program has no such instruction.'],
  ['InvalidState', 'The state of the account does not allow this.'],
  ['Overflow', 'An amount does not fit 64 bits.'],
  ['AuthorityTypeNotSupported', 'The account has no authority of that kind.'],
  ['MintCannotFreeze', 'The mint cannot freeze accounts.'],
  ['AccountFrozen', 'The token account is frozen.'],
  ['MintDecimalsMismatch', 'The mint has another number of decimals.'],
  ['NonNativeNotSupported', 'Only wrapped SOL allows this instruction.'],
];
const ASSOCIATED_TOKEN: readonly Entry[] = [
  ['InvalidOwner', 'The associated token account belongs to somebody else.'],
];

/** Custom errors of the programs of the ledger itself. The compute budget program has none: it fails with ledger errors. */
const NATIVE_ERRORS = {
  'stake program': STAKE,
  'system program': SYSTEM,
  'token program': TOKEN,
  'associated token program': ASSOCIATED_TOKEN,
  'compute budget program': [],
} as const satisfies Readonly<Record<string, readonly Entry[]>>;

export type ProgramName =
  | keyof typeof NATIVE_ERRORS
  | 'stake pool program'
  | 'vault program'
  | 'lending program';

/** A custom error of a program: who calls it what, and what it means. */
export type ProgramError = {
  readonly program: ProgramName;
  readonly name: string;
  /** One sentence. */
  readonly message: string;
};

const NAMES: ReadonlyMap<string, ProgramName> = new Map([
  ['Stake11111111111111111111111111111111111111', 'stake program'],
  ['11111111111111111111111111111111', 'system program'],
  ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'token program'],
  ['ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL', 'associated token program'],
  ['ComputeBudget111111111111111111111111111111', 'compute budget program'],
  ...STAKE_POOL_PROGRAM_ADDRESSES.map((address) => [address, 'stake pool program'] as const),
  [VOLTR_VAULT_PROGRAM_ADDRESS, 'vault program'],
  [MARGINFI_PROGRAM_ADDRESS, 'lending program'],
]);

/** Returns the name of a program; undefined for an unknown program. */
export function nameProgram(address: string): ProgramName | undefined {
  return NAMES.get(address);
}

/**
 * Returns the message of a program's custom error.
 *
 * @param address - base58, of the program that failed.
 * @param code - of `custom program error: 0x…`.
 * @returns undefined for an unknown program or code.
 */
export function describeProgramError(address: string, code: number): ProgramError | undefined {
  const program = NAMES.get(address);
  if (program === undefined) return undefined;
  const named = nameIn(program, code);
  return named && { program, ...named };
}

function nameIn(program: ProgramName, code: number): Omit<ProgramError, 'program'> | undefined {
  switch (program) {
    case 'stake pool program':
      return isStakePoolCode(code)
        ? { name: STAKE_POOL_NAMES[code], message: getStakePoolErrorMessage(code) }
        : undefined;
    case 'vault program':
      return getVaultError(code);
    case 'lending program':
      return getLendingError(code);
    default: {
      const entries: readonly Entry[] = NATIVE_ERRORS[program];
      const [name, message] = entries[code] ?? [];
      return name === undefined || message === undefined ? undefined : { name, message };
    }
  }
}

function isStakePoolCode(code: number): code is StakePoolError {
  return Object.hasOwn(STAKE_POOL_NAMES, code);
}
