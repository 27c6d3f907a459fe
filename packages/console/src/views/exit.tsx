import type { ExitOption, ExitOptionsAnswer, ExitOptionsBody, StrategyKey } from '@staking-agent/sdk';
import { useState } from 'preact/hooks';
import { AmountField, Heading, ProblemNote, RefusalWords, useLoaded } from '../parts/controls.tsx';
import { EpochMoment, Quantity, Table } from '../parts/values.tsx';
import { addCosts, findAmountFault, findAssets, showAsset } from '../state/calls.ts';
import { ledgerChanges } from '../state/clock.ts';
import { sayPercent } from '../state/figures.ts';
import { confirmCall, hrefOf, type Intent, type ViewProps } from '../state/route.ts';
import { getSession } from '../state/session.ts';
import { wallet } from '../state/wallet.ts';
import { exitWords, stakeWords } from '../words/actions.ts';
import { commonWords, timeWords } from '../words/page.ts';
import { nameStrategy } from '../words/strategies.ts';
import { WalletChoice } from './wallet.tsx';

/** Every way out of a position side by side. */
export function Exit({ params: [strategy = '', stakeAccount] }: ViewProps) {
  const address = wallet.value?.address;
  const asset = findAssets(strategy)?.exit;
  const counted = asset == null ? undefined : showAsset(asset);
  const [typed, setTyped] = useState('max');
  const [asked, setAsked] = useState('max');
  const fault = counted && findAmountFault(typed, counted.decimals);
  const submit = (event: Event) => {
    event.preventDefault();
    if (fault === undefined && typed !== '') setAsked(typed);
  };
  return (
    <>
      <Heading>{exitWords.title(nameStrategy(strategy))}</Heading>
      {counted !== undefined && (
        <form class="panel stack" onSubmit={submit}>
          <AmountField
            label={stakeWords.amount(counted.symbol)}
            amount={typed}
            onAmount={setTyped}
            fault={fault}
            hasMax
          />
          <div class="row">
            <button type="submit" disabled={fault !== undefined || typed === ''}>
              {exitWords.compare}
            </button>
          </div>
        </form>
      )}
      {address === undefined ? (
        <WalletChoice />
      ) : (
        <Compared address={address} strategy={strategy} stakeAccount={stakeAccount} amount={asked} />
      )}
      <a class="button" href={hrefOf('positions')}>
        {exitWords.back}
      </a>
    </>
  );
}

function Compared({
  address,
  strategy,
  stakeAccount,
  amount,
}: {
  readonly address: string;
  readonly strategy: string;
  readonly stakeAccount: string | undefined;
  readonly amount: string;
}) {
  const { client } = getSession();
  const body: ExitOptionsBody = {
    // The service refuses what is no strategy, and says so.
    strategy: strategy as StrategyKey,
    wallet: address,
    ...(stakeAccount === undefined ? { amount } : { stakeAccount }),
  };
  const { value, error, isLoading } = useLoaded(
    () => client.exitOptions(body),
    [address, strategy, stakeAccount, amount, ledgerChanges.value],
  );
  return (
    <>
      <ProblemNote error={error} />
      {isLoading && <p class="dim">{exitWords.asking}</p>}
      {value !== undefined && !isLoading && (
        <>
          <p>
            {exitWords.of} <Quantity of={value.of} />:
          </p>
          <ExitOptions
            answer={value}
            back={['exit', strategy, ...(stakeAccount === undefined ? [] : [stakeAccount])]}
          />
        </>
      )}
    </>
  );
}

type Way = { readonly option: ExitOption; readonly answer: ExitOptionsAnswer; readonly back: Intent['back'] };

/** The ways out as a table: what each pays, costs and takes. */
function ExitOptions({ answer, back }: Omit<Way, 'option'>) {
  return (
    <div class="panel">
      <Table
        isCards
        label={exitWords.way}
        columns={[
          { name: exitWords.way },
          { name: exitWords.pays, isNumber: true },
          { name: exitWords.fees, isNumber: true },
          { name: exitWords.when },
          { name: exitWords.haste, isNumber: true },
        ]}
        rows={answer.options.map((option) => {
          const gone = option.costs.filter(({ isRefundable }) => !isRefundable);
          return {
            key: option.path,
            cells: [
              <PathOut key="path" option={option} answer={answer} back={back} />,
              <Pays key="pays" option={option} />,
              gone.length === 0 ? commonWords.none : <Quantity key="fees" of={addCosts(gone)} rounds="up" />,
              option.availableAt === null ? (
                timeWords.now
              ) : (
                <EpochMoment key="when" of={option.availableAt} />
              ),
              <Haste key="haste" option={option} />,
            ],
          };
        })}
      />
    </div>
  );
}

function PathOut({ option, answer, back }: Way) {
  const { path, transactions } = option;
  return (
    <>
      <b>{exitWords.paths[path]}</b>
      <p>
        {exitWords.about[path]} <small class="dim">{exitWords.signatures(transactions)}.</small>
      </p>
      <div class="row">
        <Choose option={option} back={back} />
        {answer.fastest === path && <span class="tag">{exitWords.fastest}</span>}
        {answer.cheapest === path && <span class="tag good">{exitWords.paysMost}</span>}
      </div>
    </>
  );
}

function Pays({ option: { receive, rewards } }: { readonly option: ExitOption }) {
  return (
    <>
      {receive === null ? (
        '–'
      ) : (
        <>
          {commonWords.about} <Quantity of={receive.expected} />
          <br />
          <small class="dim">
            {receive.atLeast === null ? exitWords.noLeast : commonWords.atLeast}{' '}
            {receive.atLeast !== null && <Quantity of={receive.atLeast} />}
          </small>
        </>
      )}
      {rewards !== null && (
        <div>
          <small class="dim">
            {exitWords.rewards} <Quantity of={rewards} />
          </small>
        </div>
      )}
    </>
  );
}

function Haste({ option: { costOfHaste } }: { readonly option: ExitOption }) {
  if (costOfHaste === null) return <>–</>;
  const { perYearPercent } = costOfHaste;
  return (
    <>
      <Quantity of={costOfHaste} rounds="up" />
      {perYearPercent != null && Number(perYearPercent) <= MOST_PERCENT && (
        <div>
          <small class="dim">{exitWords.aYear(sayPercent(perYearPercent))}</small>
        </div>
      )}
    </>
  );
}

/** Above this, interest for the time that is saved tells nobody anything: the time is minutes. */
const MOST_PERCENT = 10_000;

function Choose({ option: { isAvailable, problem, next, path }, back }: Omit<Way, 'answer'>) {
  const [first, ...then] = next;
  if (!isAvailable || first === undefined)
    return (
      <span class="warn">{problem === null ? exitWords.notNow : <RefusalWords code={problem.code} />}</span>
    );
  return (
    <button
      type="button"
      class="primary"
      aria-label={exitWords.chooseThis(exitWords.paths[path])}
      onClick={() => confirmCall(first, back, then)}
    >
      {exitWords.choose}
    </button>
  );
}
