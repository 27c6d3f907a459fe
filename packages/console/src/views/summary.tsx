import type { LeverageFacts, StrategyFactsAnswer } from '@staking-agent/sdk';
import type { Checked } from '@staking-agent/sdk/verify';
import { useLoaded } from '../parts/controls.tsx';
import { Facts, Quantity } from '../parts/values.tsx';
import { findStrategy, sayStrategyFee, toSol } from '../state/calls.ts';
import { isOpen, isSignable, type Proposal, readAmount, sayFee } from '../state/confirmation.ts';
import { sayAmount, sayDate, sayFallTo, sayPercent, shortenDecimal } from '../state/figures.ts';
import { findWorstWeek } from '../state/money.ts';
import { getSession } from '../state/session.ts';
import { confirmWords, proofWords, warningWords } from '../words/actions.ts';
import { commonWords } from '../words/page.ts';
import { riskWords, strategyWords } from '../words/strategies.ts';
import { WayOut } from './strategies.tsx';

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
  const effects = checked?.effects;
  return (
    <section class="panel summary" aria-labelledby="told-what">
      <h2 id="told-what">{confirmWords.summary}</h2>
      <Facts
        of={[
          ...(effects === undefined ? [] : listMoves(effects, strategy !== undefined)),
          strategy !== undefined && [confirmWords.leave, <WayOut key="out" strategyKey={strategy} />],
          effects !== undefined && [
            confirmWords.costs,
            <Costs key="costs" effects={effects} fees={facts?.fees ?? []} />,
          ],
          strategy !== undefined && [confirmWords.wrong, strategyWords[strategy].goesWrong],
        ]}
      />
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

/** Lists the amounts that are given, and those that are held or received for them. */
function listMoves({ leaves, arrives }: Effects, isStake: boolean) {
  const given = leaves.filter(({ amount }) => amount > 0n);
  const got = arrives.filter(({ amount }) => amount > 0n);
  if (given.length + got.length === 0) return [[confirmWords.give, confirmWords.noMoney] as const];
  const isWithin = !isStake && [...given, ...got].every(({ asset }) => asset === 'stake');
  return [
    given.length > 0 &&
      ([
        isWithin ? confirmWords.moves : confirmWords.give,
        given.map((each) => (
          <div key={each.account} class="sum">
            <Quantity of={readAmount(each)} rounds="not" />
          </div>
        )),
      ] as const),
    !isWithin &&
      got.length > 0 &&
      ([
        isStake ? confirmWords.hold : confirmWords.receive,
        got.map((each) => <Got key={each.account} of={each} />),
      ] as const),
  ];
}

function Got({ of }: { readonly of: Change }) {
  return (
    <>
      <div class="sum">
        {isOpen(of) && `${commonWords.about} `}
        <Quantity of={readAmount(of)} />
      </div>
      <Least of={of} />
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
  const say = (lamports: bigint) => sayAmount(toSol(lamports), 'not');
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
