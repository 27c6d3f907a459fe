import { formatAmount } from '@staking-agent/sdk';
import { useState } from 'preact/hooks';
import { ActionButton, Heading, ProblemNote, useLoaded } from '../parts/controls.tsx';
import { ledgerChanges, now } from '../state/clock.ts';
import { hrefOf, type ViewProps } from '../state/route.ts';
import { requests } from '../state/session.ts';
import {
  type Later,
  type Outcome,
  openTourWallet,
  type Refusal,
  readLamports,
  STEPS,
  type Step,
  tourWallet,
} from '../state/tour.ts';

/** Breaks things on purpose, and shows why nobody loses money over it. */
export function Tour(_: ViewProps) {
  const [done, setDone] = useState<ReadonlySet<number>>(new Set());
  return (
    <>
      <Heading>Tour: break it</Heading>
      <p>
        What goes wrong between a wallet and a ledger goes wrong here, on purpose, with a wallet of its own.
        After each step the ledger is asked what the wallet holds.
      </p>
      <TourWallet />
      <ol class="tour">
        {STEPS.map((step, i) => (
          <StepPanel
            key={step.title}
            step={step}
            number={i + 1}
            onDone={() => setDone(new Set([...done, i]))}
          />
        ))}
      </ol>
      <p role="status" class={done.size === STEPS.length ? 'note good' : 'dim'}>
        {done.size} of {STEPS.length} tried.
        {done.size === STEPS.length && ' The only SOL that left the wallet is in stake accounts of its own.'}
      </p>
    </>
  );
}

function TourWallet() {
  const address = tourWallet.value;
  const { value: lamports } = useLoaded(
    async () => (address === undefined ? undefined : await readLamports(address)),
    [address, ledgerChanges.value],
  );
  if (address === undefined) return <p class="dim">The wallet is made with the first step.</p>;
  return (
    <p>
      Wallet of the tour: <span class="mono">{address}</span>
      {lamports !== undefined && (
        <>
          , holds <SolAmount lamports={lamports} />
        </>
      )}
    </p>
  );
}

function StepPanel({
  step,
  number,
  onDone,
}: {
  readonly step: Step;
  readonly number: number;
  readonly onDone: () => void;
}) {
  const [done, setDone] = useState<Done | undefined>(undefined);
  const run = async (work: (wallet: string) => Promise<Outcome>) => {
    const wallet = await openTourWallet();
    const before = await readLamports(wallet);
    const outcome = await work(wallet);
    const lastRequest = requests.value[0]?.id;
    setDone({ outcome, before, after: await readLamports(wallet), lastRequest });
    onDone();
  };
  return (
    <li class="panel stack">
      <h2 class="flush">
        {number}. {step.title}
      </h2>
      <p>{step.plan}</p>
      <div>
        <ActionButton isPrimary={done === undefined} run={() => run((wallet) => step.run(wallet))}>
          {done === undefined ? 'Try it' : 'Try it again'}
        </ActionButton>
      </div>
      {done !== undefined && (
        <StepResult step={step} done={done} runLater={(later) => run(() => later.run())} />
      )}
    </li>
  );
}

const SOL_DECIMALS = 9;

/** A step that was tried, with what the wallet held around it. */
type Done = {
  readonly outcome: Outcome;
  /** Lamports. */
  readonly before: bigint;
  readonly after: bigint;
  /** The last request that it made. */
  readonly lastRequest: number | undefined;
};

/** Shows the result of a step: the refusal, its source, and that no money was lost. */
function StepResult({
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
function SolAmount({ lamports }: { readonly lamports: bigint }) {
  return <span class="money">{formatAmount(lamports, SOL_DECIMALS)} SOL</span>;
}
