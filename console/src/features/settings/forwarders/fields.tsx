import { NameField, SelectField, TextareaField, TextField } from '../../../ui/field.tsx';
import { w } from '../../../words/index.ts';
import { type Draft, type ForwarderType, TYPES } from './draft.ts';

/** Places of the fields that say themselves what is wrong with them. */
export const FIELDS = ['name', 'config.url', 'config.to', 'config.subject', 'config.text'];

interface Props {
  readonly draft: Draft;
  readonly error: unknown;
  /** Whether it is there already: its type stays then. */
  readonly made?: boolean;
  readonly onChange: (change: Partial<Draft>) => void;
}

export function ForwarderFields({ draft, error, made = false, onChange }: Props) {
  return (
    <>
      <NameField label={w.forwarders.name} error={error} value={draft.name} onChange={(name) => onChange({ name })} />
      {!made && (
        <SelectField
          label={w.forwarders.type}
          hint={w.forwarders.typeHints[draft.type]}
          value={draft.type}
          onChange={(event) => onChange({ type: event.target.value as ForwarderType })}
        >
          {TYPES.map((type) => (
            <option key={type} value={type}>
              {w.forwarders.types[type]}
            </option>
          ))}
        </SelectField>
      )}
      {draft.type === 'webhook' ? (
        <TextField
          label={w.forwarders.url}
          hint={w.forwarders.urlHint}
          path="config.url"
          error={error}
          type="url"
          required
          value={draft.url}
          onChange={(event) => onChange({ url: event.target.value })}
        />
      ) : (
        <MailFields draft={draft} error={error} onChange={onChange} />
      )}
    </>
  );
}

function MailFields({ draft, error, onChange }: Props) {
  return (
    <>
      <TextareaField
        label={w.forwarders.to}
        hint={w.forwarders.toHint}
        path="config.to"
        error={error}
        rows={2}
        required
        spellCheck={false}
        value={draft.to}
        onChange={(event) => onChange({ to: event.target.value })}
      />
      <TextField
        label={w.forwarders.subject}
        path="config.subject"
        error={error}
        value={draft.subject}
        onChange={(event) => onChange({ subject: event.target.value })}
      />
      <TextareaField
        label={w.forwarders.text}
        hint={w.forwarders.places}
        path="config.text"
        error={error}
        value={draft.text}
        onChange={(event) => onChange({ text: event.target.value })}
      />
    </>
  );
}
