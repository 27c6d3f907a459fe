import type { ViewProps } from './view-props.ts';

export function Sandbox(_: ViewProps) {
  return <h1>Sandbox</h1>;
}
