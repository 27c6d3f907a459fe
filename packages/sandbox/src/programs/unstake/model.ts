import {
  type Address,
  createNoopSigner,
  type EncodedAccount,
  type Instruction,
  lamports as toLamports,
} from '@solana/kit';
import {
  getAllocateInstruction,
  getAssignInstruction,
  getTransferSolInstruction,
} from '@solana-program/system';
import { getAnchorError, type NamedError } from '@staking-agent/chain/vault';
import {
  type CallAccount,
  type ModelledCall,
  ProgramFailure,
  type ProgramModel,
} from '../../vm/player/model.ts';
import { NATIVE_MINT_ADDRESS, STAKE_PROGRAM_ADDRESS } from '../../vm/program-addresses.ts';
import { findDelegation, parseStakeState } from '../../vm/stake-account.ts';
import { parseTokenAccount } from '../../vm/token-balances.ts';
import {
  type AccountRule,
  ANCHOR_ERROR__NOT_INITIALIZED,
  ANCHOR_ERROR__TOO_FEW_ACCOUNTS,
  ANCHOR_ERROR__UNKNOWN_INSTRUCTION,
  ANCHOR_ERROR__WRONG_OWNER,
  ANCHOR_ERROR__WRONG_PROGRAM,
  ANCHOR_ERROR__WRONG_SEEDS,
  checkAccounts,
  failWith,
} from '../anchor.ts';
import { authorizeStake, syncNative } from '../stake-pool/native-steps.ts';
import {
  encodeStakeRecord,
  FEE_DISCRIMINATOR,
  findProtocolFee,
  findReserveFee,
  findSolReserves,
  findStakeRecord,
  getProtocolFeeCodec,
  getReserveFeeCodec,
  getReservePoolCodec,
  POOL_DISCRIMINATOR,
  PROTOCOL_FEE_DISCRIMINATOR,
  RESERVE_SIZES,
  type ReserveFee,
  UNSTAKE_PROGRAM_ADDRESS,
} from './accounts.ts';

/** First bytes of the two instructions. */
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
    if (isTagged(call.data, UNSTAKE_TAG)) {
      call.log('Instruction: Unstake');
      unstake(call, 0);
    } else if (isTagged(call.data, UNSTAKE_WSOL_TAG)) {
      call.log('Instruction: UnstakeWsol');
      unstake(call, 2);
    } else failWith(call, ANCHOR_ERROR__UNKNOWN_INSTRUCTION);
  },
};

function isTagged(data: Uint8Array, tag: Uint8Array): boolean {
  return tag.every((byte, index) => data[index] === byte);
}

/** Both instructions, with the checks and steps of `run_unstake` in its order; `logTag` tells them apart. */
function unstake(call: ModelledCall, logTag: 0 | 2): void {
  const isWrapped = logTag === 2;
  checkUnstakeAccounts(call, isWrapped);
  const [unstaker, stake, destination, poolAccount, reserves, feeAccount, record, protocolFee, protocol] =
    call.accounts as readonly [
      CallAccount,
      CallAccount,
      CallAccount,
      CallAccount,
      CallAccount,
      CallAccount,
      CallAccount,
      CallAccount,
      CallAccount,
    ];
  const pool = poolAccount.address;
  const signer = findSolReserves(pool);
  const pay = (to: Address, amount: bigint): void => call.invoke(transfer(signer, to, amount), [signer]);

  for (const step of openRecord(record.address)) call.invoke(step, [record.address]);
  pay(record.address, call.getRent(BigInt(RESERVE_SIZES.stakeRecord)));
  const lamports = call.findAccount(stake.address)?.lamports ?? 0n;
  const solReserves = call.findAccount(reserves.address)?.lamports ?? 0n;
  const delegation = findDelegation(requireData(call, stake.address))?.delegation;
  for (const step of authorizeStake(stake.address, unstaker.address, signer)) call.invoke(step);

  const state = getReservePoolCodec().decode(requireData(call, pool).data);
  const fee = getReserveFeeCodec().decode(requireData(call, feeAccount.address).data);
  const { part } = getProtocolFeeCodec().decode(requireData(call, protocolFee.address).data);
  const taken = priceUnstake(fee, { incomingStake: state.incomingStake, solReserves }, lamports);
  const toProtocol = (taken * part.numerator) / part.denominator;
  const paid = lamports - taken;
  if (paid < 0n || paid + toProtocol > solReserves) {
    failWith(call, UNSTAKE_ERROR__NOT_ENOUGH_LIQUIDITY, undefined, getUnstakeError);
  }
  pay(destination.address, paid);
  pay(protocol.address, toProtocol);
  if (isWrapped) call.invoke(syncNative(destination.address));
  // The record's first bytes come into being with this transaction, so it must have been opened by now.
  if (call.findAccount(record.address) === undefined) throw new ProgramFailure('UninitializedAccount');
  call.write(record.address, encodeStakeRecord(lamports));
  const data = Uint8Array.from(requireData(call, pool).data);
  data.set(
    Array.from(getReservePoolCodec().encode({ ...state, incomingStake: state.incomingStake + lamports })),
  );
  call.write(pool, data);
  const voter = delegation === undefined ? ', ' : `${delegation.voterPubkey}, ${delegation.activationEpoch}`;
  call.log(
    `unstake-log: [${logTag}, ${unstaker.address}, ${stake.address}, ${voter}, ${textOf(fee)}, ${lamports}, ${paid}, ${taken}]`,
  );
}

