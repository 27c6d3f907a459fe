import type { ViewProps } from './view-props.ts';

export function Exit(_: ViewProps) {
  return <h1>Exit</h1>;
}
