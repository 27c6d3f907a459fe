/** The middle value; of an even count, the lower of the two in the middle. */
export function median(values: readonly number[]): number {
  const middle = values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)];
  if (middle === undefined) throw new Error('There is no median of nothing.');
  return middle;
}

/** Prints rows under their headings; the first column is text, the others stand to the right. */
export function printTable(headings: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = headings.map((heading, i) =>
    Math.max(heading.length, ...rows.map((row) => row[i]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join(' | ');
  const rule = widths.map((width, i) => (i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  print(`\n${[headings, rule, ...rows].map((cells) => `| ${line(cells)} |`).join('\n')}\n`);
}

/** Writes one line. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** A count with its thousands apart: 12,345. */
export function count(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

/** Prints a ratio beside what it is meant to be. */
export function printAim(what: string, ratio: number, aim: number): void {
  print(`${what}: ${ratio.toFixed(2)} (aim ${aim}) ${ratio >= aim ? 'met' : 'NOT MET'}`);
}
