import type {
  HistoryAnswer,
  LeverageFacts,
  StrategyFactsAnswer,
  StrategyKey,
  StrategySummary,
} from '@staking-agent/sdk';
import { useMemo, useState } from 'preact/hooks';
import { Heading, ProblemNote, useLoaded } from '../parts/controls.tsx';
import { Address, Facts, Quantity, sayEpochEnd, Table } from '../parts/values.tsx';
import { findAssets, isBoundToEpochs, sayStrategyFee, showAsset } from '../state/calls.ts';
import { ledgerChanges } from '../state/clock.ts';
import { sayDate, sayPercent, shortenDecimal } from '../state/figures.ts';
import { hrefOf, type ViewProps } from '../state/route.ts';
import { getSession } from '../state/session.ts';
import { commonWords } from '../words/page.ts';
import { compareWords, factWords, nameStrategy, strategyWords } from '../words/strategies.ts';
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
    <div class="panel compare">
      <Table
        isCards
        label={compareWords.title}
        columns={[
          { name: compareWords.strategy },
          { name: compareWords.yield },
          { name: compareWords.out },
          { name: compareWords.cost },
          { name: compareWords.risk },
        ]}
        rows={strategies.map((each) => ({
          key: each.key,
          cells: [
            <Choice key="choice" strategy={each} />,
            <Yield key="yield" strategy={each} />,
            <WayOut key="out" strategyKey={each.key} />,
            <Costs key="cost" strategyKey={each.key} />,
            strategyWords[each.key].goesWrong,
          ],
        }))}
      />
    </div>
  );
}

function Choice({ strategy: { key, asset, status } }: { readonly strategy: StrategySummary }) {
  const { name, does } = strategyWords[key];
  const choose = compareWords.choose(asset);
  return (
    <>
      <b>{name}</b>
      <p>{does}</p>
      {status === 'live' ? (
        <a class="button primary" href={hrefOf('stake', key)} aria-label={`${choose}: ${name}`}>
          {choose}
        </a>
      ) : (
        <span class="tag warn">{compareWords.soon}</span>
      )}
    </>
  );
}

function Yield({ strategy: { key, live } }: { readonly strategy: StrategySummary }) {
  return (
    <>
      <div class="figure" title={live.apy === null ? undefined : `${live.apy} %`}>
        {live.apy === null ? commonWords.notKnown : `${sayPercent(live.apy)} %`}
      </div>
      <small class="dim">{compareWords.rests(strategyWords[key].rests)}</small>
    </>
  );
}

type OfStrategy = { readonly strategyKey: StrategyKey };

/** Says how one gets out of a strategy, and when its epoch ends where that matters. */
export function WayOut({ strategyKey }: OfStrategy) {
  const epochEnd = isBoundToEpochs(strategyKey) ? sayEpochEnd() : undefined;
  return (
    <>
      {strategyWords[strategyKey].leaves}{' '}
      {epochEnd !== undefined && <small class="dim">{compareWords.nextEpoch(epochEnd)}</small>}
    </>
  );
}

const useFacts = (key: StrategyKey) =>
  useLoaded(() => getSession().client.getStrategyFacts({ key }), [key, ledgerChanges.value]);

function Costs({ strategyKey }: OfStrategy) {
  const { value: facts } = useFacts(strategyKey);
  return (
    <>
      {facts?.fees.map((each) => (
        <div key={each.kind}>{sayStrategyFee(each)}</div>
      ))}
      <div>{compareWords.networkFee}</div>
    </>
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
      <fieldset class="row" aria-label={compareWords.range(name)}>
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
function StrategyFacts({ strategyKey }: OfStrategy) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{commonWords.moreAbout(nameStrategy(strategyKey))}</summary>
      {isOpen && <AllFacts strategyKey={strategyKey} />}
    </details>
  );
}

