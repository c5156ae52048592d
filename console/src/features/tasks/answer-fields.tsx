import { useQuery } from '@tanstack/react-query';
import { useHasPermission } from '../../lib/permissions.ts';
import { useScope } from '../../lib/session.ts';
import { SelectField, TextareaField } from '../../ui/field.tsx';
import { w } from '../../words/index.ts';
import { forwarders } from '../settings/forwarders/queries.ts';
import { type Draft, MODALITIES } from './draft.ts';

interface Props {
  readonly draft: Draft;
  readonly error: unknown;
  readonly onChange: (draft: Draft) => void;
}

/** What is proposed to somebody who asks for JSON first. */
const A_SHAPE = `{
  "summary": "string",
  "mood": { "type": "string", "options": ["good", "bad"] }
}`;

/** Of what kind the answer is, in which shape, and where it goes. */
export function AnswerFields({ draft, error, onChange }: Props) {
  const sees = useHasPermission('project', 'view');
  const known = useQuery({ ...forwarders(useScope()), enabled: sees === true }).data?.results ?? [];
  const { output_modality: modality, output_format: format, task_forwarder_id: forwarder } = draft;
  const choose = (next: Draft['output_modality']) =>
    onChange({ ...draft, output_modality: next, output_format: format === '' ? A_SHAPE : format });
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={w.tasks.modality}
          path="output_modality"
          error={error}
          value={modality}
          onChange={(event) => choose(event.target.value as Draft['output_modality'])}
        >
          {MODALITIES.map((each) => (
            <option key={each} value={each}>
              {w.tasks.modalities[each]}
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
          {forwarder !== '' && !known.some(({ id }) => id === forwarder) && (
            <option value={forwarder}>{`…${forwarder.slice(-6)}`}</option>
          )}
          {known.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      {modality === 'json' && (
        <TextareaField
          label={w.tasks.format}
          hint={w.tasks.formatHint}
          path="output_format"
          error={error}
          required
          rows={8}
          spellCheck={false}
          className="font-mono"
          value={format}
          onChange={(event) => onChange({ ...draft, output_format: event.target.value })}
        />
      )}
    </>
  );
}
