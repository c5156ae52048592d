import { SelectField } from '../../ui/field.tsx';
import { w } from '../../words/index.ts';
import { SubjectOptions, subjectOf, subjectValue } from '../subjects/choose.tsx';
import type { Target } from './queries.ts';

interface Props {
  readonly value: Target | undefined;
  readonly error: unknown;
  readonly onChange: (target: Target | undefined) => void;
}

/** Asks for the task or agent that a trigger runs. */
export function TargetField({ value, error, onChange }: Props) {
  const chosen = value && { kind: value.target_type, id: value.target_id };
  return (
    <SelectField
      label={w.triggers.target}
      at="target_id"
      error={error}
      required
      value={chosen ? subjectValue(chosen) : ''}
      onChange={(event) => {
        const subject = subjectOf(event.target.value);
        onChange(subject && { target_type: subject.kind, target_id: subject.id });
      }}
    >
      <option value="">{w.triggers.chooseTarget}</option>
      <SubjectOptions chosen={chosen} />
    </SelectField>
  );
}
