import { signal } from '@preact/signals';
import type { BuildId, SuggestedCall } from '@staking-agent/sdk';
import { findOperation, nameCall } from './calls.ts';

/** Which view is shown: its name, and what follows in the address. */
export type Route = { readonly name: string; readonly params: readonly string[] };

const TRANSACTION = /\/tx\/([^/]+)$/;

/** The view that the address names. */
export const route = signal<Route>(readRoute());

let hasMoved = false;

/** Checks whether the view that is shown is not the first of the page: the focus goes to its heading then. */
export const isLaterView = () => hasMoved;

/** Follows the address. */
export function followAddress(): void {
  addEventListener('hashchange', () => {
    hasMoved = true;
    route.value = readRoute();
    scrollTo(0, 0);
  });
}

/** The address of a view, from any page of the console. */
export function hrefOf(name: string, ...params: readonly string[]): string {
  const path = [name, ...params].map(encodeURIComponent).join('/');
  return TRANSACTION.test(location.pathname) ? `../#/${path}` : `#/${path}`;
}

/** Goes to a view. */
export function goTo(name: string, ...params: readonly string[]): void {
  location.assign(hrefOf(name, ...params));
}

function readRoute(): Route {
  const [name = '', ...params] = location.hash.replace(/^#\/?/, '').split('/').map(decode);
  const [, signature] = TRANSACTION.exec(location.pathname) ?? [];
  if (name === '' && signature !== undefined) return { name: 'tx', params: [decode(signature)] };
  return { name: name === '' ? 'strategies' : name, params };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The parameters of a view: the text after its name in the address. */
export type ViewProps = { readonly params: readonly string[] };

/** A call that a person wants to make, before there is a transaction for it. */
export type Intent = {
  readonly operation: BuildId;
  /** The body, wallet included. */
  readonly request: Readonly<Record<string, unknown>> & { readonly wallet: string };
  /** For people: `Stake 5 SOL`. */
  readonly title: string;
  /** Where one came from. */
  readonly back: readonly [name: string, ...params: readonly string[]];
  /** The next call once it has landed. */
  readonly then?: readonly SuggestedCall[];
};

/** The call to confirm; one at a time, gone with the page. */
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
