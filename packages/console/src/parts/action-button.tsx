import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { ProblemNote } from './problem-note.tsx';

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
