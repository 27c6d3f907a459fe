import {
  type AccountMeta,
  AccountRole,
  type Address,
  address,
  type EncodedAccount,
  getConstantCodec,
  getHiddenPrefixCodec,
  getStructCodec,
  getU64Codec,
} from '@solana/kit';
import { getAllocateInstruction, getAssignInstruction } from '@solana-program/system';
import { getAddressCodec, toAddressBytes } from '@staking-agent/chain/address';
import {
  type CallAccount,
  findPda,
  type ModelledCall,
  type Pda,
  ProgramFailure,
  type ProgramModel,
} from '../vm/player/model.ts';
import {
  CLOCK_ADDRESS,
  NATIVE_MINT_ADDRESS,
  STAKE_PROGRAM_ADDRESS,
  SYSTEM_PROGRAM_ADDRESS,
} from '../vm/program-addresses.ts';
import { parseStakeState } from '../vm/stake-account.ts';
import { parseTokenAccount } from '../vm/token-balances.ts';
import * as anchor from './anchor.ts';
import { authorizeStake, signer, syncNative, transferSol } from './native.ts';

/** The router's Reserve, which pays SOL for stake accounts at once. */
export const UNSTAKE_PROGRAM_ADDRESS = address('unpXTU2Ndrc7WWNyEhQWe4udTzSibLPi25SXv2xbCHQ');
/** The one pool that the router uses. */
export const RESERVE_POOL = address('FypPtwbY3FUfzJUtXHSyVRokVKG2jKtH29FmK4ebxRSd');
/** Whom the protocol's part of each fee goes to. */
export const RESERVE_PROTOCOL_VAULT = address('EeQmNqm1RcQnee8LTyx6ccVG9FnR8TezQuw2JXq2LC1T');
/** Says which part of the fee the protocol takes. */
export const PROTOCOL_FEE: Address = findPda(UNSTAKE_PROGRAM_ADDRESS, 'protocol-fee').address;

/** Derives the accounts of a pool. Its creator can raise the fee at any moment, and creating one is open to all. */
function findReserve(pool: Address) {
  const find = (...seeds: readonly (string | Uint8Array)[]): Pda =>
    findPda(UNSTAKE_PROGRAM_ADDRESS, toAddressBytes(pool), ...seeds);
  return {
    pool,
    /** Holds the pool's SOL, and has the authority over the stake accounts it took. */
    solReserves: find(),
    /** Says what the pool takes for an exit. */
    fee: find('fee').address,
    /** Keeps what a stake account held when the pool took it. */
    findRecord: (stake: Address): Pda => find(toAddressBytes(stake)),
  };
}

/** The accounts of the pool that the router uses. */
export const {
  solReserves: SOL_RESERVES,
  fee: RESERVE_FEE,
  findRecord: findStakeRecord,
} = findReserve(RESERVE_POOL);

// Account layouts of the Reserve, from its public source; discriminators are those of its framework.
const POOL_DISCRIMINATOR = Uint8Array.fromHex('f19a6d0411b16dbc');
const FEE_DISCRIMINATOR = Uint8Array.fromHex('183796faa81b65b2');
const PROTOCOL_FEE_DISCRIMINATOR = Uint8Array.fromHex('797f628b486e2c76');
const STAKE_RECORD = Uint8Array.fromHex('90cdb7f103fad0d7');
/** The kind of a fee that rises with the liquidity used. */
const LIQUIDITY_LINEAR = Uint8Array.of(1);

/** Sizes of the accounts, which are larger than what they hold. */
export const RESERVE_SIZES = { pool: 88, fee: 48, protocolFee: 104, stakeRecord: 16 } as const;

const RATIO = getStructCodec([
  ['numerator', getU64Codec()],
  ['denominator', getU64Codec()],
]);

/** Reads and writes a pool; `incomingStake` are lamports in stake accounts that it took and has not emptied yet. */
export const RESERVE_POOL_CODEC = getHiddenPrefixCodec(
  getStructCodec([
    ['feeAuthority', getAddressCodec()],
    ['lpMint', getAddressCodec()],
    ['incomingStake', getU64Codec()],
  ]),
  [getConstantCodec(POOL_DISCRIMINATOR)],
);

