import type { EntryOption, StrategyLimits } from '@staking-agent/sdk';
import { useState } from 'preact/hooks';
import { AmountField, ProblemNote, useLoaded } from '../parts/controls.tsx';
import { Column, Quantity } from '../parts/values.tsx';
import { findAmountFault } from '../state/calls.ts';
import { ledgerChanges } from '../state/clock.ts';
import { askToConfirm, hrefOf, type ViewProps } from '../state/route.ts';
import { getSession } from '../state/session.ts';
import { wallet } from '../state/wallet.ts';
import { WalletChoice, WalletPrompt } from './wallet.tsx';

/** How much goes into a strategy, within its limits and what the wallet holds. */
export function Stake({ params: [key = ''] }: ViewProps) {
  const { client } = getSession();
  const address = wallet.value?.address;
  const { value, error } = useLoaded(
    () => client.getLimits({ strategy: key, ...(address !== undefined && { wallet: address }) }),
    [key, address, ledgerChanges.value],
  );
  // The one that was asked for, whatever else an answer has.
  const limits = value?.strategies.find((each) => each.key === key);
  return (
    <>
      <h1>Stake into {key}</h1>
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
    const said = amount === 'max' ? `as much ${stake.asset} as possible` : `${amount} ${stake.asset}`;
    // What a wallet may edit while it signs, nobody else may have signed.
    const form = key === 'sol-native-stake' && wallet.value?.isEditing ? { stakeAccountForm: 'seed' } : {};
    const request = { strategy: key, wallet: address, amount, ...form };
    askToConfirm({ operation: 'stake', request, title: `Stake ${said} into ${key}`, back: ['stake', key] });
  };
  return (
    <>
      <form class="panel stack" onSubmit={submit}>
        <AmountField
          label={`Amount in ${stake.asset}`}
          amount={amount}
          onAmount={setAmount}
          fault={fault}
          hasMax
          max={own?.max}
        />
        <Limits limits={limits} />
        {!isOpen && <div class="note warn">{closedReason?.detail ?? 'It takes no stakes now.'}</div>}
        <div class="row">
          <button
            type="submit"
            class="primary"
            disabled={address === undefined || amount === '' || fault !== undefined || !isOpen}
          >
            Show me the transaction
          </button>
          <a class="button" href={hrefOf('strategies')}>
            Back
          </a>
          <small class="dim">Nothing is signed yet.</small>
        </div>
      </form>
      {address !== undefined && amount !== '' && fault === undefined && (
        <EntryOptions address={address} asset={stake.asset} amount={amount} />
      )}
    </>
  );
}

const KEPT = {
  rent: 'rent of accounts that the stake opens',
  fees: 'fees of the stake, at the most',
  'later-exit': 'fees and rent of taking it out again, at the most',
  'wallet-rent': 'what the wallet must hold to go on existing',
} as const;

function Limits({ limits: { stake, wallet: own } }: { readonly limits: StrategyLimits }) {
  return (
    <dl class="facts">
      {own !== null && (
        <>
          <dt>Wallet holds</dt>
          <dd>
            <Quantity of={own.holds} />
          </dd>
          <dt>max stakes</dt>
          <dd>
            <Quantity of={own.max} />
            {own.problem !== null && <div class="warn">{own.problem.detail}</div>}
          </dd>
          <dt>max keeps back</dt>
          <dd>
            {own.keptBack.map((each) => (
              <div key={each.for}>
                <Quantity of={each} /> <span class="dim">{KEPT[each.for]}</span>
              </div>
            ))}
          </dd>
        </>
      )}
      <dt>Least</dt>
      <dd>{stake.least === null ? 'not known' : <Quantity of={stake.least} />}</dd>
      <dt>Most of one stake</dt>
      <dd>{stake.most === null ? 'no limit' : <Quantity of={stake.most} />}</dd>
    </dl>
  );
}

type Asked = { readonly address: string; readonly asset: string; readonly amount: string };

/** The same amount in every strategy side by side, where somebody wants to compare. */
function EntryOptions(asked: Asked) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="panel" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        Compare the strategies for {asked.amount} {asked.asset}
      </summary>
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
      {isLoading && <p class="dim">Asking each strategy…</p>}
      {value !== undefined && (
        <div class="scroll">
          <table class="cards">
            <thead>
              <tr>
                <Column>Strategy</Column>
                <Column isNumber>Receives</Column>
                <Column isNumber>APY</Column>
                <Column isNumber>Back at once</Column>
                <Column isNumber>Pays off after</Column>
                <Column>Risks</Column>
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
  const { strategy, problem, receive, apyPercent, leaveAtOnce, breakEvenDays, risks } = option;
  return (
    <tr>
      <th scope="row">
        <a href={hrefOf('stake', strategy)}>{strategy}</a>
        {problem !== null && <div class="warn">{problem.detail}</div>}
      </th>
      <td class="number" data-label="Receives">
        {receive === null ? '–' : <Quantity of={receive.expected} />}
      </td>
      <td class="number" data-label="APY">
        {apyPercent === null ? '–' : `${apyPercent} %`}
      </td>
      <td class="number" data-label="Back at once">
        {leaveAtOnce === null ? '–' : <Quantity of={leaveAtOnce.receive} />}
        {leaveAtOnce !== null && (
          <div>
            <small class="dim">
              costs <Quantity of={leaveAtOnce.cost} />
            </small>
          </div>
        )}
      </td>
      <td class="number" data-label="Pays off after">
        {breakEvenDays === null ? '–' : `${breakEvenDays} days`}
      </td>
      <td data-label="Risks">
        {risks.map(({ code, detail }) => (
          <div key={code}>{detail}</div>
        ))}
      </td>
    </tr>
  );
}

const SOL_DECIMALS = 9;

/** How much of a stake account becomes one of its own, and whether that leaves. */
export function Split({ params: [stakeAccount = '', suggested = ''] }: ViewProps) {
  const address = wallet.value?.address;
  return (
    <>
      <h1>Split a stake account</h1>
      <p class="mono">{stakeAccount}</p>
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
    amount === 'max' ? 'An exact amount: both accounts must go on.' : findAmountFault(amount, SOL_DECIMALS);
  const submit = (event: Event) => {
    event.preventDefault();
    if (amount === '' || fault !== undefined) return;
    const then = isLeaving ? ({ then: 'deactivate' } as const) : {};
    askToConfirm({
      operation: 'split',
      request: { wallet: address, stakeAccount, amount, ...then },
      title: `Split off ${amount} SOL${isLeaving ? ' and deactivate them' : ''}`,
      back: ['positions'],
    });
  };
  return (
    <form class="panel stack" onSubmit={submit}>
      <AmountField label="Amount in SOL" amount={amount} onAmount={setAmount} fault={fault} />
      <label class="row">
        <input
          type="checkbox"
          checked={isLeaving}
          onChange={({ currentTarget }) => setLeaving(currentTarget.checked)}
        />
        Deactivate the new account in the same transaction
      </label>
      <div class="row">
        <button type="submit" class="primary" disabled={amount === '' || fault !== undefined}>
          Show me the transaction
        </button>
        <a class="button" href={hrefOf('positions')}>
          Back
        </a>
        <small class="dim">Nothing is signed yet.</small>
      </div>
    </form>
  );
}
