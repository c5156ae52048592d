import { SelectField } from '../../ui/field.tsx';
import { w } from '../../words/index.ts';
import { VISIBILITIES, type Visibility } from './visibility.ts';

interface Props {
  readonly path: string;
  readonly error: unknown;
  readonly value: Visibility;
  readonly onChange: (value: Visibility) => void;
}

/** Selects the users that can view the runs. */
export function VisibilityField({ path, error, value, onChange }: Props) {
  return (
    <SelectField
      label={w.building.visibility}
      path={path}
      error={error}
      value={value}
      onChange={({ target }) => onChange(target.value as Visibility)}
    >
      {VISIBILITIES.map((visibility) => (
        <option key={visibility} value={visibility}>
          {w.building.visibilities[visibility]}
        </option>
      ))}
    </SelectField>
  );
}
