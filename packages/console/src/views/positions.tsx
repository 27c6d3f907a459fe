import type { PositionsAnswer, ReceiptPosition, StakePosition } from '@staking-agent/sdk';
import { useState } from 'preact/hooks';
import { ActionButton } from '../parts/action-button.tsx';
import { ProblemNote } from '../parts/problem-note.tsx';
import { Quantity } from '../parts/quantity.tsx';
import { useLoaded } from '../parts/use-loaded.ts';
import { ledgerChanges, noteLedgerChange } from '../state/clock.ts';
import { readPositions } from '../state/positions.ts';
import { hrefOf } from '../state/route.ts';
import { wallet } from '../state/wallet.ts';
import { Calendar } from './calendar.tsx';
import { PositionCard } from './position-card.tsx';
import type { ViewProps } from './view-props.ts';
import { WalletChoice } from './wallet.tsx';

/** What a wallet has, what becomes of it when, and every call that is possible now. */
export function Positions(_: ViewProps) {
  const address = wallet.value?.address;
  return (
    <>
      <div class="row">
        <h1 class="grow">Positions</h1>
        {address !== undefined && <ActionButton run={noteLedgerChange}>Read anew</ActionButton>}
      </div>
      {address === undefined ? <WalletChoice /> : <Held address={address} />}
    </>
  );
}

function Held({ address }: { readonly address: string }) {
  const [pages, setPages] = useState(1);
  const { value, error } = useLoaded(
    () => readPositions(address, pages),
    [address, pages, ledgerChanges.value],
  );
  return (
    <>
      <ProblemNote error={error} />
      {value === undefined && error === undefined && <p class="dim">Reading the ledger…</p>}
      {value !== undefined && <List answer={value} address={address} showMore={() => setPages(pages + 1)} />}
    </>
  );
}

function List({
  answer,
  address,
  showMore,
}: {
  readonly answer: PositionsAnswer;
  readonly address: string;
  readonly showMore: () => void;
}) {
  const { positions, totals, isComplete, missing, nextCursor } = answer;
  return (
    <>
      {!isComplete && (
        <div class="note warn" role="alert">
          <p>Not everything could be read: {missing.join(', ')}. What is missing is not gone.</p>
        </div>
      )}
      {positions.length === 0 && isComplete && (
        <p>
          Nothing is staked yet. <a href={hrefOf('strategies')}>Strategies</a>
        </p>
      )}
      {positions.length > 0 && (
        <div class="row totals">
          <span class="dim">Worth together</span>
          {totals.map((each) => (
            <span key={each.asset} class="figure">
              <Quantity of={each} />
            </span>
          ))}
        </div>
      )}
      <div class="grid loose">
        {positions.map((each: StakePosition | ReceiptPosition) => (
          <PositionCard key={each.id} position={each} />
        ))}
      </div>
      {nextCursor !== null && (
        <p class="row">
          <span class="warn">There are more than these {positions.length}.</span>
          <button type="button" onClick={showMore}>
            Show more
          </button>
        </p>
      )}
      {positions.length > 0 && <Calendar positions={positions} address={address} />}
    </>
  );
}
