import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '../../lib/api.ts';
import { useScope } from '../../lib/session.ts';
import { NameField, TextField } from '../../ui/field.tsx';
import { MutationDialog } from '../../ui/mutation-form.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { serverChanged } from './changed.ts';
import { KeyFields, keyBody, SecretField } from './key-fields.tsx';
import { type McpServer, SERVER } from './queries.ts';

const FIELDS = ['name', 'description', 'api_key', 'api_key_header_name', 'client_id', 'client_secret'];

interface Draft {
  readonly name: string;
  readonly description: string;
  readonly clientId: string;
  readonly secret: string;
}

interface Props {
  readonly of: McpServer;
  readonly onClose: () => void;
}

/** Changes a server; its secrets are written anew or stay as they are, and are never shown. */
export function EditServer({ of, onClose }: Props) {
  const path = { ...useScope(), task_mcp_server_id: of.id };
  const [draft, setDraft] = useState<Draft>({
    name: of.name,
    description: of.description,
    clientId: of.client_id ?? '',
    secret: '',
  });
  const [key, setKey] = useState({
    apiKey: '',
    strategy: of.api_key_strategy,
    headerName: of.api_key_header_name ?? '',
  });
  const save = useMutation({
    mutationFn: () => {
      const { name, description, clientId, secret } = draft;
      const client = clientId === (of.client_id ?? '') ? {} : { client_id: clientId || null };
      const body = {
        name,
        description,
        ...keyBody(key),
        ...client,
        ...(secret === '' ? {} : { client_secret: secret }),
      };
      return post(SERVER, { params: { path }, body });
    },
    onSuccess: () => {
      serverChanged(of.id);
      showToast(w.connections.saved);
      onClose();
    },
  });
  const set = (change: Partial<Draft>) => setDraft({ ...draft, ...change });
  const { error } = save;
  return (
    <MutationDialog
      title={w.connections.editNamed(of.name)}
      mutation={save}
      submitLabel={w.connections.save}
      fieldPaths={FIELDS}
      onClose={onClose}
    >
      <NameField label={w.connections.name} error={error} value={draft.name} onChange={(name) => set({ name })} />
      <TextField
        label={w.connections.description}
        path="description"
        error={error}
        value={draft.description}
        onChange={(event) => set({ description: event.target.value })}
      />
      <KeyFields
        draft={key}
        error={error}
        hint={of.auth_type === 'api_key' ? w.connections.keepsKey : w.connections.keyHint}
        onChange={setKey}
      />
      <OwnClient draft={draft} error={error} isOpen={of.client_id !== null} onChange={set} />
    </MutationDialog>
  );
}

interface ClientProps {
  readonly draft: Draft;
  readonly error: unknown;
  readonly isOpen: boolean;
  readonly onChange: (change: Partial<Draft>) => void;
}

/** An OAuth client for servers that register nobody. */
function OwnClient({ draft, error, isOpen, onChange }: ClientProps) {
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
          hint={w.connections.keepsSecret}
          path="client_secret"
          error={error}
          value={draft.secret}
          onChange={(secret) => onChange({ secret })}
        />
      </div>
    </details>
  );
}
