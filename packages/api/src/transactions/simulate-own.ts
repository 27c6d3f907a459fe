import { readMessage } from '@staking-agent/verify';
import { type Clock, sleep } from '../background/clock.ts';
import { insufficientFunds } from '../problems/insufficient-funds.ts';
import { problem } from '../problems/problem.ts';
import type { ProblemError } from '../problems/problem-error.ts';
import type { LedgerAnswer, TransactionFault } from '../upstreams/ledger/answers.ts';
import { JsonRpcError } from '../upstreams/ledger/json-rpc-error.ts';
import type { LedgerReader } from '../upstreams/ledger/ledger-client.ts';
import { findLamportShortfall, readFailure } from './describe-transaction-fault.ts';
import { codeOfFailure } from './status/explain-failure.ts';

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
export type SimulationPorts = { readonly ledger: LedgerReader; readonly clock: Clock };

const ROUNDS = 5;
const PAUSE_MILLISECONDS = 200;
const SLOT_NOT_REACHED = -32_016;
const UNKNOWN_INSTRUCTION = 'InstructionFallbackNotFound';

/**
 * Has the ledger simulate a message of ours that the wallet alone signs, on a state no older than the one it was built
 * on.
 *
 * @param since - slot that the accounts it was built on were read at.
 * @returns how it would fail, or what it uses.
 * @throws {UpstreamFault} or {@link UpstreamRefusal} when no node simulates.
 */
export async function tryOwn(
  message: Uint8Array,
  since: bigint,
  ports: SimulationPorts,
): Promise<Simulated | SimulationFailure> {
  // One empty signature slot: the simulation is told not to look at it.
  const transaction = Buffer.concat([Uint8Array.of(1), Buffer.alloc(64), message]).toString('base64');
  const { err, logs, unitsConsumed } = await read(transaction, since, ports);
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
  if ('fault' in shown) throw refuseSimulated(shown, message);
  return shown;
}

/** Whether it fails because the stake pool would give less than the transaction's minimum. */
export function isBelowPoolMinimum({ fault, logs }: SimulationFailure): boolean {
  const { known } = readFailure(fault, logs, undefined);
  return known?.program === 'stake pool program' && known.name === 'ExceededSlippage';
}

/** Says why the ledger would refuse a transaction of ours, by the code that the program's error has. */
export function refuseSimulated({ fault, logs }: SimulationFailure, message: Uint8Array): ProblemError {
  const lamports = findLamportShortfall(logs);
  if (lamports !== undefined) return insufficientFunds({ holder: 'wallet', asset: 'SOL', ...lamports });
  const failure = readFailure(fault, logs, readMessage(message));
  const { program, known, words } = failure;
  if (known?.name === UNKNOWN_INSTRUCTION) {
    return problem('PROGRAM_CHANGED', { program: known.program, address: program ?? '', name: known.name });
  }
  const code = codeOfFailure(failure);
  if (code === 'POOL_NOT_UPDATED') return problem('POOL_NOT_UPDATED');
  if (code === 'SLIPPAGE_EXCEEDED') return problem('SLIPPAGE_EXCEEDED', { reason: words });
  if (code === 'VAULT_REFUSED' && known !== undefined) return problem('VAULT_REFUSED', known);
  return problem('SIMULATION_FAILED', {
    reason: words,
    rule: 'The wallet may lack lamports for the fee, and for the rent of accounts that it does not have yet.',
  });
}

async function read(
  transaction: string,
  since: bigint,
  { ledger, clock }: SimulationPorts,
): Promise<LedgerAnswer<'simulateTransaction'>['value']> {
  const options = {
    encoding: 'base64',
    commitment: 'confirmed',
    sigVerify: false,
    // With the node's own blockhash: one that lags behind ours must not be taken for a refusal.
    replaceRecentBlockhash: true,
    ...(since > 0n && { minContextSlot: Number(since) }),
  };
  for (let round = 1; ; round += 1) {
    try {
      return (await ledger.read('simulateTransaction', [transaction, options])).value;
    } catch (error) {
      // A backend behind the slot that another one has shown; it may have caught up a moment later.
      const isBehind = error instanceof JsonRpcError && error.code === SLOT_NOT_REACHED;
      if (!isBehind || round === ROUNDS) throw error;
      await sleep(clock, PAUSE_MILLISECONDS);
    }
  }
}
