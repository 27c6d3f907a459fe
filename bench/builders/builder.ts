import type { Order } from '../orders.ts';

/** Makes one native stake: a fresh stake account key, create, initialize, delegate, its slot signed, base64. */
export type BuildStake = (order: Order) => Promise<string> | string;

/** One way of making it, in a process of its own. */
export type Builder = {
  readonly title: string;
  /** Made when the process starts, outside what is measured. */
  prepare(): Promise<BuildStake>;
};
