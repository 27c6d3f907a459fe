import { signal } from '@preact/signals';
import type { SuggestedCall } from '@staking-agent/sdk';
import { findOperation, nameCall, type Operation } from './calls.ts';
import { goTo } from './route.ts';

/** What somebody wants to do, before there is a transaction for it. */
export type Intent = {
  readonly operation: Operation;
  /** The body, wallet included. */
  readonly request: Readonly<Record<string, unknown>> & { readonly wallet: string };
  /** For people: `Stake 5 SOL`. */
  readonly title: string;
  /** Where one came from. */
  readonly back: readonly [name: string, ...params: readonly string[]];
  /** What follows once it has landed. */
  readonly then?: readonly SuggestedCall[];
};

/** What is to be confirmed; one thing at a time, gone with the page. */
export const intent = signal<(Intent & { readonly serial: number }) | undefined>(undefined);

/** Goes to where a transaction is shown before it is signed. */
export function askToConfirm(wanted: Intent): void {
  intent.value = { ...wanted, serial: (intent.value?.serial ?? 0) + 1 };
  goTo('confirm');
  scrollTo(0, 0);
}

/** Goes to where a suggested call is shown before it is signed. */
export function confirmCall(
  call: SuggestedCall,
  back: Intent['back'],
  then: readonly SuggestedCall[] = [],
): void {
  const operation = findOperation(call);
  const { wallet } = call.body;
  if (operation === undefined || typeof wallet !== 'string') return;
  askToConfirm({ operation, request: { ...call.body, wallet }, title: nameCall(call), back, then });
}
