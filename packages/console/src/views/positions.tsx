import type { ViewProps } from './view-props.ts';

export function Positions(_: ViewProps) {
  return <h1>Positions</h1>;
}
