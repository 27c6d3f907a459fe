import type { Box } from './diagram.ts';

/** Where a box is drawn, in pixels, and the lines that its text is broken into. */
export type Area = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly lines: readonly string[];
};

const COLUMN = 224;
const COLUMN_GAP = 72;
const ROW_GAP = 40;
const MARGIN = 4;
/** Above and below the text of a box. */
const PADDING = 10;
const LINE = 17;
/** What a letter takes of a line, a little more than the average. */
const LETTER = 7.2;

/** Finds a place for every box: columns are equally wide, a row is as high as its highest box. */
export function layOut(boxes: Readonly<Record<string, Box>>): {
  readonly areas: ReadonlyMap<string, Area>;
  readonly width: number;
  readonly height: number;
} {
  const broken = Object.entries(boxes).map(([name, box]) => {
    const width = (box.columns ?? 1) * (COLUMN + COLUMN_GAP) - COLUMN_GAP;
    const lines = breakText(box.text ?? '', Math.floor((width - 2 * PADDING) / LETTER));
    return { name, box, width, lines, height: (lines.length + 1) * LINE + 2 * PADDING };
  });
  const rows = Array.from({ length: 1 + Math.max(...broken.map(({ box }) => box.at[0])) }, (_, row) =>
    Math.max(0, ...broken.filter(({ box }) => box.at[0] === row).map(({ height }) => height)),
  );
  const top = (row: number) => rows.slice(0, row).reduce((sum, height) => sum + height + ROW_GAP, MARGIN);
  const areas = new Map(
    broken.map(({ name, box, width, lines }): [string, Area] => {
      const [row, column] = box.at;
      const x = MARGIN + column * (COLUMN + COLUMN_GAP);
      return [name, { x, y: top(row), width, height: rows[row] ?? 0, lines }];
    }),
  );
  const right = Math.max(...[...areas.values()].map(({ x, width }) => x + width));
  return { areas, width: right + MARGIN, height: top(rows.length) - ROW_GAP + MARGIN };
}

/** Breaks a text between words. */
export function breakText(text: string, letters: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ').filter((each) => each !== '')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= letters)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
