import { isStakingError, type StakingError } from '@staking-agent/sdk';
import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { getSession } from '../state/session.ts';

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
  /** The present amount of max, where it is known. */
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

/** Shows a refusal in its own words, with the code to look up and the id to report. */
export function ProblemNote({ error }: { readonly error: unknown }) {
  if (error === undefined) return null;
  if (!isStakingError(error)) {
    return (
      <div class="note bad" role="alert">
        <p>{error instanceof Error ? error.message : String(error)}</p>
      </div>
    );
  }
  const { code, requestId, outcome } = error;
  return (
    <div class="note bad" role="alert">
      <p>{error.message}</p>
      <Nearest error={error} />
      <p>
        <small class="dim">
          <HelpLink error={error}>{code}</HelpLink>
          {outcome !== undefined && ` · outcome ${outcome}`}
          {requestId !== undefined && (
            <>
              {' · request '}
              <span class="mono">{requestId}</span>
            </>
          )}
        </small>
      </p>
    </div>
  );
}

function Nearest({ error: { problem } }: { readonly error: StakingError }) {
  const { lower = null, higher = null } = problem?.nearest ?? {};
  const near = [lower, higher].filter((each) => each !== null);
  return near.length === 0 ? null : <p>Nearest amounts: {near.join(' or ')}.</p>;
}

function HelpLink({
  error: { slug, code },
  children,
}: {
  readonly error: StakingError;
  readonly children: string;
}) {
  if (slug === undefined) return <>{children}</>;
  return (
    <a href={`${getSession().root}/errors/${encodeURIComponent(slug)}/${encodeURIComponent(code)}`}>
      {children}
    </a>
  );
}

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
    if (error !== undefined)
      return <p role="alert">This part of the page could not be loaded. Reload the page.</p>;
    return Component === undefined ? null : <Component {...props} />;
  };
}
