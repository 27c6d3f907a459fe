/** Prints rows as aligned columns under their headings, for people. */
export function formatTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  const lines = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
