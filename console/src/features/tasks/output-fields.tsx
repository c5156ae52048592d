import { useQuery } from '@tanstack/react-query';
import { useHasPermission } from '../../lib/permissions.ts';
import { useScope } from '../../lib/session.ts';
import { SelectField } from '../../ui/field.tsx';
import { w } from '../../words/index.ts';
import { forwardersQuery } from '../settings/forwarders/queries.ts';
import { MODALITIES, type TaskDraft } from './draft.ts';
import { OutputSchemaField } from './output-schema/output-schema-field.tsx';

interface Props {
  readonly draft: TaskDraft;
  readonly error: unknown;
  readonly onChange: (draft: TaskDraft) => void;
}

/** Example output format, shown when the user selects JSON. */
const EXAMPLE_FORMAT = `{
  "summary": "string",
  "mood": { "type": "string", "options": ["good", "bad"] }
}`;

/** Fields for the modality and format of the output, and its forwarder. */
export function OutputFields({ draft, error, onChange }: Props) {
  const canView = useHasPermission('project', 'view');
  const knownForwarders = useQuery({ ...forwardersQuery(useScope()), enabled: canView === true }).data?.results ?? [];
  const { output_modality: modality, output_format: format, task_forwarder_id: forwarder } = draft;
  const selectModality = (nextModality: TaskDraft['output_modality']) =>
    onChange({ ...draft, output_modality: nextModality, output_format: format === '' ? EXAMPLE_FORMAT : format });
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={w.tasks.modality}
          path="output_modality"
          error={error}
          value={modality}
          onChange={(event) => selectModality(event.target.value as TaskDraft['output_modality'])}
        >
          {MODALITIES.map((option) => (
            <option key={option} value={option}>
              {w.tasks.modalities[option]}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={w.tasks.forwarder}
          hint={w.tasks.forwarderHint}
          path="task_forwarder_id"
          error={error}
          value={forwarder}
          onChange={(event) => onChange({ ...draft, task_forwarder_id: event.target.value })}
        >
          <option value="">{w.tasks.noForwarder}</option>
          {forwarder !== '' && !knownForwarders.some(({ id }) => id === forwarder) && (
            <option value={forwarder}>{`…${forwarder.slice(-6)}`}</option>
          )}
          {knownForwarders.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      {modality === 'json' && (
        <OutputSchemaField
          value={format}
          error={error}
          onChange={(output_format) => onChange({ ...draft, output_format })}
        />
      )}
    </>
  );
}
