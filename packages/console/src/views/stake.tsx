import type { EntryOption, StrategyLimits } from '@staking-agent/sdk';
import { useState } from 'preact/hooks';
import { AmountField, Heading, ProblemNote, RefusalWords, useLoaded } from '../parts/controls.tsx';
import { Facts, Quantity, Table } from '../parts/values.tsx';
import { findAmountFault, findStrategy, showAsset } from '../state/calls.ts';
import { ledgerChanges } from '../state/clock.ts';
import { sayPercent } from '../state/figures.ts';
import { askToConfirm, hrefOf, type ViewProps } from '../state/route.ts';
import { getSession } from '../state/session.ts';
import { wallet } from '../state/wallet.ts';
import { stakeWords } from '../words/actions.ts';
import { commonWords, frameWords } from '../words/page.ts';
import { compareWords, nameStrategy, strategyWords } from '../words/strategies.ts';
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
        <Continue
          isDisabled={address === undefined || amount === '' || fault !== undefined || !isOpen}
          back="strategies"
        />
      </form>
      {address !== undefined && amount !== '' && fault === undefined && (
        <EntryOptions address={address} asset={stake.asset} amount={amount} />
      )}
    </>
  );
}

function Continue({ isDisabled, back }: { readonly isDisabled: boolean; readonly back: string }) {
  return (
    <div class="row">
      <button type="submit" class="primary" disabled={isDisabled}>
        {stakeWords.next}
      </button>
      <a class="button" href={hrefOf(back)}>
        {commonWords.back}
      </a>
      <small class="dim">{commonWords.nothingSigned}</small>
    </div>
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
        <Facts
          of={[
            own !== null && [
              stakeWords.staysBack,
              own.keptBack.map((each) => (
                <div key={each.for}>
                  <Quantity of={each} rounds="up" /> <span class="dim">{stakeWords.kept[each.for]}</span>
                </div>
              )),
            ],
            [
              stakeWords.least,
              stake.least === null ? commonWords.notKnown : <Quantity of={stake.least} rounds="up" />,
            ],
            [stakeWords.mostOfOne, stake.most === null ? commonWords.noLimit : <Quantity of={stake.most} />],
          ]}
        />
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
      {isOpen && <Options {...asked} />}
    </details>
  );
}

function Options({ address, asset, amount }: Asked) {
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
        <Table
          isCards
          label={stakeWords.compare(amount, asset)}
          columns={[
            { name: compareWords.strategy },
            { name: stakeWords.wouldHold, isNumber: true },
            { name: compareWords.yield, isNumber: true },
            { name: stakeWords.backAtOnce, isNumber: true },
            { name: stakeWords.paysOff, isNumber: true },
            { name: compareWords.risk },
          ]}
          rows={value.options.map((each) => ({ key: each.strategy, cells: listCells(each) }))}
        />
      )}
    </>
  );
}

function listCells({ strategy, problem, receive, apyPercent, leaveAtOnce, breakEvenDays }: EntryOption) {
  return [
    <>
      <a href={hrefOf('stake', strategy)}>{nameStrategy(strategy)}</a>
      {problem !== null && (
        <div class="warn">
          <RefusalWords code={problem.code} />
        </div>
      )}
    </>,
    receive === null ? '–' : <Quantity of={receive.expected} />,
    apyPercent === null ? '–' : `${sayPercent(apyPercent)} %`,
    leaveAtOnce === null ? (
      '–'
    ) : (
      <>
        <Quantity of={leaveAtOnce.receive} />
        <br />
        <small class="dim">
          {stakeWords.takes} <Quantity of={leaveAtOnce.cost} rounds="up" />
        </small>
      </>
    ),
    breakEvenDays === null ? '–' : stakeWords.days(breakEvenDays),
    strategyWords[strategy].goesWrong,
  ];
}

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
  const fault =
    amount === 'max' ? stakeWords.split.whole : findAmountFault(amount, showAsset('SOL').decimals);
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
      <Continue isDisabled={amount === '' || fault !== undefined} back="positions" />
    </form>
  );
}
