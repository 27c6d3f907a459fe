import type { Position, ReceiptPosition, StakePosition } from '@staking-agent/wire';

/** Octets that a line of iCalendar may have, its end left out. */
const LINE_OCTETS = 75;

/**
 * Prints when stake that cools down can be withdrawn, as iCalendar (RFC 5545): an event for each account whose date can be
 * estimated, at the time by which it is expected to be possible, and for each withdrawal that waits at a vault.
 *
 * @param now - when it is printed, Unix milliseconds.
 */
export function printCalendar(positions: readonly Position[], now: number): string {
  const events = positions.flatMap((position) => {
    if (position.strategy !== 'sol-native-stake') return printClaim(position, now);
    const { availableAt } = position;
    return availableAt?.latest === undefined ? [] : printWithdrawal(position, availableAt.latest, now);
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

function printWithdrawal(
  { stakeAccount, deactivationEpoch, value }: StakePosition,
  latest: string,
  now: number,
): string[] {
  return printEvent(now, {
    id: `${stakeAccount}-${deactivationEpoch}`,
    at: latest,
    summary: `Withdraw ${value.amount} SOL of stake`,
    description: `Stake account ${stakeAccount} has cooled down: POST /withdraw empties it.`,
  });
}

/** Of a withdrawal that was requested of a vault. */
function printClaim({ id, state, claimableAt, value }: ReceiptPosition, now: number): string[] {
  if (state !== 'requested' || claimableAt === undefined) return [];
  return printEvent(now, {
    id: `${id}-${Date.parse(claimableAt)}`,
    at: claimableAt,
    summary: `Claim ${value.amount} ${value.asset}`,
    description: 'The waiting period of the vault is over: POST /unstake with step claim pays it.',
  });
}

function printEvent(
  now: number,
  { id, at, summary, description }: Readonly<Record<'id' | 'at' | 'summary' | 'description', string>>,
): string[] {
  const start = printTime(Date.parse(at));
  return [
    'BEGIN:VEVENT',
    `UID:${id}@staking-agent-api`,
    `DTSTAMP:${printTime(now)}`,
    `DTSTART:${start}`,
    `DTEND:${start}`,
    `SUMMARY:${summary}`,
    `DESCRIPTION:${description}`,
    'END:VEVENT',
  ];
}

/** UTC with seconds: 20261121T205104Z. */
function printTime(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}

/** Folds a long line: it continues on the next line after a space. The text is ASCII. */
function fold(line: string): string {
  const first = line.slice(0, LINE_OCTETS);
  const rest = line.slice(LINE_OCTETS).match(new RegExp(`.{1,${LINE_OCTETS - 1}}`, 'g')) ?? [];
  return [first, ...rest].join('\r\n ');
}
