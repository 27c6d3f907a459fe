import type { Logger } from 'pino';
import type { Clock } from '../runtime/clock.ts';
import { startLoop } from '../runtime/loop.ts';
import type { Builds } from '../store/builds.ts';
import type { End, Form } from '../store/decide.ts';
import type { ProvedEnd } from '../store/forms.ts';
import type { LedgerClient } from '../upstreams/ledger/client.ts';
import { type Expiring, type Fate, type Horizon, type LandingPorts, readFates } from './landing.ts';
import { sendOnce } from './send.ts';

/** Store and ledger, as resending uses them. */
export type ResendPorts = LandingPorts & {
  readonly ledger: LedgerClient;
  readonly builds: Builds;
  readonly horizon: Horizon;
  readonly log: Logger;
  readonly clock: Clock;
  /** Called at each resend. */
  readonly onResend: () => void;
  /** Called with each credit of a form that landed. */
  readonly onSettled: (credits: Awaited<ReturnType<Builds['settle']>>) => void;
};

const ROUND_MILLISECONDS = 1_000;
const PURGE_MILLISECONDS = 60_000;
/** Forms of one call; a node takes 256 signatures at once. */
const FORMS_PER_CALL = 200;
/** Bytes sent with fewer blocks left come too late for a leader to see them. */
const LAST_BLOCKS = 10n;
/** Share of a node's calls that is left to feeds and first sends. */
const RESERVE = 0.4;

/**
 * Starts the loop that follows every sent form of all replicas to its end, and sends it again meanwhile. What a replica
 * takes, no other one takes at that time, and what a killed one had taken becomes due again.
 *
 * A form that went to the router is only looked up: the router alone sends it.
 */
export function startResend(ports: ResendPorts): { close(): Promise<void> } {
  const { clock, log, builds } = ports;
  const warn = (what: string) => (fault: unknown) => log.warn({ fault: String(fault) }, what);
  const resending = startLoop({
    clock,
    pause: ROUND_MILLISECONDS,
    work: () => resendDue(ports),
    onFault: warn('sent transactions not followed'),
  });
  const purging = startLoop({
    clock,
    pause: PURGE_MILLISECONDS,
    work: async () => {
      while ((await builds.purge()) > 0);
    },
    onFault: warn('old builds not deleted'),
  });
  return {
    async close() {
      await Promise.all([resending.stop(), purging.stop()]);
    },
  };
}

async function resendDue(ports: ResendPorts): Promise<void> {
  // So that a break of the store is noticed within a second of it.
  ports.horizon.mayBeLost(0n);
  for (;;) {
    const due = await ports.builds.takeDue(FORMS_PER_CALL);
    if (due.length > 0) await follow(due.filter(isSigned), ports);
    if (due.length < FORMS_PER_CALL) return;
  }
}

type Sent = Form & { readonly signature: string };

function isSigned(form: Form): form is Sent {
  return form.signature !== undefined;
}

async function follow(due: readonly Sent[], ports: ResendPorts): Promise<void> {
  const fates = await readFates(due, ports);
  const ends = due.flatMap(({ id }, i) => toEnd(id, fates[i]) ?? []);
  if (ends.length > 0) {
    ports.onSettled(await ports.builds.settle(ends));
    for (const { id, end } of ends) ports.log.info({ form: id, end }, 'transaction resolved');
  }
  const height = ports.blockhash.blockHeight();
  const mayLand = ({ lastValidBlockHeight }: Expiring) =>
    height === undefined || height + LAST_BLOCKS < lastValidBlockHeight;
  for (const [i, form] of due.entries()) {
    const kind = fates[i]?.kind;
    if (form.channel === 'ledger' && (kind === 'absent' || kind === 'unread') && mayLand(form)) {
      sendAgain(form, ports);
    }
  }
}

/** Returns the end that a fate proves, for the store. */
export function toEnd(id: string, fate: Fate | undefined, signature?: string): ProvedEnd | undefined {
  const end = toEndKind(fate);
  return end && { id, end, ...(signature !== undefined && { signature }) };
}

function toEndKind(fate: Fate | undefined): End | undefined {
  if (fate?.kind === 'dead') return 'expired';
  return fate?.kind === 'landed' || fate?.kind === 'failed' ? fate.kind : undefined;
}

/** Sends a form to every endpoint whose pace allows it; it is due again soon, whatever they say. */
function sendAgain({ id, signedTransaction, isTaken }: Form, ports: ResendPorts): void {
  const { ledger, builds, log, onResend } = ports;
  // What a release before handed to the router is carried over without its bytes.
  if (signedTransaction === undefined) return;
  for (const node of ledger.senders) {
    if (!node.pace.trySpend(RESERVE)) continue;
    onResend();
    sendOnce(node, signedTransaction)
      .then(async (isNowTaken) => {
        if (isNowTaken && !isTaken) await builds.setTaken(id);
      })
      .catch((fault: unknown) => log.warn({ node: node.name, fault: String(fault) }, 'resend failed'));
  }
}
