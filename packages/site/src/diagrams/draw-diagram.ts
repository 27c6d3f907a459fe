import { escapeText } from '../html/layout.ts';
import type { Arrow, Box, Diagram } from './diagram.ts';
import { type Area, layOut } from './lay-out.ts';

/** Lengths in pixels; a line of text is {@link LINE} high. */
const LINE = 17;
const PADDING = 10;
const ARROW_HEAD = 7;

/**
 * Draws a diagram as SVG, in text that can be searched and read aloud.
 *
 * Classes carry all colours: a page styles them, and a file of its own brings {@link FILE_STYLE}.
 *
 * @param id - of this diagram, once in a page.
 * @param style - the content of a style element; none in a page that has its own.
 */
export function drawDiagram(diagram: Diagram, id: string, style = ''): string {
  const { areas, width, height } = layOut(diagram.boxes);
  const find = (name: string): Area => areas.get(name) as Area;
  const boxes = Object.entries(diagram.boxes).map(([name, box]) => drawBox(box, find(name)));
  const arrows = diagram.arrows.map((arrow) => drawArrow(arrow, find(arrow.from), find(arrow.to)));
  return `<svg xmlns="http://www.w3.org/2000/svg" class="diagram" role="img" aria-labelledby="${id}-title ${id}-desc" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<title id="${id}-title">${escapeText(diagram.title)}</title>
<desc id="${id}-desc">${escapeText(diagram.description)}</desc>
${style === '' ? '' : `<style>${style}</style>\n`}${arrows.join('\n')}
${boxes.join('\n')}
</svg>
`;
}

/** Colours and letters of a diagram that stands alone, in light and dark. */
export const FILE_STYLE = `
.diagram { color: #1c2128; background: #fff; font: 13px/1.3 system-ui, sans-serif; --panel: #f6f8fa; --line: #6b7480; --dim: #565e67; --accent: #0b5c8a; --caller: #1b6b3a; --danger: #a8231f }
@media (prefers-color-scheme: dark) { .diagram { color: #e6e9ee; background: #0d1117; --panel: #161b22; --line: #717a84; --dim: #a3abb4; --accent: #7cc0ea; --caller: #7fd19b; --danger: #ff9b93 } }
${readRules()}`;

/** How the parts of a diagram take the colours of what they stand in. */
function readRules(): string {
  return `.diagram text { fill: currentColor }
.diagram .name { font-weight: 600 }
.diagram rect { fill: var(--panel); stroke: var(--line) }
.diagram .service rect { stroke: var(--accent); stroke-width: 1.5 }
.diagram .caller rect { stroke: var(--caller); stroke-width: 1.5 }
.diagram .outside rect { stroke-dasharray: 4 3 }
.diagram .refusal rect { stroke: var(--danger); stroke-width: 1.5 }
.diagram path { fill: none; stroke: var(--line); stroke-width: 1.5 }
.diagram path.head { fill: var(--line); stroke: none }
.diagram path.dashed { stroke-dasharray: 4 3 }
.diagram .label { font-size: 12px; fill: var(--dim) }
`;
}

function drawBox({ kind, name }: Box, { x, y, width, height, lines }: Area): string {
  const at = (line: number) => y + PADDING + LINE * line + 12;
  const texts = lines.map(
    (line, i) => `<text x="${x + PADDING}" y="${at(i + 1)}">${escapeText(line)}</text>`,
  );
  return `<g class="${kind}"><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${kind === 'caller' ? 14 : 4}"/><text class="name" x="${x + PADDING}" y="${at(0)}">${escapeText(name)}</text>${texts.join('')}</g>`;
}

type Point = readonly [x: number, y: number];

function drawArrow({ text, isDashed = false }: Arrow, from: Area, to: Area): string {
  const points = findWay(from, to);
  const [end, before] = points.toReversed() as [Point, Point];
  const way = points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${x} ${y}`).join('');
  const line = `<path${isDashed ? ' class="dashed"' : ''} d="${way}"/><path class="head" d="${drawHead(before, end)}"/>`;
  return text === undefined ? line : line + drawLabel(text, points);
}

/** From the edge of a box to the edge of another: straight where they share a row or a column, else around one corner. */
function findWay(from: Area, to: Area): readonly Point[] {
  const isBelow = to.y > from.y + from.height;
  const isAbove = to.y + to.height < from.y;
  if (!isBelow && !isAbove) {
    const y = from.y + Math.min(from.height, to.height) / 2;
    const isRight = to.x > from.x;
    return isRight
      ? [
          [from.x + from.width, y],
          [to.x, y],
        ]
      : [
          [from.x, y],
          [to.x + to.width, y],
        ];
  }
  const [left, right] = [Math.max(from.x, to.x), Math.min(from.x + from.width, to.x + to.width)];
  const end = isBelow ? to.y : to.y + to.height;
  if (right > left) {
    const x = (left + right) / 2;
    return [
      [x, isBelow ? from.y + from.height : from.y],
      [x, end],
    ];
  }
  const x = to.x + to.width / 2;
  const y = from.y + from.height / 2;
  return [
    [x > from.x ? from.x + from.width : from.x, y],
    [x, y],
    [x, end],
  ];
}

function drawHead([fromX, fromY]: Point, [x, y]: Point): string {
  const [dx, dy] = [Math.sign(x - fromX), Math.sign(y - fromY)];
  const [backX, backY] = [x - dx * ARROW_HEAD, y - dy * ARROW_HEAD];
  const half = ARROW_HEAD / 2;
  return `M${x} ${y}L${backX + dy * half} ${backY + dx * half}L${backX - dy * half} ${backY - dx * half}Z`;
}

/** Beside the last part of a line that stands, else above it. */
function drawLabel(text: string, points: readonly Point[]): string {
  const [[x, y], [fromX, fromY]] = points.toReversed() as [Point, Point];
  if (y === fromY) {
    return `<text class="label" text-anchor="middle" x="${(x + fromX) / 2}" y="${y - 5}">${escapeText(text)}</text>`;
  }
  return `<text class="label" x="${x + 8}" y="${(y + fromY) / 2 + 4}">${escapeText(text)}</text>`;
}
