/**
 * Deals files out to processes so that all take about as long: the longest first, each to whoever has least so far.
 *
 * @param seconds - what a file took the last time; a file that never ran counts as the mean.
 */
export function dealFiles(
  files: readonly string[],
  processes: number,
  seconds: Readonly<Record<string, number>>,
): string[][] {
  const known = files.flatMap((file) => seconds[file] ?? []);
  const mean = known.reduce((sum, each) => sum + each, 0) / Math.max(1, known.length) || 1;
  const secondsOf = (file: string): number => seconds[file] ?? mean;
  const hands = Array.from({ length: processes }, () => ({ files: [] as string[], sum: 0 }));
  for (const file of files.toSorted((a, b) => secondsOf(b) - secondsOf(a))) {
    const [least] = hands.toSorted((a, b) => a.sum - b.sum);
    least?.files.push(file);
    if (least !== undefined) least.sum += secondsOf(file);
  }
  return hands.map((hand) => hand.files.sort());
}
