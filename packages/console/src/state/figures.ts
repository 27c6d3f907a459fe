import { LOCALE, timeWords } from '../words/page.ts';

/** Digits of a number that people read, unless fewer are asked for; all that stand before the point are kept. */
const SIGNIFICANT = 6;
/** Fewer than this many before the point are written without a mark between the thousands. */
const GROUPED_FROM = 5;

/**
 * Shortens decimal text to six significant digits. Every digit before the point stays.
 *
 * @param text - a decimal without sign or exponent; any other text comes back as it is.
 * @param direction - down for what is promised, up for what is asked for.
 */
export function shortenDecimal(
  text: string,
  direction: 'down' | 'up' = 'down',
  significant: number = SIGNIFICANT,
): string {
  const [, integer = '', places = ''] = /^([0-9]+)(?:\.([0-9]+))?$/.exec(text) ?? [];
  if (integer === '') return text;
  const zeros = /^0*/.exec(places)?.[0].length ?? 0;
  const kept = Math.max(0, integer === '0' ? zeros + significant : significant - integer.length);
  const units = BigInt(integer + places.slice(0, kept).padEnd(kept, '0'));
  const isCut = /[1-9]/.test(places.slice(kept));
  const digits = String(isCut && direction === 'up' ? units + 1n : units).padStart(kept + 1, '0');
  const point = digits.length - kept;
  const after = digits.slice(point).replace(/0+$/, '');
  return group(digits.slice(0, point)) + (after === '' ? '' : `.${after}`);
}

/** An amount as text, with its unit. */
export type Amount = { readonly amount: string; readonly asset: string };

/** How an amount is shortened: down for what is promised, up for a cost, `not` for what leaves a wallet or has left it. */
export type Rounding = 'down' | 'up' | 'not';

/** Writes an amount with its unit. */
export function sayAmount({ amount, asset }: Amount, rounds: Rounding): string {
  return `${rounds === 'not' ? amount : shortenDecimal(amount, rounds)} ${asset}`;
}

function group(integer: string): string {
  return integer.length < GROUPED_FROM ? integer : integer.replace(/\B(?=(\d{3})+$)/g, ',');
}

/** The most places of a number that are written out. */
const MOST_PLACES = 20;

/** Writes a percentage with two places, cut: a yield is never made larger than it is. */
export function sayPercent(percent: number | string): string {
  const written = String(percent);
  const text = written.includes('e') ? Number(percent).toFixed(MOST_PLACES) : written;
  const [, sign = '', integer = '', places = ''] = /^(-?)([0-9]+)(?:\.([0-9]+))?$/.exec(text) ?? [];
  return integer === '' ? text : `${sign}${integer}.${places.slice(0, 2).padEnd(2, '0')}`;
}

/** Parts of one in which the health of a loan is told. */
const HEALTH = 10_000n;

/**
 * Says by how many percent its collateral may fall until the health of a loan is 1, cut to two places.
 *
 * @param health - decimal text with at most four places; 0.00 comes of 1 and less.
 */
export function sayFallTo(health: string): string {
  const [integer = '0', places = ''] = health.split('.');
  const parts = BigInt(integer) * HEALTH + BigInt(places.slice(0, 4).padEnd(4, '0'));
  const fall = parts <= HEALTH ? 0n : ((parts - HEALTH) * HEALTH) / parts;
  return `${fall / 100n}.${String(fall % 100n).padStart(2, '0')}`;
}

const DAY = 86_400_000;
/** Days after which a date says more than their number. */
const NEAR_DAYS = 13;

/**
 * Says in the reader's time zone when something is: `in 2 days, about 14:00`.
 *
 * @param iso - the moment, ISO 8601.
 * @param from - the present, milliseconds since 1970.
 */
export function sayWhen(iso: string, from: number): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  if (at.getTime() <= from) return timeWords.now;
  const clock = at.toLocaleTimeString(LOCALE, { hour: '2-digit', minute: '2-digit' });
  const days = Math.round((startOfDay(at) - startOfDay(new Date(from))) / DAY);
  if (days === 0) return timeWords.today(clock);
  if (days === 1) return timeWords.tomorrow(clock);
  if (days <= NEAR_DAYS) return timeWords.inDays(String(days), clock);
  return timeWords.on(sayDate(iso), clock);
}

/** Writes a day as `28 Nov 2026`, in the reader's time zone. */
export function sayDate(iso: string): string {
  return new Date(iso).toLocaleDateString(LOCALE, { day: 'numeric', month: 'short', year: 'numeric' });
}

function startOfDay(at: Date): number {
  return new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();
}
