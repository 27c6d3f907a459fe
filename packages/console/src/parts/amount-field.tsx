/** Decimal text as the service takes it: no sign, no exponent, no leading zeros. */
const DECIMAL = /^(0|[1-9][0-9]*)(\.[0-9]+)?$/;

/** Says what is wrong with an amount before anybody is asked; undefined for one that can be sent, or none yet. */
export function findAmountFault(amount: string, decimals: number): string | undefined {
  if (amount === '' || amount === 'max') return undefined;
  if (!DECIMAL.test(amount)) return 'Write a decimal number with a point, such as 1.5, or max.';
  const [, places = ''] = amount.split('.');
  if (places.length > decimals) return `At most ${decimals} places after the point.`;
  return /[1-9]/.test(amount) ? undefined : 'Must be above 0.';
}

/** An amount of money as text, with a button for all that is possible. Nothing typed is changed. */
export function AmountField({
  label,
  amount,
  onAmount,
  fault,
  max,
}: {
  readonly label: string;
  readonly amount: string;
  readonly onAmount: (amount: string) => void;
  readonly fault: string | undefined;
  readonly max: { readonly amount: string; readonly asset: string } | undefined;
}) {
  return (
    <div class="field">
      <label for="amount">{label}</label>
      <div class="row">
        <input
          id="amount"
          inputMode="decimal"
          autoComplete="off"
          spellcheck={false}
          value={amount}
          aria-invalid={fault !== undefined}
          aria-describedby="amount-fault"
          onInput={({ currentTarget }) => onAmount(currentTarget.value.trim())}
        />
        <button type="button" onClick={() => onAmount('max')} title={max && `${max.amount} ${max.asset} now`}>
          max
        </button>
      </div>
      <div id="amount-fault" class="bad" aria-live="polite">
        {fault}
      </div>
    </div>
  );
}
