import { useEffect, useRef, useState } from 'preact/hooks';
import type uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { LOCALE } from '../words/page.ts';

/** Figures over time. */
export type Drawn = {
  /** Milliseconds since 1970, the earliest first. */
  readonly times: readonly number[];
  readonly figures: readonly number[];
  /** Behind each figure of the axis. */
  readonly unit: string;
  /** The least height of the drawing: a line that hardly moves is not to look like a mountain. */
  readonly span: number;
};

const HEIGHT = 130;
const FONT = '12px system-ui, sans-serif';

/** Draws figures over time; says them in words for readers by ear, for a single moment, and where it cannot draw. */
export function Chart({ drawn, words }: { readonly drawn: Drawn; readonly words: string }) {
  const place = useRef<HTMLDivElement>(null);
  const [isDrawable, setDrawable] = useState(true);
  useEffect(() => {
    const { current } = place;
    if (current === null) return undefined;
    const left = new AbortController();
    // Its library may be out of reach, or not run under the language of the browser.
    show(current, drawn, left.signal).catch(() => setDrawable(false));
    return () => left.abort();
  }, [drawn]);
  return drawn.times.length < 2 || !isDrawable ? (
    <p>{words}</p>
  ) : (
    <div class="chart" ref={place} role="img" aria-label={words} />
  );
}

/** Draws until the signal ends it; anew for other colours of the system, and for another width. */
async function show(place: HTMLDivElement, drawn: Drawn, signal: AbortSignal): Promise<void> {
  const { default: Plot } = await import('uplot');
  if (signal.aborted) return;
  const plot = new Plot(...plan(place, drawn));
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
  { times, figures, unit, span }: Drawn,
): [uPlot.Options, uPlot.AlignedData, HTMLElement] {
  const style = () => getComputedStyle(place);
  const axis: uPlot.Axis = {
    stroke: () => style().color,
    grid: { stroke: () => style().borderColor, width: 1 },
    ticks: { show: false },
    font: FONT,
  };
  const [low, high] = [Math.min(...figures), Math.max(...figures)];
  const margin = Math.max(high - low, span) / 2;
  return [
    {
      width: place.clientWidth,
      height: HEIGHT,
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false } },
      scales: { y: { range: [low < 0 ? low - margin : Math.max(0, low - margin), high + margin] } },
      series: [{}, { stroke: () => style().outlineColor, width: 2, points: { show: false } }],
      axes: [
        { ...axis, size: 26, space: 70, values: (_, ticks) => ticks.map(printDay) },
        { ...axis, size: 58, space: 35, values: (_, ticks) => ticks.map((tick) => `${tick}${unit}`) },
      ],
    },
    [times.map((time) => time / 1_000), [...figures]],
    place,
  ];
}

function printDay(seconds: number): string {
  return new Date(seconds * 1_000).toLocaleDateString(LOCALE, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
}
