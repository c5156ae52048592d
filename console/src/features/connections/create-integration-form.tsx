import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { post } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useScope } from '../../lib/session.ts';
import { SelectField, TextareaField, TextField } from '../../ui/field.tsx';
import { MutationForm } from '../../ui/mutation-form.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { CredentialFields, EMPTY_CREDENTIAL, toCredentialBody } from './credential-fields.tsx';
import { INTEGRATIONS_PATH, type IntegrationType } from './queries.ts';

const ERROR_FIELDS = [
  'name',
  'config.document',
  'config.document_url',
  'config.base_url',
  'config.allowed_origins',
  'config.credential',
];

/** Form state of an integration with an OpenAPI document. */
interface ApiDraft {
  readonly documentSource: 'address' | 'text';
  readonly documentUrl: string;
  readonly document: string;
  readonly baseUrl: string;
  /** Origins separated by whitespace. */
  readonly allowedOrigins: string;
}

const EMPTY_API: ApiDraft = {
  documentSource: 'address',
  documentUrl: '',
  document: '',
  baseUrl: '',
  allowedOrigins: '',
};

/** Creates an integration of one type. */
export function CreateIntegrationForm({ integrationType }: { readonly integrationType: IntegrationType }) {
  const scope = useScope();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [api, setApi] = useState(EMPTY_API);
  const [credential, setCredential] = useState(EMPTY_CREDENTIAL);
  const isApi = integrationType.auth_type === 'credential';
  const create = useMutation({
    mutationFn: () => {
      const config = isApi ? { config: { ...toApiConfig(api), credential: toCredentialBody(credential) } } : {};
      const body = { type: integrationType.type, ...(name === '' ? {} : { name }), ...config };
      return post(INTEGRATIONS_PATH, { params: { path: { ...scope } }, body: body as never });
    },
    onSuccess: ({ id, name: createdName }) => {
      void queryClient.invalidateQueries({ queryKey: ['integration', 'list'] });
      showToast(w.connections.created({ name: createdName }));
      void navigate({ to: '/connections/service/$integrationId', params: { integrationId: id } });
    },
  });
  return (
    <MutationForm
      mutation={create}
      submitLabel={w.connections.connect}
      fieldPaths={ERROR_FIELDS}
      className="flex max-w-3xl flex-col gap-4"
    >
      <p className="text-muted">{formatIntegrationType(integrationType)}</p>
      {!integrationType.configured && (
        <p className="rounded-md bg-warning-subtle px-3 py-2 text-warning">
          {w.connections.notConfigured({ settings: integrationType.missing_settings.join(', ') })}
        </p>
      )}
      <TextField
        label={w.connections.name}
        hint={w.connections.nameHint}
        path="name"
        error={create.error}
        maxLength={200}
        placeholder={integrationType.name}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      {isApi && <ApiFields draft={api} error={create.error} onChange={setApi} />}
      {isApi && <CredentialFields draft={credential} error={create.error} onChange={setCredential} />}
      {integrationType.scopes.length > 0 && (
        <p className="text-sm break-words">
          {w.connections.requestedScopes({ scopes: integrationType.scopes.join(', ') })}
        </p>
      )}
    </MutationForm>
  );
}

function toApiConfig({ documentSource, documentUrl, document, baseUrl, allowedOrigins }: ApiDraft) {
  const documentBody = documentSource === 'address' ? { document_url: documentUrl } : { document };
  const origins = allowedOrigins.split(/\s+/).filter(Boolean);
  return {
    ...documentBody,
    ...(baseUrl === '' ? {} : { base_url: baseUrl }),
    ...(origins.length === 0 ? {} : { allowed_origins: origins }),
  };
}

interface ApiFieldsProps {
  readonly draft: ApiDraft;
  readonly error: unknown;
  readonly onChange: (draft: ApiDraft) => void;
}

function ApiFields({ draft, error, onChange }: ApiFieldsProps) {
  return (
    <>
      <SelectField
        label={w.connections.document}
        value={draft.documentSource}
        onChange={(event) => onChange({ ...draft, documentSource: event.target.value === 'text' ? 'text' : 'address' })}
      >
        <option value="address">{w.connections.fromUrl}</option>
        <option value="text">{w.connections.fromText}</option>
      </SelectField>
      {draft.documentSource === 'address' ? (
        <TextField
          label={w.connections.documentUrl}
          hint={w.connections.documentUrlHint}
          path="config.document_url"
          error={error}
          required
          type="url"
          spellCheck={false}
          value={draft.documentUrl}
          onChange={(event) => onChange({ ...draft, documentUrl: event.target.value })}
        />
      ) : (
        <TextareaField
          label={w.connections.documentText}
          hint={w.connections.documentTextHint}
          path="config.document"
          error={error}
          required
          rows={10}
          spellCheck={false}
          className="font-mono text-sm"
          value={draft.document}
          onChange={(event) => onChange({ ...draft, document: event.target.value })}
        />
      )}
      <TextField
        label={w.connections.baseUrl}
        hint={w.connections.baseUrlHint}
        path="config.base_url"
        error={error}
        type="url"
        spellCheck={false}
        value={draft.baseUrl}
        onChange={(event) => onChange({ ...draft, baseUrl: event.target.value })}
      />
      <TextareaField
        label={w.connections.allowedOrigins}
        hint={w.connections.allowedOriginsHint}
        path="config.allowed_origins"
        error={error}
        rows={2}
        spellCheck={false}
        value={draft.allowedOrigins}
        onChange={(event) => onChange({ ...draft, allowedOrigins: event.target.value })}
      />
    </>
  );
}

/** Returns the description of an integration type, translated where a translation exists. */
export function formatIntegrationType({ type, description }: Pick<IntegrationType, 'type' | 'description'>): string {
  return (w.connections.services as Readonly<Record<string, string>>)[type] ?? description;
}
