import { classes } from './classes.ts';

/** What a bar is made of, from its foot up; told apart by colour and by pattern. */
export interface Part {
  readonly name: string;
  readonly look: keyof typeof LOOKS;
}

/** A bar. */
export interface Bar {
  readonly key: string;
  /** What stands below it, where there is room. */
  readonly name: string;
  /** Of each part. */
  readonly heights: readonly number[];
  /** All of it in words. */
  readonly says: string;
}

const striped = (angle: number, width: number) =>
  `repeating-linear-gradient(${angle}deg, currentColor 0 ${width}px, transparent ${width}px ${2 * width}px)`;

const LOOKS = {
  plain: { colour: 'text-accent', image: 'linear-gradient(currentColor, currentColor)' },
  striped: { colour: 'text-info', image: striped(45, 3) },
  lined: { colour: 'text-warn', image: striped(0, 2) },
  bad: { colour: 'text-bad', image: striped(135, 3) },
  quiet: { colour: 'text-quiet', image: striped(90, 2) },
} as const;

interface Props {
  readonly label: string;
  readonly parts: readonly Part[];
  readonly bars: readonly Bar[];
  /** Writes a number of the axis. */
  readonly say: (value: number) => string;
}

/** Bars over time with their axis and legend. Who wants the numbers has a table beside it. */
export function BarChart({ label, parts, bars, say }: Props) {
  const top = roundedUp(Math.max(...bars.map(({ heights }) => sumOf(heights)), 0));
  // Half of an odd count is none.
  const marks = Number.isInteger(top) && top % 2 === 1 ? [top, 0] : [top, top / 2, 0];
  return (
    <figure className="flex flex-col gap-2 rounded-md border bg-raised p-3">
      {parts.length > 1 && (
        <figcaption>
          <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
            {parts.map(({ name, look }) => (
              <li key={name} className="flex items-center gap-1.5">
                <Swatch look={look} className="size-3 border border-current" />
                {name}
              </li>
            ))}
          </ul>
        </figcaption>
      )}
      <div role="img" aria-label={label} className="flex gap-2">
        <div aria-hidden className="flex h-48 flex-col justify-between text-end text-sm text-quiet">
          {marks.map((mark) => (
            <span key={mark} className="-my-2.5">
              {say(mark)}
            </span>
          ))}
        </div>
        <div aria-hidden className="min-w-0 flex-1 overflow-x-auto">
          <div className="relative flex h-48 items-end border-b border-edge">
            <span className="absolute inset-x-0 top-0 border-t border-line" />
            <span className="absolute inset-x-0 top-1/2 border-t border-line" />
            {bars.map(({ key, heights, says }) => (
              <span
                key={key}
                title={says}
                className="relative flex h-full min-w-[3px] flex-1 flex-col-reverse items-center"
              >
                {parts.map(({ name, look }, at) => (
                  <Swatch
                    key={name}
                    look={look}
                    className="w-4/5 shrink-0"
                    height={top > 0 ? (100 * (heights[at] ?? 0)) / top : 0}
                  />
                ))}
              </span>
            ))}
          </div>
          <div className="flex justify-between gap-2 pt-1 text-sm text-quiet">
            {named(bars).map(({ key, name }) => (
              <span key={key}>{name}</span>
            ))}
          </div>
        </div>
      </div>
    </figure>
  );
}

interface SwatchProps {
  readonly look: keyof typeof LOOKS;
  readonly className: string;
  /** In percent. */
  readonly height?: number;
}

function Swatch({ look, className, height }: SwatchProps) {
  const { colour, image } = LOOKS[look];
  const size = height === undefined ? {} : { height: `${height}%` };
  return <span aria-hidden className={classes(colour, className)} style={{ backgroundImage: image, ...size }} />;
}

/** The bars whose names have room: the first, the last, and one between where there are many. */
function named(bars: readonly Bar[]): readonly Bar[] {
  const places = bars.length < 3 ? bars.map((_, at) => at) : [0, Math.floor(bars.length / 2), bars.length - 1];
  return places.flatMap((at) => bars[at] ?? []);
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** The next of 1, 2, 5, 10, … that is not less. */
function roundedUp(value: number): number {
  if (value <= 0) return 0;
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 5, 10].find((step) => step * power >= value * (1 - 1e-9)) ?? 10);
}
