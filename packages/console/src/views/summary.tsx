import type { LeverageFacts, StrategyFactsAnswer } from '@staking-agent/sdk';
import type { Checked } from '@staking-agent/sdk/verify';
import { useLoaded } from '../parts/controls.tsx';
import { Quantity, sayEpochEnd } from '../parts/values.tsx';
import { findStrategy, isBoundToEpochs, sayStrategyFee, toSol } from '../state/calls.ts';
import { isOpen, isSignable, type Proposal, readAmount, sayFee } from '../state/confirmation.ts';
import { sayDate, sayFallTo, sayPercent, shortenDecimal } from '../state/figures.ts';
import { findWorstWeek } from '../state/money.ts';
import { getSession } from '../state/session.ts';
import {
  commonWords,
  compareWords,
  confirmWords,
  proofWords,
  riskWords,
  strategyWords,
  warningWords,
} from '../words.ts';

type Effects = NonNullable<Checked['effects']>;
type Change = Effects['arrives'][number];

/** A transaction in short, as this page proved it: what is given and held, the way out, the costs and the risk. */
export function Summary({ proposal }: { readonly proposal: Proposal }) {
  const { build, checked, intent } = proposal;
  const strategy = intent.operation === 'stake' ? findStrategy(intent.request['strategy']) : undefined;
  const { value: facts } = useLoaded(
    async () => strategy && (await getSession().client.getStrategyFacts({ key: strategy })),
    [strategy],
  );
  const warnings = build.receipt?.warnings ?? [];
  return (
    <section class="panel summary" aria-labelledby="told-what">
      <h2 id="told-what">{confirmWords.summary}</h2>
      <dl class="facts">
        {checked?.effects !== undefined && (
          <>
            <Moves effects={checked.effects} isStake={strategy !== undefined} />
            {strategy !== undefined && (
              <>
                <dt>{confirmWords.leave}</dt>
                <dd>
                  {strategyWords[strategy].leaves} {isBoundToEpochs(strategy) && <EpochEnd />}
                </dd>
              </>
            )}
            <dt>{confirmWords.costs}</dt>
            <dd>
              <Costs effects={checked.effects} fees={facts?.fees ?? []} />
            </dd>
          </>
        )}
        {strategy !== undefined && (
          <>
            <dt>{confirmWords.wrong}</dt>
            <dd>{strategyWords[strategy].goesWrong}</dd>
          </>
        )}
      </dl>
      {warnings.some(({ code }) => code === 'LEVERAGE') && <Leverage of={facts?.leverage ?? null} />}
      {warnings
        .filter(({ code }) => code !== 'LEVERAGE')
        .map(({ code, detail }) => (
          <div key={code} class="note warn">
            <p>{warningWords[code] ?? detail}</p>
          </div>
        ))}
      <Verdict proposal={proposal} />
    </section>
  );
}

function EpochEnd() {
  const when = sayEpochEnd();
  return when === undefined ? null : <span class="dim">{compareWords.nextEpoch(when)}</span>;
}

function Moves({
  effects: { leaves, arrives },
  isStake,
}: {
  readonly effects: Effects;
  readonly isStake: boolean;
}) {
  const given = leaves.filter(({ amount }) => amount > 0n);
  const got = arrives.filter(({ amount }) => amount > 0n);
  if (given.length + got.length === 0) {
    return (
      <>
        <dt>{confirmWords.give}</dt>
        <dd>{confirmWords.noMoney}</dd>
      </>
    );
  }
  const isWithin = !isStake && [...given, ...got].every(({ asset }) => asset === 'stake');
  return (
    <>
      {given.length > 0 && <dt>{isWithin ? confirmWords.moves : confirmWords.give}</dt>}
      {given.map((each) => (
        <dd key={each.account}>
          <span class="sum">
            <Quantity of={readAmount(each)} rounds="not" />
          </span>
        </dd>
      ))}
      {!isWithin && got.length > 0 && (
        <>
          <dt>{isStake ? confirmWords.hold : confirmWords.receive}</dt>
          {got.map((each) => (
            <dd key={each.account}>
              <span class="sum">
                {isOpen(each) && `${commonWords.about} `}
                <Quantity of={readAmount(each)} />
              </span>
              <Least of={each} />
            </dd>
          ))}
        </>
      )}
    </>
  );
}

