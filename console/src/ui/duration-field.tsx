import { useState } from 'react';
import { type DurationUnit, parseDuration, SECONDS_PER_UNIT, toIsoDuration } from '../lib/durations.ts';
import { w } from '../words/index.ts';
import { joinClassNames } from './class-names.ts';
import { Field, type FieldProps } from './field.tsx';

interface Props extends FieldProps {
  readonly required?: boolean;
  /** ISO 8601 duration, or empty. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Units offered by default. Others appear only if the value uses them. */
const DEFAULT_UNITS: readonly DurationUnit[] = ['minute', 'hour', 'day'];

/** A number and a unit, combined into one ISO 8601 duration. */
export function DurationField({ required = false, value, onChange, ...fieldProps }: Props) {
  const [selectedUnit, setSelectedUnit] = useState<DurationUnit>('hour');
  const duration = parseDuration(value);
  const unit = duration?.unit ?? selectedUnit;
  const unitOptions = (Object.keys(SECONDS_PER_UNIT) as DurationUnit[]).filter(
    (unitOption) => DEFAULT_UNITS.includes(unitOption) || unitOption === unit,
  );
  const updateDuration = (count: number, nextUnit: DurationUnit) => {
    setSelectedUnit(nextUnit);
    onChange(Number.isNaN(count) ? '' : toIsoDuration({ count, unit: nextUnit }));
  };
  return (
    <Field {...fieldProps}>
      {(controlProps) => (
        <div className="flex gap-2">
          <input
            {...controlProps}
            type="number"
            min={1}
            step={1}
            required={required}
            value={duration?.count ?? ''}
            onChange={({ target }) => updateDuration(target.valueAsNumber, unit)}
          />
          <select
            aria-label={w.ui.unitOf({ label: fieldProps.label })}
            className={joinClassNames(controlProps.className, 'max-w-36')}
            value={unit}
            onChange={({ target }) => updateDuration(duration?.count ?? Number.NaN, target.value as DurationUnit)}
          >
            {unitOptions.map((unitOption) => (
              <option key={unitOption} value={unitOption}>
                {w.ui.units[unitOption]}
              </option>
            ))}
          </select>
        </div>
      )}
    </Field>
  );
}
