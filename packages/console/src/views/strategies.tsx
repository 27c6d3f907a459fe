import type { ViewProps } from './view-props.ts';

export function Strategies(_: ViewProps) {
  return <h1>Strategies</h1>;
}
