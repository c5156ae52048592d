import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '../../lib/api.ts';
import { useScope } from '../../lib/session.ts';
import { NameField, TextField } from '../../ui/field.tsx';
import { MutationDialog } from '../../ui/mutation-form.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { ApiKeyFields, type KeyDraft, SecretField, toKeyBody } from './api-key-fields.tsx';
import { invalidateServer, type McpServer, SERVER_PATH } from './queries.ts';

const ERROR_FIELDS = ['name', 'description', 'api_key', 'api_key_header_name', 'client_id', 'client_secret'];

interface ServerDraft {
  readonly name: string;
  readonly description: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

interface Props {
  readonly server: McpServer;
  readonly onClose: () => void;
}

/** Edits a server. Secrets can be replaced and are never shown. */
export function EditServerDialog({ server, onClose }: Props) {
  const path = { ...useScope(), task_mcp_server_id: server.id };
  const [draft, setDraft] = useState<ServerDraft>({
    name: server.name,
    description: server.description,
    clientId: server.client_id ?? '',
    clientSecret: '',
  });
  const [keyDraft, setKeyDraft] = useState({
    apiKey: '',
    strategy: server.api_key_strategy,
    headerName: server.api_key_header_name ?? '',
  });
  const save = useMutation({
    mutationFn: () => post(SERVER_PATH, { params: { path }, body: toServerBody(server, draft, keyDraft) }),
    onSuccess: () => {
      invalidateServer(server.id);
      showToast(w.connections.saved);
      onClose();
    },
  });
  const updateDraft = (change: Partial<ServerDraft>) => setDraft({ ...draft, ...change });
  const { error } = save;
  return (
    <MutationDialog
      title={w.connections.editNamed({ name: server.name })}
      mutation={save}
      submitLabel={w.connections.save}
      fieldPaths={ERROR_FIELDS}
      onClose={onClose}
    >
      <NameField
        label={w.connections.name}
        error={error}
        value={draft.name}
        onChange={(name) => updateDraft({ name })}
      />
      <TextField
        label={w.connections.description}
        path="description"
        error={error}
        value={draft.description}
        onChange={(event) => updateDraft({ description: event.target.value })}
      />
      <ApiKeyFields
        draft={keyDraft}
        error={error}
        hint={server.auth_type === 'api_key' ? w.connections.keyHintOnEdit : w.connections.keyHint}
        onChange={setKeyDraft}
      />
      <OAuthClientFields draft={draft} error={error} isOpen={server.client_id !== null} onChange={updateDraft} />
    </MutationDialog>
  );
}

function toServerBody(server: McpServer, { name, description, clientId, clientSecret }: ServerDraft, key: KeyDraft) {
  return {
    name,
    description,
    ...toKeyBody(key),
    ...(clientId === (server.client_id ?? '') ? {} : { client_id: clientId || null }),
    ...(clientSecret === '' ? {} : { client_secret: clientSecret }),
  };
}

interface OAuthClientFieldsProps {
  readonly draft: ServerDraft;
  readonly error: unknown;
  readonly isOpen: boolean;
  readonly onChange: (change: Partial<ServerDraft>) => void;
}

/** Edits the OAuth client for servers without dynamic client registration. */
function OAuthClientFields({ draft, error, isOpen, onChange }: OAuthClientFieldsProps) {
  return (
    <details className="rounded-md border px-3 py-2" open={isOpen || undefined}>
      <summary>{w.connections.ownClient}</summary>
      <div className="flex flex-col gap-4 pt-3">
        <p className="text-sm text-muted">{w.connections.ownClientHint}</p>
        <TextField
          label={w.connections.clientId}
          path="client_id"
          error={error}
          autoComplete="off"
          spellCheck={false}
          value={draft.clientId}
          onChange={(event) => onChange({ clientId: event.target.value })}
        />
        <SecretField
          label={w.connections.clientSecret}
          hint={w.connections.secretHintOnEdit}
          path="client_secret"
          error={error}
          value={draft.clientSecret}
          onChange={(clientSecret) => onChange({ clientSecret })}
        />
      </div>
    </details>
  );
}
