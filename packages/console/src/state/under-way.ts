import { signal } from '@preact/signals';

/** The last transaction that a wallet was asked to sign, until somebody has seen how it ended. */
export type UnderWay = {
  /** What it does, as the question was titled. */
  readonly title: string;
  /** Base58; undefined until the wallet has signed. */
  readonly signature: string | undefined;
  /** sending: this page follows it. open: it may have landed, or may land still. The others are over. */
  readonly state: 'sending' | 'open' | 'landed' | 'failed';
};

const KEPT = 'staking-console-under-way';

/** What is under way; one transaction at a time, so that nobody pays twice because a view was left. */
export const underWay = signal<UnderWay | undefined>(restore());

/** Whether another transaction must wait: the end of the one before is not known. */
export function mustWait(of: UnderWay | undefined): boolean {
  return of?.state === 'sending' || of?.state === 'open';
}

/**
 * Says that a wallet is asked to sign.
 *
 * @throws {Error} while the end of the one before is not known.
 */
export function beginUnderWay(title: string): void {
  if (mustWait(underWay.value)) throw new Error('Another transaction is under way: nothing was signed.');
  keep({ title, signature: undefined, state: 'sending' });
}

/** Says that it is signed: from here on it may land, whatever becomes of this page. */
export function noteSigned(signature: string): void {
  if (underWay.value !== undefined) keep({ ...underWay.value, signature });
}

/** Says how it went. What was never signed is over without a trace. */
export function endUnderWay(state: Exclude<UnderWay['state'], 'sending'>): void {
  const { value: of } = underWay;
  keep(of?.signature === undefined ? undefined : { ...of, state });
}

/** Forgets it once its end was shown. */
export function forgetEnded(signature: string): void {
  const { value: of } = underWay;
  if (of?.signature === signature && of.state !== 'sending') keep(undefined);
}

/** Keeps it for as long as the tab lives: a page that is loaded again does not know what the one before was told. */
function keep(of: UnderWay | undefined): void {
  underWay.value = of;
  const store = findStore();
  if (of?.signature !== undefined && mustWait(of)) store?.setItem(KEPT, JSON.stringify(of));
  else store?.removeItem(KEPT);
}

function restore(): UnderWay | undefined {
  const kept = findStore()?.getItem(KEPT);
  if (kept == null) return undefined;
  try {
    const { title, signature } = Object(JSON.parse(kept)) as Partial<UnderWay>;
    if (typeof title !== 'string' || typeof signature !== 'string') return undefined;
    return { title, signature, state: 'open' };
  } catch {
    return undefined;
  }
}

/** Undefined where the browser keeps nothing for this page. */
function findStore(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}
