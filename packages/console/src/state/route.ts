import { signal } from '@preact/signals';

/** Which view is shown: its name, and what follows in the address. */
export type Route = { readonly name: string; readonly params: readonly string[] };

const TRANSACTION = /\/tx\/([^/]+)$/;

/** The view that the address names. */
export const route = signal<Route>(readRoute());

/** Follows the address. */
export function followAddress(): void {
  addEventListener('hashchange', () => {
    route.value = readRoute();
    scrollTo(0, 0);
    // Who reads by ear hears that another view is there.
    document.querySelector<HTMLElement>('main')?.focus();
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

/** What a view gets: what follows its name in the address. */
export type ViewProps = { readonly params: readonly string[] };
