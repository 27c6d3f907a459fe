import { EXECUTION_VARIANTS, MALICIOUS_VARIANTS } from '../../malicious/scene.ts';
import { VAULT_MALICIOUS_VARIANTS } from '../../malicious/vault.ts';
import { FAULT_MODES } from '../faults.ts';
import { type Body, ControlError, findInteger, requireBody, requireChoice } from './read-body.ts';
import type { ControlledSandbox } from './wallets.ts';

const UPSTREAMS = ['ledger', 'router', 'vault', 'apy'] as const;
type Upstream = (typeof UPSTREAMS)[number];

/** Harms a malicious upstream can do; only one that builds transactions can be malicious. */
const VARIANTS: Readonly<Partial<Record<Upstream, readonly string[]>>> = {
  router: [...MALICIOUS_VARIANTS, ...EXECUTION_VARIANTS],
  vault: VAULT_MALICIOUS_VARIANTS,
};

/** What `method` may name. */
const METHODS: Readonly<Record<Upstream, string>> = {
  ledger: 'an RPC method, such as "sendTransaction"',
  router: 'an operation, such as "token/order"',
  vault: 'an operation, such as "direct-withdraw"',
  apy: 'an operation, such as "validators"',
};

const FIELDS = ['upstream', 'mode', 'ms', 'count', 'method'];
const MAX_MILLISECONDS = 600_000;
const MAX_COUNT = 1_000_000;

/**
 * `POST /sandbox/faults`: makes an upstream misbehave, or behave again.
 *
 * @returns the faults now in force.
 * @throws {ControlError} for an upstream that does not run, a mode it does not know, or a bad number.
 */
export function setFault(body: unknown, sandbox: ControlledSandbox): object {
  const canHarm = Object.hasOwn(VARIANTS, String(Object(body).upstream));
  const fields = requireBody(body, [...FIELDS, ...(canHarm ? ['variant'] : [])]);
  const upstream = requireChoice(fields, 'upstream', UPSTREAMS);
  const mode = requireChoice(fields, 'mode', FAULT_MODES[upstream]);
  const ms = findInteger(fields, 'ms', 0, MAX_MILLISECONDS);
  const count = findInteger(fields, 'count', 1, MAX_COUNT);
  const method = findMethod(fields, METHODS[upstream]);
  const variant = findVariant(fields, mode, VARIANTS[upstream] ?? []);
  sandbox.faults[upstream].set({
    mode,
    ...(ms !== undefined && { ms }),
    ...(count !== undefined && { count }),
    ...(method !== undefined && { method }),
    ...(variant !== undefined && { variant }),
  });
  return describeFaults(sandbox);
}

/** `GET /sandbox/faults`: the faults in force, and how often a redirect was followed. */
export function describeFaults({ faults }: ControlledSandbox): object {
  return Object.fromEntries(
    Object.entries(faults).map(([upstream, switched]) => [
      upstream,
      { ...switched.current(), redirectHits: switched.redirectHits() },
    ]),
  );
}

function findMethod(fields: Body, example: string): string | undefined {
  const method = fields['method'] ?? undefined;
  if (method === undefined || (typeof method === 'string' && method !== '')) return method;
  throw new ControlError(`method must be the name of ${example}.`);
}

function findVariant(fields: Body, mode: string, variants: readonly string[]): string | undefined {
  if ((fields['variant'] ?? undefined) === undefined) return undefined;
  if (mode === 'malicious') return requireChoice(fields, 'variant', variants);
  throw new ControlError('variant goes with the mode malicious.');
}
