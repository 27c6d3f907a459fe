import { escapeText } from '@staking-agent/console';
import { nameStrategy } from '@staking-agent/console/strategies';
import type { StatusAnswer } from '@staking-agent/wire';
import { PAGE_HEADERS, printPage } from './layout.ts';

const GRADES: Readonly<Record<string, 'good' | 'warn' | 'bad'>> = {
  ok: 'good',
  live: 'good',
  fresh: 'good',
  impaired: 'warn',
  coming_soon: 'warn',
  unknown: 'warn',
  failing: 'bad',
  stopped: 'bad',
  stale: 'bad',
  down: 'bad',
};

/** The words for states that are not their own. */
const WORDS: Readonly<Record<string, string>> = { unknown: 'not used yet', coming_soon: 'coming soon' };

/** Prints the status of a deployment for people, as one replica has seen it, with the headers of the page. */
export function printStatusPage(status: StatusAnswer) {
  const { state, service, version, commit, time, upstreams, strategies, feeds, senders, stops } = status;
  const span = (since: string | null) => printSpan(since, time);
  const rows = {
    Strategies: strategies.map(({ key, state: each, since, lacks }) => [
      nameStrategy(key),
      each,
      lacks.length > 0 ? `${escapeText(lacks.join(', '))} is away for ${span(since)}` : `for ${span(since)}`,
    ]),
    Upstreams: upstreams.map(({ name, state: each, since, lastSuccess }) => [
      name,
      each,
      lastSuccess === null ? '' : `for ${span(since)}, last answer ${span(lastSuccess)} ago`,
    ]),
    Feeds: feeds.map(({ name, ageSeconds, isFresh }) => [
      name,
      isFresh ? 'fresh' : 'stale',
      ageSeconds === null ? 'not read yet' : `read ${ageSeconds} seconds ago`,
    ]),
    'Senders set aside': senders.flatMap(({ name, isSetAside }) =>
      isSetAside ? [[name, 'failing', '']] : [],
    ),
    'Stopped by the operator': stops.map(({ target, since }) => [
      nameStrategy(target),
      'stopped',
      `for ${span(since)}`,
    ]),
  };
  const content = `<h1>${escapeText(service)} ${escapeText(version)}: ${printState(state)}</h1>
${Object.entries(rows).map(printSection).join('\n')}
<p class="dim">At ${escapeText(time)}, commit ${escapeText(commit)}, as one replica has seen it.</p>`;
  const other = { path: '/status.json', mediaType: 'application/json', name: 'JSON' };
  const page = { path: '/status', title: `${service}: ${state}`, other, content };
  return { html: printPage(page, []), headers: PAGE_HEADERS };
}

function printSection([title, lines]: [string, string[][]]): string {
  if (lines.length === 0) return '';
  const rows = lines.map(
    ([name = '', state = '', rest = '']) =>
      `<tr><th scope="row">${escapeText(name)}</th><td>${printState(state)}</td><td>${rest}</td></tr>`,
  );
  return `<h2>${title}</h2>\n<div class="scroll" tabindex="0"><table>${rows.join('\n')}</table></div>`;
}

function printState(state: string): string {
  return `<strong class="${GRADES[state] ?? 'warn'}">${escapeText(WORDS[state] ?? state)}</strong>`;
}

const STEPS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Prints how long ago a time was in words, such as `3 hours`, with the exact time as its title. */
function printSpan(since: string | null, now: string): string {
  if (since === null) return 'an unknown time';
  const seconds = Math.max(0, Math.round((Date.parse(now) - Date.parse(since)) / 1_000));
  const [unit, length] = STEPS.find(([, each]) => seconds >= each) ?? ['second', 1];
  const words = Math.floor(seconds / length).toLocaleString('en', {
    style: 'unit',
    unit,
    unitDisplay: 'long',
  });
  return `<time datetime="${escapeText(since)}" title="${escapeText(since)}">${words}</time>`;
}
