import type { Address } from '@solana/kit';
import type { Evidence } from '@staking-agent/verify';
import type { UnstakeBody } from '@staking-agent/wire';
import type { CompiledBuild } from '../../builds/build.ts';
import { type SimulationPorts, simulateOwn } from '../../builds/simulate-own.ts';
import type { Lifetime } from '../../upstreams/ledger/blockhash-feed.ts';
import type { VaultReading } from '../vaults/vault-reading.ts';

/** Members that every exit from the USDC vault answers. */
export const EXIT_FIELDS = { strategy: 'usdc-earn', kind: 'instant', route: 'vault' } as const;

/** A compiled exit, and the reading of the ledger that it is based on. */
type CompiledExit = {
  readonly message: Uint8Array;
  readonly lookupTables?: Evidence['lookupTables'] | undefined;
  readonly lifetime: Lifetime;
  readonly wallet: Address;
  readonly reading: VaultReading;
  /** Of the reading. */
  readonly slot: bigint;
};

/**
 * Simulates an exit that the service compiled, and makes it a build.
 *
 * @param fields - further members of the answer.
 * @throws {ProblemError} with the program's own name of the error, when the ledger would refuse it.
 */
export async function simulateExit<Fields extends object>(
  body: UnstakeBody,
  { message, lookupTables, lifetime, wallet, reading, slot }: CompiledExit,
  fields: Fields,
  ports: SimulationPorts,
): Promise<CompiledBuild<typeof EXIT_FIELDS & Fields>> {
  return {
    by: 'service',
    message,
    simulated: await simulateOwn(message, slot, ports),
    operation: 'unstake',
    request: body,
    evidence: { ...reading.evidence, ...(lookupTables && { lookupTables }) },
    lifetime,
    wallet,
    fields: { ...EXIT_FIELDS, ...fields },
  };
}
