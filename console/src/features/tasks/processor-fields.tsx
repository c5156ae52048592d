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
import type { Processor } from './draft.ts';

/** The kinds of input processors that there are. */
const kinds = (scope: Scope) => ({
  queryKey: ['input_processor', scope.project_id],
  queryFn: () => get(`${PROJECT}/input_processor`, { params: { path: { ...scope } } }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** What people call an input processor. */
export const processorName = (name: string): string =>
  (w.tasks.processorNames as Readonly<Record<string, string>>)[name] ?? name;

interface Props {
  readonly value: readonly Processor[];
  /** The places of the prompts. */
  readonly variables: readonly string[];
  readonly error: unknown;
  readonly onChange: (value: readonly Processor[]) => void;
}

/** What the value of each place of the prompts becomes before the model is asked. */
export function ProcessorFields({ value, variables, error, onChange }: Props) {
  const sees = useHasPermission('project', 'view');
  const { data, error: unread } = useQuery({ ...kinds(useScope()), enabled: sees === true });
  // A place that the prompts have no more keeps its processor until somebody takes it away.
  const places = [...new Set([...variables, ...value.map(({ param_name }) => param_name)])];
  const set = (param: string, item: Processor | undefined) => {
    const at = value.findIndex(({ param_name }) => param_name === param);
    if (at < 0) onChange(item ? [...value, item] : value);
    else onChange(value.flatMap((each, i) => (i !== at ? [each] : item ? [item] : [])));
  };
  return (
    <>
      <p className="text-sm text-quiet">{sees === false ? w.building.hiddenKinds : w.tasks.processorsHint}</p>
      {unread && <ErrorAlert error={unread} />}
      {places.length === 0 && <p className="text-sm">{w.tasks.noVariables}</p>}
      {places.map((param) => {
        const index = value.findIndex(({ param_name }) => param_name === param);
        const item = value[index];
        const at = `input_processors.${index}`;
        const kind = data?.find(({ name }) => name === item?.input_processor);
        return (
          <div key={param} className="flex flex-col gap-3">
            <SelectField
              label={`{${param}}`}
              hint={variables.includes(param) ? undefined : w.tasks.notInPrompt}
              // What is wrong with a setting stands beside the setting.
              path={kind ? `${at}.input_processor` : at}
              error={error}
              value={item?.input_processor ?? ''}
              onChange={({ target }) =>
                set(param, target.value === '' ? undefined : { param_name: param, input_processor: target.value })
              }
            >
              <option value="">{w.tasks.asGiven}</option>
              {item && !kind && <option value={item.input_processor}>{processorName(item.input_processor)}</option>}
              {data?.map(({ name }) => (
                <option key={name} value={name}>
                  {processorName(name)}
                </option>
              ))}
            </SelectField>
            {item && kind && (
              <div className="flex flex-col gap-3 border-s ps-3">
                <ConfigFields
                  settings={parseSettingsSchema(kind.config_schema)}
                  at={`${at}.config`}
                  error={error}
                  value={item.config ?? {}}
                  onChange={(config) => set(param, { ...item, config })}
                />
              </div>
            )}
          </div>
        );
      })}
    </>
  );
}
