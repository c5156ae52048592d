import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { post } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { NameField, SelectField, TextField } from '../../ui/field.tsx';
import { Form, FormError } from '../../ui/form.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { ApiKeyFields, EMPTY_KEY, type KeyDraft, toKeyBody } from './api-key-fields.tsx';
import { DiscoveredTools } from './discovered-tools.tsx';
import { SERVERS_PATH, serverCatalogQuery } from './queries.ts';

interface ServerDraft {
  readonly name: string;
  readonly url: string;
  readonly key: KeyDraft;
}

/** Creates an MCP server. Discovery lists its tools first. */
export function CreateServerForm() {
  const scope = useScope();
  const navigate = useNavigate();
  const [draft, setDraft] = useState<ServerDraft>({ name: '', url: '', key: EMPTY_KEY });
  const endpoint = { server_url: draft.url, ...toKeyBody(draft.key) };
  const discover = useMutation({
    mutationFn: () => post(`${SERVERS_PATH}/discover`, { params: { path: { ...scope } }, body: endpoint }),
  });
  const create = useMutation({
    mutationFn: () => post(SERVERS_PATH, { params: { path: { ...scope } }, body: { ...endpoint, name: draft.name } }),
    onSuccess: ({ id, name }) => {
      void queryClient.invalidateQueries({ queryKey: ['task_mcp_server', 'list'] });
      showToast(w.connections.created({ name }));
      void navigate({ to: '/connections/mcp/$serverId', params: { serverId: id } });
    },
  });
  const updateDraft = (change: Partial<ServerDraft>) => {
    // The discovery belongs to another address or key.
    if (change.url !== undefined || change.key !== undefined) discover.reset();
    setDraft({ ...draft, ...change });
  };
  const error = create.error ?? discover.error;
  return (
    <Form
      className="flex max-w-3xl flex-col gap-4"
      onSubmit={() => (discover.data ? create.mutate() : discover.mutate())}
    >
      <CatalogServerField onSelect={({ name, server_url }) => updateDraft({ name, url: server_url })} />
      <TextField
        label={w.connections.url}
        hint={w.connections.urlHint}
        path="server_url"
        error={error}
        required
        type="url"
        spellCheck={false}
        placeholder="https://mcp.example.com/mcp"
        value={draft.url}
        onChange={(event) => updateDraft({ url: event.target.value })}
      />
      <NameField
        label={w.connections.name}
        hint={w.connections.nameHint}
        error={error}
        value={draft.name}
        onChange={(name) => updateDraft({ name })}
      />
      <ApiKeyFields
        draft={draft.key}
        hint={w.connections.keyHint}
        error={error}
        onChange={(key) => updateDraft({ key })}
      />
      {discover.data && <DiscoveredTools discovery={discover.data} />}
      <FormError error={error} fieldPaths={['server_url', 'name', 'api_key', 'api_key_header_name']} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" isPending={discover.isPending || create.isPending}>
          {discover.data ? w.connections.connect : w.connections.loadTools}
        </Button>
        {discover.error && (
          <Button isPending={create.isPending} onClick={() => create.mutate()}>
            {w.connections.connectAnyway}
          </Button>
        )}
      </div>
    </Form>
  );
}

interface CatalogServer {
  readonly name: string;
  readonly server_url: string;
}

function CatalogServerField({ onSelect }: { readonly onSelect: (server: CatalogServer) => void }) {
  const { data = [] } = useQuery(serverCatalogQuery(useScope()));
  if (data.length === 0) return null;
  return (
    <SelectField
      label={w.connections.knownServers}
      defaultValue=""
      onChange={(event) => {
        const selected = data.find(({ slug }) => slug === event.target.value);
        if (selected) onSelect(selected);
      }}
    >
      <option value="">{w.connections.otherServer}</option>
      {data.map(({ slug, name }) => (
        <option key={slug} value={slug}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
