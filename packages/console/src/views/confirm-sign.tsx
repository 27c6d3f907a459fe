import type { Confirmed, Step } from '@staking-agent/sdk';
import { useRef, useState } from 'preact/hooks';
import { Countdown, secondsUntil } from '../parts/countdown.tsx';
import { ProblemNote } from '../parts/problem-note.tsx';
import { noteLedgerChange } from '../state/clock.ts';
import { isOutcomeOpen, isSignable, type Proposal, toRequest } from '../state/confirmation.ts';
import { sayTrade } from '../state/money.ts';
import { hrefOf } from '../state/route.ts';
import { getSession } from '../state/session.ts';
import { wallet } from '../state/wallet.ts';
import { ConfirmResult } from './confirm-result.tsx';

type Part = {
  readonly proposal: Proposal;
  readonly renew: () => void;
  readonly onBusy: (isBusy: boolean) => void;
};

/** Asks for the signature, sends, and follows what becomes of it. */
export function ConfirmSign({ proposal, renew, onBusy }: Part) {
  const [steps, setSteps] = useState<readonly Step[]>([]);
  const [landed, setLanded] = useState<Confirmed | undefined>(undefined);
  const [error, setError] = useState<unknown>(undefined);
  const isPressed = useRef(false);
  const press = async () => {
    // One press, one signature: state may be a moment behind.
    if (isPressed.current) return;
    isPressed.current = true;
    onBusy(true);
    let slot: string | null = null;
    try {
      const confirmed = await landProposal(proposal, (step) => setSteps((before) => [...before, step]));
      slot = confirmed.transaction.slot;
      setLanded(confirmed);
    } catch (fault) {
      setError(fault);
    }
    // A figure in the header that is not new is no reason to doubt what has landed.
    await noteLedgerChange(slot).catch(() => undefined);
  };
  if (landed !== undefined) return <ConfirmResult landed={landed} then={proposal.intent.then ?? []} />;
  if (error !== undefined) return <Failed error={error} proposal={proposal} renew={renew} />;
  if (steps.length > 0 || isPressed.current) return <Progress steps={steps} />;
  return <Ask proposal={proposal} press={press} renew={renew} />;
}

async function landProposal({ intent, build }: Proposal, onStep: (step: Step) => void): Promise<Confirmed> {
  const { value: held } = wallet;
  if (held === undefined) throw new Error('There is no wallet any more.');
  return await getSession().client.confirmBuild({
    operation: intent.operation,
    request: toRequest(intent),
    build,
    signer: held.signer,
    allowWalletEdits: held.isEditing,
    onStep,
  });
}

function Ask({
  proposal,
  press,
  renew,
}: Pick<Part, 'proposal' | 'renew'> & { readonly press: () => Promise<void> }) {
  const { intent, endsAt, checked } = proposal;
  const isOver = endsAt !== undefined && secondsUntil(endsAt) === 0;
  const effects = checked?.effects;
  return (
    <section class="panel ask stack" aria-label="Decision">
      <div class="row">
        <button type="button" class="primary" disabled={isOver || !isSignable(proposal)} onClick={press}>
          {effects === undefined ? 'Sign' : sayTrade(effects)}
        </button>
        <button type="button" class={isOver ? 'primary' : ''} onClick={renew}>
          Build it again
        </button>
        <a class="button" href={hrefOf(...intent.back)}>
          Cancel
        </a>
      </div>
      <div>
        <Countdown endsAt={endsAt} /> <span class="dim">Nothing moves before you sign.</span>
      </div>
    </section>
  );
}

const WORDS: Readonly<Partial<Record<Step['step'], string>>> = {
  built: 'Asking the wallet…',
  verified: 'Proved once more. Asking the wallet…',
  signed: 'Signed. Sending…',
  sent: 'Sent. Waiting until it has landed…',
  confirmed: 'Landed.',
};

function Progress({ steps }: { readonly steps: readonly Step[] }) {
  const last = steps.at(-1);
  const signature = steps.find((each) => each.signature !== undefined)?.signature;
  return (
    <section class="panel" aria-live="polite">
      <p>{(last && WORDS[last.step]) ?? 'Proving it once more…'}</p>
      {signature !== undefined && (
        <p>
          <small class="dim">Signature, known before anything was sent: </small>
          <a class="mono" href={hrefOf('tx', signature)} target="_blank" rel="noreferrer">
            {signature}
          </a>
        </p>
      )}
    </section>
  );
}

function Failed({
  error,
  proposal: { intent },
  renew,
}: {
  readonly error: unknown;
  readonly proposal: Proposal;
  readonly renew: () => void;
}) {
  const { signature } = Object(error) as { readonly signature?: string };
  const isOpen = isOutcomeOpen(error);
  return (
    <section class="panel">
      <ProblemNote error={error} />
      {signature === undefined ? (
        <p>Nothing was sent.</p>
      ) : (
        <p>
          Signature: <span class="mono">{signature}</span>
        </p>
      )}
      {isOpen && (
        <div class="note warn">
          <p>It may have landed, or may land still. Look it up before you do the same again.</p>
        </div>
      )}
      <div class="row">
        {signature !== undefined && (
          <a class={isOpen ? 'button primary' : 'button'} href={hrefOf('tx', signature)}>
            Look it up
          </a>
        )}
        {!isOpen && (
          <button type="button" onClick={renew}>
            Build it again
          </button>
        )}
        <a class="button" href={hrefOf(...intent.back)}>
          Back
        </a>
      </div>
    </section>
  );
}
