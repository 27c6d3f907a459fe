import { hash } from 'node:crypto';
import type { StatusAnswer } from '@staking-agent/wire';

const STYLE = `:root{color-scheme:light dark;--line:#8884;--good:#1a7f37;--poor:#9a6700;--bad:#b3261e}
@media (prefers-color-scheme:dark){:root{--good:#56d364;--poor:#e3b341;--bad:#ff7b72}}
body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:0 auto;padding:1rem}
h1{font-size:1.3rem}h2{font-size:1rem;margin:1.5rem 0 .25rem}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.3rem .5rem .3rem 0;border-top:1px solid var(--line);overflow-wrap:anywhere}
th{font-weight:600}td:nth-child(2){white-space:nowrap}.good{color:var(--good)}.poor{color:var(--poor)}.bad{color:var(--bad)}
footer{margin-top:1.5rem;font-size:.85rem}@media (max-width:30rem){body{font-size:14px}}`;

/** What the page may load: nothing but its own style. */
export const STATUS_PAGE_POLICY = `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const GRADES: Readonly<Record<string, 'good' | 'poor' | 'bad'>> = {
  ok: 'good',
  live: 'good',
  fresh: 'good',
  impaired: 'poor',
  coming_soon: 'poor',
  unknown: 'poor',
  failing: 'bad',
  stopped: 'bad',
  stale: 'bad',
  down: 'bad',
};

/** Prints the status for people: one page without scripts, images or anything from elsewhere. */
export function printStatusPage(status: StatusAnswer): string {
  const { state, service, version, commit, time, upstreams, strategies, feeds, stops } = status;
  const rows = {
    Strategies: strategies.map(({ key, state: each, since, lacks }) => [
      key,
      grade(each),
      lacks.length > 0 ? `${text(lacks.join(', '))} is away, since ${text(since)}` : `since ${text(since)}`,
    ]),
    Upstreams: upstreams.map(({ name, state: each, since, lastSuccess }) => [
      name,
      grade(each),
      lastSuccess === null ? '' : `since ${text(since)}, answered ${text(lastSuccess)}`,
    ]),
    Feeds: feeds.map(({ name, ageSeconds, isFresh }) => [
      name,
      grade(isFresh ? 'fresh' : 'stale'),
      ageSeconds === null ? '' : `${ageSeconds} seconds old`,
    ]),
    'Stopped by the operator': stops.map(({ target, since }) => [
      target,
      grade('stopped'),
      `since ${text(since)}`,
    ]),
  };
  const sections = Object.entries(rows).map(([title, lines]) => printSection(title, lines));
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${text(service)}: ${text(state)}</title><style>${STYLE}</style></head>
<body><main><h1>${text(service)} ${text(version)}: ${grade(state)}</h1>
${sections.join('\n')}
</main><footer>At ${text(time)}, commit ${text(commit)}, as one replica has seen it. <a href="status.json">As JSON</a></footer></body></html>
`;
}

function printSection(
  title: string,
  lines: readonly (readonly [string, string, string] | string[])[],
): string {
  if (lines.length === 0) return '';
  const rows = lines.map(
    ([name = '', state = '', rest = '']) =>
      `<tr><th scope="row">${text(name)}</th><td>${state}</td><td>${rest}</td></tr>`,
  );
  return `<h2>${text(title)}</h2>\n<table>${rows.join('\n')}</table>`;
}

function grade(state: string): string {
  return `<strong class="${GRADES[state] ?? 'poor'}">${text(state.replaceAll('_', ' '))}</strong>`;
}

function text(value: string | null): string {
  return (value ?? 'an unknown time').replace(/[&<>"']/g, (each) => `&#${each.charCodeAt(0)};`);
}
