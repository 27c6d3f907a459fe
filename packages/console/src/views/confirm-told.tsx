import type { Receipt } from '@staking-agent/sdk';
import type { Checked } from '@staking-agent/sdk/verify';
import { Address } from '../parts/address.tsx';
import { MovesTable } from '../parts/moves-table.tsx';
import { Sentence } from '../parts/sentence.tsx';
import type { Proposal } from '../state/confirmation.ts';
import { isOpen, sayChange, sayLamports } from '../state/money.ts';

type Effects = NonNullable<Checked['effects']>;

/** What moves and what it costs, as this page proved it; in words, and how it is undone, as the service tells. */
export function ConfirmTold({ proposal: { build, checked } }: { readonly proposal: Proposal }) {
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
