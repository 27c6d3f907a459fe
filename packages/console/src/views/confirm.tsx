import { useState } from 'preact/hooks';
import { ProblemNote } from '../parts/problem-note.tsx';
import { useLoaded } from '../parts/use-loaded.ts';
import { type Proposal, propose } from '../state/confirmation.ts';
import { type Intent, intent } from '../state/intent.ts';
import { hrefOf } from '../state/route.ts';
import { wallet } from '../state/wallet.ts';
import { ConfirmLeast } from './confirm-least.tsx';
import { ConfirmProof } from './confirm-proof.tsx';
import { ConfirmSign } from './confirm-sign.tsx';
import { ConfirmTold } from './confirm-told.tsx';
import type { ViewProps } from './view-props.ts';

/** Shows a transaction before it is signed: what it does, what it costs, how it is undone, and whether that is proved. */
export function Confirm(_: ViewProps) {
  const { value: wanted } = intent;
  if (wanted === undefined || wallet.value?.address !== wanted.request.wallet) {
    return (
      <>
        <h1>Confirm</h1>
        <p>
          There is nothing to confirm. <a href={hrefOf('strategies')}>Strategies</a>,{' '}
          <a href={hrefOf('positions')}>positions</a>
        </p>
      </>
    );
  }
  return <Proposed key={wanted.serial} wanted={wanted} />;
}

function Proposed({ wanted }: { readonly wanted: Intent }) {
  const [tries, setTries] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const [isChanged, setChanged] = useState(false);
  const { value, error, isLoading } = useLoaded(() => propose(wanted), [wanted, tries]);
  const renew = () => {
    setBusy(false);
    setTries((before) => before + 1);
  };
  const proposal = isLoading || error !== undefined ? undefined : value;
  return (
    <>
      <h1>{wanted.title}</h1>
      {isLoading && (
        <p class="dim" role="status">
          Building the transaction and proving what it does…
        </p>
      )}
      {error !== undefined && <Refused error={error} wanted={wanted} renew={renew} />}
      {proposal !== undefined && (
        <>
          <Reasons proposal={proposal} isOver={isBusy} />
          <ConfirmSign key={tries} proposal={proposal} renew={renew} onBusy={setBusy} isChanged={isChanged} />
        </>
      )}
      {!isLoading && !isBusy && <ConfirmLeast wanted={wanted} onChange={setChanged} />}
    </>
  );
}

/** All that speaks for or against it; folded up once it is decided. */
function Reasons({ proposal, isOver }: { readonly proposal: Proposal; readonly isOver: boolean }) {
  const reasons = (
    <>
      <ConfirmTold proposal={proposal} />
      <ConfirmProof proposal={proposal} />
    </>
  );
  if (!isOver) return reasons;
  return (
    <details class="decided">
      <summary>What was shown</summary>
      {reasons}
    </details>
  );
}

function Refused({
  error,
  wanted,
  renew,
}: {
  readonly error: unknown;
  readonly wanted: Intent;
  readonly renew: () => void;
}) {
  return (
    <>
      <ProblemNote error={error} />
      <p>No transaction was made, and nothing was signed.</p>
      <div class="row">
        <button type="button" onClick={renew}>
          Try again
        </button>
        <a class="button" href={hrefOf(...wanted.back)}>
          Back
        </a>
      </div>
    </>
  );
}
