import { isSame } from '../bytes/is-same.ts';
import { COMPUTE_BUDGET_PROGRAM } from '../bytes/known-keys.ts';
import type { Message } from '../bytes/read-message.ts';
import type { Transaction } from '../bytes/read-transaction.ts';
import { getFee } from '../fee.ts';
import { COMPUTE_BUDGET } from '../programs/compute-budget.ts';
import { decodeFields } from '../programs/instruction-format.ts';
import { Refusal } from '../refusal.ts';
import { Disallowed, type Mutation } from './edit.ts';

const SETTINGS = [
  { name: 'SetComputeUnitLimit', kind: 'compute-unit-limit', unit: 'compute units at most' },
  { name: 'SetComputeUnitPrice', kind: 'compute-unit-price', unit: 'micro-lamports for a compute unit' },
  {
    name: 'SetLoadedAccountsDataSizeLimit',
    kind: 'loaded-accounts-data-size',
    unit: 'bytes of accounts at most',
  },
] as const;

/**
 * Compares the compute budgets of both messages.
 *
 * @returns the settings that the wallet changed.
 * @throws {Disallowed} when the edited bid is over the limit of the verifier, a setting is not known to the byte or stands
 *   twice, the unit limit is 0, or the heap is another one.
 */
export function compareBudgets(built: Message, edited: Transaction): Mutation[] {
  assertWithinLimits(edited);
  const before = readSettings(built);
  const after = readSettings(edited.message);
  if (after.get('SetComputeUnitLimit') === 0n) {
    throw new Disallowed('compute-budget', 'The compute-unit limit is 0; it must be at least 1.');
  }
  if (before.get('RequestHeapFrame') !== after.get('RequestHeapFrame')) {
    throw new Disallowed('compute-budget', 'The size of the heap is another one than was built.');
  }
  return SETTINGS.flatMap(({ name, kind, unit }) => {
    const [was, is] = [before.get(name), after.get(name)];
    if (was === is) return [];
    const detail = `The wallet asks for ${is ?? 'no setting of'} ${unit}; the build for ${was ?? 'none'}.`;
    return [{ kind, detail }];
  });
}

function assertWithinLimits(transaction: Transaction): void {
  try {
    getFee({ transaction, evidence: undefined });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Disallowed('compute-budget', error.message, error.finding.instruction);
  }
}

function readSettings({ instructions, keys }: Message): ReadonlyMap<string, bigint> {
  return new Map(
    instructions.flatMap(({ program, data }) => {
      if (!isSame(keys[program], COMPUTE_BUDGET_PROGRAM)) return [];
      return COMPUTE_BUDGET.instructions.flatMap((format): [string, bigint][] => {
        const value = decodeFields(format, data)?.[0];
        return value === undefined ? [] : [[format.name, BigInt(value as number | bigint)]];
      });
    }),
  );
}
