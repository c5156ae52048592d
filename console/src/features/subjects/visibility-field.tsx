import { SelectField } from '../../ui/field.tsx';
import { w } from '../../words/index.ts';
import { VISIBILITIES, type Visibility } from './visibility.ts';

interface Props {
  readonly at: string;
  readonly error: unknown;
  readonly value: Visibility;
  readonly onChange: (value: Visibility) => void;
}

/** Asks who may see runs. Shared by tasks and agents. */
export function VisibilityField({ at, error, value, onChange }: Props) {
  return (
    <SelectField
      label={w.building.visibility}
      path={at}
      error={error}
      value={value}
      onChange={({ target }) => onChange(target.value as Visibility)}
    >
      {VISIBILITIES.map((each) => (
        <option key={each} value={each}>
          {w.building.visibilities[each]}
        </option>
      ))}
    </SelectField>
  );
}
