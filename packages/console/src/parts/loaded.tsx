import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** Something that is being read, was read, or could not be. */
export type Loaded<T> = {
  /** What was read last; kept while it is read anew. */
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
