import type { Report } from '../report.ts';
import { printJson } from './print-json.ts';
import { printMarkdown } from './print-markdown.ts';
import { printTap } from './print-tap.ts';

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
  return PRINTERS[format](report);
}