function Least({ of }: { readonly of: Change }) {
  if (!isOpen(of)) return null;
  const { least, asset, isAtRate } = of;
  if (least === undefined) return <div class="dim">{commonWords.noLeast}</div>;
  return (
    <div class="dim">
      {commonWords.atLeast} <Quantity of={readAmount({ asset, amount: least })} />
      {isAtRate === true && ` ${commonWords.atRate}`}
    </div>
  );
}

function Costs({ effects, fees }: { readonly effects: Effects; readonly fees: StrategyFactsAnswer['fees'] }) {
  const sum = (isRefundable: boolean) =>
    effects.rent
      .filter((each) => each.isRefundable === isRefundable)
      .reduce((total, { lamports }) => total + lamports, 0n);
  const say = (lamports: bigint) => `${toSol(lamports).amount} SOL`;
  const [aside, gone] = [sum(true), sum(false)];
  return (
    <ul class="plain">
      <li>{confirmWords.fee(sayFee(effects.fee))}</li>
      {gone > 0n && <li>{confirmWords.gone(say(gone))}</li>}
      {aside > 0n && <li>{confirmWords.aside(say(aside))}</li>}
      {fees.map((each) => (
        <li key={each.kind}>{sayStrategyFee(each)}</li>
      ))}
    </ul>
  );
}

/** Shows the risk of borrowed money, in figures that were just read. */
export function Leverage({ of }: { readonly of: LeverageFacts | null }) {
  return (
    <div class="note bad">
      <h3 class="flush">{riskWords.title}</h3>
      {of === null ? (
        <p>{riskWords.noFigures}</p>
      ) : (
        <ul>
          {of.multiple !== null && <li>{riskWords.multiple(of.multiple)}</li>}
          {of.isCarryNegative === true && <li>{riskWords.negativeCarry}</li>}
          {of.isCarryNegative === false && of.carryPercent !== null && (
            <li>{riskWords.carry(sayPercent(of.carryPercent))}</li>
          )}
          <WorstWeek />
          {of.distancePercent !== null && <li>{riskWords.fall(sayPercent(of.distancePercent))}</li>}
          {of.health === null || of.liquidationBelowSolPerRasol === null ? (
            <li>{riskWords.sale}</li>
          ) : (
            <>
              <li>
                {riskWords.liquidates(
                  sayFallTo(of.health),
                  shortenDecimal(of.liquidationBelowSolPerRasol, 'up'),
                )}
              </li>
              <li>{riskWords.health(sayPercent(of.health))}</li>
            </>
          )}
        </ul>
      )}
    </div>
  );
}

/** Says the loss of the worst week of the past; nothing before a week is known. */
function WorstWeek() {
  const { client } = getSession();
  const { value } = useLoaded(() => client.apyHistory({ strategy: 'sol-leveraged-stake', range: 'All' }), []);
  const week = value && findWorstWeek(value.points);
  if (week === undefined) return null;
  const since = sayDate(week.since);
  return (
    <li>
      {week.percent < 0
        ? riskWords.worstWeek(sayPercent(Math.ceil(-week.percent * 100) / 100), since)
        : riskWords.noWorseWeek(sayPercent(week.percent), since)}
    </li>
  );
}

/** The page's own proof, in a line: whether the transaction is what was asked for. */
function Verdict({ proposal }: { readonly proposal: Proposal }) {
  const { checked } = proposal;
  if (checked === undefined) {
    return (
      <div class="note bad">
        <p>{confirmWords.noAddresses(getSession().config.deployment)}</p>
      </div>
    );
  }
  if (isSignable(proposal)) {
    return (
      <p class="good flush">
        <b>✓ {confirmWords.proved}</b>
      </p>
    );
  }
  return (
    <div class="note bad" role="alert">
      <p>
        <b class="bad">✗ {confirmWords.notProved}</b>
      </p>
      <details>
        <summary>{commonWords.details}</summary>
        <p>{proofWords[checked.level]}</p>
        <ul>
          {checked.findings.map(({ rule, detail }) => (
            <li key={detail}>
              {rule}: {detail}
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}
