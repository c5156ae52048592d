import { sayDecimal, sayNumber } from '../../lib/numbers.ts';
import { Section } from '../../ui/section.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { language, w } from '../../words/index.ts';
import type { SpendReport } from './queries.ts';

type Bucket = SpendReport['buckets'][number];

const HEIGHT = 40;
const GAP = 0.2;

/** A bar a day; the same in a table for who wants the numbers. */
export function SpendBars({ report: { total, buckets, timezone } }: { readonly report: SpendReport }) {
  const most = buckets.reduce<Bucket | undefined>(
    (dearest, each) => (Number(each.credits) > Number(dearest?.credits ?? 0) ? each : dearest),
    undefined,
  );
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: timezone });
  const dayOf = ({ start }: Bucket) => format.format(new Date(start));
  const [first, last] = [buckets[0], buckets.at(-1)];
  return (
    <Section title={w.settings.perDay}>
      <p className="text-lg">
        {w.settings.total(sayDecimal(total.credits), sayNumber(total.runs), sayNumber(total.total_tokens))}
      </p>
      {most && (
        <figure className="flex flex-col gap-1 rounded-md border bg-raised p-3">
          <Bars buckets={buckets} most={Number(most.credits)} dayOf={dayOf} />
          <figcaption className="flex flex-wrap justify-between gap-x-4 text-sm text-quiet">
            {first && <span>{dayOf(first)}</span>}
            <span className="max-sm:order-first max-sm:w-full">{w.settings.mostADay(sayDecimal(most.credits))}</span>
            {last && <span>{dayOf(last)}</span>}
          </figcaption>
        </figure>
      )}
      <details>
        <summary className="cursor-pointer text-sm">{w.settings.asTable}</summary>
        <div className="mt-2">
          <Table
            caption={w.settings.perDay}
            columns={columns(dayOf)}
            rows={buckets.toReversed()}
            keyOf={({ start }) => start}
          />
        </div>
      </details>
    </Section>
  );
}

interface BarsProps {
  readonly buckets: readonly Bucket[];
  /** Credits of the highest bar. */
  readonly most: number;
  readonly dayOf: (bucket: Bucket) => string;
}

function Bars({ buckets, most, dayOf }: BarsProps) {
  return (
    <svg
      role="img"
      aria-label={w.settings.perDay}
      viewBox={`0 0 ${buckets.length} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="h-40 w-full"
    >
      {buckets.map((bucket, at) => {
        const height = (HEIGHT * Number(bucket.credits)) / most;
        return (
          <g key={bucket.start}>
            <title>{w.settings.dayIs(dayOf(bucket), sayDecimal(bucket.credits), sayNumber(bucket.runs))}</title>
            <rect x={at} width={1} height={HEIGHT} className="fill-transparent" />
            <rect x={at + GAP / 2} y={HEIGHT - height} width={1 - GAP} height={height} className="fill-accent" />
          </g>
        );
      })}
    </svg>
  );
}

function columns(dayOf: (bucket: Bucket) => string): readonly Column<Bucket>[] {
  return [
    { name: w.settings.day, show: dayOf },
    { name: w.settings.ofTasks, end: true, show: ({ tasks }) => sayDecimal(tasks.credits) },
    { name: w.settings.ofAgents, end: true, show: ({ agents }) => sayDecimal(agents.credits) },
    { name: w.settings.together, end: true, show: ({ credits }) => sayDecimal(credits) },
  ];
}
