import { startLoop } from '../runtime/loop.ts';
import type { Form } from '../store/decide.ts';
import type { ProvedEnd } from '../store/forms.ts';
import { type Fate, isEnd, readFates, type Sending } from './landing.ts';
import { sendOnce } from './send.ts';

/** @param onResend - called at each resend. */
type Resending = Sending & { readonly onResend: () => void };

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
export function startResend(ports: Resending): { close(): Promise<void> } {
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

async function resendDue(ports: Resending): Promise<void> {
  // So that a break of the store is noticed within a second of it.
  ports.horizon.mayBeLost(0n);
  for (;;) {
    const due = await ports.builds.takeDue(FORMS_PER_CALL);
    if (due.length > 0) await follow(due, ports);
    if (due.length < FORMS_PER_CALL) return;
  }
}

async function follow(due: readonly Form[], ports: Resending): Promise<void> {
  const height = ports.blockhash.blockHeight();
  const mayLand = ({ lastValidBlockHeight }: Form) =>
    height === undefined || height + LAST_BLOCKS < lastValidBlockHeight;
  for (const { form, kind } of await settleFates(due, ports)) {
    if (form.channel === 'ledger' && (kind === 'absent' || kind === 'unread') && mayLand(form)) {
      sendAgain(form, ports);
    }
  }
}

/**
 * Reads what became of forms that were sent, and keeps the ends that the ledger proves.
 *
 * @returns each form with its fate: `landed` where its row says so, `unread` without a signature.
 */
export async function settleFates(
  forms: readonly Form[],
  ports: Sending,
): Promise<readonly { readonly form: Form; readonly kind: Fate['kind'] }[]> {
  const signed = forms.filter(isSigned);
  const read = await readFates(signed, ports);
  const fates = new Map<Form, Fate | undefined>(signed.map((form, i) => [form, read[i]]));
  const ends = signed.flatMap((form) => toEnd(form.id, fates.get(form)) ?? []);
  if (ends.length > 0) ports.onSettled(await ports.builds.settle(ends));
  for (const { id, end } of ends) ports.log.info({ form: id, end }, 'transaction resolved');
  return forms.map((form) => ({
    form,
    kind: form.state === 'landed' ? 'landed' : (fates.get(form)?.kind ?? 'unread'),
  }));
}

function isSigned(form: Form): form is Form & { readonly signature: string } {
  return form.signature !== undefined;
}

/** Returns the end that a fate proves, for the store. */
export function toEnd(id: string, fate: Fate | undefined, signature?: string): ProvedEnd | undefined {
  if (fate === undefined || !isEnd(fate)) return undefined;
  const end = fate.kind === 'failed' || fate.kind === 'landed' ? fate.kind : 'expired';
  return { id, end, ...(signature !== undefined && { signature }) };
}

/** Sends a form to every endpoint whose pace allows it; it is due again soon, whatever they say. */
function sendAgain({ id, signedTransaction, isTaken }: Form, ports: Resending): void {
  const { ledger, builds, log, onResend } = ports;
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
