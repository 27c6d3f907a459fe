import type { Exchange } from '../exchange.ts';

/** Most characters of a body that are printed. */
const LIMIT = 2_000;

/** Prints what was sent and what came back, as it would stand on the wire. */
export function printExchange({ sent, answer, milliseconds }: Exchange): string {
  return [
    `> ${sent.method} ${cut(sent.target)}`,
    ...Object.entries(sent.headers).flatMap(([name, values]) =>
      [values].flat().map((value) => `> ${name}: ${cut(value)}`),
    ),
    ...(sent.body === undefined ? [] : ['>', `> ${cut(sent.body)}`]),
    `< ${answer.status} (${Math.round(milliseconds)} ms)`,
    ...Object.entries(answer.headers).map(([name, value]) => `< ${name}: ${value}`),
    '<',
    `< ${cut(answer.text)}`,
  ].join('\n');
}

function cut(text: string): string {
  const isLong = text.length > LIMIT;
  // A report is read in terminals: what a deployment sends must not move the cursor.
  const plain = text
    .slice(0, LIMIT)
    .replaceAll(/[^\P{Cc}\n]/gu, '·')
    .replaceAll('\n', '\\n');
  return isLong ? `${plain}… (${text.length} characters)` : plain;
}
