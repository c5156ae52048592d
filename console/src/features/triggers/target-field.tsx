import { SelectField } from '../../ui/field.tsx';
import { w } from '../../words/index.ts';
import { parseOptionValue, toOptionValue, useSubjectOptions } from '../subjects/subject-options.tsx';
import type { Target } from './queries.ts';

interface Props {
  readonly value: Target | undefined;
  readonly error: unknown;
  readonly onChange: (target: Target | undefined) => void;
}

/** Selects the task or agent that a trigger runs. */
export function TargetField({ value, error, onChange }: Props) {
  const selected = value && { kind: value.target_type, id: value.target_id };
  const options = useSubjectOptions(selected);
  return (
    <SelectField
      label={w.triggers.target}
      path="target_id"
      error={error}
      required
      value={selected ? toOptionValue(selected) : ''}
      onChange={(event) => {
        const subject = parseOptionValue(event.target.value);
        onChange(subject && { target_type: subject.kind, target_id: subject.id });
      }}
    >
      <option value="">{w.triggers.chooseTarget}</option>
      {options}
    </SelectField>
  );
}
