import { NameField, SelectField, TextareaField, TextField } from '../../../ui/field.tsx';
import { w } from '../../../words/index.ts';
import { FORWARDER_TYPES, type ForwarderDraft, type ForwarderType } from './draft.ts';

/** Paths of the fields that show their own errors. */
export const ERROR_FIELDS = ['name', 'config.url', 'config.to', 'config.subject', 'config.text'];

interface Props {
  readonly draft: ForwarderDraft;
  readonly error: unknown;
  /** Whether the forwarder exists. Its type cannot change. */
  readonly isExisting?: boolean;
  readonly onChange: (change: Partial<ForwarderDraft>) => void;
}

export function ForwarderFields({ draft, error, isExisting = false, onChange }: Props) {
  return (
    <>
      <NameField label={w.forwarders.name} error={error} value={draft.name} onChange={(name) => onChange({ name })} />
      {!isExisting && (
        <SelectField
          label={w.forwarders.type}
          hint={w.forwarders.typeHints[draft.type]}
          value={draft.type}
          onChange={(event) => onChange({ type: event.target.value as ForwarderType })}
        >
          {FORWARDER_TYPES.map((type) => (
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
