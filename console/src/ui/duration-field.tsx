import { useState } from 'react';
import { PERIOD_UNITS, type PeriodUnit, periodIn, writtenPeriod } from '../lib/periods.ts';
import { w } from '../words/index.ts';
import { classes } from './classes.ts';
import { Frame, type Labelled } from './field.tsx';

interface Props extends Labelled {
  readonly required?: boolean;
  /** ISO 8601; empty where none is said. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** What people choose from; a second is offered where one was written. */
const OFFERED: readonly PeriodUnit[] = ['minute', 'hour', 'day'];

/** Asks how long: a number and its unit, which the API takes as one duration. */
export function DurationField({ required = false, value, onChange, ...frame }: Props) {
  const [chosen, setChosen] = useState<PeriodUnit>('hour');
  const period = periodIn(value);
  const unit = period?.unit ?? chosen;
  const offered = (Object.keys(PERIOD_UNITS) as PeriodUnit[]).filter((each) => OFFERED.includes(each) || each === unit);
  const say = (count: number, next: PeriodUnit) => {
    setChosen(next);
    onChange(Number.isNaN(count) ? '' : writtenPeriod({ count, unit: next }));
  };
  return (
    <Frame {...frame}>
      {(given) => (
        <div className="flex gap-2">
          <input
            {...given}
            type="number"
            min={1}
            step={1}
            required={required}
            value={period?.count ?? ''}
            onChange={({ target }) => say(target.valueAsNumber, unit)}
          />
          <select
            aria-label={w.ui.unitOf(frame.label)}
            className={classes(given.className, 'max-w-36')}
            value={unit}
            onChange={({ target }) => say(period?.count ?? Number.NaN, target.value as PeriodUnit)}
          >
            {offered.map((each) => (
              <option key={each} value={each}>
                {w.ui.units[each]}
              </option>
            ))}
          </select>
        </div>
      )}
    </Frame>
  );
}
