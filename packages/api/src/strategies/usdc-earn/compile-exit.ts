import { getComputeBudgetInstructions } from '@staking-agent/chain/message';
import type { Evidence } from '@staking-agent/verify';
import {
  type BudgetPorts,
  compileOwnMessage,
  compileWithTables,
  fitsMessage,
  type OwnMessage,
} from '../../builds/compile-own-message.ts';
import type { StrategyPorts } from '../strategy.ts';

/** A compiled exit, and what it may have taken from lookup tables. */
export type CompiledExit = {
  readonly message: Uint8Array;
  readonly lookupTables?: Evidence['lookupTables'];
};

/** What exits are compiled with. */
export type CompilePorts = BudgetPorts & Pick<StrategyPorts, 'usdcLookupTables'>;

/**
 * Compiles an exit in the legacy format while that fits, in version 0 with the deployment's lookup tables otherwise.
 *
 * @throws {ProblemError} `upstream_error` when it does not fit with the tables either.
 */
export async function compileExit(input: OwnMessage, services: CompilePorts): Promise<CompiledExit> {
  const message = compileOwnMessage(input, services);
  if (fitsMessage(message)) return { message };
  const { priorityFee, uniqueBudget, usdcLookupTables } = services;
  const budget = getComputeBudgetInstructions(
    uniqueBudget(input.computeUnitLimit, priorityFee.price(input.strategy)),
  );
  return compileWithTables({ ...input, instructions: [...budget, ...input.instructions] }, usdcLookupTables);
}
