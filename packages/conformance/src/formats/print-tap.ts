import { countOutcomes, type Report } from '../report.ts';
import type { Result } from '../run.ts';
import { printExchange } from './print-exchange.ts';

/** Prints a report in TAP 14. */
export function printTap({ url, level, results, timings }: Report): string {
  const { passed, failed, skipped } = countOutcomes(results);
  return [
    'TAP version 14',
    `# ${url}, level ${level}`,
    `1..${results.length}`,
    ...results.flatMap((result, i) => printResult(result, i + 1)),
    `# ${passed} passed, ${failed} failed, ${skipped} skipped`,
    ...timings.map(
      ({ operation, answers, median, p95, longest }) =>
        `# ${operation}: ${answers} answers, median ${median} ms, p95 ${p95} ms, longest ${longest} ms`,
    ),
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
