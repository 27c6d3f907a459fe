/** Ways a JSON-RPC node can misbehave. */
export const LEDGER_FAULT_MODES = [
  'none',
  'refuse',
  'hang',
  'slow',
  '429',
  '500',
  'garbage',
  'truncated',
  'redirect',
] as const;

export type LedgerFaultMode = (typeof LEDGER_FAULT_MODES)[number];

/** Ways a source of yields can misbehave: it knows none, or knows them wrong. Other answers stay as they are. */
export const APY_FAULT_MODES = [...LEDGER_FAULT_MODES, 'empty', 'zero', 'absurd', 'short'] as const;

/** Ways the swap router can misbehave: `malicious` answers what harms the wallet. */
export const ROUTER_FAULT_MODES = [...APY_FAULT_MODES, 'malicious'] as const;

/** Ways the vault provider can misbehave: `base64` encodes transactions in another way than documented. */
export const VAULT_FAULT_MODES = [...ROUTER_FAULT_MODES, 'base64'] as const;

export type FaultMode = (typeof VAULT_FAULT_MODES)[number];

/** A fault to inject. */
export type Fault = {
  readonly mode: FaultMode;
  /** Milliseconds a `slow` answer waits, or the `Retry-After` of a `429`, rounded up to seconds. */
  readonly ms?: number;
  /** Only the next so many matching requests; absent means until the next change. */
  readonly count?: number;
  /** Only requests that ask for this RPC method, or for this operation of another upstream. */
  readonly method?: string;
  /** Which harm a `malicious` answer does; absent means one after the other. */
  readonly variant?: string;
};

/** The fault switch of one upstream. */
export type Faults = {
  /** Replaces the fault in force; `none` ends it. */
  set(fault: Fault): void;
  /** The fault in force, with what is left of its count. */
  current(): Fault;
  /** The fault a request meets, if any; uses up one of its count. */
  take(methods: readonly string[]): Fault | undefined;
  /** Requests that followed a `redirect`. */
  redirectHits(): number;
  countRedirectHit(): void;
};

const NONE: Fault = { mode: 'none' };

/** Creates a switch without a fault. */
export function createFaults(): Faults {
  let fault = NONE;
  let hits = 0;
  return {
    set: (next) => {
      fault = next;
    },
    current: () => fault,
    take: (methods) => {
      if (fault.mode === 'none') return undefined;
      if (fault.method !== undefined && !methods.includes(fault.method)) return undefined;
      const taken = fault;
      if (taken.count !== undefined) fault = taken.count > 1 ? { ...taken, count: taken.count - 1 } : NONE;
      return taken;
    },
    redirectHits: () => hits,
    countRedirectHit: () => {
      hits += 1;
    },
  };
}
