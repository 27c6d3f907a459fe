import type { ViewProps } from './view-props.ts';

export function Transaction(_: ViewProps) {
  return <h1>Transaction</h1>;
}
