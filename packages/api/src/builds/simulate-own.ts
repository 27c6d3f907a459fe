import { readMessage } from '@staking-agent/verify';
import { insufficientFunds } from '../problems/insufficient-funds.ts';
import { JsonRpcError } from '../problems/json-rpc-error.ts';
import { problem } from '../problems/problem.ts';
import type { ProblemError } from '../problems/problem-error.ts';
import { type Clock, sleep } from '../runtime/clock.ts';
import { codeOfFailure } from '../transactions/status/explain-failure.ts';
import type { LedgerAnswer, TransactionFault } from '../upstreams/ledger/answers.ts';
import { readFailure } from './describe-transaction-fault.ts';
import { findLamportShortfall, type ShortfallPorts } from './find-lamport-shortfall.ts';

/** What a simulation of a transaction that succeeds shows. */
export type Simulated = {
  /** Compute units it used; undefined where the node does not say. */
  readonly unitsConsumed: number | undefined;
};

/** How a simulation failed. */
export type SimulationFailure = {
  readonly fault: TransactionFault;
  readonly logs: readonly string[] | null;
};

/** What a simulation is made with. */
export type SimulationPorts = ShortfallPorts & { readonly clock: Clock };

const ROUNDS = 5;
const PAUSE_MILLISECONDS = 200;
const SLOT_NOT_REACHED = -32_016;
const UNKNOWN_INSTRUCTION = 'InstructionFallbackNotFound';

/**
 * Simulates a message of ours, which only the wallet signs, on a state no older than that of the build.
 *
 * @param since - slot that the accounts it was built on were read at.
 * @returns how it would fail, or what it uses.
 * @throws {UpstreamFault} or {@link UpstreamRefusal} when no node simulates.
 */
export async function tryOwn(
  message: Uint8Array,
  since: bigint,
  ports: Pick<SimulationPorts, 'ledger' | 'clock'>,
): Promise<Simulated | SimulationFailure> {
  const { err, logs, unitsConsumed } = await read(asUnsigned(message), since, ports);
  if (err !== null) return { fault: err, logs };
  return { unitsConsumed: unitsConsumed == null ? undefined : Number(unitsConsumed) };
}

/**
 * Does the same, and refuses what would fail.
 *
 * @throws {ProblemError} with the program's own name of the error.
 */
export async function simulateOwn(
  message: Uint8Array,
  since: bigint,
  ports: SimulationPorts,
): Promise<Simulated> {
  const shown = await tryOwn(message, since, ports);
  if ('fault' in shown) throw await refuseSimulated(shown, message, ports);
  return shown;
}

/** Checks whether the simulation fails because the stake pool would pay less than the transaction's minimum. */
export function isBelowPoolMinimum({ fault, logs }: SimulationFailure): boolean {
  const { known } = readFailure(fault, logs, undefined);
  return known?.program === 'stake pool program' && known.name === 'ExceededSlippage';
}

/** Says why the ledger would refuse a transaction of ours, by the code that the program's error has. */
export async function refuseSimulated(
  { fault, logs }: SimulationFailure,
  message: Uint8Array,
  ports: SimulationPorts,
): Promise<ProblemError> {
  const shortfall = await findLamportShortfall(asUnsigned(message), { fault, logs }, ports);
  if (shortfall !== undefined) return insufficientFunds(shortfall);
  const failure = readFailure(fault, logs, readMessage(message));
  const { program, known, words } = failure;
  if (known?.name === UNKNOWN_INSTRUCTION) {
    return problem('PROGRAM_CHANGED', { program: known.program, address: program ?? '', name: known.name });
  }
  const code = codeOfFailure(failure);
  if (code === 'POOL_NOT_UPDATED' || code === 'EPOCH_REWARDS_BEING_PAID') return problem(code);
  if (code === 'SLIPPAGE_EXCEEDED') return problem('SLIPPAGE_EXCEEDED', { reason: words });
  if (code === 'VAULT_REFUSED' && known !== undefined) return problem('VAULT_REFUSED', known);
  return problem('SIMULATION_FAILED', {
    reason: words,
    rule: 'Build again; if it goes on, report it to the operator.',
  });
}

/** Puts one empty signature slot in front of a message, as base64; simulations are told not to look at it. */
export function asUnsigned(message: Uint8Array): string {
  return Buffer.concat([Uint8Array.of(1), Buffer.alloc(64), message]).toString('base64');
}

async function read(
  transaction: string,
  since: bigint,
  { ledger, clock }: Pick<SimulationPorts, 'ledger' | 'clock'>,
): Promise<LedgerAnswer<'simulateTransaction'>['value']> {
  const options = {
    encoding: 'base64',
    commitment: 'confirmed',
    sigVerify: false,
    // With the node's own blockhash: a node that does not know ours yet would refuse the transaction.
    replaceRecentBlockhash: true,
    ...(since > 0n && { minContextSlot: Number(since) }),
  };
  for (let round = 1; ; round += 1) {
    try {
      return (await ledger.read('simulateTransaction', [transaction, options])).value;
    } catch (error) {
      // This backend is behind the slot that another one has shown; it may have caught up a moment later.
      const isBehind = error instanceof JsonRpcError && error.code === SLOT_NOT_REACHED;
      if (!isBehind || round === ROUNDS) throw error;
      await sleep(clock, PAUSE_MILLISECONDS);
    }
  }
}
