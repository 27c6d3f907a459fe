import type { ExitOptionsBody, StrategyKey } from '@staking-agent/sdk';
import { useState } from 'preact/hooks';
import { AmountField } from '../parts/amount-field.tsx';
import { ProblemNote } from '../parts/problem-note.tsx';
import { Quantity } from '../parts/quantity.tsx';
import { useLoaded } from '../parts/use-loaded.ts';
import { findAssets, showAsset } from '../state/assets.ts';
import { ledgerChanges } from '../state/clock.ts';
import { findAmountFault } from '../state/find-amount-fault.ts';
import { hrefOf } from '../state/route.ts';
import { getSession } from '../state/session.ts';
import { wallet } from '../state/wallet.ts';
import { ExitOptions } from './exit-options.tsx';
import type { ViewProps } from './view-props.ts';
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
      <h1>
        Ways out of {strategy}
        {stakeAccount !== undefined && <span class="mono"> {stakeAccount}</span>}
      </h1>
      {counted !== undefined && (
        <form class="panel stack" onSubmit={submit}>
          <AmountField
            label={`Amount in ${counted.symbol}`}
            amount={typed}
            onAmount={setTyped}
            fault={fault}
            hasMax
          />
          <div class="row">
            <button type="submit" disabled={fault !== undefined || typed === ''}>
              Compare for this amount
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
        Back to positions
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
      {isLoading && <p class="dim">Asking what each way would pay…</p>}
      {value !== undefined && !isLoading && (
        <>
          <p>
            Of <Quantity of={value.of} />:
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
