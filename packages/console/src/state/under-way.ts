import { effect, signal } from '@preact/signals';
import type { Fate } from '@staking-agent/sdk/verify';
import { getSession, keepingFetch } from './session.ts';

/** The last transaction that a wallet was asked to sign, until somebody has seen how it ended. */
export type UnderWay = {
  /** The title of its question. */
  readonly title: string;
  /** Base58; undefined until the wallet has signed. */
  readonly signature: string | undefined;
  /** The block height of the page's own node after which it can land no more, decimal; undefined while nobody has read it. */
  readonly deadAfter: string | undefined;
  /** sending: this page follows it. open: it may have landed, or may land still. The others are over. */
  readonly state: 'sending' | 'open' | Ended;
};

/** How one is over. */
type Ended = 'landed' | 'failed' | 'expired';

const ENDS: readonly Ended[] = ['landed', 'failed', 'expired'];
const KEPT = 'staking-console-under-way';

/** The transaction under way; one at a time, so that a person who leaves a view does not pay twice. */
export const underWay = signal<UnderWay | undefined>(undefined);

/** Where the browser keeps it: each deployment has its own. */
let place = KEPT;

/**
 * Shares what is under way with every tab of this deployment: a page that is loaded later knows of it, and an end that one of
 * them finds is told in all.
 *
 * @param root - where the site is.
 */
export function shareUnderWay(root: string): void {
  place = `${KEPT} ${root}`;
  underWay.value = readKept();
  globalThis.addEventListener('storage', (change) => {
    if (change.key === place) heedOtherTab(change);
  });
}

/** Takes up what another tab has kept, unless the end of an own one is not known. */
export function heedOtherTab({ oldValue, newValue }: Pick<StorageEvent, 'oldValue' | 'newValue'>): void {
  const { value: own } = underWay;
  if (own?.state === 'sending') return;
  const other = read(newValue);
  const { signature } = other ?? read(oldValue) ?? {};
  const isSame = signature === own?.signature;
  // What is kept no more was seen elsewhere: an open one is over then, and an end is told here until it is seen here too.
  const isNews = other === undefined ? isSame && mustWait(own) : isSame || !mustWait(own);
  if (isNews) underWay.value = other;
}

/** Checks whether another transaction must wait: the end of the one before is not known. */
export function mustWait(of: UnderWay | undefined): boolean {
  return of?.state === 'sending' || of?.state === 'open';
}

/** Checks whether the last one is of this signature, and nobody knows how it ended. */
export function isOpen(signature: string): boolean {
  const { value: of } = underWay;
  return of?.signature === signature && of.state === 'open';
}

/** Nothing was signed, because something else is: by this tab or by another one. */
export class NotAlone extends Error {
  override readonly name = 'NotAlone';
}

/**
 * Says that a wallet is asked to sign.
 *
 * @throws {NotAlone} while the end of the one before is not known, whichever tab it is of.
 */
export function beginUnderWay(title: string): void {
  // A tab that was asleep may not have heard of what others kept.
  const kept = readKept();
  if (mustWait(underWay.value) || mustWait(kept)) {
    if (!mustWait(underWay.value)) underWay.value = kept;
    throw new NotAlone('Another transaction is under way: nothing was signed.');
  }
  underWay.value = { title, signature: undefined, deadAfter: undefined, state: 'sending' };
}

/** Says that it is signed: from here on it may land, whatever becomes of this page. */
export function noteSigned(signature: string, deadAfter?: string): void {
  if (underWay.value !== undefined) keep({ ...underWay.value, signature, deadAfter });
}

/** Says how it went. What was never signed is over without a trace. */
export function endUnderWay(state: Exclude<UnderWay['state'], 'sending'>): void {
  const { value: of } = underWay;
  if (of?.signature === undefined) underWay.value = undefined;
  else keep({ ...of, state });
}

/** Says how the one with this signature ended, where nobody follows it any more. */
export function settle(signature: string, state: Ended): void {
  if (isOpen(signature)) endUnderWay(state);
}

