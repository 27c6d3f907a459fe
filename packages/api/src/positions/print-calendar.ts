import type { Position, StakePosition } from '@staking-agent/wire';

/** Octets that a line of iCalendar may have, its end left out. */
const LINE_OCTETS = 75;

/**
 * Prints when stake that cools down can be withdrawn, as iCalendar (RFC 5545): an event for each account whose date can be
 * estimated, at the time by which it is expected to be possible.
 *
 * @param now - when it is printed, Unix milliseconds.
 */
export function printCalendar(positions: readonly Position[], now: number): string {
  const events = positions.flatMap((position) => {
    if (position.strategy !== 'sol-native-stake') return [];
    const { availableAt } = position;
    return availableAt?.latest === undefined ? [] : printEvent(position, availableAt.latest, now);
  });
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//staking-agent-api//positions//EN',
    'CALSCALE:GREGORIAN',
    'NAME:Stake withdrawals',
    'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
    ...events,
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

function printEvent(
  { stakeAccount, deactivationEpoch, value }: StakePosition,
  latest: string,
  now: number,
): string[] {
  const start = printTime(Date.parse(latest));
  return [
    'BEGIN:VEVENT',
    `UID:${stakeAccount}-${deactivationEpoch}@staking-agent-api`,
    `DTSTAMP:${printTime(now)}`,
    `DTSTART:${start}`,
    `DTEND:${start}`,
    `SUMMARY:Withdraw ${value.amount} SOL of stake`,
    `DESCRIPTION:Stake account ${stakeAccount} has cooled down: POST /withdraw empties it.`,
    'END:VEVENT',
  ];
}

/** UTC with seconds: 20261121T205104Z. */
function printTime(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}

/** Continues a line that is too long on the next one, after a space; all of it is ASCII. */
function fold(line: string): string {
  const first = line.slice(0, LINE_OCTETS);
  const rest = line.slice(LINE_OCTETS).match(new RegExp(`.{1,${LINE_OCTETS - 1}}`, 'g')) ?? [];
  return [first, ...rest].join('\r\n ');
}
