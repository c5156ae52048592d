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
import { CredentialFields, credentialBody, NO_CREDENTIAL } from './credential-fields.tsx';
import { INTEGRATIONS, type ServiceKind } from './queries.ts';
import { sayService } from './services.ts';

const FIELDS = [
  'name',
  'config.document',
  'config.document_url',
  'config.base_url',
  'config.allowed_origins',
  'config.credential',
];

/** What is asked for of an API with a document. */
interface ApiDraft {
  readonly from: 'address' | 'text';
  readonly documentUrl: string;
  readonly document: string;
  readonly baseUrl: string;
  /** One a line. */
  readonly allowedOrigins: string;
}

const EMPTY: ApiDraft = { from: 'address', documentUrl: '', document: '', baseUrl: '', allowedOrigins: '' };

/** Makes an integration of a kind from what the kind asks for. */
export function MakeService({ kind }: { readonly kind: ServiceKind }) {
  const scope = useScope();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [api, setApi] = useState(EMPTY);
  const [credential, setCredential] = useState(NO_CREDENTIAL);
  const isApi = kind.auth_type === 'credential';
  const make = useMutation({
    mutationFn: () => {
      const config = isApi ? { config: { ...apiBody(api), credential: credentialBody(credential) } } : {};
      const body = { type: kind.type, ...(name === '' ? {} : { name }), ...config };
      return post(INTEGRATIONS, { params: { path: { ...scope } }, body: body as never });
    },
    onSuccess: ({ id, name: made }) => {
      void queryClient.invalidateQueries({ queryKey: ['integration', 'list'] });
      showToast(w.connections.made(made));
      void navigate({ to: '/connections/service/$integrationId', params: { integrationId: id } });
    },
  });
  return (
    <MutationForm
      mutation={make}
      submitLabel={w.connections.connect}
      fieldPaths={FIELDS}
      className="flex max-w-3xl flex-col gap-4"
    >
      <p className="text-muted">{sayService(kind)}</p>
      {!kind.configured && (
        <p className="rounded-md bg-warning-subtle px-3 py-2 text-warning">
          {w.connections.notConfigured(kind.missing_settings.join(', '))}
        </p>
      )}
      <TextField
        label={w.connections.name}
        hint={w.connections.nameHint}
        path="name"
        error={make.error}
        maxLength={200}
        placeholder={kind.name}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      {isApi && <ApiFields draft={api} error={make.error} onChange={setApi} />}
      {isApi && <CredentialFields draft={credential} error={make.error} onChange={setCredential} />}
      {kind.scopes.length > 0 && <p className="text-sm break-words">{w.connections.asksFor(kind.scopes.join(', '))}</p>}
    </MutationForm>
  );
}

function apiBody({ from, documentUrl, document, baseUrl, allowedOrigins }: ApiDraft) {
  const given = from === 'address' ? { document_url: documentUrl } : { document };
  const origins = allowedOrigins.split(/\s+/).filter(Boolean);
  return {
    ...given,
    ...(baseUrl === '' ? {} : { base_url: baseUrl }),
    ...(origins.length === 0 ? {} : { allowed_origins: origins }),
  };
}

interface ApiProps {
  readonly draft: ApiDraft;
  readonly error: unknown;
  readonly onChange: (draft: ApiDraft) => void;
}

function ApiFields({ draft, error, onChange }: ApiProps) {
  return (
    <>
      <SelectField
        label={w.connections.document}
        value={draft.from}
        onChange={(event) => onChange({ ...draft, from: event.target.value === 'text' ? 'text' : 'address' })}
      >
        <option value="address">{w.connections.fromAddress}</option>
        <option value="text">{w.connections.fromText}</option>
      </SelectField>
      {draft.from === 'address' ? (
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
