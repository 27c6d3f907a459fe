import { useEffect, useRef, useState } from 'preact/hooks';
import type uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { sayDate, sayPercent } from '../state/figures.ts';
import { compareWords } from '../words.ts';

/** A day and its percentage. */
type Point = { readonly date: string; readonly apy: number };

const HEIGHT = 130;
const FONT = '12px system-ui, sans-serif';

/** A yield over days as a line; in words for readers by ear, for a single day, and where it cannot be drawn. */
export function Chart({ points, title }: { readonly points: readonly Point[]; readonly title: string }) {
  const place = useRef<HTMLDivElement>(null);
  const [isDrawable, setDrawable] = useState(true);
  useEffect(() => {
    const { current } = place;
    if (current === null || points.length < 2) return undefined;
    const left = new AbortController();
    // Its library may be out of reach, or not run under the language of the browser.
    show(current, points, left.signal).catch(() => setDrawable(false));
    return () => left.abort();
  }, [points]);
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return <p class="dim">{compareWords.noHistory}</p>;
  const figures = points.map(({ apy }) => apy);
  const words = compareWords.went(
    title,
    sayPercent(first.apy),
    sayDate(first.date),
    sayPercent(last.apy),
    sayDate(last.date),
    sayPercent(Math.min(...figures)),
    sayPercent(Math.max(...figures)),
  );
  return points.length < 2 || !isDrawable ? (
    <p>{words}</p>
  ) : (
    <div class="chart" ref={place} role="img" aria-label={words} />
  );
}

/** Draws until the signal ends it; anew for other colours of the system, and for another width. */
async function show(place: HTMLDivElement, points: readonly Point[], signal: AbortSignal): Promise<void> {
  const { default: Plot } = await import('uplot');
  if (signal.aborted) return;
  const plot = new Plot(...plan(place, points));
  const observer = new ResizeObserver(() => plot.setSize({ width: place.clientWidth, height: HEIGHT }));
  observer.observe(place);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => plot.redraw(), { signal });
  signal.addEventListener('abort', () => {
    observer.disconnect();
    plot.destroy();
  });
}

function plan(
  place: HTMLDivElement,
  points: readonly Point[],
): [uPlot.Options, uPlot.AlignedData, HTMLElement] {
  const style = () => getComputedStyle(place);
  const axis: uPlot.Axis = {
    stroke: () => style().color,
    grid: { stroke: () => style().borderColor, width: 1 },
    ticks: { show: false },
    font: FONT,
  };
  const [low, high] = [Math.min(...points.map(({ apy }) => apy)), Math.max(...points.map(({ apy }) => apy))];
  // A line that hardly moves is not to look like a mountain.
  const margin = Math.max(high - low, high * 0.1, 0.1) / 2;
  return [
    {
      width: place.clientWidth,
      height: HEIGHT,
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false } },
      scales: { y: { range: [Math.max(0, low - margin), high + margin] } },
      series: [{}, { stroke: () => style().outlineColor, width: 2, points: { show: false } }],
      axes: [
        { ...axis, size: 26, space: 70, values: (_, ticks) => ticks.map(printDay) },
        { ...axis, size: 52, space: 35, values: (_, ticks) => ticks.map((tick) => `${tick} %`) },
      ],
    },
    [points.map(({ date }) => Date.parse(`${date}T00:00:00Z`) / 1_000), points.map(({ apy }) => apy)],
    place,
  ];
}

function printDay(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().slice(5, 10);
}
