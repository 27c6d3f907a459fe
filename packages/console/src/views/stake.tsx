import type { ViewProps } from './view-props.ts';

export function Stake(_: ViewProps) {
  return <h1>Stake</h1>;
}