/** Reads and writes a fee: the part at full liquidity, rising in a line to that at none. */
export const RESERVE_FEE_CODEC = getHiddenPrefixCodec(
  getStructCodec([
    ['atFull', RATIO],
    ['atNone', RATIO],
  ]),
  [getConstantCodec(FEE_DISCRIMINATOR), getConstantCodec(LIQUIDITY_LINEAR)],
);

/** A fee of the Reserve, as parts of the lamports that it takes. */
export type ReserveFee = ReturnType<(typeof RESERVE_FEE_CODEC)['decode']>;

/** Reads and writes what the protocol takes of each fee, and who gets it. */
export const PROTOCOL_FEE_CODEC = getHiddenPrefixCodec(
  getStructCodec([
    ['destination', getAddressCodec()],
    ['authority', getAddressCodec()],
    ['part', RATIO],
    ['referrerPart', RATIO],
  ]),
  [getConstantCodec(PROTOCOL_FEE_DISCRIMINATOR)],
);

/** Writes what a stake account held when it was taken. */
function encodeStakeRecord(lamports: bigint): Uint8Array {
  const data = new Uint8Array(RESERVE_SIZES.stakeRecord);
  data.set(STAKE_RECORD);
  new DataView(data.buffer).setBigUint64(STAKE_RECORD.length, lamports, true);
  return data;
}

/** Lists the accounts that both instructions take behind the stake account and its destination. */
export function listReserveAccounts(stake: Address): AccountMeta[] {
  const readonly = [CLOCK_ADDRESS, STAKE_PROGRAM_ADDRESS, SYSTEM_PROGRAM_ADDRESS];
  return [
    { address: RESERVE_POOL, role: AccountRole.WRITABLE },
    { address: SOL_RESERVES.address, role: AccountRole.WRITABLE },
    { address: RESERVE_FEE, role: AccountRole.READONLY },
    { address: findStakeRecord(stake).address, role: AccountRole.WRITABLE },
    { address: PROTOCOL_FEE, role: AccountRole.READONLY },
    { address: RESERVE_PROTOCOL_VAULT, role: AccountRole.WRITABLE },
    ...readonly.map((account) => ({ address: account, role: AccountRole.READONLY })),
  ];
}

/** First bytes of the two instructions: for SOL, and for wrapped SOL. */
export const UNSTAKE_TAG = Uint8Array.fromHex('5a5f6b2acd7c32e1');
export const UNSTAKE_WSOL_TAG = Uint8Array.fromHex('7d5dbe8759ae8e95');

/** The program's own units, the programs it invokes not counted; measured on the binary. */
const UNITS = 55_000n;

/** The router's Reserve, as far as users call it: SOL or wrapped SOL at once for a stake account. */
export const unstakeModel: ProgramModel = {
  programAddress: UNSTAKE_PROGRAM_ADDRESS,
  name: 'model of the Reserve',
  file: 'unstake.so',
  getUnits: () => UNITS,
  run: (call) => {
    const isTagged = (tag: Uint8Array) => tag.every((byte, index) => call.data[index] === byte);
    const isWrapped = isTagged(UNSTAKE_WSOL_TAG);
    if (!isWrapped && !isTagged(UNSTAKE_TAG)) anchor.failWith(call, anchor.ANCHOR_ERROR__UNKNOWN_INSTRUCTION);
    call.log(`Instruction: ${isWrapped ? 'UnstakeWsol' : 'Unstake'}`);
    unstake(call, isWrapped);
  },
};

