import type { EntryOption, StrategyLimits } from '@staking-agent/sdk';
import { useState } from 'preact/hooks';
import { AmountField, Heading, ProblemNote, RefusalWords, useLoaded } from '../parts/controls.tsx';
import { Column, Quantity } from '../parts/values.tsx';
import { findAmountFault, findStrategy, nameStrategy } from '../state/calls.ts';
import { ledgerChanges } from '../state/clock.ts';
import { sayPercent } from '../state/figures.ts';
import { askToConfirm, hrefOf, type ViewProps } from '../state/route.ts';
import { getSession } from '../state/session.ts';
import { wallet } from '../state/wallet.ts';
import { commonWords, compareWords, frameWords, stakeWords, strategyWords } from '../words.ts';
import { WalletChoice, WalletPrompt } from './wallet.tsx';

/** How much goes into a strategy, within its limits and what the wallet holds. */
export function Stake({ params: [key = ''] }: ViewProps) {
  const { client } = getSession();
  const address = wallet.value?.address;
  const strategy = findStrategy(key);
  const { value, error } = useLoaded(
    () => client.getLimits({ strategy: key, ...(address !== undefined && { wallet: address }) }),
    [key, address, ledgerChanges.value],
  );
  // The one that was asked for, whatever else an answer has.
  const limits = value?.strategies.find((each) => each.key === key);
  return (
    <>
      <Heading>{nameStrategy(key)}</Heading>
      {strategy !== undefined && <p>{strategyWords[strategy].does}</p>}
      <ProblemNote error={error} />
      <WalletPrompt />
      {limits !== undefined && <Form limits={limits} address={address} />}
    </>
  );
}

function Form({
  limits,
  address,
}: {
  readonly limits: StrategyLimits;
  readonly address: string | undefined;
}) {
  const { key, stake, wallet: own, isOpen, closedReason } = limits;
  const [amount, setAmount] = useState('');
  const fault = findAmountFault(amount, stake.decimals);
  const submit = (event: Event) => {
    event.preventDefault();
    if (address === undefined || amount === '' || fault !== undefined) return;
    const name = nameStrategy(key);
    const title =
      amount === 'max'
        ? stakeWords.titleOfMax(stake.asset, name)
        : stakeWords.titleOf(amount, stake.asset, name);
    // What a wallet may edit while it signs, nobody else may have signed.
    const form = key === 'sol-native-stake' && wallet.value?.isEditing ? { stakeAccountForm: 'seed' } : {};
    const request = { strategy: key, wallet: address, amount, ...form };
    askToConfirm({ operation: 'stake', request, title, back: ['stake', key] });
  };
  return (
    <>
      <form class="panel stack" onSubmit={submit}>
        <AmountField
          label={stakeWords.amount(stake.asset)}
          amount={amount}
          onAmount={setAmount}
          fault={fault}
          hasMax
          max={own?.max}
          decimals={stake.decimals}
        />
        <Limits limits={limits} />
        {!isOpen && (
          <div class="note warn">
            {closedReason === null ? stakeWords.closed : <RefusalWords code={closedReason.code} />}
          </div>
        )}
        <div class="row">
          <button
            type="submit"
            class="primary"
            disabled={address === undefined || amount === '' || fault !== undefined || !isOpen}
          >
            {stakeWords.next}
          </button>
          <a class="button" href={hrefOf('strategies')}>
            {commonWords.back}
          </a>
          <small class="dim">{commonWords.nothingSigned}</small>
        </div>
      </form>
      {address !== undefined && amount !== '' && fault === undefined && (
        <EntryOptions address={address} asset={stake.asset} amount={amount} />
      )}
    </>
  );
}

function Limits({ limits: { stake, wallet: own } }: { readonly limits: StrategyLimits }) {
  return (
    <>
      {own !== null && (
        <p class="flush">
          {stakeWords.holds} <Quantity of={own.holds} />. {stakeWords.most}: <Quantity of={own.max} />.
        </p>
      )}
      {own?.problem && (
        <p class="warn">
          <RefusalWords code={own.problem.code} />
        </p>
      )}
      <details>
        <summary>{stakeWords.limits}</summary>
        <dl class="facts">
          {own !== null && (
            <>
              <dt>{stakeWords.staysBack}</dt>
              <dd>
                {own.keptBack.map((each) => (
                  <div key={each.for}>
                    <Quantity of={each} rounds="up" /> <span class="dim">{stakeWords.kept[each.for]}</span>
                  </div>
                ))}
              </dd>
            </>
          )}
          <dt>{stakeWords.least}</dt>
          <dd>{stake.least === null ? commonWords.notKnown : <Quantity of={stake.least} rounds="up" />}</dd>
          <dt>{stakeWords.mostOfOne}</dt>
          <dd>{stake.most === null ? commonWords.noLimit : <Quantity of={stake.most} />}</dd>
        </dl>
      </details>
    </>
  );
}

