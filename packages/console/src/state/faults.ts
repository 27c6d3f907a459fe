import { signal } from '@preact/signals';
import { askSandbox } from './session.ts';

/** What can be made to misbehave. */
export const UPSTREAMS = ['router', 'ledger', 'vault', 'apy'] as const;

export type Upstream = (typeof UPSTREAMS)[number];

/** What `POST /sandbox/faults` takes. */
export type Fault = {
  readonly upstream: Upstream;
  readonly mode: string;
  readonly count?: number;
  readonly method?: string;
  readonly ms?: number;
  /** Which harm a malicious upstream does. */
  readonly variant?: string;
};

/** A fault as the sandbox tells it. */
type FaultInForce = Omit<Fault, 'upstream'>;

/** What is in force, by upstream. */
export const faults = signal<Readonly<Partial<Record<Upstream, FaultInForce>>>>({});

/** Reads anew what is in force. */
export async function readFaults(): Promise<void> {
  faults.value = await askSandbox('faults');
}

/** Makes an upstream misbehave; with mode `none` it behaves again. */
export async function setFault(fault: Fault): Promise<void> {
  faults.value = await askSandbox('faults', fault);
}

/** Makes everything behave again. */
export async function mendAll(): Promise<void> {
  for (const upstream of UPSTREAMS) await setFault({ upstream, mode: 'none' });
}
