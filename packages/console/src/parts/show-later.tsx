import type { ComponentType } from 'preact';
import { useLoaded } from './use-loaded.ts';

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
