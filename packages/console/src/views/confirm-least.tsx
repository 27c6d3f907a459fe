import { useState } from 'preact/hooks';
import { AmountField } from '../parts/amount-field.tsx';
import { findArrival, showAsset } from '../state/assets.ts';
import { findAmountFault } from '../state/find-amount-fault.ts';
import { askToConfirm, type Intent } from '../state/intent.ts';

/** The least that must arrive, where the action can be held to one; a change of it is another transaction. */
export function ConfirmLeast({
  wanted,
  onChange,
}: {
  readonly wanted: Intent;
  /** Told whether what is typed is not what was built: nothing may be signed then. */
  readonly onChange: (isChanged: boolean) => void;
}) {
  const { minReceive = '', ...request } = wanted.request;
  const [typed, setTyped] = useState(String(minReceive));
  const arrival = findArrival(request, wanted.operation);
  if (arrival === undefined) return null;
  const { symbol, decimals } = showAsset(arrival);
  const fault = typed === 'max' ? 'An exact amount, such as 1.5.' : findAmountFault(typed, decimals);
  const isChanged = typed !== minReceive;
  const type = (text: string) => {
    setTyped(text);
    onChange(text !== minReceive);
  };
  const submit = (event: Event) => {
    event.preventDefault();
    if (!isChanged || fault !== undefined) return;
    askToConfirm({ ...wanted, request: typed === '' ? request : { ...request, minReceive: typed } });
  };
  return (
    <form class="panel stack" onSubmit={submit}>
      <AmountField
        label={`Least that must arrive, in ${symbol}`}
        amount={typed}
        onAmount={type}
        fault={fault}
      />
      <div class="row">
        <button type="submit" disabled={!isChanged || fault !== undefined}>
          Build it with this least
        </button>
        <small class="dim">Without one, the limit of the service holds.</small>
      </div>
    </form>
  );
}
