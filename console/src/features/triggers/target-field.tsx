import { SelectField } from '../../ui/field.tsx';
import { w } from '../../words/index.ts';
import { subjectOf, subjectValue, useSubjectOptions } from '../subjects/choose.tsx';
import type { Target } from './queries.ts';

interface Props {
  readonly value: Target | undefined;
  readonly error: unknown;
  readonly onChange: (target: Target | undefined) => void;
}

/** Asks for the task or agent that a trigger runs. */
export function TargetField({ value, error, onChange }: Props) {
  const chosen = value && { kind: value.target_type, id: value.target_id };
  const options = useSubjectOptions(chosen);
  return (
    <SelectField
      label={w.triggers.target}
      path="target_id"
      error={error}
      required
      value={chosen ? subjectValue(chosen) : ''}
      onChange={(event) => {
        const subject = subjectOf(event.target.value);
        onChange(subject && { target_type: subject.kind, target_id: subject.id });
      }}
    >
      <option value="">{w.triggers.chooseTarget}</option>
      {options}
    </SelectField>
  );
}
