import { MalformedMessage } from '@staking-agent/verify';
import { formatAmount, type TransactionAnswer } from '@staking-agent/wire';
import { explainFailure } from '../../builds/failures.ts';
import { readMessageOf } from '../../builds/message.ts';
import type { OtherForm } from '../../sending/search.ts';
import type { Standing } from '../../sending/status.ts';
import { listBalanceChanges, type Mints, SOL_DECIMALS } from './balance-changes.ts';
import type { Executed } from './read-executed.ts';

type Described = Pick<
  TransactionAnswer,
  'otherForm' | 'isFinal' | 'slot' | 'blockTime' | 'fee' | 'changes' | 'failure'
>;

const ABSENT: Omit<Described, 'isFinal'> = {
  slot: null,
  blockTime: null,
  fee: null,
  changes: null,
  failure: null,
};

/** Prints a standing as the answer's status. */
export function describeStanding(standing: Standing, deployment: Mints): Described {
  if (!('executed' in standing)) {
    return { ...ABSENT, isFinal: standing.status === 'expired', ...describeOther(standing.other) };
  }
  const { executed, fate, isFinal } = standing;
  const fault = executed === undefined ? findFault(fate) : executed.meta.err;
  const message = executed && readMessageOf(executed.transaction);
  const failure = fault === null ? null : explainFailure(fault, executed?.meta.logMessages ?? null, message);
  if (executed === undefined) return { ...ABSENT, isFinal, failure };
  const { slot, blockTime, meta } = executed;
  const fee = BigInt(meta.fee);
  return {
    isFinal,
    slot: slot.toString(),
    blockTime: blockTime === undefined ? null : new Date(Number(blockTime) * 1_000).toISOString(),
    fee: { asset: 'SOL', amount: formatAmount(fee, SOL_DECIMALS), baseUnits: fee.toString() },
    changes: listChanges(executed, deployment),
    failure,
  };
}

function describeOther(other: OtherForm | undefined): Pick<Described, 'otherForm'> {
  if (other === undefined || other.kind === 'unread') return {};
  if (other.kind === 'replaced') return { otherForm: { signature: null, outcome: 'unknown' } };
  const outcome = other.kind === 'landed' ? 'landed' : 'unknown';
  return { otherForm: { signature: other.signature, outcome } };
}

function findFault(fate: Extract<Standing, { fate: unknown }>['fate']) {
  return fate.kind === 'failed' ? fate.fault : null;
}

function listChanges(executed: Executed, mints: Mints): TransactionAnswer['changes'] {
  try {
    return listBalanceChanges(executed, mints);
  } catch (error) {
    if (error instanceof MalformedMessage) return null;
    throw error;
  }
}
