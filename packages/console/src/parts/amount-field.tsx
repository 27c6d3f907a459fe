/** An amount of money as text, with a button for all that is possible. Nothing typed is changed. */
export function AmountField({
  label,
  amount,
  onAmount,
  fault,
  max,
  hasMax = false,
}: {
  readonly label: string;
  readonly amount: string;
  readonly onAmount: (amount: string) => void;
  readonly fault: string | undefined;
  /** What max comes to now, where that is known. */
  readonly max?: { readonly amount: string; readonly asset: string } | undefined;
  readonly hasMax?: boolean;
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
        {hasMax && (
          <button
            type="button"
            onClick={() => onAmount('max')}
            title={max && `${max.amount} ${max.asset} now`}
          >
            max
          </button>
        )}
      </div>
      <div id="amount-fault" class="bad" aria-live="polite">
        {fault}
      </div>
    </div>
  );
}
