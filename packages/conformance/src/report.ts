import { type Check, type Group, groupOf, type Law, LEVELS, type Level, type Named } from './check.ts';
import { CHECKS } from './checks/index.ts';
import { Breach, type Exchange, Skipped } from './client.ts';
import { LAWS } from './laws.ts';
import type { Subject } from './subject.ts';

/** The result of a check or a law. */
export type Result = Named & {
  readonly group: Group;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** Why it failed or was skipped. */
  readonly reason?: string;
  /** The exchange that shows the failure. */
  readonly exchange?: Exchange;
};

export type Scope = {
  /** Checks of higher levels are left out. */
  readonly level: Level;
  /** One group alone, its laws on what its checks exchange. */
  readonly only?: Group;
};

/** Lists the checks of a scope, in the order in which they run. */
export function listChecks({ level, only }: Scope): readonly Check[] {
  const highest = LEVELS.indexOf(level);
  return CHECKS.filter(
    (check) => LEVELS.indexOf(check.level) <= highest && (only === undefined || groupOf(check) === only),
  );
}

/** Runs the checks of a scope one after the other, then applies the laws to all exchanges. */
export async function run(
  subject: Subject,
  scope: Scope,
  tell: (result: Result) => void = () => undefined,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const keep = (result: Result) => {
    results.push(result);
    tell(result);
  };
  for (const check of listChecks(scope)) keep(await judge(check, () => check.run(subject)));
  const laws = LAWS.filter((law) => scope.only === undefined || groupOf(law) === scope.only);
  for (const law of laws) keep(await judge(law, async () => law.run(subject.client.exchanges)));
  return results;
}

/** @throws any error that is neither a breach nor a skip: a defect of the kit or of its machine. */
async function judge(named: Check | Law, act: () => Promise<void>): Promise<Result> {
  const { id, section, proves } = named;
  const result = { id, section, proves, group: groupOf(named) };
  try {
    await act();
    return { ...result, outcome: 'passed' };
  } catch (error) {
    if (error instanceof Skipped) return { ...result, outcome: 'skipped', reason: error.message };
    if (!(error instanceof Breach)) throw error;
    const { message: reason, exchange } = error;
    return { ...result, outcome: 'failed', reason, ...(exchange && { exchange }) };
  }
}

type Report = {
  readonly url: string;
  readonly level: string;
  readonly results: readonly Result[];
};

/** Counts the results by outcome. */
export function countOutcomes(results: readonly Result[]): Readonly<Record<Result['outcome'], number>> {
  const count = (outcome: Result['outcome']) => results.filter((each) => each.outcome === outcome).length;
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
}

/** Prints a report in TAP 14. */
function printTap({ url, level, results }: Report): string {
  const { passed, failed, skipped } = countOutcomes(results);
  return [
    'TAP version 14',
    `# ${url}, level ${level}`,
    `1..${results.length}`,
    ...results.flatMap((result, i) => printResult(result, i + 1)),
    `# ${passed} passed, ${failed} failed, ${skipped} skipped`,
    '',
  ].join('\n');
}

function printResult(
  { outcome, id, proves, section, reason = '', exchange }: Result,
  number: number,
): string[] {
  const line = `${outcome === 'failed' ? 'not ok' : 'ok'} ${number} - ${id}`;
  if (outcome === 'skipped') return [`${line} # SKIP ${reason}`];
  if (outcome === 'passed') return [line];
  const shown = exchange === undefined ? [] : ['  exchange: |', indent(printExchange(exchange), 4)];
  return [
    line,
    '  ---',
    `  proves: ${JSON.stringify(proves)}`,
    `  section: ${JSON.stringify(section)}`,
    `  reason: ${JSON.stringify(reason)}`,
    ...shown,
    '  ...',
  ];
}

function indent(text: string, columns: number): string {
  return text.replaceAll(/^/gm, ' '.repeat(columns));
}

/** Prints a report as JSON. */
function printJson(report: Report): string {
  return `${JSON.stringify({ ...report, totals: countOutcomes(report.results) }, null, 2)}\n`;
}

/** Prints a report in Markdown: what failed first, then every check. */
function printMarkdown({ url, level, results }: Report): string {
  const { passed, failed, skipped } = countOutcomes(results);
  const failures = results.filter(({ outcome }) => outcome === 'failed');
  return [
    `# Conformance of ${url}`,
    '',
    `Level ${level}: ${passed} passed, ${failed} failed, ${skipped} skipped.`,
    ...failures.flatMap(({ id, section, proves, reason = '', exchange }) => [
      '',
      `## ${id} failed`,
      '',
      `${section}: ${proves}`,
      '',
      reason,
      ...(exchange ? ['', '```http', printExchange(exchange), '```'] : []),
    ]),
    '',
    '| Check | Section | Proves | Outcome |',
    '|---|---|---|---|',
    ...results.map(({ id, section, proves, outcome, reason }) =>
      row(`\`${id}\``, section, proves, outcome === 'skipped' ? `skipped: ${reason}` : outcome),
    ),
    '',
  ].join('\n');
}

function row(...cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

/** How a report can be printed. */
export const FORMATS = ['tap', 'json', 'md'] as const;

/** How a report can be printed. */
export type Format = (typeof FORMATS)[number];

const PRINTERS: Readonly<Record<Format, (report: Report) => string>> = {
  tap: printTap,
  json: printJson,
  md: printMarkdown,
};

/** Prints a report. */
export function printReport(report: Report, format: Format): string {
  // A report is read in terminals: what a deployment sends must not move the cursor, nor hide or turn words.
  return PRINTERS[format](report).replaceAll(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '·');
}

/** Most characters of a body that are printed. */
const LIMIT = 2_000;

/** Prints what was sent and what came back, as it would stand on the wire. */
function printExchange({ sent, answer, milliseconds }: Exchange): string {
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
  const plain = text.slice(0, LIMIT).replaceAll('\n', '\\n');
  return isLong ? `${plain}… (${text.length} characters)` : plain;
}
