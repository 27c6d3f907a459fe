import { countOutcomes, type Report } from '../report.ts';

/** Prints a report as JSON. */
export function printJson(report: Report): string {
  return `${JSON.stringify({ ...report, totals: countOutcomes(report.results) }, null, 2)}\n`;
}
