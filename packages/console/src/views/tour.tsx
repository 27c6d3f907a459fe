import { useState } from 'preact/hooks';
import { ActionButton } from '../parts/action-button.tsx';
import { useLoaded } from '../parts/use-loaded.ts';
import { ledgerChanges } from '../state/clock.ts';
import { requests } from '../state/requests.ts';
import type { Outcome, Step } from '../tour/step.ts';
import { STEPS } from '../tour/steps.ts';
import { openTourWallet, readLamports, tourWallet } from '../tour/tour-wallet.ts';
import type { Done } from './tour-result.tsx';
import { SolAmount, StepResult } from './tour-result.tsx';
import type { ViewProps } from './view-props.ts';

/** Breaks things on purpose, and shows why nobody loses money over it. */
export function Tour(_: ViewProps) {
  const [done, setDone] = useState<ReadonlySet<number>>(new Set());
  return (
    <>
      <h1>Tour: break it</h1>
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
