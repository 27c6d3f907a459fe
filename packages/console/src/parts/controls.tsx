import { signal } from '@preact/signals';
import { formatAmount } from '@staking-agent/wire/assets';
import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { isLaterView } from '../state/route.ts';
import { stakeWords } from '../words/actions.ts';
import { commonWords } from '../words/page.ts';

const announced = signal('');

/** Says something to readers by ear; nobody else sees it. */
export function announce(text: string): void {
  announced.value = text;
}

/** The place of what is announced: it stands there before it has something to say, or it would not be heard. */
export function Announcer() {
  return (
    <div class="hidden" role="status">
      {announced.value}
    </div>
  );
}

/** The heading of a view. It takes the focus when the view replaces another, so that readers by ear hear of it. */
export function Heading({ children }: { readonly children: ComponentChildren }) {
  const place = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isLaterView()) place.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1 ref={place} tabIndex={-1}>
      {children}
    </h1>
  );
}

/** A button whose work takes time: it cannot be pressed twice, and shows what went wrong below itself. */
export function ActionButton({
  run,
  children,
  isPrimary = false,
  isDisabled = false,
}: {
  readonly run: () => Promise<void>;
  readonly children: ComponentChildren;
  readonly isPrimary?: boolean;
  readonly isDisabled?: boolean;
}) {
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<unknown>(undefined);
  const press = async () => {
    setRunning(true);
    setError(undefined);
    await run().catch(setError);
    setRunning(false);
  };
  return (
    <>
      <button
        type="button"
        class={isPrimary ? 'primary' : ''}
        disabled={isDisabled || isRunning}
        aria-busy={isRunning}
        onClick={press}
      >
        {children}
      </button>
      <ProblemNote error={error} />
    </>
  );
}

/** One of a few, each by its key with the text to show. */
export function Select({
  label,
  names,
  chosen,
  choose,
}: {
  readonly label: string;
  readonly names: Readonly<Record<string, string>>;
  readonly chosen: string;
  readonly choose: (name: string) => void;
}) {
  return (
    <label class="field">
      <span>{label}</span>
      <select value={chosen} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        {Object.entries(names).map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The most that can be chosen. */
type Most = { readonly amount: string; readonly asset: string; readonly baseUnits: string };

/** An amount of money as text, with a button for all that is possible. Nothing typed is changed. */
export function AmountField({
  label,
  amount,
  onAmount,
  fault,
  max,
  decimals,
  hasMax = false,
}: {
  readonly label: string;
  readonly amount: string;
  readonly onAmount: (amount: string) => void;
  readonly fault: string | undefined;
  /** The present amount of max, where it is known: with it comes a slider. */
  readonly max?: Most | undefined;
  /** Places of the asset. */
  readonly decimals?: number;
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
          <button type="button" onClick={() => onAmount('max')} title={max && `${max.amount} ${max.asset}`}>
            {commonWords.max}
          </button>
        )}
      </div>
      {max !== undefined && decimals !== undefined && max.baseUnits !== '0' && (
        <Slider amount={amount} onAmount={onAmount} max={max} decimals={decimals} />
      )}
      <div id="amount-fault" class="bad" aria-live="polite">
        {fault}
      </div>
    </div>
  );
}

const WHOLE = 100;
/** The places of amounts that the slider chooses. */
const SLIDER_PLACES = 2;

/** Chooses a part of the most, in hundredths; at its end all of it. */
function Slider({
  amount,
  onAmount,
  max,
  decimals,
}: {
  readonly amount: string;
  readonly onAmount: (amount: string) => void;
  readonly max: Most;
  readonly decimals: number;
}) {
  const most = BigInt(max.baseUnits);
  const choose = (part: number) => {
    const units = (most * BigInt(part)) / BigInt(WHOLE);
    const rest = units % 10n ** BigInt(Math.max(0, decimals - SLIDER_PLACES));
    if (part === 0) onAmount('');
    else onAmount(part === WHOLE ? 'max' : formatAmount(units > rest ? units - rest : units, decimals));
  };
  const part = amount === 'max' ? WHOLE : Math.min(WHOLE, (WHOLE * Number(amount)) / Number(max.amount));
  return (
    <input
      type="range"
      min={0}
      max={WHOLE}
      step={1}
      value={Number.isFinite(part) ? Math.round(part) : 0}
      aria-label={stakeWords.slider}
      aria-valuetext={amount === '' ? '0' : `${amount} ${max.asset}`}
      onInput={({ currentTarget }) => choose(Number(currentTarget.value))}
    />
  );
}

const Note = showLater(async () => (await import('./problem-note.tsx')).ProblemNote);

/** A failure in words, with what was said of it under the details; nothing without one. */
export function ProblemNote(props: { readonly error: unknown; readonly words?: string }) {
  return props.error === undefined ? null : <Note {...props} />;
}

/** Says the cause of a refusal and its cure, by its code. */
export const RefusalWords = showLater(async () => (await import('./problem-note.tsx')).RefusalWords);

/** Something that is being read, was read, or could not be. */
export type Loaded<T> = {
  /** The last answer; kept while a new one is read. */
  readonly value: T | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
};

/**
 * Reads something when a view is shown, and again when one of its causes changes. An answer that comes after a newer
 * question is dropped.
 */
export function useLoaded<T>(load: () => Promise<T>, causes: readonly unknown[]): Loaded<T> {
  const [state, setState] = useState<Loaded<T>>({ value: undefined, error: undefined, isLoading: true });
  useEffect(() => {
    let isCurrent = true;
    setState(({ value }) => ({ value, error: undefined, isLoading: true }));
    load().then(
      (value) => isCurrent && setState({ value, error: undefined, isLoading: false }),
      (error: unknown) => isCurrent && setState(({ value }) => ({ value, error, isLoading: false })),
    );
    return () => {
      isCurrent = false;
    };
  }, causes);
  return state;
}

/** Makes a component whose code is loaded when it is first shown: nobody waits for it before. */
export function showLater<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  return (props) => {
    const { value: Component, error } = useLoaded(load, []);
    if (error !== undefined) return <p role="alert">{commonWords.notLoaded}</p>;
    return Component === undefined ? null : <Component {...props} />;
  };
}
