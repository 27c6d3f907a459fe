import { COMPUTE_BUDGET_PROGRAM } from './bytes/address.ts';
import type { Instruction, Message, Transaction } from './bytes/message.ts';
import { isSame } from './bytes/text.ts';
import type { VerifyDeployment } from './deployment.ts';
import { decodeFields } from './programs/instruction-format.ts';
import { COMPUTE_BUDGET, SET_UNIT_LIMIT, SET_UNIT_PRICE } from './programs/native.ts';
import {
  type BuildOperation,
  type Effects,
  type Evidence,
  Refusal,
  type VerifyAnswer,
  type VerifyLimits,
  type VerifyRequest,
} from './verification.ts';

/** One answer that is judged, its transaction read, and all it is judged by. */
export type Subject = {
  readonly operation: BuildOperation;
  readonly request: VerifyRequest;
  /** 32 bytes of `request.wallet`. */
  readonly wallet: Uint8Array;
  readonly answer: VerifyAnswer;
  readonly deployment: VerifyDeployment;
  readonly limits: VerifyLimits;
  /** A part where bytes alone prove enough. */
  readonly evidence: Partial<Evidence>;
  readonly transaction: Transaction;
  /** The keys that indexes of the message's instructions mean, those of lookup tables included. */
  readonly accounts: readonly Uint8Array[];
};

/** No transaction may bid more than this for priority, in lamports: 0.005 SOL. */
export const PRIORITY_FEE_LIMIT = 5_000_000n;

/** The price of a signature when this was written; evidence has the present one. */
const USUAL_SIGNATURE_FEE = 5_000n;
const UNIT_LIMIT = 1_400_000;
const DEFAULT_UNITS = 200_000;
const MICRO = 1_000_000n;

/**
 * Computes the highest fee of a transaction: its signatures, and unit limit × price ÷ 10^6, rounded up, in lamports.
 *
 * The header of version 1 and instructions beside it both count, whichever the ledger goes by. Without a limit every
 * instruction that is not of the compute budget counts 200,000 units.
 *
 * @throws {Refusal} rule `fee` when an instruction of the compute budget is not known to the byte or stands twice, the limit
 *   is over 1,400,000 units, or the bid over {@link PRIORITY_FEE_LIMIT} or what the request allows.
 */
export function getFee(
  { message }: Transaction,
  evidence?: Partial<Evidence>,
  request?: Pick<VerifyRequest, 'priority'>,
): Effects['fee'] {
  const priority = (message.config?.priorityFee ?? 0n) + getBid(message);
  if (priority > PRIORITY_FEE_LIMIT) {
    throw new Refusal(
      'fee',
      `The priority fee is ${priority} lamports; it must be at most ${PRIORITY_FEE_LIMIT}.`,
    );
  }
  const most = readMost(request?.priority);
  if (most !== undefined && priority > most) {
    throw new Refusal('fee', `The priority fee is ${priority} lamports; the request allows ${most}.`);
  }
  return {
    signatures: BigInt(message.signerCount) * (evidence?.signatureFee ?? USUAL_SIGNATURE_FEE),
    priority,
  };
}

function readMost(priority: VerifyRequest['priority']): bigint | undefined {
  if (typeof priority !== 'object') return undefined;
  // Text that is no amount allows nothing.
  return /^\d{1,20}$/.test(priority.maxLamports) ? BigInt(priority.maxLamports) : 0n;
}

function getBid(message: Message): bigint {
  const { units, price, others } = readBudget(message);
  if (units !== undefined && units > UNIT_LIMIT) {
    throw new Refusal('fee', `The compute-unit limit is ${units}; it must be at most ${UNIT_LIMIT}.`);
  }
  const counted = units ?? Math.min(others * DEFAULT_UNITS, UNIT_LIMIT);
  return (BigInt(counted) * price + MICRO - 1n) / MICRO;
}

type Budget = { units: number | undefined; price: bigint; others: number };

function readBudget({ instructions, keys }: Message): Budget {
  const budget: Budget = { units: undefined, price: 0n, others: 0 };
  let seen = 0;
  for (let index = 0; index < instructions.length; index += 1) {
    const { program, data } = instructions[index] as Instruction;
    if (!isSame(keys[program], COMPUTE_BUDGET_PROGRAM)) {
      budget.others += 1;
      continue;
    }
    const [tag = 0] = data;
    const format = COMPUTE_BUDGET.instructions.find((each) => each.tag[0] === tag);
    const value = format && decodeFields(format, data)?.[0];
    if (value === undefined) throw badSetting('is not known to the byte', index);
    if (seen & (1 << tag)) throw badSetting('stands twice', index);
    seen |= 1 << tag;
    if (format === SET_UNIT_LIMIT) budget.units = Number(value);
    if (format === SET_UNIT_PRICE) budget.price = value as bigint;
  }
  return budget;
}

function badSetting(why: string, instruction: number): Refusal {
  return new Refusal('fee', `A setting of the compute budget ${why}.`, { instruction });
}
