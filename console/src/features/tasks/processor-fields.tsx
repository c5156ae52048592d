import { useQuery } from '@tanstack/react-query';
import { PROJECT } from '../../../../client/prefixes.ts';
import { get } from '../../lib/api.ts';
import { useHasPermission } from '../../lib/permissions.ts';
import { type Scope, useScope } from '../../lib/session.ts';
import { parseSettingsSchema } from '../../lib/settings.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { SelectField } from '../../ui/field.tsx';
import { w } from '../../words/index.ts';
import { ConfigFields } from '../subjects/config-fields.tsx';
import type { InputProcessor } from './draft.ts';

/** Available input processors. */
const processorKindsQuery = (scope: Scope) => ({
  queryKey: ['input_processor', scope.project_id],
  queryFn: () => get(`${PROJECT}/input_processor`, { params: { path: { ...scope } } }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Returns the display name of an input processor. */
export const getProcessorName = (name: string): string =>
  (w.tasks.processorNames as Readonly<Record<string, string>>)[name] ?? name;

interface Props {
  readonly value: readonly InputProcessor[];
  /** Prompt variables. */
  readonly variables: readonly string[];
  readonly error: unknown;
  readonly onChange: (value: readonly InputProcessor[]) => void;
}

/** Selects an input processor for each prompt variable. */
export function ProcessorFields({ value, variables, error, onChange }: Props) {
  const canView = useHasPermission('project', 'view');
  const { data, error: loadError } = useQuery({ ...processorKindsQuery(useScope()), enabled: canView === true });
  // A variable removed from the prompts keeps its processor until the user removes it.
  const parameters = [...new Set([...variables, ...value.map(({ param_name }) => param_name)])];
  const updateProcessor = (param: string, item: InputProcessor | undefined) => {
    const processorIndex = value.findIndex(({ param_name }) => param_name === param);
    if (processorIndex < 0) onChange(item ? [...value, item] : value);
    else onChange(value.flatMap((each, eachIndex) => (eachIndex !== processorIndex ? [each] : item ? [item] : [])));
  };
  return (
    <>
      <p className="text-sm text-muted">{canView === false ? w.building.optionsHidden : w.tasks.processorsHint}</p>
      {loadError && <ErrorAlert error={loadError} />}
      {parameters.length === 0 && <p className="text-sm">{w.tasks.noVariables}</p>}
      {parameters.map((param) => {
        const index = value.findIndex(({ param_name }) => param_name === param);
        const item = value[index];
        const path = `input_processors.${index}`;
        const kind = data?.find(({ name }) => name === item?.input_processor);
        return (
          <div key={param} className="flex flex-col gap-3">
            <SelectField
              label={`{${param}}`}
              hint={variables.includes(param) ? undefined : w.tasks.notInPrompt}
              // An error of a setting appears at the setting.
              path={kind ? `${path}.input_processor` : path}
              error={error}
              value={item?.input_processor ?? ''}
              onChange={({ target }) =>
                updateProcessor(
                  param,
                  target.value === '' ? undefined : { param_name: param, input_processor: target.value },
                )
              }
            >
              <option value="">{w.tasks.unchangedValue}</option>
              {item && !kind && <option value={item.input_processor}>{getProcessorName(item.input_processor)}</option>}
              {data?.map(({ name }) => (
                <option key={name} value={name}>
                  {getProcessorName(name)}
                </option>
              ))}
            </SelectField>
            {item && kind && (
              <div className="flex flex-col gap-3 border-s ps-3">
                <ConfigFields
                  settings={parseSettingsSchema(kind.config_schema)}
                  path={`${path}.config`}
                  error={error}
                  value={item.config ?? {}}
                  onChange={(config) => updateProcessor(param, { ...item, config })}
                />
              </div>
            )}
          </div>
        );
      })}
    </>
  );
}
