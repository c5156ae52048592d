import { joinClassNames } from './class-names.ts';

/** A series of stacked values, bottom to top. Color and pattern distinguish it. */
export interface ChartSeries {
  readonly name: string;
  readonly pattern: keyof typeof PATTERNS;
}

interface Bar {
  readonly key: string;
  /** Axis label, shown where space permits. */
  readonly label: string;
  /** One value per series. */
  readonly values: readonly number[];
  /** Text of the tooltip. */
  readonly description: string;
}

const createStripes = (angle: number, width: number) =>
  `repeating-linear-gradient(${angle}deg, currentColor 0 ${width}px, color-mix(in srgb, currentColor 45%, transparent) ${width}px ${2 * width}px)`;

const PATTERNS = {
  plain: { color: 'text-accent', image: 'linear-gradient(currentColor, currentColor)' },
  striped: { color: 'text-info', image: createStripes(45, 3) },
  lined: { color: 'text-warning', image: createStripes(0, 2) },
  bad: { color: 'text-danger', image: createStripes(135, 3) },
  quiet: { color: 'text-muted', image: createStripes(90, 2) },
} as const;

interface Props {
  readonly label: string;
  readonly series: readonly ChartSeries[];
  readonly bars: readonly Bar[];
  /** Formats a value of the y-axis. */
  readonly formatValue: (value: number) => string;
}

/**
 * A stacked bar chart with axis and legend. Callers show the numbers in a table as well. Elements draw it, not uPlot,
 * because a canvas has no patterns per series, forced colors or tooltips of its own.
 */
export function BarChart({ label, series, bars, formatValue }: Props) {
  const maxValue = roundUpToTick(Math.max(...bars.map(({ values }) => sum(values)), 0));
  // Half of an odd maximum is no whole count.
  const ticks = Number.isInteger(maxValue) && maxValue % 2 === 1 ? [maxValue, 0] : [maxValue, maxValue / 2, 0];
  return (
    <figure className="flex flex-col gap-2 rounded-md border bg-surface p-3">
      {series.length > 1 && (
        <figcaption>
          <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
            {series.map(({ name, pattern }) => (
              <li key={name} className="flex items-center gap-1.5">
                <Swatch pattern={pattern} className="size-3 border border-current" />
                {name}
              </li>
            ))}
          </ul>
        </figcaption>
      )}
      <div role="img" aria-label={label} className="flex gap-2 pt-2">
        <div aria-hidden className="flex h-48 flex-col justify-between text-end text-sm text-muted">
          {ticks.map((tick) => (
            <span key={tick} className="-my-2.5">
              {formatValue(tick)}
            </span>
          ))}
        </div>
        <div aria-hidden className="min-w-0 flex-1 overflow-x-auto">
          <div className="relative flex h-48 items-end border-b border-input">
            <span className="absolute inset-x-0 top-0 border-t border-border" />
            <span className="absolute inset-x-0 top-1/2 border-t border-border" />
            {bars.map(({ key, values, description }) => (
              <span
                key={key}
                title={description}
                className="relative flex h-full min-w-[3px] flex-1 flex-col-reverse items-center"
              >
                {series.map(({ name, pattern }, index) => (
                  <Swatch
                    key={name}
                    pattern={pattern}
                    className="w-4/5 shrink-0"
                    height={maxValue > 0 ? (100 * (values[index] ?? 0)) / maxValue : 0}
                  />
                ))}
              </span>
            ))}
          </div>
          <div className="flex justify-between gap-2 pt-1 text-sm text-muted">
            {getLabeledBars(bars).map(({ key, label: name }) => (
              <span key={key}>{name}</span>
            ))}
          </div>
        </div>
      </div>
    </figure>
  );
}

interface SwatchProps {
  readonly pattern: keyof typeof PATTERNS;
  readonly className: string;
  /** In percent of the chart. */
  readonly height?: number;
}

function Swatch({ pattern, className, height }: SwatchProps) {
  const { color, image } = PATTERNS[pattern];
  const size = height === undefined ? {} : { height: `${height}%` };
  return (
    <span
      aria-hidden
      data-bar
      className={joinClassNames(color, className)}
      style={{ backgroundImage: image, ...size }}
    />
  );
}

/** Returns the bars that get an axis label: the first, the middle and the last. */
function getLabeledBars(bars: readonly Bar[]): readonly Bar[] {
  const indexes = bars.length < 3 ? bars.map((_, index) => index) : [0, Math.floor(bars.length / 2), bars.length - 1];
  return indexes.flatMap((index) => bars[index] ?? []);
}

const sum = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** Rounds up to 1, 2, 5 or 10 times a power of ten. */
function roundUpToTick(value: number): number {
  if (value <= 0) return 0;
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 5, 10].find((step) => step * power >= value * (1 - 1e-9)) ?? 10);
}
