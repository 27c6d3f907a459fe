import type {
  HistoryAnswer,
  LeverageFacts,
  StrategyFactsAnswer,
  StrategyKey,
  StrategySummary,
} from '@staking-agent/sdk';
import { useMemo, useState } from 'preact/hooks';
import { Heading, ProblemNote, useLoaded } from '../parts/controls.tsx';
import { Address, Column, Quantity, sayEpochEnd } from '../parts/values.tsx';
import { findAssets, isBoundToEpochs, nameStrategy, sayStrategyFee, showAsset } from '../state/calls.ts';
import { ledgerChanges } from '../state/clock.ts';
import { sayDate, sayPercent, shortenDecimal } from '../state/figures.ts';
import { hrefOf, type ViewProps } from '../state/route.ts';
import { getSession } from '../state/session.ts';
import { commonWords, compareWords, factWords, strategyWords } from '../words.ts';
import { Chart } from './chart.tsx';
import { WalletPrompt } from './wallet.tsx';

/** All strategies side by side: what each pays, how one gets out, what it costs and what can go wrong. */
export function Strategies(_: ViewProps) {
  const { client } = getSession();
  const { value, error } = useLoaded(() => client.listStrategies(), [ledgerChanges.value]);
  const strategies: readonly StrategySummary[] = value?.strategies ?? [];
  return (
    <>
      <Heading>{compareWords.title}</Heading>
      <p>
        {compareWords.lead} {compareWords.calm}
      </p>
      <WalletPrompt />
      <ProblemNote error={error} />
      {strategies.length > 0 && (
        <>
          <Comparison strategies={strategies} />
          <h2>{compareWords.history}</h2>
          <div class="grid loose">
            {strategies.map((each) => (
              <StrategyPast key={each.key} strategy={each} />
            ))}
          </div>
        </>
      )}
    </>
  );
}

