import { getAnchorError, type NamedError } from '@staking-agent/chain/vault';
import { type ModelledCall, ProgramFailure } from '../../vm/models/program-model.ts';

/** Codes of the framework that programs are written in, as far as a wrong account brings them up. */
export const ANCHOR_ERROR__UNKNOWN_INSTRUCTION = 101;
export const ANCHOR_ERROR__BAD_DATA = 102;
export const ANCHOR_ERROR__NOT_WRITABLE = 2000;
export const ANCHOR_ERROR__WRONG_SEEDS = 2006;
export const ANCHOR_ERROR__NOT_ASSOCIATED = 2009;
export const ANCHOR_ERROR__WRONG_ADDRESS = 2012;
export const ANCHOR_ERROR__WRONG_TOKEN_OWNER = 2015;
export const ANCHOR_ERROR__WRONG_MINT_PROGRAM = 2022;
export const ANCHOR_ERROR__NO_DISCRIMINATOR = 3001;
export const ANCHOR_ERROR__WRONG_DISCRIMINATOR = 3002;
export const ANCHOR_ERROR__TOO_FEW_ACCOUNTS = 3005;
export const ANCHOR_ERROR__WRONG_OWNER = 3007;
export const ANCHOR_ERROR__WRONG_PROGRAM = 3008;
export const ANCHOR_ERROR__NOT_SIGNER = 3010;
export const ANCHOR_ERROR__NOT_INITIALIZED = 3012;

/**
 * Fails as the framework does: logs name, number and message of the error, and returns the number as custom code.
 *
 * @param account - the program's name of the account at fault, where one is.
 * @param describe - what the program calls its codes; without it only the framework's have names.
 * @throws {ProgramFailure} always.
 */
export function failWith(
  call: ModelledCall,
  code: number,
  account?: string,
  describe: (code: number) => NamedError | undefined = getAnchorError,
): never {
  const { name, message } = describe(code) ?? { name: 'Unknown', message: 'Unknown.' };
  const cause = account === undefined ? 'occurred' : `caused by account: ${account}`;
  call.log(`AnchorError ${cause}. Error Code: ${name}. Error Number: ${code}. Error Message: ${message}`);
  throw new ProgramFailure({ Custom: code });
}
