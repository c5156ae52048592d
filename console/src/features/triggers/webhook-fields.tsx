import { parseJsonField } from '../../lib/json-field.ts';
import { CheckboxField, SelectField, TextareaField, TextField } from '../../ui/field.tsx';
import { w } from '../../words/index.ts';
import type { AuthMethod, Webhook } from './queries.ts';
import type { FieldsProps, TriggerForm } from './trigger-form.ts';

/** State of the webhook form. */
export interface WebhookDraft {
  readonly auth_method: AuthMethod;
  readonly username: string;
  readonly header_name: string;
  /** JSON; empty for none. */
  readonly payload_mapping: string;
  readonly idempotency_key_path: string;
  readonly include_raw_payload: boolean;
}

const EMPTY_DRAFT: WebhookDraft = {
  auth_method: 'bearer',
  username: '',
  header_name: '',
  payload_mapping: '',
  idempotency_key_path: '',
  include_raw_payload: false,
};

function toDraft(webhook: Webhook): WebhookDraft {
  return {
    auth_method: webhook.auth_method,
    username: webhook.auth_config.username ?? '',
    header_name: webhook.auth_config.header_name ?? '',
    payload_mapping: webhook.payload_mapping === null ? '' : JSON.stringify(webhook.payload_mapping, null, 2),
    idempotency_key_path: webhook.idempotency_key_path ?? '',
    include_raw_payload: webhook.include_raw_payload,
  };
}

/** Converts the state to a request body, without the immutable authentication method. */
function toWebhookBody({ auth_method, username, header_name, ...draft }: WebhookDraft) {
  return {
    ...(auth_method === 'basic' ? { auth_config: { username } } : {}),
    ...(auth_method === 'header' ? { auth_config: { header_name } } : {}),
    payload_mapping:
      draft.payload_mapping.trim() === '' ? null : parseJsonField(draft.payload_mapping, 'payload_mapping'),
    idempotency_key_path: draft.idempotency_key_path.trim() || null,
    include_raw_payload: draft.include_raw_payload,
  };
}

const FIELD_PATHS = [
  'auth_method',
  'auth_config.username',
  'auth_config.header_name',
  'payload_mapping',
  'idempotency_key_path',
];

/** Form of a new webhook. */
export const NEW_WEBHOOK_FORM: TriggerForm<WebhookDraft> = {
  initialDraft: EMPTY_DRAFT,
  renderFields: (props) => (
    <>
      <AuthMethodField {...props} />
      <WebhookFields {...props} />
    </>
  ),
  toBody: (draft) => ({ auth_method: draft.auth_method, ...toWebhookBody(draft) }),
  fieldPaths: FIELD_PATHS,
};

/** Returns the form for an existing webhook. */
export function toWebhookForm(webhook: Webhook): TriggerForm<WebhookDraft> {
  return {
    initialDraft: toDraft(webhook),
    renderFields: (props) => <WebhookFields {...props} />,
    toBody: toWebhookBody,
    fieldPaths: FIELD_PATHS,
  };
}

type Props = FieldsProps<WebhookDraft>;

function WebhookFields({ draft, error, onChange }: Props) {
  const updateField = <K extends keyof WebhookDraft>(name: K, value: WebhookDraft[K]) =>
    onChange({ ...draft, [name]: value });
  return (
    <>
      {draft.auth_method === 'basic' && (
        <TextField
          label={w.triggers.username}
          path="auth_config.username"
          error={error}
          required
          value={draft.username}
          onChange={(event) => updateField('username', event.target.value)}
        />
      )}
      {draft.auth_method === 'header' && (
        <TextField
          label={w.triggers.headerName}
          path="auth_config.header_name"
          error={error}
          required
          value={draft.header_name}
          onChange={(event) => updateField('header_name', event.target.value)}
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
        onChange={(event) => updateField('payload_mapping', event.target.value)}
      />
      <TextField
        label={w.triggers.keyPath}
        hint={w.triggers.keyPathHint}
        path="idempotency_key_path"
        error={error}
        spellCheck={false}
        value={draft.idempotency_key_path}
        onChange={(event) => updateField('idempotency_key_path', event.target.value)}
      />
      <CheckboxField
        label={w.triggers.rawPayload}
        checked={draft.include_raw_payload}
        onChange={(isChecked) => updateField('include_raw_payload', isChecked)}
      />
    </>
  );
}

function AuthMethodField({ draft, error, onChange }: Props) {
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
