import type { StrategyLimits } from '@staking-agent/sdk';
import { useState } from 'preact/hooks';
import { AmountField } from '../parts/amount-field.tsx';
import { ProblemNote } from '../parts/problem-note.tsx';
import { Quantity } from '../parts/quantity.tsx';
import { useLoaded } from '../parts/use-loaded.ts';
import { ledgerChanges } from '../state/clock.ts';
import { findAmountFault } from '../state/find-amount-fault.ts';
import { askToConfirm } from '../state/intent.ts';
import { hrefOf } from '../state/route.ts';
import { getSession } from '../state/session.ts';
import { wallet } from '../state/wallet.ts';
import { EntryOptions } from './entry-options.tsx';
import type { ViewProps } from './view-props.ts';
import { WalletPrompt } from './wallet.tsx';

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
