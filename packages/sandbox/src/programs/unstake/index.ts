import { type Address, createNoopSigner, type Instruction, lamports as toLamports } from '@solana/kit';
import {
  getAllocateInstruction,
  getAssignInstruction,
  getTransferSolInstruction,
} from '@solana-program/system';
import {
  type CallAccount,
  type ModelledCall,
  ProgramFailure,
  type ProgramModel,
} from '../../vm/models/program-model.ts';
import { findDelegation } from '../../vm/stake/stake-account.ts';
import { ANCHOR_ERROR__UNKNOWN_INSTRUCTION, failWith } from '../anchor/anchor-failure.ts';
import { authorizeStake, syncNative } from '../stake-pool/native-steps.ts';
import {
  encodeStakeRecord,
  getProtocolFeeCodec,
  getReserveFeeCodec,
  getReservePoolCodec,
  RESERVE_SIZES,
  type ReserveFee,
} from './accounts.ts';
import { checkUnstakeAccounts, requireData } from './check-accounts.ts';
import { getUnstakeError, UNSTAKE_ERROR__NOT_ENOUGH_LIQUIDITY } from './errors.ts';
import { priceUnstake } from './price-unstake.ts';
import { findSolReserves, UNSTAKE_PROGRAM_ADDRESS } from './program.ts';

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
