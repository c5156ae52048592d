import { useQuery } from '@tanstack/react-query';
import { useScope } from '../../lib/session.ts';
import { SelectField } from '../../ui/field.tsx';
import { w } from '../../words/index.ts';
import { type Target, targets } from './queries.ts';

interface Props {
  readonly value: Target | undefined;
  readonly error: unknown;
  readonly onChange: (target: Target | undefined) => void;
}

const KINDS = ['task', 'task_agent'] as const;

/** Asks for the task or agent that a trigger runs. */
export function TargetField({ value, error, onChange }: Props) {
  const { data } = useQuery(targets(useScope()));
  return (
    <SelectField
      label={w.triggers.target}
      at="target_id"
      error={error}
      required
      value={value ? `${value.target_type}:${value.target_id}` : ''}
      onChange={(event) => {
        const [type, id] = event.target.value.split(':');
        onChange(id ? { target_type: type as Target['target_type'], target_id: id } : undefined);
      }}
    >
      <option value="">{w.triggers.chooseTarget}</option>
      {KINDS.map((kind) => (
        <optgroup key={kind} label={w.triggers.targetTypes[kind]}>
          {data?.[kind].map(({ id, name }) => (
            <option key={id} value={`${kind}:${id}`}>
              {name}
            </option>
          ))}
        </optgroup>
      ))}
    </SelectField>
  );
}