function openRecord(newAccount: Address): Instruction[] {
  const signer = createNoopSigner(newAccount);
  return [
    getAllocateInstruction({ newAccount: signer, space: BigInt(RESERVE_SIZES.stakeRecord) }),
    getAssignInstruction({ account: signer, programAddress: UNSTAKE_PROGRAM_ADDRESS }),
  ];
}

function transfer(from: Address, destination: Address, amount: bigint): Instruction {
  return getTransferSolInstruction({
    source: createNoopSigner(from),
    destination,
    amount: toLamports(amount),
  });
}

function textOf({ kind, atFull, atNone }: ReserveFee): string {
  const [full, none] = [atFull, atNone].map(({ numerator, denominator }) => `${numerator}/${denominator}`);
  return `[${kind}, ${full}, ${none}]`;
}

/** @throws {ProgramFailure} UninitializedAccount when there is none. */
export function requireData(call: ModelledCall, address: EncodedAccount['address']): EncodedAccount {
  const account = call.findAccount(address);
  if (account === undefined) throw new ProgramFailure('UninitializedAccount');
  return account;
}

/** Checks the accounts of an exit as the program does. @throws {ProgramFailure} */
function checkUnstakeAccounts(call: ModelledCall, isWrapped: boolean): void {
  const [, stake, destination, pool, , , , protocolFee, protocol] = call.accounts;
  if (!stake || !destination || !pool || !protocolFee || !protocol) {
    failWith(call, ANCHOR_ERROR__TOO_FEW_ACCOUNTS);
  }
  const wrong = ANCHOR_ERROR__WRONG_SEEDS;
  const isStake = (): void => assertIsFreeStake(call, stake.address);
  const isWsol = (): void => {
    const account = call.findAccount(destination.address);
    const mint = account && parseTokenAccount(account)?.mint;
    if (mint !== NATIVE_MINT_ADDRESS) fail(call, UNSTAKE_ERROR__DESTINATION_NOT_WSOL, 'destination');
  };
  const isProtocol = (): void => {
    const { data } = requireData(call, protocolFee.address);
    if (getProtocolFeeCodec().decode(data).destination !== protocol.address) {
      fail(call, UNSTAKE_ERROR__WRONG_PROTOCOL_FEE_DESTINATION, 'protocol_fee_destination');
    }
  };
  const seeded = (name: string, is: ReturnType<typeof findSolReserves>): Omit<AccountRule, 'kind'> => ({
    name,
    is: [is, wrong],
  });
  checkAccounts(call, [
    { name: 'unstaker', kind: 'signer' },
    { name: 'stake_account', kind: 'any', isWritable: true, satisfies: isStake },
    isWrapped
      ? { name: 'destination', kind: 'token', isWritable: true, satisfies: isWsol }
      : { name: 'destination', kind: 'any', isWritable: true },
    { name: 'pool_account', kind: POOL_DISCRIMINATOR, isWritable: true },
    { ...seeded('pool_sol_reserves', findSolReserves(pool.address)), kind: 'any', isWritable: true },
    { ...seeded('fee_account', findReserveFee(pool.address)), kind: FEE_DISCRIMINATOR },
    {
      ...seeded('stake_account_record_account', findStakeRecord(pool.address, stake.address)),
      kind: 'any',
      isWritable: true,
    },
    { ...seeded('protocol_fee_account', findProtocolFee()), kind: PROTOCOL_FEE_DISCRIMINATOR },
    { name: 'protocol_fee_destination', kind: 'any', isWritable: true, satisfies: isProtocol },
    { name: 'clock', kind: 'any' },
    { name: 'stake_program', kind: 'any', is: [STAKE_PROGRAM_ADDRESS, ANCHOR_ERROR__WRONG_PROGRAM] },
    { name: 'system_program', kind: 'system-program' },
    ...(isWrapped ? [{ name: 'token_program', kind: 'token-program' } as const] : []),
  ]);
}

function assertIsFreeStake(call: ModelledCall, address: EncodedAccount['address']): void {
  const account = call.findAccount(address);
  if (account === undefined) failWith(call, ANCHOR_ERROR__NOT_INITIALIZED, 'stake_account');
  if (account.programAddress !== STAKE_PROGRAM_ADDRESS) {
    failWith(call, ANCHOR_ERROR__WRONG_OWNER, 'stake_account');
  }
  const state = parseStakeState(account.data);
  if (state?.__kind !== 'Stake' && state?.__kind !== 'Initialized') {
    throw new ProgramFailure('InvalidAccountData');
  }
  const [{ lockup }] = state.fields;
  if (lockup.epoch > call.epoch || lockup.unixTimestamp > call.now) {
    fail(call, UNSTAKE_ERROR__LOCKUP_IN_FORCE, 'stake_account');
  }
}

function fail(call: ModelledCall, code: number, account: string): never {
  return failWith(call, code, account, getUnstakeError);
}

const UNSTAKE_ERROR__LOCKUP_IN_FORCE = 6005;
const UNSTAKE_ERROR__NOT_ENOUGH_LIQUIDITY = 6008;
const UNSTAKE_ERROR__DESTINATION_NOT_WSOL = 6010;
const UNSTAKE_ERROR__WRONG_PROTOCOL_FEE_DESTINATION = 6011;

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
function getUnstakeError(code: number): NamedError | undefined {
  return ERRORS.get(code) ?? getAnchorError(code);
}

/** The program computes in numbers of so many decimal places, and rounds each product and quotient to the nearest. */
const ONE = 10n ** 12n;
const HALF = ONE / 2n;

/** A pool when somebody leaves: lamports. */
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