function Comparison({ strategies }: { readonly strategies: readonly StrategySummary[] }) {
  return (
    <div class="panel">
      <table class="cards compare">
        <thead>
          <tr>
            <Column>{compareWords.strategy}</Column>
            <Column>{compareWords.yield}</Column>
            <Column>{compareWords.out}</Column>
            <Column>{compareWords.cost}</Column>
            <Column>{compareWords.risk}</Column>
          </tr>
        </thead>
        <tbody>
          {strategies.map((each) => (
            <ComparedRow key={each.key} strategy={each} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ComparedRow({ strategy: { key, asset, live, status } }: { readonly strategy: StrategySummary }) {
  const { name, does, leaves, goesWrong, rests } = strategyWords[key];
  const { client } = getSession();
  const { value: facts } = useLoaded(() => client.getStrategyFacts({ key }), [key, ledgerChanges.value]);
  const epochEnd = isBoundToEpochs(key) ? sayEpochEnd() : undefined;
  return (
    <tr>
      <th scope="row">
        <b>{name}</b>
        <p>{does}</p>
        {status === 'live' ? (
          <a
            class="button primary"
            href={hrefOf('stake', key)}
            aria-label={`${compareWords.choose(asset)}: ${name}`}
          >
            {compareWords.choose(asset)}
          </a>
        ) : (
          <span class="tag warn">{compareWords.soon}</span>
        )}
      </th>
      <td data-label={compareWords.yield}>
        <div class="figure" title={live.apy === null ? undefined : `${live.apy} %`}>
          {live.apy === null ? commonWords.notKnown : `${sayPercent(live.apy)} %`}
        </div>
        <small class="dim">{compareWords.rests(rests)}</small>
      </td>
      <td data-label={compareWords.out}>
        {leaves} {epochEnd !== undefined && <small class="dim">{compareWords.nextEpoch(epochEnd)}</small>}
      </td>
      <td data-label={compareWords.cost}>
        {facts?.fees.map((each) => (
          <div key={each.kind}>{sayStrategyFee(each)}</div>
        ))}
        <div>{compareWords.networkFee}</div>
      </td>
      <td data-label={compareWords.risk}>{goesWrong}</td>
    </tr>
  );
}

const RANGES: readonly HistoryAnswer['range'][] = ['1M', '3M', '6M', 'All'];

/** One strategy: how its yield went so far, and the facts behind it. */
function StrategyPast({ strategy }: { readonly strategy: StrategySummary }) {
  const { key } = strategy;
  return (
    <article class="panel" aria-labelledby={`card-${key}`}>
      <h3 id={`card-${key}`} class="flush">
        {nameStrategy(key)}
      </h3>
      <Rate strategy={strategy} />
      <History strategy={strategy} />
      <StrategyFacts strategyKey={key} />
    </article>
  );
}

function Rate({ strategy: { key, live } }: { readonly strategy: StrategySummary }) {
  const receipt = findAssets(key)?.receipt;
  if (receipt == null || live.exchangeRate === null) return null;
  const [token, worthIn] = receipt;
  const whole = `${live.exchangeRate} ${showAsset(worthIn).symbol}`;
  return (
    <p class="dim" title={whole}>
      {compareWords.worth(showAsset(token).symbol)} {shortenDecimal(String(live.exchangeRate))}{' '}
      {showAsset(worthIn).symbol}.
    </p>
  );
}

function History({ strategy: { key } }: { readonly strategy: StrategySummary }) {
  const [range, setRange] = useState<HistoryAnswer['range']>('1M');
  const { client } = getSession();
  const name = nameStrategy(key);
  const { value, error } = useLoaded(
    () => client.apyHistory({ strategy: key, range }),
    [key, range, ledgerChanges.value],
  );
  return (
    <>
      <fieldset class="row tight" aria-label={compareWords.range(name)}>
        <small class="dim grow">{compareWords.yield}</small>
        {RANGES.map((each) => (
          <button
            key={each}
            type="button"
            class="quiet"
            aria-pressed={each === range}
            onClick={() => setRange(each)}
          >
            {compareWords.ranges[each]}
          </button>
        ))}
      </fieldset>
      <ProblemNote error={error} />
      {value === undefined ? <div class="chart" /> : <YieldChart points={value.points} title={name} />}
    </>
  );
}

/** A yield over days. */
function YieldChart({ points, title }: { readonly points: HistoryAnswer['points']; readonly title: string }) {
  const figures = points.map(({ apy }) => apy);
  const [low, high] = [Math.min(...figures), Math.max(...figures)];
  const drawn = useMemo(
    () => ({
      times: points.map(({ date }) => Date.parse(`${date}T00:00:00Z`)),
      figures,
      unit: ' %',
      span: Math.max(high / 10, 0.1),
    }),
    [points],
  );
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return <p class="dim">{compareWords.noHistory}</p>;
  const words = compareWords.went(
    title,
    sayPercent(first.apy),
    sayDate(first.date),
    sayPercent(last.apy),
    sayDate(last.date),
    sayPercent(low),
    sayPercent(high),
  );
  return <Chart drawn={drawn} words={words} />;
}

/** Where the yield comes from, what is taken, who can change what: asked for when somebody wants to know. */
function StrategyFacts({ strategyKey }: { readonly strategyKey: StrategyKey }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{commonWords.moreAbout(nameStrategy(strategyKey))}</summary>
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
          {reason}
        </p>
      ))}
    </>
  );
}

function Yield({ facts: { apy } }: { readonly facts: StrategyFactsAnswer }) {
  return (
    <>
      <h4>{compareWords.yield}</h4>
      <dl class="facts">
        <dt>{factWords.yield}</dt>
        <dd>
          {apy.percent === null ? commonWords.notKnown : `${sayPercent(apy.percent)} %`}
          {apy.isStale && <span class="warn"> {factWords.stale}</span>}
        </dd>
        <dt>{factWords.basis}</dt>
        <dd>{apy.basis}</dd>
        <dt>{factWords.method}</dt>
        <dd>{apy.method}</dd>
        <dt>{factWords.window}</dt>
        <dd>{apy.window}</dd>
        <dt>{factWords.source}</dt>
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
      <dt>{days === 'all' ? factWords.realisedAll : factWords.realised(days)}</dt>
      <dd>
        {sayPercent(percent)} % <span class="dim">{factWords.fromTo(sayDate(from), sayDate(to))}</span>
      </dd>
    </>
  );
}

function Liquidity({ facts: { liquidity } }: { readonly facts: StrategyFactsAnswer }) {
  const rows = [
    [factWords.instant, liquidity.instant],
    [factWords.idle, liquidity.idle],
    [factWords.room, liquidity.capacityLeft],
  ] as const;
  const known = rows.filter(([, quantity]) => quantity !== null);
  if (known.length === 0) return null;
  return (
    <>
      <h4>{factWords.liquidity}</h4>
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
  const percent = (text: string | null) => (text === null ? commonWords.notKnown : `${sayPercent(text)} %`);
  return (
    <>
      <h4>{factWords.loan}</h4>
      <dl class="facts">
        <dt>{factWords.multiple}</dt>
        <dd>{of.multiple ?? commonWords.notKnown}</dd>
        <dt>{factWords.collateral}</dt>
        <dd>
          <Quantity of={of.collateral} />
        </dd>
        <dt>{factWords.debt}</dt>
        <dd>
          <Quantity of={of.debt} />
        </dd>
        <dt>{factWords.loanToValue}</dt>
        <dd>{percent(of.loanToValuePercent)}</dd>
        <dt>{factWords.stakeEarns}</dt>
        <dd>{percent(of.stakeRatePercent)}</dd>
        <dt>{factWords.debtCosts}</dt>
        <dd>{percent(of.borrowRatePercent)}</dd>
        <dt>{factWords.carry}</dt>
        <dd>
          {percent(of.carryPercent)}
          {of.isCarryNegative === true && <span class="bad"> {factWords.negative}</span>}
        </dd>
        <dt>{factWords.worthless}</dt>
        <dd>
          {of.worthlessBelowSolPerRasol === null
            ? commonWords.notKnown
            : factWords.price(of.worthlessBelowSolPerRasol)}
          {of.distancePercent !== null && (
            <span class="dim"> {factWords.below(sayPercent(of.distancePercent))}</span>
          )}
        </dd>
      </dl>
    </>
  );
}

function Fees({ facts: { fees } }: { readonly facts: StrategyFactsAnswer }) {
  return (
    <>
      <h4>{factWords.fees}</h4>
      {fees.length === 0 ? (
        <p>{factWords.noFees}</p>
      ) : (
        <ul class="plain">
          {fees.map((each) => (
            <li key={each.kind}>{sayStrategyFee(each)}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function Programs({ facts: { programs } }: { readonly facts: StrategyFactsAnswer }) {
  return (
    <>
      <h4>{factWords.programs}</h4>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <Column>{factWords.program}</Column>
              <Column>{factWords.address}</Column>
              <Column>{factWords.replacedBy}</Column>
            </tr>
          </thead>
          <tbody>
            {programs.map(({ name, address, upgradeAuthority }) => (
              <tr key={address}>
                <td>{name}</td>
                <td>
                  <Address of={address} />
                </td>
                <td>{upgradeAuthority === null ? commonWords.none : <Address of={upgradeAuthority} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
