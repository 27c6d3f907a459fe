import { type Address, createNoopSigner, type Instruction } from '@solana/kit';
import { getTransferCheckedInstruction } from '@solana-program/token';
import { STAKE_POOL_PROGRAM_ADDRESSES } from '@staking-agent/chain/stake-pool';
import { type CallAccount, type ModelledCall, ProgramFailure } from '../../vm/models/program-model.ts';
import { TOKEN_PROGRAM_ADDRESS } from '../../vm/program-addresses.ts';
import { parseMintDecimals, parseTokenAccount } from '../../vm/token-balances.ts';
import { findFeeAccount } from './program.ts';

// Codes and sentences of the program's public interface.
const ERRORS = {
  wrongWsolBridgeIn: [0, 'Wrong wsol_bridge_in account'],
  wrongSolBridgeOut: [1, 'Wrong sol_bridge_out account'],
  wrongFeeTokenAccount: [2, 'Wrong fee token account'],
  wrongTokenProgram: [3, 'Wrong token program'],
  notWsolMint: [5, 'Not wSOL mint'],
  wrongBridgeStake: [7, 'Wrong bridge stake account'],
  unsupportedProgram: [13, 'Unsupported stake pool program'],
  slumdogUnstakeTooSmall: [17, 'Instant unstake of slumdog stake was not enough to cover rent'],
} as const;

/** @throws {ProgramFailure} a custom error of the router's program, with its sentence in the log. */
export function fail(error: keyof typeof ERRORS): never {
  const [code, message] = ERRORS[error];
  throw new ProgramFailure({ Custom: code }, message);
}

/** Takes the first accounts of an instruction by the names of their places; the others follow them. */
export function takeAccounts<const N extends readonly string[]>(
  { accounts }: ModelledCall,
  names: N,
): { readonly named: Readonly<Record<N[number], Address>>; readonly further: readonly CallAccount[] } {
  if (accounts.length <= names.length) throw new ProgramFailure('NotEnoughAccountKeys');
  const pairs = names.map((name, index) => [name, accounts[index]?.address]);
  return {
    named: Object.fromEntries(pairs) as Record<N[number], Address>,
    further: accounts.slice(names.length),
  };
}

/** The user has to sign. @throws {ProgramFailure} MissingRequiredSignature */
export function assertUserSigns({ accounts }: ModelledCall): void {
  if (accounts[0]?.isSigner !== true) throw new ProgramFailure('MissingRequiredSignature');
}

/** @throws {ProgramFailure} 2 */
export function assertIsFeeAccount(address: Address, mint: Address): void {
  if (address !== findFeeAccount(mint)) fail('wrongFeeTokenAccount');
}

/** @throws {ProgramFailure} 3 */
export function assertIsTokenProgram(address: Address): void {
  if (address !== TOKEN_PROGRAM_ADDRESS) fail('wrongTokenProgram');
}

/** The pool that takes part, as the accounts behind the named ones say. @throws {ProgramFailure} 13 */
export function takePool<const N extends readonly string[]>(
  further: readonly CallAccount[],
  names: N,
): { readonly programAddress: Address } & Readonly<Record<N[number], Address>> {
  const [program, ...accounts] = further;
  if (program === undefined || accounts.length < names.length) {
    throw new ProgramFailure('NotEnoughAccountKeys');
  }
  if (!STAKE_POOL_PROGRAM_ADDRESSES.includes(program.address)) fail('unsupportedProgram');
  const pairs = names.map((name, index) => [name, accounts[index]?.address]);
  return {
    programAddress: program.address,
    ...(Object.fromEntries(pairs) as Record<N[number], Address>),
  };
}

/** Base units in a token account; zero when there is none. */
export function tokensOf(call: ModelledCall, address: Address): bigint {
  const account = call.findAccount(address);
  return (account && parseTokenAccount(account)?.amount) ?? 0n;
}

/** Moves tokens. */
export function moveTokens(
  call: ModelledCall,
  input: {
    readonly source: Address;
    readonly mint: Address;
    readonly destination: Address;
    readonly authority: Address;
    readonly amount: bigint;
  },
): Instruction {
  const decimals = parseMintDecimals(call.findAccount(input.mint));
  if (decimals === undefined) throw new ProgramFailure('InvalidAccountData');
  return getTransferCheckedInstruction({ ...input, authority: createNoopSigner(input.authority), decimals });
}

/** Subtracts the router's fee, at least one unit, from an amount. */
export function lessRouterFee(amount: bigint, basisPoints: bigint): bigint {
  if (amount === 0n) return 0n;
  const fee = (amount * basisPoints) / 10_000n;
  return amount - (fee > 0n ? fee : 1n);
}
