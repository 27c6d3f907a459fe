import type {
  HistoryAnswer,
  LeverageFacts,
  StrategyFactsAnswer,
  StrategyKey,
  StrategySummary,
} from '@staking-agent/sdk';
import { useState } from 'preact/hooks';
import { ProblemNote, useLoaded } from '../parts/controls.tsx';
import { Address, Quantity } from '../parts/values.tsx';
import { findAssets, showAsset } from '../state/calls.ts';
import { ledgerChanges } from '../state/clock.ts';
import { hrefOf, type ViewProps } from '../state/route.ts';
import { getSession } from '../state/session.ts';
import { Chart } from './chart.tsx';
import { WalletPrompt } from './wallet.tsx';

/** All strategies side by side. */
export function Strategies(_: ViewProps) {
  const { client } = getSession();
  const { value, error } = useLoaded(() => client.listStrategies(), [ledgerChanges.value]);
  return (
    <>
      <h1>Strategies</h1>
      <WalletPrompt />
      <ProblemNote error={error} />
      <div class="grid">
        {value?.strategies.map((each: StrategySummary) => (
          <StrategyCard key={each.key} strategy={each} />
        ))}
      </div>
    </>
  );
}

const RANGES: readonly HistoryAnswer['range'][] = ['1M', '3M', '6M', 'All'];

/** One strategy: what it yields, how that went so far, and the way in. */
function StrategyCard({ strategy }: { readonly strategy: StrategySummary }) {
  const { key, title, blurb, asset, live, status } = strategy;
  return (
    <article class="panel" aria-labelledby={`card-${key}`}>
      <div class="row">
        <h2 id={`card-${key}`} class="grow flush">
          {title}
        </h2>
        <span class="tag dim">{asset}</span>
      </div>
      <p>{blurb}</p>
      <div class="row spread">
        <div>
          <div class="figure">
            {live.apy === null ? 'not known' : <Approximate value={live.apy} unit="%" />}
          </div>
          <small class="dim">APY</small>
        </div>
        <Rate strategy={strategy} />
      </div>
      <History strategy={strategy} />
      <StrategyFacts strategyKey={key} />
      <div class="row">
        {status === 'live' ? (
          <a class="button primary" href={hrefOf('stake', key)}>
            Stake {asset}
          </a>
        ) : (
          <span class="tag warn">coming soon</span>
        )}
      </div>
    </article>
  );
}

function Rate({ strategy: { key, live } }: { readonly strategy: StrategySummary }) {
  const receipt = findAssets(key)?.receipt;
  if (receipt == null || live.exchangeRate === null) return null;
  const [token, worthIn] = receipt;
  return (
    <div class="end">
      <div class="money">
        1 {showAsset(token).symbol}{' '}
        <Approximate isRelation value={live.exchangeRate} unit={showAsset(worthIn).symbol} />
      </div>
      <small class="dim">exchange rate</small>
    </div>
  );
}

/** A figure cut for the eye, marked as such; whole for who points at it. */
function Approximate({
  value,
  unit,
  isRelation = false,
}: {
  readonly value: number;
  readonly unit: string;
  readonly isRelation?: boolean;
}) {
  const whole = String(value);
  const [integer = '', places = ''] = whole.split('.');
  const isCut = places.length > 4;
  const sign = isCut ? '≈ ' : isRelation ? '= ' : '';
  return (
    <span title={`${whole} ${unit}`}>
      {sign}
      {isCut ? `${integer}.${places.slice(0, 4)}` : whole} {unit}
    </span>
  );
}

function History({ strategy: { key, title } }: { readonly strategy: StrategySummary }) {
  const [range, setRange] = useState<HistoryAnswer['range']>('1M');
  const { client } = getSession();
  const { value, error } = useLoaded(
    () => client.apyHistory({ strategy: key, range }),
    [key, range, ledgerChanges.value],
  );
  return (
    <>
      <fieldset class="row tight" aria-label={`Range of the chart of ${title}`}>
        <small class="dim grow">APY over time</small>
        {RANGES.map((each) => (
          <button
            key={each}
            type="button"
            class="quiet"
            aria-pressed={each === range}
            onClick={() => setRange(each)}
          >
            {each}
          </button>
        ))}
      </fieldset>
      <ProblemNote error={error} />
      {value === undefined ? (
        <div class="chart" />
      ) : (
        <Chart points={value.points} title={`APY of ${title}`} />
      )}
    </>
  );
}

/** Where the yield comes from, what is taken, who can change what: asked for when somebody wants to know. */
function StrategyFacts({ strategyKey }: { readonly strategyKey: StrategyKey }) {
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
