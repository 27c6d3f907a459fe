import { useState } from 'preact/hooks';
import { AmountField } from '../parts/controls.tsx';
import { askToConfirm } from '../state/intent.ts';
import { findAmountFault } from '../state/money.ts';
import { hrefOf, type ViewProps } from '../state/route.ts';
import { wallet } from '../state/wallet.ts';
import { WalletChoice } from './wallet.tsx';

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
        <Form address={address} stakeAccount={stakeAccount} suggested={suggested} />
      )}
    </>
  );
}

function Form({
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
