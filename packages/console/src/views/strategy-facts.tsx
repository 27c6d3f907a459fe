import type { LeverageFacts, StrategyFactsAnswer, StrategyKey } from '@staking-agent/sdk';
import { useState } from 'preact/hooks';
import { Address } from '../parts/address.tsx';
import { ProblemNote } from '../parts/problem-note.tsx';
import { Quantity } from '../parts/quantity.tsx';
import { useLoaded } from '../parts/use-loaded.ts';
import { ledgerChanges } from '../state/clock.ts';
import { getSession } from '../state/session.ts';

/** Where the yield comes from, what is taken, who can change what: asked for when somebody wants to know. */
export function StrategyFacts({ strategyKey }: { readonly strategyKey: StrategyKey }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Facts</summary>
      {isOpen && <Facts strategyKey={strategyKey} />}
    </details>
  );
}

function Facts({ strategyKey }: { readonly strategyKey: StrategyKey }) {
  const { client } = getSession();
  const { value, error } = useLoaded(
    () => client.getStrategyFacts({ key: strategyKey }),
    [strategyKey, ledgerChanges.value],
  );
  if (value === undefined) return <ProblemNote error={error} />;
  return (
    <>
      <ProblemNote error={error} />
      <Yield facts={value} />
      <Liquidity facts={value} />
      {value.leverage !== null && <Leverage of={value.leverage} />}
      <Fees facts={value} />
      <Programs facts={value} />
      {value.missing.map(({ member, reason }) => (
        <p key={member} class="dim">
          {member}: {reason}
        </p>
      ))}
    </>
  );
}

function Yield({ facts: { apy } }: { readonly facts: StrategyFactsAnswer }) {
  return (
    <>
      <h3>Yield</h3>
      <dl class="facts">
        <dt>APY</dt>
        <dd>
          {apy.percent === null ? 'not known' : `${apy.percent} %`}
          {apy.isStale && <span class="warn"> · not read lately</span>}
        </dd>
        <dt>Basis</dt>
        <dd>{apy.basis}</dd>
        <dt>Method</dt>
        <dd>{apy.method}</dd>
        <dt>Window</dt>
        <dd>{apy.window}</dd>
        <dt>Source</dt>
        <dd>{apy.source}</dd>
        {apy.realised.map(({ days, percent, from, to }) => (
          <RealisedRow key={days} {...{ days, percent, from, to }} />
        ))}
      </dl>
    </>
  );
}

function RealisedRow({ days, percent, from, to }: StrategyFactsAnswer['apy']['realised'][number]) {
  return (
    <>
      <dt>Realised, {days === 'all' ? 'all' : `${days} days`}</dt>
      <dd>
        {percent} %{' '}
        <span class="dim">
          from {from.slice(0, 10)} to {to.slice(0, 10)}
        </span>
      </dd>
    </>
  );
}

function Liquidity({ facts: { liquidity } }: { readonly facts: StrategyFactsAnswer }) {
  const rows = [
    ['Largest exit at once', liquidity.instant],
    ['At hand', liquidity.idle],
    ['Room until full', liquidity.capacityLeft],
  ] as const;
  const known = rows.filter(([, quantity]) => quantity !== null);
  if (known.length === 0) return null;
  return (
    <>
      <h3>Liquidity</h3>
      <dl class="facts">
        {known.map(([name, quantity]) => (
          <>
            <dt>{name}</dt>
            <dd>{quantity && <Quantity of={quantity} />}</dd>
          </>
        ))}
      </dl>
    </>
  );
}

function Leverage({ of }: { readonly of: LeverageFacts }) {
  const percent = (text: string | null) => (text === null ? 'not known' : `${text} %`);
  return (
    <>
      <h3>Leverage</h3>
      <dl class="facts">
        <dt>Multiple</dt>
        <dd>{of.multiple ?? 'not known'}</dd>
        <dt>Collateral</dt>
        <dd>
          <Quantity of={of.collateral} />
        </dd>
        <dt>Debt</dt>
        <dd>
          <Quantity of={of.debt} />
        </dd>
        <dt>Loan to value</dt>
        <dd>{percent(of.loanToValuePercent)}</dd>
        <dt>Stake earns</dt>
        <dd>{percent(of.stakeRatePercent)}</dd>
        <dt>Debt costs</dt>
        <dd>{percent(of.borrowRatePercent)}</dd>
        <dt>Carry</dt>
        <dd>
          {percent(of.carryPercent)}
          {of.isCarryNegative === true && (
            <span class="bad"> · the debt costs more than the stake earns</span>
          )}
        </dd>
        <dt>Worth nothing below</dt>
        <dd>
          {of.worthlessBelowSolPerRasol === null
            ? 'not known'
            : `${of.worthlessBelowSolPerRasol} SOL for a raSOL`}
          {of.distancePercent !== null && (
            <span class="dim"> · {of.distancePercent} % below the present price</span>
          )}
        </dd>
      </dl>
    </>
  );
}

function Fees({ facts: { fees } }: { readonly facts: StrategyFactsAnswer }) {
  return (
    <>
      <h3>Fees</h3>
      {fees.length === 0 ? (
        <p>None beside those of the ledger.</p>
      ) : (
        <dl class="facts">
          {fees.map(({ kind, percent, of }) => (
            <>
              <dt>{kind}</dt>
              <dd>
                {percent} % of {of}
              </dd>
            </>
          ))}
        </dl>
      )}
    </>
  );
}

function Programs({ facts: { programs } }: { readonly facts: StrategyFactsAnswer }) {
  return (
    <>
      <h3>Programs</h3>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th>Program</th>
              <th>Address</th>
              <th>May be replaced by</th>
            </tr>
          </thead>
          <tbody>
            {programs.map(({ name, address, upgradeAuthority }) => (
              <tr key={address}>
                <td>{name}</td>
                <td>
                  <Address of={address} />
                </td>
                <td>{upgradeAuthority === null ? 'nobody' : <Address of={upgradeAuthority} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
