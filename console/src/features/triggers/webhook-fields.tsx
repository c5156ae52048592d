import { parseJsonField } from '../../lib/json-field.ts';
import { CheckboxField, SelectField, TextareaField, TextField } from '../../ui/field.tsx';
import { w } from '../../words/index.ts';
import type { FieldsProps, TriggerForm } from './form.ts';
import type { AuthMethod, Webhook } from './queries.ts';

/** How a webhook takes deliveries, as its form has it. */
interface WebhookDraft {
  readonly auth_method: AuthMethod;
  readonly username: string;
  readonly header_name: string;
  /** JSON, or empty for none. */
  readonly payload_mapping: string;
  readonly idempotency_key_path: string;
  readonly include_raw_payload: boolean;
}

const EMPTY: WebhookDraft = {
  auth_method: 'bearer',
  username: '',
  header_name: '',
  payload_mapping: '',
  idempotency_key_path: '',
  include_raw_payload: false,
};

function webhookDraft(hook: Webhook): WebhookDraft {
  return {
    auth_method: hook.auth_method,
    username: hook.auth_config.username ?? '',
    header_name: hook.auth_config.header_name ?? '',
    payload_mapping: hook.payload_mapping === null ? '' : JSON.stringify(hook.payload_mapping, null, 2),
    idempotency_key_path: hook.idempotency_key_path ?? '',
    include_raw_payload: hook.include_raw_payload,
  };
}

/** The body of what the form says, but for the method, which never changes. */
function webhookBody({ auth_method, username, header_name, ...draft }: WebhookDraft) {
  return {
    ...(auth_method === 'basic' ? { auth_config: { username } } : {}),
    ...(auth_method === 'header' ? { auth_config: { header_name } } : {}),
    payload_mapping:
      draft.payload_mapping.trim() === '' ? null : parseJsonField(draft.payload_mapping, 'payload_mapping'),
    idempotency_key_path: draft.idempotency_key_path.trim() || null,
    include_raw_payload: draft.include_raw_payload,
  };
}

const PLACES = [
  'auth_method',
  'auth_config.username',
  'auth_config.header_name',
  'payload_mapping',
  'idempotency_key_path',
];

/** The form of a webhook that is to be made. */
export const NEW_WEBHOOK: TriggerForm<WebhookDraft> = {
  first: EMPTY,
  fields: (props) => (
    <>
      <Method {...props} />
      <WebhookFields {...props} />
    </>
  ),
  bodyOf: (draft) => ({ auth_method: draft.auth_method, ...webhookBody(draft) }),
  places: PLACES,
};

/** The form over a webhook that is there. */
export function webhookForm(of: Webhook): TriggerForm<WebhookDraft> {
  return {
    first: webhookDraft(of),
    fields: (props) => <WebhookFields {...props} />,
    bodyOf: webhookBody,
    places: PLACES,
  };
}

type Props = FieldsProps<WebhookDraft>;

function WebhookFields({ draft, error, onChange }: Props) {
  const set = <K extends keyof WebhookDraft>(name: K, value: WebhookDraft[K]) => onChange({ ...draft, [name]: value });
  return (
    <>
      {draft.auth_method === 'basic' && (
        <TextField
          label={w.triggers.username}
          path="auth_config.username"
          error={error}
          required
          value={draft.username}
          onChange={(event) => set('username', event.target.value)}
        />
      )}
      {draft.auth_method === 'header' && (
        <TextField
          label={w.triggers.headerName}
          path="auth_config.header_name"
          error={error}
          required
          value={draft.header_name}
          onChange={(event) => set('header_name', event.target.value)}
        />
      )}
      <TextareaField
        label={w.triggers.mapping}
        hint={w.triggers.mappingHint}
        path="payload_mapping"
        error={error}
        className="font-mono"
        rows={3}
        spellCheck={false}
        value={draft.payload_mapping}
        onChange={(event) => set('payload_mapping', event.target.value)}
      />
      <TextField
        label={w.triggers.keyPath}
        hint={w.triggers.keyPathHint}
        path="idempotency_key_path"
        error={error}
        spellCheck={false}
        value={draft.idempotency_key_path}
        onChange={(event) => set('idempotency_key_path', event.target.value)}
      />
      <CheckboxField
        label={w.triggers.rawPayload}
        checked={draft.include_raw_payload}
        onChange={(on) => set('include_raw_payload', on)}
      />
    </>
  );
}

function Method({ draft, error, onChange }: Props) {
  return (
    <SelectField
      label={w.triggers.method}
      hint={w.triggers.methodHint}
      path="auth_method"
      error={error}
      value={draft.auth_method}
      onChange={(event) => onChange({ ...draft, auth_method: event.target.value as AuthMethod })}
    >
      {(Object.keys(w.triggers.methods) as AuthMethod[]).map((method) => (
        <option key={method} value={method}>
          {w.triggers.methods[method]}
        </option>
      ))}
    </SelectField>
  );
}
