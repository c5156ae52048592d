import { lazy, Suspense, useState } from 'react';

const Plot = lazy(() => import('./plot.tsx'));

/** A value of a chart, with that of the period before. Null without data. */
export interface TrendPoint {
  readonly label: string;
  readonly value: number | null;
  readonly before: number | null;
}

interface Props {
  readonly caption: string;
  readonly points: readonly TrendPoint[];
  readonly shape: 'bars' | 'line';
  /** Headers of the table: of the labels, the values and those of the period before. */
  readonly headers: readonly [label: string, value: string, before: string];
  readonly formatValue: (value: number) => string;
}

/** A chart with a table for assistive technology, which is visible where the browser cannot draw. */
export function TrendChart({ caption, points, shape, headers, formatValue }: Props) {
  const [isSupported, setIsSupported] = useState(true);
  const format = (value: number | null) => (value === null ? '–' : formatValue(value));
  const formatPoint = ({ label, value, before }: TrendPoint) =>
    `${label}: ${format(value)} (${headers[2]}: ${format(before)})`;
  return (
    <>
      {isSupported && (
        <Suspense fallback={<div className="h-18" />}>
          <Plot {...{ points, shape, formatPoint }} onUnsupported={() => setIsSupported(false)} />
        </Suspense>
      )}
      {/* A table ignores the height of `sr-only`, and would stretch the page. */}
      <div className={isSupported ? 'sr-only' : 'overflow-x-auto text-sm'}>
        <table>
          <caption>{caption}</caption>
          <thead>
            <tr>
              {headers.map((header) => (
                <th key={header} scope="col">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.map(({ label, value, before }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{format(value)}</td>
                <td>{format(before)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
