import type { ViewProps } from './view-props.ts';

export function Tour(_: ViewProps) {
  return <h1>Tour</h1>;
}
