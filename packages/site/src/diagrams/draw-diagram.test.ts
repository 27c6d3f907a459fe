import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { type Box, type Diagram, parseDiagram } from './diagram.ts';
import { drawDiagram } from './draw-diagram.ts';
import { breakText, layOut } from './lay-out.ts';
import { printDiagramFile, readDiagrams } from './read-diagrams.ts';

const DOCS = new URL('../../../../docs/', import.meta.url);
const diagrams = await readDiagrams();

const box = (row: number, column: number, more: Partial<Box> = {}): Box => ({
  at: [row, column],
  kind: 'service',
  name: 'A',
  ...more,
});
const DIAGRAM: Diagram = {
  title: 'T',
  description: 'D',
  boxes: { a: box(0, 0), b: box(1, 0), c: box(1, 1) },
  arrows: [{ from: 'a', to: 'b', text: 'x' }],
};

test('every diagram of the documents is drawn as `npm run generate` leaves it, and shown on a page', async () => {
  assert.ok(diagrams.size >= 4);
  const pages = (await readdir(DOCS)).filter((name) => name.endsWith('.md'));
  const texts = (await Promise.all(pages.map((name) => readFile(new URL(name, DOCS), 'utf8')))).join('\n');
  for (const [path, diagram] of diagrams) {
    const name = path.slice('/docs/'.length);
    assert.equal(await readFile(new URL(name, DOCS), 'utf8'), printDiagramFile(path, diagram), path);
    assert.ok(texts.includes(`![${diagram.title}](${name})`), `${name} is shown with its title`);
  }
});

test('boxes hold their text and do not touch', () => {
  for (const [path, { boxes }] of diagrams) {
    const { areas, width, height } = layOut(boxes);
    const sheet = { x: 0, y: 0, width, height };
    for (const [name, area] of areas) {
      assert.ok(isWithin(area, sheet), `${path}: ${name}`);
      for (const line of area.lines) assert.ok(line.length * 7 < area.width, `${path}: ${line}`);
      const touched = [...areas].find(([other, each]) => other !== name && overlaps(area, each));
      assert.equal(touched, undefined, `${path}: ${name}`);
    }
  }
});

test('no arrow runs through a box that it does not mean', () => {
  for (const [path, { boxes, arrows }] of diagrams) {
    const { areas } = layOut(boxes);
    for (const arrow of arrows) {
      const way = readWay(drawDiagram({ ...DIAGRAM, boxes, arrows: [arrow] }, 'x'));
      assert.ok(way.length >= 1);
      const others = [...areas].filter(([name]) => name !== arrow.from && name !== arrow.to);
      const crossed = others.find(([, area]) => way.some((part) => overlaps(part, area)));
      assert.equal(crossed?.[0], undefined, `${path}: ${arrow.from} to ${arrow.to}`);
    }
  }
});

type Area = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

const overlaps = (a: Area, b: Area) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

const isWithin = (a: Area, b: Area) =>
  a.x >= b.x && a.y >= b.y && a.x + a.width <= b.x + b.width && a.y + a.height <= b.y + b.height;

/** The straight parts of the first arrow, as areas as thick as its line. */
function readWay(drawn: string): readonly Area[] {
  const [, way = ''] = / d="(M[^"Z]*)"/.exec(drawn) ?? [];
  const points = [...way.matchAll(/([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
  return points.slice(1).map(([x, y], i) => {
    const [fromX, fromY] = points[i] ?? [x, y];
    return {
      x: Math.min(x, fromX),
      y: Math.min(y, fromY),
      width: Math.abs(x - fromX) || 1,
      height: Math.abs(y - fromY) || 1,
    };
  });
}

test('words of a diagram are text, whatever they hold', () => {
  const hostile = `<script>alert(1)</script>" onload="x`;
  const drawn = drawDiagram(
    {
      title: hostile,
      description: hostile,
      boxes: { a: box(0, 0, { name: hostile, text: hostile }), b: box(0, 1) },
      arrows: [{ from: 'a', to: 'b', text: hostile }],
    },
    'id',
  );
  assert.doesNotMatch(drawn, /<script|" onload/);
  assert.match(drawn, /role="img" aria-labelledby="id-title id-desc"/);
  assert.match(drawn, /<title id="id-title">[^<]+<\/title>\s*<desc id="id-desc">[^<]+<\/desc>/);
});

test('half a diagram is refused with what it lacks', () => {
  const faults: readonly (readonly [object, RegExp])[] = [
    [{ ...DIAGRAM, title: '' }, /title and a description/],
    [{ ...DIAGRAM, description: undefined }, /title and a description/],
    [{ ...DIAGRAM, colour: 'red' }, /no colour/],
    [{ ...DIAGRAM, boxes: { ...DIAGRAM.boxes, d: box(1, 1) } }, /one box at row 1, column 1/],
    [{ ...DIAGRAM, boxes: { ...DIAGRAM.boxes, a: box(1, 0, { columns: 2 }) } }, /one box at row 1/],
    [{ ...DIAGRAM, boxes: { ...DIAGRAM.boxes, a: { ...box(0, 0), kind: 'red' } } }, /not a\./],
    [{ ...DIAGRAM, arrows: [{ from: 'a', to: 'z' }] }, /no box z/],
    [{ ...DIAGRAM, arrows: [{ from: 'toString', to: 'a' }] }, /no box toString/],
  ];
  for (const [diagram, message] of faults) {
    assert.throws(() => parseDiagram(JSON.stringify(diagram)), message);
  }
  assert.deepEqual(parseDiagram(JSON.stringify(DIAGRAM)), DIAGRAM);
});

test('text is broken between words, and a word that is too long stays whole', () => {
  assert.deepEqual(breakText('one two three', 7), ['one two', 'three']);
  assert.deepEqual(breakText('a  incomprehensible b', 5), ['a', 'incomprehensible', 'b']);
  assert.deepEqual(breakText('', 5), []);
});
