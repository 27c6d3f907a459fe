import type { KeptRequest } from './requests.ts';
import { getSession } from './session.ts';

/** Whom the page asks. */
export type TargetKind = 'API' | 'ledger' | 'sandbox' | 'page';

/** Whom a request went to, and what it asked for, in a few words. */
export type RequestTarget = { readonly kind: TargetKind; readonly name: string };

/** Names the target of a request: its path, or the method that a ledger node was called with. */
export function findTarget({ url, body }: Pick<KeptRequest, 'url' | 'body'>): RequestTarget {
  const { config, root } = getSession();
  const { sandbox, rpcUrl, api } = config;
  if (sandbox !== null && isBelow(url, sandbox.controlUrl)) {
    return { kind: 'sandbox', name: pathBelow(url, sandbox.controlUrl) };
  }
  for (const base of [`${root}/api/v1`, api]) {
    if (isBelow(url, base)) return { kind: 'API', name: pathBelow(url, base) };
  }
  if (rpcUrl !== null && new URL(url).href === new URL(rpcUrl).href) {
    return { kind: 'ledger', name: readRpcMethod(body) };
  }
  return { kind: 'page', name: new URL(url).pathname };
}

const isBelow = (url: string, base: string) =>
  url === base || url.startsWith(`${base}/`) || url.startsWith(`${base}?`);

const pathBelow = (url: string, base: string) => url.slice(base.length) || '/';

function readRpcMethod(body: string | undefined): string {
  try {
    const { method }: { readonly method?: unknown } = Object(JSON.parse(body ?? ''));
    return String(method ?? 'call');
  } catch {
    return 'call';
  }
}
