import { countOutcomes, type Report } from '../report.ts';
import { printExchange } from './print-exchange.ts';

/** Prints a report in Markdown: what failed first, then every check, then the times. */
export function printMarkdown({ url, level, results, timings }: Report): string {
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
    '| Operation | Answers | Median, ms | p95, ms | Longest, ms |',
    '|---|---|---|---|---|',
    ...timings.map(({ operation, answers, median, p95, longest }) =>
      row(operation, String(answers), String(median), String(p95), String(longest)),
    ),
    '',
  ].join('\n');
}

function row(...cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