function AllFacts({ strategyKey }: OfStrategy) {
  const { value, error } = useFacts(strategyKey);
  if (value === undefined) return <ProblemNote error={error} />;
  const { leverage, fees, missing } = value;
  return (
    <>
      <ProblemNote error={error} />
      <YieldFacts facts={value} />
      <Liquidity facts={value} />
      {leverage !== null && <Leverage of={leverage} />}
      <h4>{factWords.fees}</h4>
      {fees.length === 0 && <p>{factWords.noFees}</p>}
      {fees.map((each) => (
        <div key={each.kind}>{sayStrategyFee(each)}</div>
      ))}
      <Programs facts={value} />
      {missing.map(({ member, reason }) => (
        <p key={member} class="dim">
          {reason}
        </p>
      ))}
    </>
  );
}

type WithFacts = { readonly facts: StrategyFactsAnswer };

function YieldFacts({ facts: { apy } }: WithFacts) {
  return (
    <>
      <h4>{compareWords.yield}</h4>
      <Facts
        of={[
          [factWords.yield, sayRate(apy.percent) + (apy.isStale ? `, ${factWords.stale}` : '')],
          [factWords.basis, apy.basis],
          [factWords.method, apy.method],
          [factWords.window, apy.window],
          [factWords.source, apy.source],
          ...apy.realised.map(
            ({ days, percent, from, to }) =>
              [
                days === 'all' ? factWords.realisedAll : factWords.realised(days),
                `${sayRate(percent)}, ${factWords.fromTo(sayDate(from), sayDate(to))}`,
              ] as const,
          ),
        ]}
      />
    </>
  );
}

const sayRate = (percent: string | null) =>
  percent === null ? commonWords.notKnown : `${sayPercent(percent)} %`;

function Liquidity({ facts: { liquidity } }: WithFacts) {
  const { instant, idle, capacityLeft } = liquidity;
  if (instant === null && idle === null && capacityLeft === null) return null;
  return (
    <>
      <h4>{factWords.liquidity}</h4>
      <Facts
        of={[
          instant !== null && [factWords.instant, <Quantity key="instant" of={instant} />],
          idle !== null && [factWords.idle, <Quantity key="idle" of={idle} />],
          capacityLeft !== null && [factWords.room, <Quantity key="room" of={capacityLeft} />],
        ]}
      />
    </>
  );
}

function Leverage({ of }: { readonly of: LeverageFacts }) {
  const { worthlessBelowSolPerRasol: least, distancePercent: distance } = of;
  return (
    <>
      <h4>{factWords.loan}</h4>
      <Facts
        of={[
          [factWords.multiple, of.multiple ?? commonWords.notKnown],
          [factWords.collateral, <Quantity key="collateral" of={of.collateral} />],
          [factWords.debt, <Quantity key="debt" of={of.debt} />],
          [factWords.loanToValue, sayRate(of.loanToValuePercent)],
          [factWords.stakeEarns, sayRate(of.stakeRatePercent)],
          [factWords.debtCosts, sayRate(of.borrowRatePercent)],
          [factWords.carry, sayRate(of.carryPercent)],
          of.isCarryNegative === true && [
            '',
            <span key="carry" class="bad">
              {factWords.negative}
            </span>,
          ],
          [
            factWords.worthless,
            least === null ? commonWords.notKnown : factWords.price(shortenDecimal(least, 'up')),
          ],
          distance !== null && ['', factWords.below(sayPercent(distance))],
        ]}
      />
    </>
  );
}

function Programs({ facts: { programs } }: WithFacts) {
  return (
    <>
      <h4>{factWords.programs}</h4>
      <Table
        label={factWords.programs}
        columns={[{ name: factWords.program }, { name: factWords.address }, { name: factWords.replacedBy }]}
        rows={programs.map(({ name, address, upgradeAuthority }) => ({
          key: address,
          cells: [
            name,
            <Address key="address" of={address} />,
            upgradeAuthority === null ? commonWords.none : <Address key="authority" of={upgradeAuthority} />,
          ],
        }))}
      />
    </>
  );
}
