import type { Receipt } from '@staking-agent/sdk';
import { useEffect, useState } from 'preact/hooks';
import { AmountField, Heading, ProblemNote, useLoaded } from '../parts/controls.tsx';
import { CodeBlock, Facts, InstructionList, Quantity, Sentence, sayEpochMoment } from '../parts/values.tsx';
import { findAmountFault, findArrival, nameCall, showAsset, toSol } from '../state/calls.ts';
import { now } from '../state/clock.ts';
import { isSignable, type Proposal, propose, readAmount, saysTheSame } from '../state/confirmation.ts';
import { askToConfirm, hrefOf, type Intent, intent, type ViewProps } from '../state/route.ts';
import { wallet } from '../state/wallet.ts';
import { confirmWords, proofWords } from '../words/actions.ts';
import { commonWords, frameWords } from '../words/page.ts';
import { ConfirmSign, MovesTable } from './confirm-sign.tsx';
import { Summary } from './summary.tsx';

/** Shows a transaction before it is signed: in short, with its proof, and everything behind it to unfold. */
export function Confirm(_: ViewProps) {
  const { value: wanted } = intent;
  if (wanted === undefined || wallet.value?.address !== wanted.request.wallet) {
    return (
      <>
        <Heading>{frameWords.titles.confirm}</Heading>
        <p>
          {confirmWords.nothing} <a href={hrefOf('strategies')}>{frameWords.titles.strategies}</a>,{' '}
          <a href={hrefOf('positions')}>{frameWords.titles.positions}</a>
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
  const proposal = useKeptAlive(isLoading || error !== undefined ? undefined : value, !isBusy && !isChanged);
  return (
    <>
      <Heading>{wanted.title}</Heading>
      {isLoading && (
        <p class="dim" role="status">
          {confirmWords.building}
        </p>
      )}
      {error !== undefined && <Refused error={error} wanted={wanted} renew={renew} />}
      {proposal !== undefined && (
        <>
          {isBusy ? (
            <details class="decided">
              <summary>{confirmWords.shown}</summary>
              <Summary proposal={proposal} />
            </details>
          ) : (
            <Summary proposal={proposal} />
          )}
          <ConfirmSign key={tries} proposal={proposal} renew={renew} onBusy={setBusy} isChanged={isChanged} />
          {!isBusy && <Undo receipt={proposal.build.receipt} />}
        </>
      )}
      {!isLoading && !isBusy && <ConfirmLeast wanted={wanted} onChange={setChanged} />}
      {proposal !== undefined && <Details proposal={proposal} />}
    </>
  );
}

/** Seconds before its end at which a transaction is built anew; sooner where it lives for less than three times that. */
const LEAD_SECONDS = 15;
/** A page that is left open for long stops building. */
const MOST_RENEWALS = 10;

/**
 * Builds anew, before its time is over, a transaction that is still being read. The new one takes its place only where it
 * says the same; else the first runs out before the person's eyes.
 */
function useKeptAlive(first: Proposal | undefined, mayRenew: boolean): Proposal | undefined {
  const [later, setLater] = useState<{ of: Proposal; is: Proposal; renewals: number } | undefined>(undefined);
  const renewed = later !== undefined && later.of === first ? later : undefined;
  const current = renewed?.is ?? first;
  const renewals = renewed?.renewals ?? 0;
  const life = current?.build.expiry.validForSeconds ?? 0;
  const lead = Math.min(LEAD_SECONDS, life / 3) * 1_000;
  const isDue =
    mayRenew &&
    current?.endsAt !== undefined &&
    current.endsAt - now.value <= lead &&
    renewals < MOST_RENEWALS &&
    document.visibilityState === 'visible';
  useEffect(() => {
    if (!isDue || first === undefined || current === undefined) return undefined;
    let isCurrent = true;
    propose(current.intent).then(
      (next) => {
        if (isCurrent && saysTheSame(next, current))
          setLater({ of: first, is: next, renewals: renewals + 1 });
      },
      // It runs out then, and the person builds it again.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [isDue, current]);
  return current;
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
      <p>{confirmWords.notMade}</p>
      <div class="row">
        <button type="button" onClick={renew}>
          {confirmWords.tryAgain}
        </button>
        <a class="button" href={hrefOf(...wanted.back)}>
          {commonWords.back}
        </a>
      </div>
    </>
  );
}

function Undo({ receipt }: { readonly receipt: Receipt | undefined }) {
  if (receipt === undefined) return null;
  const { description, isPossible, next } = receipt.undo;
  const isLeverage = receipt.warnings.some(({ code }) => code === 'LEVERAGE');
  return (
    <section class="panel" aria-labelledby="told-undo">
      <h2 id="told-undo">{confirmWords.undo}</h2>
      <p>{isLeverage && isPossible ? confirmWords.undoLeverage : description}</p>
      {next.length > 0 && (
        <ol>
          {next.map((call) => (
            <li key={nameCall(call)}>
              {call.availableAt === undefined
                ? nameCall(call)
                : confirmWords.undoStep(nameCall(call), sayEpochMoment(call.availableAt))}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** The least that must arrive, where the action can be held to one; a change of it is another transaction. */
function ConfirmLeast({
  wanted,
  onChange,
}: {
  readonly wanted: Intent;
  /** Told whether what is typed is not what was built: nothing may be signed then. */
  readonly onChange: (isChanged: boolean) => void;
}) {
  const { minReceive = '', ...request } = wanted.request;
  const [typed, setTyped] = useState(String(minReceive));
  const arrival = findArrival(request, wanted.operation);
  if (arrival === undefined) return null;
  const { symbol, decimals } = showAsset(arrival);
  const fault = typed === 'max' ? commonWords.exactAmount : findAmountFault(typed, decimals);
  const isChanged = typed !== minReceive;
  const type = (text: string) => {
    setTyped(text);
    onChange(text !== minReceive);
  };
  const submit = (event: Event) => {
    event.preventDefault();
    if (!isChanged || fault !== undefined) return;
    askToConfirm({ ...wanted, request: typed === '' ? request : { ...request, minReceive: typed } });
  };
  return (
    <details class="panel" open={minReceive !== ''}>
      <summary>{confirmWords.nameLeast}</summary>
      <form class="stack" onSubmit={submit}>
        <AmountField label={confirmWords.least(symbol)} amount={typed} onAmount={type} fault={fault} />
        <div class="row">
          <button type="submit" disabled={!isChanged || fault !== undefined}>
            {confirmWords.withLeast}
          </button>
          <small class="dim">{confirmWords.leastOfService}</small>
        </div>
      </form>
    </details>
  );
}

/** Everything behind the summary: each account, each instruction, and what the service says of it. */
function Details({ proposal }: { readonly proposal: Proposal }) {
  const { build, checked, instructions } = proposal;
  const effects = checked?.effects;
  return (
    <details class="panel">
      <summary>{commonWords.details}</summary>
      {effects !== undefined && (
        <MovesTable
          title={confirmWords.summary}
          moves={[
            ...effects.leaves.map((each) => toMove(each, confirmWords.give)),
            ...effects.arrives.map((each) => toMove(each, confirmWords.receive)),
            ...effects.rent.map(({ account, lamports }) => ({
              key: `rent ${account}`,
              direction: confirmWords.rent,
              amount: <Quantity of={toSol(lamports)} rounds="not" />,
              account,
            })),
          ]}
        />
      )}
      {effects !== undefined && (
        <Facts
          of={[
            [
              confirmWords.networkFee,
              <Quantity key="network" of={toSol(effects.fee.signatures)} rounds="not" />,
            ],
            [
              confirmWords.priorityFee,
              <Quantity key="priority" of={toSol(effects.fee.priority)} rounds="not" />,
            ],
          ]}
        />
      )}
      {checked !== undefined && <p>{proofWords[checked.level]}</p>}
      <h3>{confirmWords.whole}</h3>
      <InstructionList instructions={instructions} isProved={isSignable(proposal)} />
      {build.receipt !== undefined && (
        <>
          <h3>{commonWords.inTheWordsOf}</h3>
          <p>
            <Sentence text={build.receipt.summary} />
          </p>
          {build.receipt.warnings.map(({ code, detail }) => (
            <p key={code}>{detail}</p>
          ))}
          <CodeBlock label={confirmWords.receipt} text={JSON.stringify(build.receipt, null, 2)} />
        </>
      )}
      <p>
        <a href={hrefOf('inspector')}>{confirmWords.requests}</a>
      </p>
    </details>
  );
}

function toMove(
  change: { readonly asset: string; readonly amount: bigint; readonly account: string },
  direction: string,
) {
  return {
    key: `${direction} ${change.account}`,
    direction,
    amount: <Quantity of={readAmount(change)} rounds="not" />,
    account: change.account,
  };
}
