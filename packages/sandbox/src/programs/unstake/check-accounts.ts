import type { EncodedAccount } from '@solana/kit';
import { type ModelledCall, ProgramFailure } from '../../vm/models/program-model.ts';
import { NATIVE_MINT_ADDRESS, STAKE_PROGRAM_ADDRESS } from '../../vm/program-addresses.ts';
import { parseStakeState } from '../../vm/stake/stake-account.ts';
import { parseTokenAccount } from '../../vm/token-balances.ts';
import {
  ANCHOR_ERROR__NOT_INITIALIZED,
  ANCHOR_ERROR__TOO_FEW_ACCOUNTS,
  ANCHOR_ERROR__WRONG_OWNER,
  ANCHOR_ERROR__WRONG_PROGRAM,
  ANCHOR_ERROR__WRONG_SEEDS,
  failWith,
} from '../anchor/anchor-failure.ts';
import { type AccountRule, checkAccounts } from '../anchor/check-accounts.ts';
import {
  FEE_DISCRIMINATOR,
  getProtocolFeeCodec,
  POOL_DISCRIMINATOR,
  PROTOCOL_FEE_DISCRIMINATOR,
} from './accounts.ts';
import {
  getUnstakeError,
  UNSTAKE_ERROR__DESTINATION_NOT_WSOL,
  UNSTAKE_ERROR__LOCKUP_IN_FORCE,
  UNSTAKE_ERROR__WRONG_PROTOCOL_FEE_DESTINATION,
} from './errors.ts';
import { findProtocolFee, findReserveFee, findSolReserves, findStakeRecord } from './program.ts';

/** @throws {ProgramFailure} UninitializedAccount when there is none. */
export function requireData(call: ModelledCall, address: EncodedAccount['address']): EncodedAccount {
  const account = call.findAccount(address);
  if (account === undefined) throw new ProgramFailure('UninitializedAccount');
  return account;
}

/** Checks the accounts of an exit as the program does. @throws {ProgramFailure} */
export function checkUnstakeAccounts(call: ModelledCall, isWrapped: boolean): void {
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
