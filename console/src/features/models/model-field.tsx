import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '../../lib/api.ts';
import { useHasPermission } from '../../lib/permissions.ts';
import { useScope } from '../../lib/session.ts';
import { SelectField } from '../../ui/field.tsx';
import { w } from '../../words/index.ts';
import { modelsQuery } from './queries.ts';

interface Props {
  readonly label?: string;
  readonly hint?: string;
  readonly path?: string;
  readonly value: string;
  readonly error: unknown;
  /** Label of the empty option, if the model is optional. */
  readonly emptyLabel?: string;
  readonly onChange: (id: string) => void;
}

/** Selects one of the models that the project can use. */
export function ModelField({ label = w.agents.model, path = 'llm_model_id', ...props }: Props) {
  const { value, error, emptyLabel, onChange } = props;
  const canView = useHasPermission('project', 'view');
  const { data, error: loadError } = useQuery({ ...modelsQuery(useScope()), enabled: canView === true });
  const selectableModels = (data ?? []).filter(({ retired, id }) => !retired || id === value);
  const hint = loadError ? w.agents.noModels : canView === false ? w.building.modelsHidden : props.hint;
  return (
    <SelectField
      label={label}
      path={path}
      hint={hint}
      error={error}
      required={emptyLabel === undefined}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{emptyLabel ?? w.agents.chooseModel}</option>
      {value !== '' && !selectableModels.some(({ id }) => id === value) && (
        <option value={value}>{w.agents.sameModel}</option>
      )}
      {selectableModels.map(({ id, name, vendor, supports_tools }) => (
        <option key={id} value={id}>
          {supports_tools ? `${name} (${vendor})` : w.agents.noTools({ name })}
        </option>
      ))}
    </SelectField>
  );
}

/** Renders models as options of a select. */
export function ModelOptions({
  models,
}: {
  readonly models: readonly Pick<Schemas['Model'], 'id' | 'name' | 'vendor'>[];
}) {
  return models.map(({ id, name, vendor }) => (
    <option key={id} value={id}>
      {`${name} (${vendor})`}
    </option>
  ));
}