/** Both instructions, with the checks and steps of `run_unstake` in its order. */
function unstake(call: ModelledCall, isWrapped: boolean): void {
  const { unstaker, stake, destination, reserve, protocol } = checkUnstakeAccounts(call, isWrapped);
  const { solReserves } = reserve;
  const record = reserve.findRecord(stake);
  const pay = (to: Address, amount: bigint): void =>
    call.invoke(transferSol(solReserves.address, to, amount), solReserves);

  const newAccount = signer(record.address);
  const space = BigInt(RESERVE_SIZES.stakeRecord);
  call.invoke(getAllocateInstruction({ newAccount, space }), record);
  call.invoke(getAssignInstruction({ account: newAccount, programAddress: UNSTAKE_PROGRAM_ADDRESS }), record);
  pay(record.address, call.getRent(space));
  const lamports = call.findAccount(stake)?.lamports ?? 0n;
  const held = call.findAccount(solReserves.address)?.lamports ?? 0n;
  for (const step of authorizeStake(stake, unstaker, solReserves.address)) call.invoke(step);

  const pool = requireAccount(call, reserve.pool);
  const state = RESERVE_POOL_CODEC.decode(pool.data);
  const fee = RESERVE_FEE_CODEC.decode(requireAccount(call, reserve.fee).data);
  const { part } = PROTOCOL_FEE_CODEC.decode(requireAccount(call, PROTOCOL_FEE).data);
  const taken = priceUnstake(fee, { incomingStake: state.incomingStake, solReserves: held }, lamports);
  const toProtocol = (taken * part.numerator) / part.denominator;
  const paid = lamports - taken;
  if (paid < 0n || paid + toProtocol > held) fail(call, 'notEnoughLiquidity');
  pay(destination, paid);
  pay(protocol, toProtocol);
  if (isWrapped) call.invoke(syncNative(destination));
  // The record's first bytes come into being with this transaction, so it must have been opened by now.
  requireAccount(call, record.address);
  call.write(record.address, encodeStakeRecord(lamports));
  const data = Uint8Array.from(pool.data);
  RESERVE_POOL_CODEC.write({ ...state, incomingStake: state.incomingStake + lamports }, data, 0);
  call.write(reserve.pool, data);
}

/** @throws {ProgramFailure} UninitializedAccount when there is none. */
export function requireAccount(call: ModelledCall, account: Address): EncodedAccount {
  const found = call.findAccount(account);
  if (found === undefined) throw new ProgramFailure('UninitializedAccount');
  return found;
}

/** Checks the accounts of an exit as the program does. @throws {ProgramFailure} */
function checkUnstakeAccounts(call: ModelledCall, isWrapped: boolean) {
  const [unstaker, stake, destination, pool, , , , , protocol] = call.accounts as Partial<
    readonly CallAccount[]
  >;
  if (!unstaker || !stake || !destination || !pool || !protocol)
    anchor.failWith(call, anchor.ANCHOR_ERROR__TOO_FEW_ACCOUNTS);
  const isWsol = (): void => {
    const account = call.findAccount(destination.address);
    const mint = account && parseTokenAccount(account)?.mint;
    if (mint !== NATIVE_MINT_ADDRESS) fail(call, 'notWsol', 'destination');
  };
  const isProtocol = (): void => {
    const { data } = requireAccount(call, PROTOCOL_FEE);
    if (PROTOCOL_FEE_CODEC.decode(data).destination !== protocol.address) {
      fail(call, 'wrongProtocolVault', 'protocol_fee_destination');
    }
  };
  const reserve = findReserve(pool.address);
  const isStake = (): void => assertIsFreeStake(call, stake.address);
  anchor.checkAccounts(call, {
    unstaker: { kind: 'signer' },
    stake_account: { kind: 'any', isWritable: true, satisfies: isStake },
    destination: isWrapped
      ? { kind: 'token', isWritable: true, satisfies: isWsol }
      : { kind: 'any', isWritable: true },
    pool_account: { kind: POOL_DISCRIMINATOR, isWritable: true },
    pool_sol_reserves: anchor.seededRule(reserve.solReserves.address, 'any', true),
    fee_account: anchor.seededRule(reserve.fee, FEE_DISCRIMINATOR),
    stake_account_record_account: anchor.seededRule(reserve.findRecord(stake.address).address, 'any', true),
    protocol_fee_account: anchor.seededRule(PROTOCOL_FEE, PROTOCOL_FEE_DISCRIMINATOR),
    protocol_fee_destination: { kind: 'any', isWritable: true, satisfies: isProtocol },
    clock: { kind: 'any' },
    stake_program: { kind: 'any', is: [STAKE_PROGRAM_ADDRESS, anchor.ANCHOR_ERROR__WRONG_PROGRAM] },
    system_program: { kind: 'system-program' },
    ...(isWrapped && { token_program: { kind: 'token-program' } }),
  });
  return {
    unstaker: unstaker.address,
    stake: stake.address,
    destination: destination.address,
    reserve,
    protocol: protocol.address,
  };
}

