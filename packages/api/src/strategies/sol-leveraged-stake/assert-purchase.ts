import { type Evidence, verify } from '@staking-agent/verify';
import type { CompiledBuild } from '../../builds/build.ts';
import { type RefusalPorts, refuseProvidedTransaction } from '../../builds/refuse-provided-transaction.ts';
import { asUnsigned } from '../../builds/simulate-own.ts';

/**
 * Proves an exit that contains a router swap before a node simulates it, so that a fault of the swap is attributed to the
 * router.
 *
 * @throws {ProblemError} `upstream_error` with the rule it breaks.
 */
export function assertPurchase(
  {
    operation,
    request,
    fields,
    evidence,
  }: Pick<CompiledBuild<object>, 'operation' | 'request' | 'fields' | 'evidence'>,
  {
    message,
    lookupTables,
  }: { readonly message: Uint8Array; readonly lookupTables?: Evidence['lookupTables'] },
  services: RefusalPorts,
): void {
  const answer = { ...fields, transaction: asUnsigned(message) };
  const known = { ...evidence, ...(lookupTables && { lookupTables }) };
  const { findings } = verify(operation, request, answer, services.config.deployment, known);
  if (findings.length > 0) throw refuseProvidedTransaction('router', findings, services);
}
