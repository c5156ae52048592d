import { useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { TrendPoint } from './trend-chart.tsx';

interface Props {
  readonly points: readonly TrendPoint[];
  readonly shape: 'bars' | 'line';
  /** Formats a value of the tooltip. */
  readonly formatPoint: (point: TrendPoint) => string;
  /** Called if the browser cannot draw. */
  readonly onUnsupported: () => void;
}

const HEIGHT_PX = 72;

/** A small chart of a period, and of the period before as a dashed line. Drawn by uPlot. */
export default function Plot({ points, shape, formatPoint, onUnsupported }: Props) {
  const containerRef = useRef<HTMLDivElement>(null);
  const [hovered, setHovered] = useState<number>();
  const plotRef = useRef<uPlot>(undefined);
  const unsupportedRef = useRef(onUnsupported);
  unsupportedRef.current = onUnsupported;
  const data = toPlotData(points);
  const dataRef = useRef(data);
  dataRef.current = data;
  // biome-ignore lint/correctness/useExhaustiveDependencies: other points make other data
  useEffect(() => plotRef.current?.setData(dataRef.current), [points]);
  useEffect(() => {
    const container = containerRef.current;
    if (!container) return;
    if (!document.createElement('canvas').getContext('2d')) {
      unsupportedRef.current();
      return;
    }
    const plot = new uPlot(getOptions(container, shape, setHovered), dataRef.current, container);
    plotRef.current = plot;
    const redraw = () => plot.redraw();
    const resizeObserver = new ResizeObserver(() => plot.setSize({ width: container.clientWidth, height: HEIGHT_PX }));
    resizeObserver.observe(container);
    // Another theme changes the colors, which the canvas keeps.
    const themeObserver = new MutationObserver(redraw);
    themeObserver.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    const darkMode = matchMedia('(prefers-color-scheme: dark)');
    darkMode.addEventListener('change', redraw);
    return () => {
      resizeObserver.disconnect();
      themeObserver.disconnect();
      darkMode.removeEventListener('change', redraw);
      plot.destroy();
    };
  }, [shape]);
  const point = hovered === undefined ? undefined : points[hovered];
  return (
    <div aria-hidden className="relative" data-bar>
      <div ref={containerRef} style={{ height: HEIGHT_PX }} />
      {point && (
        <p className="pointer-events-none absolute end-0 -top-6 rounded-md border border-border-strong bg-surface px-1.5 py-0.5 text-xs whitespace-nowrap shadow-sm">
          {formatPoint(point)}
        </p>
      )}
    </div>
  );
}

function toPlotData(points: readonly TrendPoint[]): uPlot.AlignedData {
  return [points.map((_, index) => index), points.map(({ value }) => value), points.map(({ before }) => before)];
}

function getOptions(
  container: HTMLElement,
  shape: Props['shape'],
  onHover: (index: number | undefined) => void,
): uPlot.Options {
  const getColor = (name: string) => () => resolveColor(container, name);
  const bars = uPlot.paths.bars?.({ size: [0.7, 28], radius: 0.2 });
  const current: uPlot.Series =
    shape === 'bars'
      ? {
          fill: getColor('--accent'),
          width: 0,
          ...(bars ? { paths: bars } : {}),
          points: { show: false },
        }
      : {
          stroke: getColor('--accent'),
          fill: getColor('--accent-subtle'),
          width: 2,
          // A line needs two points.
          points: { show: hasFewPoints, size: 6, fill: getColor('--accent') },
          spanGaps: true,
        };
  const before: uPlot.Series = {
    stroke: getColor('--input'),
    width: 1.5,
    dash: [4, 4],
    points: { show: false },
    spanGaps: true,
  };
  return {
    width: container.clientWidth,
    height: HEIGHT_PX,
    padding: [4, 0, 0, 0],
    legend: { show: false },
    axes: [{ show: false }, { show: false }],
    scales: {
      x: { time: false, range: (_, min, max) => [min - 0.5, max + 0.5] },
      y: { range: (_, _min, max) => [0, (max || 1) * 1.08] },
    },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
    series: [{}, current, before],
    hooks: { setCursor: [({ cursor: { idx } }) => onHover(idx ?? undefined)] },
  };
}

const hasFewPoints: uPlot.Series.Points.Show = ({ data }, series) =>
  (data[series] ?? []).filter((value) => value != null).length < 3;

/** Returns a color of the theme in a form that a canvas knows. */
function resolveColor(container: HTMLElement, name: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${name})`;
  container.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
