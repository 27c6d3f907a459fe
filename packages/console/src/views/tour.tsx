import { useState } from 'preact/hooks';
import { ActionButton, Heading, ProblemNote } from '../parts/controls.tsx';
import { Code, Quantity } from '../parts/values.tsx';
import { toSol } from '../state/calls.ts';
import { now } from '../state/clock.ts';
import { hrefOf, type ViewProps } from '../state/route.ts';
import { requests } from '../state/session.ts';
import {
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
  const [done, setDone] = useState<ReadonlySet<Step>>(new Set());
  const address = tourWallet.value;
  return (
    <>
      <Heading>Tour: break it</Heading>
      <p>
        What goes wrong between a wallet and a ledger goes wrong here, on purpose, with a wallet of its own.
        After each step the ledger is asked what the wallet holds.
      </p>
      <p class="dim">
        {address === undefined ? (
          'The wallet is made with the first step.'
        ) : (
          <>
            Wallet of the tour: <Code text={address} />
          </>
        )}
      </p>
      <ol class="plain tour">
        {STEPS.map((step, i) => (
          <StepPanel
            key={step.title}
            step={step}
            number={i + 1}
            onDone={() => setDone(new Set([...done, step]))}
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

/** A step that was tried, with what the wallet held around it in lamports, and its last request. */
type Done = Outcome & {
  readonly before: bigint;
  readonly after: bigint;
  readonly lastRequest: number | undefined;
};

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
    setDone({ ...outcome, before, after: await readLamports(wallet), lastRequest });
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
      {done !== undefined && <StepResult step={step} done={done} run={run} />}
    </li>
  );
}

/** Shows the result of a step: the refusals, and that no money was lost. */
function StepResult({
  step: { why, isStaking = false },
  done: { refusals, happened, later, before, after, lastRequest },
  run,
}: {
  readonly step: Step;
  readonly done: Done;
  readonly run: (work: () => Promise<Outcome>) => Promise<void>;
}) {
  const seconds = Math.max(0, Math.ceil(((later?.from ?? 0) - now.value) / 1_000));
  const moved = isStaking
    ? 'The difference is one stake of 1 SOL, its rent reserve, which comes back, and one fee.'
    : 'Something moved that should not have: please report it.';
  return (
    <div class="stack">
      {refusals.map((each) => (
        <RefusalNote key={each.what} refusal={each} />
      ))}
      <p role="status">
        <b>What happened.</b> {happened}
      </p>
      <p>
        <b>Why nobody lost money.</b> {why}
      </p>
      <p class={`note ${before === after || isStaking ? 'good' : 'bad'}`}>
        The ledger says: <Quantity of={toSol(before)} rounds="not" /> before,{' '}
        <Quantity of={toSol(after)} rounds="not" /> after. {before === after ? 'Nothing moved.' : moved}
      </p>
      {later !== undefined && (
        <div class="row">
          <ActionButton isDisabled={seconds > 0} run={() => run(() => later.run())}>
            {later.title}
          </ActionButton>
          {seconds > 0 && <span class="dim">in {seconds} seconds</span>}
        </div>
      )}
      <p>
        <a href={hrefOf('inspector', ...(lastRequest === undefined ? [] : [String(lastRequest)]))}>
          What was asked and answered, in the inspector
        </a>
      </p>
    </div>
  );
}

function RefusalNote({ refusal: { what, error, findings } }: { readonly refusal: Refusal }) {
  return (
    <div>
      <p class="flush">{what}:</p>
      {findings?.map(({ rule, detail }) => (
        <p key={rule + detail} class="note bad">
          Rule <code>{rule}</code>: {detail}
        </p>
      ))}
      <ProblemNote error={error} />
      {findings === undefined && error === undefined && (
        <p class="note warn">This was not refused. It should have been: please report it.</p>
      )}
    </div>
  );
}