function assertIsFreeStake(call: ModelledCall, stake: Address): void {
  const account = call.findAccount(stake);
  if (account === undefined) anchor.failWith(call, anchor.ANCHOR_ERROR__NOT_INITIALIZED, 'stake_account');
  if (account.programAddress !== STAKE_PROGRAM_ADDRESS) {
    anchor.failWith(call, anchor.ANCHOR_ERROR__WRONG_OWNER, 'stake_account');
  }
  const state = parseStakeState(account.data);
  if (state?.__kind !== 'Stake' && state?.__kind !== 'Initialized') {
    throw new ProgramFailure('InvalidAccountData');
  }
  const [{ lockup }] = state.fields;
  if (lockup.epoch > call.epoch || lockup.unixTimestamp > call.now) {
    fail(call, 'lockupInForce', 'stake_account');
  }
}

const ERRORS = {
  lockupInForce: [6005, 'StakeAccountLockupInForce', 'The provided stake account is locked up.'],
  notEnoughLiquidity: [6008, 'NotEnoughLiquidity', 'Not enough liquidity to service this unstake.'],
  notWsol: [6010, 'DestinationNotWSol', 'Destination token account is not a wrapped SOL account.'],
  wrongProtocolVault: [6011, 'WrongProtocolFeeDestination', 'Wrong protocol fee destination account.'],
} as const;

/** @throws {ProgramFailure} an error of the Reserve, with its name and its sentence in the log. */
function fail(call: ModelledCall, error: keyof typeof ERRORS, account?: string): never {
  const [code, name, message] = ERRORS[error];
  return anchor.failWith(call, code, account, () => ({ name, message }));
}

/** The program computes in numbers of so many decimal places, and rounds each product and quotient to the nearest. */
const ONE = 10n ** 12n;
const HALF = ONE / 2n;

/** A pool before an exit, in lamports. */
export type ReserveLiquidity = { readonly incomingStake: bigint; readonly solReserves: bigint };

/**
 * Computes what the Reserve takes for a stake account, in lamports, rounded up.
 *
 * With m the slope of the fee over all lamports of the pool, c the fee at full liquidity, I the stake it has not emptied
 * yet and S the account, the part is (I + S + c/m) / (1/m + S). From the program's public source.
 */
export function priceUnstake(fee: ReserveFee, pool: ReserveLiquidity, lamports: bigint): bigint {
  const full = divide(fee.atFull.numerator * ONE, fee.atFull.denominator * ONE);
  const none = divide(fee.atNone.numerator * ONE, fee.atNone.denominator * ONE);
  const owned = (pool.incomingStake + pool.solReserves) * ONE;
  const slope = none - full;
  const numerator = divide(multiply(owned, full), slope) + (pool.incomingStake + lamports) * ONE;
  const denominator = divide(owned, slope) + lamports * ONE;
  return (multiply(lamports * ONE, divide(numerator, denominator)) + ONE - 1n) / ONE;
}

/**
 * Finds the smallest stake account that the Reserve pays so many lamports for.
 *
 * @returns undefined when it does not hold enough.
 */
export function solveUnstake(fee: ReserveFee, pool: ReserveLiquidity, payout: bigint): bigint | undefined {
  if (payout > pool.solReserves) return undefined;
  let low = payout;
  let high = payout * 2n;
  while (low < high) {
    const middle = (low + high) / 2n;
    if (middle - priceUnstake(fee, pool, middle) >= payout) high = middle;
    else low = middle + 1n;
  }
  return low;
}

function multiply(left: bigint, right: bigint): bigint {
  return (left * right + HALF) / ONE;
}

function divide(left: bigint, right: bigint): bigint {
  return (left * ONE + HALF) / right;
}