/** Says after which height the one with this signature can land no more, where nobody follows it any more. */
export function noteDeadAfter(signature: string, deadAfter: string): void {
  if (isOpen(signature)) noteSigned(signature, deadAfter);
}

/** Forgets it once its end was shown. */
export function forgetEnded(signature: string): void {
  const { value: of } = underWay;
  if (of?.signature !== signature || mustWait(of)) return;
  underWay.value = undefined;
  if (readKept()?.signature === signature) tryStore((store) => store.removeItem(place));
}

/** Keeps what is signed for pages that are loaded later and for other tabs. */
function keep(of: UnderWay): void {
  underWay.value = of;
  tryStore((store) => store.setItem(place, JSON.stringify(of)));
}

/** Reads what a page has kept. Whoever sent it may be gone: its end is open here. */
function readKept(): UnderWay | undefined {
  return read(tryStore((store) => store.getItem(place)) ?? null);
}

function read(kept: string | null): UnderWay | undefined {
  if (kept === null) return undefined;
  const { title, signature, deadAfter, state } = parse(kept);
  if (typeof title !== 'string' || typeof signature !== 'string') return undefined;
  return {
    title,
    signature,
    deadAfter: typeof deadAfter === 'string' ? deadAfter : undefined,
    state: ENDS.find((each) => each === state) ?? 'open',
  };
}

function parse(kept: string): Readonly<Partial<Record<keyof UnderWay, unknown>>> {
  try {
    return Object(JSON.parse(kept));
  } catch {
    return {};
  }
}

/** A browser that keeps nothing for this page is none to stop at: the page itself knows. */
function tryStore<Result>(use: (store: Storage) => Result): Result | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}

/**
 * Does what signs and sends, unless another tab of this deployment is at it: two tabs of one wallet do not pay twice. Where
 * the browser has no locks, as beside `https` and `localhost`, other tabs learn of it from the signature on.
 *
 * @throws {NotAlone} where another tab is at it; nothing was done.
 */
export async function signAlone<Result>(work: () => Promise<Result>): Promise<Result> {
  const { locks } = navigator as { readonly locks?: LockManager };
  if (locks === undefined) return await work();
  return await locks.request(`staking-console ${getSession().root}`, { ifAvailable: true }, async (lock) => {
    if (lock === null)
      throw new NotAlone('Another tab of this console asks its wallet, or sends: nothing was signed.');
    return await work();
  });
}

const PAUSE_MILLISECONDS = 3_000;

const FATES: Readonly<Partial<Record<Fate, Ended>>> = { landed: 'landed', failed: 'failed', dead: 'expired' };

/**
 * Has the page's own ledger node say how a transaction ended that nobody follows any more: after a reload, in another tab,
 * or where its end stayed open. Without a node nothing is proved, and a person has to look.
 */
export function followOpen(): void {
  const { rpcUrl } = getSession().config;
  if (rpcUrl === null) return;
  let followed: string | undefined;
  effect(() => {
    const { signature, state } = underWay.value ?? {};
    if (signature === undefined || state !== 'open' || signature === followed) return;
    followed = signature;
    const stop = () => {
      followed = undefined;
    };
    // What cannot be followed now is held, and followed by the next page.
    followToEnd(signature, rpcUrl).then(stop, stop);
  });
}

async function followToEnd(signature: string, rpc: string): Promise<void> {
  const { findFate, readDeadAfter } = await import('@staking-agent/sdk/verify');
  const node = { rpc, fetch: keepingFetch };
  for (let measured: string | undefined; isOpen(signature); ) {
    measured ??= await readDeadAfter(node);
    const deadAfter = earlier(underWay.value?.deadAfter, measured);
    if (deadAfter !== undefined) noteDeadAfter(signature, deadAfter);
    const end = FATES[await findFate({ ...node, signature, deadAfter })];
    if (end !== undefined) return settle(signature, end);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
  }
}

/** Bounds the life of a signed transaction by that of a new build, also on a sandbox that began anew meanwhile. */
function earlier(kept: string | undefined, measured: string | undefined): string | undefined {
  if (kept === undefined || measured === undefined) return kept ?? measured;
  return BigInt(kept) < BigInt(measured) ? kept : measured;
}
