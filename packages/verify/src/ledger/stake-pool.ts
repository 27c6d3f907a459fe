import { ByteReader, MalformedMessage } from '../bytes/index.ts';
import type { LedgerAccount } from '../evidence.ts';

/** A part of an amount: numerator ÷ denominator, nothing where the denominator is 0. */
export type Fee = { readonly numerator: bigint; readonly denominator: bigint };

/** What a stake pool says of its accounts and its price. Amounts in base units. */
export type StakePool = {
  readonly validatorList: Uint8Array;
  readonly reserve: Uint8Array;
  readonly mint: Uint8Array;
  readonly managerFee: Uint8Array;
  readonly totalLamports: bigint;
  readonly tokenSupply: bigint;
  readonly lastUpdateEpoch: bigint;
  readonly stakeWithdrawalFee: Fee;
  readonly solDepositFee: Fee;
};

const STAKE_POOL = 1;
const VALIDATOR_LIST_AT = 98;
const RESERVE_AT = 130;
const MINT_AT = 162;
const MANAGER_FEE_AT = 194;
const TOTAL_LAMPORTS_AT = 258;
const NEXT_EPOCH_FEE_AT = 346;

/**
 * Reads a stake pool account, whose fields after offset 346 move with the options before them; undefined for any other.
 *
 * @param program - base58 of the program that must own it.
 */
export function readStakePool(account: LedgerAccount | undefined, program: string): StakePool | undefined {
  if (account === undefined || account.owner !== program || account.data[0] !== STAKE_POOL) return undefined;
  try {
    return decode(account.data);
  } catch (error) {
    if (error instanceof MalformedMessage) return undefined;
    throw error;
  }
}

function decode(data: Uint8Array): StakePool {
  const totals = new ByteReader(data.subarray(TOTAL_LAMPORTS_AT));
  const totalLamports = totals.u64();
  const tokenSupply = totals.u64();
  const lastUpdateEpoch = totals.u64();
  const rest = new ByteReader(data.subarray(NEXT_EPOCH_FEE_AT));
  skipFutureFee(rest);
  skipKeyOption(rest);
  skipKeyOption(rest);
  readFee(rest);
  const stakeWithdrawalFee = readFee(rest);
  skipFutureFee(rest);
  rest.byte();
  skipKeyOption(rest);
  const solDepositFee = readFee(rest);
  const keyAt = (at: number) => data.subarray(at, at + 32);
  return {
    validatorList: keyAt(VALIDATOR_LIST_AT),
    reserve: keyAt(RESERVE_AT),
    mint: keyAt(MINT_AT),
    managerFee: keyAt(MANAGER_FEE_AT),
    totalLamports,
    tokenSupply,
    lastUpdateEpoch,
    stakeWithdrawalFee,
    solDepositFee,
  };
}

function readFee(reader: ByteReader): Fee {
  const denominator = reader.u64();
  return { denominator, numerator: reader.u64() };
}

function skipFutureFee(reader: ByteReader): void {
  if (reader.byte() !== 0) readFee(reader);
}

function skipKeyOption(reader: ByteReader): void {
  if (reader.byte() !== 0) reader.take(32);
}

const ENTRIES_AT = 9;
const ENTRY_SIZE = 73;
const VOTE_ACCOUNT_AT = 41;

/** Whether a vote account stands in the list of a pool's validators. */
export function isInValidatorList(list: Uint8Array, voteAccount: Uint8Array): boolean {
  const [first = 0] = voteAccount;
  for (let at = ENTRIES_AT + VOTE_ACCOUNT_AT; at + 32 <= list.length; at += ENTRY_SIZE) {
    if (list[at] === first && voteAccount.every((byte, i) => list[at + i] === byte)) return true;
  }
  return false;
}
