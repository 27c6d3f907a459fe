import type { ViewProps } from './view-props.ts';

export function Inspector(_: ViewProps) {
  return <h1>Inspector</h1>;
}
