import { useQuery } from '@tanstack/react-query';
import { useHasPermission } from '../../lib/permissions.ts';
import { useScope } from '../../lib/session.ts';
import { SelectField } from '../../ui/field.tsx';
import { w } from '../../words/index.ts';
import { models } from './queries.ts';

interface Props {
  readonly label?: string;
  readonly hint?: string;
  readonly at?: string;
  readonly value: string;
  readonly error: unknown;
  /** What stands for no model, where there need not be one. */
  readonly none?: string;
  readonly onChange: (id: string) => void;
}

/** Asks for a model, of those that the project may use. Shared by agents and tasks. */
export function ModelField({ label = w.agents.model, at = 'llm_model_id', ...props }: Props) {
  const { value, error, none, onChange } = props;
  const sees = useHasPermission('project', 'view');
  const { data, error: unread } = useQuery({ ...models(useScope()), enabled: sees === true });
  const usable = (data ?? []).filter(({ retired, id }) => !retired || id === value);
  const hint = unread ? w.agents.noModels : sees === false ? w.building.modelsHidden : props.hint;
  return (
    <SelectField
      label={label}
      path={at}
      hint={hint}
      error={error}
      required={none === undefined}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{none ?? w.agents.chooseModel}</option>
      {value !== '' && !usable.some(({ id }) => id === value) && <option value={value}>{w.agents.sameModel}</option>}
      {usable.map(({ id, name, vendor, supports_tools }) => (
        <option key={id} value={id}>
          {supports_tools ? `${name} (${vendor})` : w.agents.noTools(name)}
        </option>
      ))}
    </SelectField>
  );
}
