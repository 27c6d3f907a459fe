/**
 * Prints one line of a CSV file (RFC 4180), with its line end.
 *
 * A text that a spreadsheet would take for a formula gets an apostrophe before it.
 */
export function formatCsvLine(cells: readonly (string | null)[]): string {
  return `${cells.map(formatCell).join(',')}\r\n`;
}

function formatCell(text: string | null): string {
  const safe = (text ?? '').replace(/^[=+\-@\t\r\n＝＋－＠]/, "'$&");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
