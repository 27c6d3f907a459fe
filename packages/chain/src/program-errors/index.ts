import { getLendingError } from '../lending/errors.ts';
import { MARGINFI_PROGRAM_ADDRESS } from '../lending/generated/programs/index.ts';
import { STAKE_POOL_PROGRAM_ADDRESSES } from '../stake-pool/addresses.ts';
import { getStakePoolErrorMessage, type StakePoolError } from '../stake-pool/generated/errors/index.ts';
import { ERROR_NAMES as STAKE_POOL_NAMES } from '../stake-pool/generated/errors/names.ts';
import { getVaultError } from '../vault/errors.ts';
import { VOLTR_VAULT_PROGRAM_ADDRESS } from '../vault/generated/programs/index.ts';
import { NATIVE_ERRORS } from './native-errors.ts';

/** A program in words. */
export type ProgramName =
  | 'stake program'
  | 'system program'
  | 'token program'
  | 'associated token program'
  | 'compute budget program'
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
  ...[...NATIVE_ERRORS].map(([address, { program }]) => [address, program as ProgramName] as const),
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
 * Returns the message of a program's custom error. The compute budget program has none: it fails with ledger errors.
 *
 * @param address - base58, of the program that failed.
 * @param code - of `custom program error: 0x…`.
 * @returns undefined for an unknown program or code.
 */
export function describeProgramError(address: string, code: number): ProgramError | undefined {
  const program = NAMES.get(address);
  if (program === undefined) return undefined;
  const named = nameIn(program, address, code);
  return named && { program, ...named };
}

function nameIn(
  program: ProgramName,
  address: string,
  code: number,
): Pick<ProgramError, 'name' | 'message'> | undefined {
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
      const [name, message] = NATIVE_ERRORS.get(address)?.entries[code] ?? [];
      return name === undefined || message === undefined ? undefined : { name, message };
    }
  }
}

function isStakePoolCode(code: number): code is StakePoolError {
  return Object.hasOwn(STAKE_POOL_NAMES, code);
}
