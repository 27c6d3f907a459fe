import { LEDGER_FAULT_MODES, ROUTER_FAULT_MODES } from '../faults/faults.ts';
import { MALICIOUS_VARIANTS } from '../stand-ins/router/malicious/variants.ts';
import { ControlError } from './control-error.ts';
import type { World } from './control-routes.ts';
import { type Body, findInteger, requireBody, requireChoice } from './read-body.ts';

const FIELDS = ['upstream', 'mode', 'ms', 'count', 'method'];
const MAX_MILLISECONDS = 600_000;
const MAX_COUNT = 1_000_000;

/**
 * `POST /sandbox/faults`: makes an upstream misbehave, or behave again.
 *
 * @returns the faults now in force.
 * @throws {ControlError} for an upstream that does not run, a mode it does not know, or a bad number.
 */
export function setFault(body: unknown, world: World): object {
  const isForRouter = Object(body).upstream === 'router';
  const fields = requireBody(body, [...FIELDS, ...(isForRouter ? ['variant'] : [])]);
  const upstream = requireChoice(fields, 'upstream', Object.keys(world.faults) as (keyof World['faults'])[]);
  const mode = requireChoice(fields, 'mode', isForRouter ? ROUTER_FAULT_MODES : LEDGER_FAULT_MODES);
  const ms = findInteger(fields, 'ms', 0, MAX_MILLISECONDS);
  const count = findInteger(fields, 'count', 1, MAX_COUNT);
  const method = findMethod(fields);
  const variant = findVariant(fields, mode);
  world.faults[upstream].set({
    mode,
    ...(ms !== undefined && { ms }),
    ...(count !== undefined && { count }),
    ...(method !== undefined && { method }),
    ...(variant !== undefined && { variant }),
  });
  return describeFaults(world);
}

/** `GET /sandbox/faults`: the faults in force, and how often a redirect was followed. */
export function describeFaults({ faults }: World): object {
  return Object.fromEntries(
    Object.entries(faults).map(([upstream, switched]) => [
      upstream,
      { ...switched.current(), redirectHits: switched.redirectHits() },
    ]),
  );
}

function findMethod(fields: Body): string | undefined {
  const method = fields['method'] ?? undefined;
  if (method === undefined || (typeof method === 'string' && method !== '')) return method;
  const example =
    fields['upstream'] === 'router'
      ? 'an operation, such as "token/order"'
      : 'an RPC method, such as "sendTransaction"';
  throw new ControlError(`method must be the name of ${example}.`);
}

function findVariant(fields: Body, mode: string): string | undefined {
  if ((fields['variant'] ?? undefined) === undefined) return undefined;
  if (mode === 'malicious') return requireChoice(fields, 'variant', MALICIOUS_VARIANTS);
  throw new ControlError('variant goes with the mode malicious.');
}
