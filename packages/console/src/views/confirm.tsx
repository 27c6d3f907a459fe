import type { Receipt } from '@staking-agent/sdk';
import type { Checked } from '@staking-agent/sdk/verify';
import { useState } from 'preact/hooks';
import { AmountField, ProblemNote, useLoaded } from '../parts/controls.tsx';
import { Address, InstructionList, Sentence } from '../parts/values.tsx';
import { findAmountFault, findArrival, sayLamports, showAsset } from '../state/calls.ts';
import { isOpen, isSignable, type Proposal, propose, sayChange } from '../state/confirmation.ts';
import { askToConfirm, hrefOf, type Intent, intent, type ViewProps } from '../state/route.ts';
import { getSession } from '../state/session.ts';
import { wallet } from '../state/wallet.ts';
import { ConfirmSign, MovesTable } from './confirm-sign.tsx';

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

type Effects = NonNullable<Checked['effects']>;

/** Shows amounts and costs as this page proved them, and the way back as the service tells it. */
function ConfirmTold({ proposal: { build, checked } }: { readonly proposal: Proposal }) {
  const { receipt } = build;
  const effects = checked?.effects;
  return (
    <>
      <section class="panel" aria-labelledby="told-what">
        <h2 id="told-what">What it does</h2>
        {effects !== undefined && <Moves effects={effects} />}
        {receipt !== undefined && (
          <p>
            <small class="dim">In the words of the service, which this page does not prove: </small>
            <Sentence text={receipt.summary} />
          </p>
        )}
        {receipt?.warnings.map(({ code, detail }) => (
          <div key={code} class="note warn">
            <p>{detail}</p>
          </div>
        ))}
      </section>
      {effects !== undefined && <Costs effects={effects} />}
      {receipt !== undefined && <Undo receipt={receipt} />}
    </>
  );
}

function Moves({ effects: { leaves, arrives } }: { readonly effects: Effects }) {
  if (leaves.length + arrives.length === 0) return <p>No money moves but its fee.</p>;
  const out = leaves.map((each) => ({
    key: `out ${each.account}`,
    direction: 'leaves',
    amount: <span class="money">{sayChange(each)}</span>,
    account: each.account,
  }));
  const into = arrives.map((each) => ({
    key: `in ${each.account}`,
    direction: 'arrives',
    amount: (
      <>
        {isOpen(each) && 'about '}
        <span class="money">{sayChange(each)}</span>
        <Least of={each} />
      </>
    ),
    account: each.account,
  }));
  return <MovesTable title="Direction" moves={[...out, ...into]} />;
}

function Least({ of }: { readonly of: Effects['arrives'][number] }) {
  if (!isOpen(of)) return null;
  const { least, asset, isAtRate } = of;
  const words =
    least === undefined
      ? 'no minimum'
      : `at least ${sayChange({ asset, amount: least })}${isAtRate === true ? ' at the present rate' : ''}`;
  return (
    <div>
      <small class="dim">{words}</small>
    </div>
  );
}

function Costs({ effects: { fee, rent } }: { readonly effects: Effects }) {
  const refundable = rent.filter(({ isRefundable }) => isRefundable);
  const gone = rent.filter(({ isRefundable }) => !isRefundable);
  return (
    <section class="panel" aria-labelledby="told-costs">
      <h2 id="told-costs">What it costs</h2>
      <dl class="facts">
        <dt>Network fee</dt>
        <dd class="money">{sayLamports(fee.signatures)}</dd>
        <dt>Priority fee, at most</dt>
        <dd class="money">{sayLamports(fee.priority)}</dd>
        {gone.map(({ account, lamports }) => (
          <RentRow key={account} name="Rent that stays" account={account} lamports={lamports} />
        ))}
      </dl>
      {refundable.length > 0 && (
        <>
          <h3>Set aside, and back when its account is closed</h3>
          <dl class="facts">
            {refundable.map(({ account, lamports }) => (
              <RentRow key={account} name="Rent" account={account} lamports={lamports} />
            ))}
          </dl>
        </>
      )}
    </section>
  );
}

function RentRow({
  name,
  account,
  lamports,
}: {
  readonly name: string;
  readonly account: string;
  readonly lamports: bigint;
}) {
  return (
    <>
      <dt>{name}</dt>
      <dd class="money">
        {sayLamports(lamports)} <span class="dim">in</span> <Address of={account} />
      </dd>
    </>
  );
}

function Undo({ receipt: { undo } }: { readonly receipt: Receipt }) {
  return (
    <section class="panel" aria-labelledby="told-undo">
      <h2 id="told-undo">How to undo it</h2>
      <p>{undo.description}</p>
      {undo.next.length > 0 && (
        <ol>
          {undo.next.map(({ description, endpoint, availableAt }) => (
            <li key={`${endpoint} ${description}`}>
              {description}
              {availableAt !== undefined && <span class="dim"> From epoch {availableAt.epoch} on.</span>}
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
  const fault = typed === 'max' ? 'An exact amount, such as 1.5.' : findAmountFault(typed, decimals);
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
    <form class="panel stack" onSubmit={submit}>
      <AmountField
        label={`Least that must arrive, in ${symbol}`}
        amount={typed}
        onAmount={type}
        fault={fault}
      />
      <div class="row">
        <button type="submit" disabled={!isChanged || fault !== undefined}>
          Build it with this least
        </button>
        <small class="dim">Without one, the limit of the service holds.</small>
      </div>
    </form>
  );
}

const LEVELS = {
  exact: 'Every byte is what was asked for, at addresses that this page pins.',
  bounded:
    'Its instructions keep to one pattern, and a simulation on the ledger node stays within what was asked for and a fair price.',
  unproven: 'It could not be proved.',
} as const;

/** Shows the page's own proof: if the transaction is what was asked for, and each instruction in words. */
function ConfirmProof({ proposal }: { readonly proposal: Proposal }) {
  const { instructions } = proposal;
  return (
    <section class="panel" aria-labelledby="told-proof">
      <h2 id="told-proof">Checked in this page</h2>
      <Verdict proposal={proposal} />
      <InstructionList instructions={instructions} isProved={isSignable(proposal)} />
    </section>
  );
}

function Verdict({ proposal }: { readonly proposal: Proposal }) {
  const { checked } = proposal;
  if (checked === undefined) {
    const { deployment } = getSession().config;
    return (
      <div class="note bad">
        <p>
          This page pins no addresses of the deployment {deployment}, so it proves nothing and lets nothing be
          signed.
        </p>
      </div>
    );
  }
  if (isSignable(proposal)) {
    return (
      <div class="note good">
        <p>
          <b class="good">✓ Proved, {checked.level}.</b> {LEVELS[checked.level]} No other account of the
          wallet changes.
        </p>
      </div>
    );
  }
  return (
    <div class="note bad" role="alert">
      <p>
        <b class="bad">✗ Not proved: this page does not let it be signed.</b>
      </p>
      <ul>
        {checked.findings.map(({ rule, detail }) => (
          <li key={detail}>
            {rule}: {detail}
          </li>
        ))}
      </ul>
    </div>
  );
}