type Asked = { readonly address: string; readonly asset: string; readonly amount: string };

/** The same amount in every strategy side by side, where somebody wants to compare. */
function EntryOptions(asked: Asked) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="panel" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{stakeWords.compare(asked.amount, asked.asset)}</summary>
      {isOpen && <Table {...asked} />}
    </details>
  );
}

function Table({ address, asset, amount }: Asked) {
  const { client } = getSession();
  const { value, error, isLoading } = useLoaded(
    () => client.entryOptions({ wallet: address, asset: asset === 'USDC' ? 'USDC' : 'SOL', amount }),
    [address, asset, amount],
  );
  return (
    <>
      <ProblemNote error={error} />
      {isLoading && <p class="dim">{stakeWords.asking}</p>}
      {value !== undefined && (
        <div class="scroll">
          <table class="cards">
            <thead>
              <tr>
                <Column>{compareWords.strategy}</Column>
                <Column isNumber>{stakeWords.wouldHold}</Column>
                <Column isNumber>{compareWords.yield}</Column>
                <Column isNumber>{stakeWords.backAtOnce}</Column>
                <Column isNumber>{stakeWords.paysOff}</Column>
                <Column>{compareWords.risk}</Column>
              </tr>
            </thead>
            <tbody>
              {value.options.map((each) => (
                <Row key={each.strategy} option={each} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

function Row({ option }: { readonly option: EntryOption }) {
  const { strategy, problem, receive, apyPercent, leaveAtOnce, breakEvenDays } = option;
  return (
    <tr>
      <th scope="row">
        <a href={hrefOf('stake', strategy)}>{nameStrategy(strategy)}</a>
        {problem !== null && (
          <div class="warn">
            <RefusalWords code={problem.code} />
          </div>
        )}
      </th>
      <td class="number" data-label={stakeWords.wouldHold}>
        {receive === null ? '–' : <Quantity of={receive.expected} />}
      </td>
      <td class="number" data-label={compareWords.yield}>
        {apyPercent === null ? '–' : `${sayPercent(apyPercent)} %`}
      </td>
      <td class="number" data-label={stakeWords.backAtOnce}>
        {leaveAtOnce === null ? '–' : <Quantity of={leaveAtOnce.receive} />}
        {leaveAtOnce !== null && (
          <div>
            <small class="dim">
              {stakeWords.takes} <Quantity of={leaveAtOnce.cost} rounds="up" />
            </small>
          </div>
        )}
      </td>
      <td class="number" data-label={stakeWords.paysOff}>
        {breakEvenDays === null ? '–' : stakeWords.days(breakEvenDays)}
      </td>
      <td data-label={compareWords.risk}>{strategyWords[strategy].goesWrong}</td>
    </tr>
  );
}

const SOL_DECIMALS = 9;

/** How much of a stake account becomes one of its own, and whether that leaves. */
export function Split({ params: [stakeAccount = '', suggested = ''] }: ViewProps) {
  const address = wallet.value?.address;
  return (
    <>
      <Heading>{frameWords.titles.split}</Heading>
      <p>{stakeWords.split.lead}</p>
      {address === undefined ? (
        <WalletChoice />
      ) : (
        <SplitForm address={address} stakeAccount={stakeAccount} suggested={suggested} />
      )}
    </>
  );
}

function SplitForm({
  address,
  stakeAccount,
  suggested,
}: {
  readonly address: string;
  readonly stakeAccount: string;
  readonly suggested: string;
}) {
  const [amount, setAmount] = useState(suggested);
  const [isLeaving, setLeaving] = useState(false);
  const fault = amount === 'max' ? stakeWords.split.whole : findAmountFault(amount, SOL_DECIMALS);
  const submit = (event: Event) => {
    event.preventDefault();
    if (amount === '' || fault !== undefined) return;
    const then = isLeaving ? ({ then: 'deactivate' } as const) : {};
    askToConfirm({
      operation: 'split',
      request: { wallet: address, stakeAccount, amount, ...then },
      title: isLeaving ? stakeWords.split.titleLeaving(amount) : stakeWords.split.title(amount),
      back: ['positions'],
    });
  };
  return (
    <form class="panel stack" onSubmit={submit}>
      <AmountField label={stakeWords.split.amount} amount={amount} onAmount={setAmount} fault={fault} />
      <label class="row">
        <input
          type="checkbox"
          checked={isLeaving}
          onChange={({ currentTarget }) => setLeaving(currentTarget.checked)}
        />
        {stakeWords.split.leaving}
      </label>
      <div class="row">
        <button type="submit" class="primary" disabled={amount === '' || fault !== undefined}>
          {stakeWords.next}
        </button>
        <a class="button" href={hrefOf('positions')}>
          {commonWords.back}
        </a>
        <small class="dim">{commonWords.nothingSigned}</small>
      </div>
    </form>
  );
}
