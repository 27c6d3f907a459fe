import { formatAmount } from '@staking-agent/sdk';
import { ActionButton } from '../parts/action-button.tsx';
import { ProblemNote } from '../parts/problem-note.tsx';
import { now } from '../state/clock.ts';
import { hrefOf } from '../state/route.ts';
import type { Later, Outcome, Refusal, Step } from '../tour/step.ts';

const SOL_DECIMALS = 9;

/** A step that was tried, with what the wallet held around it. */
export type Done = {
  readonly outcome: Outcome;
  /** Lamports. */
  readonly before: bigint;
  readonly after: bigint;
  /** The last request that it made. */
  readonly lastRequest: number | undefined;
};

/** What came of a step: who refused what, and that nobody lost anything. */
export function StepResult({
  step,
  done: { outcome, before, after, lastRequest },
  runLater,
}: {
  readonly step: Step;
  readonly done: Done;
  readonly runLater: (later: Later) => Promise<void>;
}) {
  const { refusals, happened, later } = outcome;
  return (
    <div class="stack">
      {refusals.map((each) => (
        <RefusalNote key={each.what} refusal={each} />
      ))}
      <p role="status">
        <b>What happened.</b> {happened}
      </p>
      <p>
        <b>Why nobody lost money.</b> {step.why}
      </p>
      <Balance before={before} after={after} isStaking={step.isStaking ?? false} />
      {later !== undefined && <LaterButton later={later} runLater={runLater} />}
      <p>
        <a href={hrefOf('inspector', ...(lastRequest === undefined ? [] : [String(lastRequest)]))}>
          What was asked and answered, in the inspector
        </a>
      </p>
    </div>
  );
}

function RefusalNote({ refusal: { what, error, findings } }: { readonly refusal: Refusal }) {
  if (findings !== undefined) {
    return (
      <div>
        <p class="flush">{what}:</p>
        <div class="note bad">
          {findings.map(({ rule, detail }) => (
            <p key={rule + detail}>
              Rule <code>{rule}</code>: {detail}
            </p>
          ))}
        </div>
      </div>
    );
  }
  return (
    <div>
      <p class="flush">{what}:</p>
      {error === undefined ? (
        <p class="note warn">This was not refused. It should have been: please report it.</p>
      ) : (
        <ProblemNote error={error} />
      )}
    </div>
  );
}

function Balance({
  before,
  after,
  isStaking,
}: {
  readonly before: bigint;
  readonly after: bigint;
  readonly isStaking: boolean;
}) {
  if (before === after) {
    return (
      <p class="note good">
        The ledger says: <SolAmount lamports={before} /> before, <SolAmount lamports={after} /> after. Nothing
        moved.
      </p>
    );
  }
  return (
    <p class={`note ${isStaking ? 'good' : 'bad'}`}>
      The ledger says: <SolAmount lamports={before} /> before, <SolAmount lamports={after} /> after.{' '}
      {isStaking
        ? 'The difference is one stake of 1 SOL, its rent reserve, which comes back, and one fee.'
        : 'Something moved that should not have: please report it.'}
    </p>
  );
}

function LaterButton({
  later,
  runLater,
}: {
  readonly later: Later;
  readonly runLater: (later: Later) => Promise<void>;
}) {
  const seconds = Math.max(0, Math.ceil((later.from - now.value) / 1_000));
  return (
    <div class="row">
      <ActionButton isDisabled={seconds > 0} run={() => runLater(later)}>
        {later.title}
      </ActionButton>
      {seconds > 0 && <span class="dim">in {seconds} seconds</span>}
    </div>
  );
}

/** Lamports as SOL, to the last digit. */
export function SolAmount({ lamports }: { readonly lamports: bigint }) {
  return <span class="money">{formatAmount(lamports, SOL_DECIMALS)} SOL</span>;
}
