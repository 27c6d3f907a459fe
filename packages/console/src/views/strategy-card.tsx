import type { HistoryAnswer, StrategySummary } from '@staking-agent/sdk';
import { useState } from 'preact/hooks';
import { ProblemNote } from '../parts/problem-note.tsx';
import { useLoaded } from '../parts/use-loaded.ts';
import { findAssets, showAsset } from '../state/assets.ts';
import { ledgerChanges } from '../state/clock.ts';
import { hrefOf } from '../state/route.ts';
import { getSession } from '../state/session.ts';
import { Chart } from './chart.tsx';
import { StrategyFacts } from './strategy-facts.tsx';

const RANGES: readonly HistoryAnswer['range'][] = ['1M', '3M', '6M', 'All'];

/** One strategy: what it yields, how that went so far, and the way in. */
export function StrategyCard({ strategy }: { readonly strategy: StrategySummary }) {
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
