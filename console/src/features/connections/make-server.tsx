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
import { Discovered } from './discovered.tsx';
import { type KeyDraft, KeyFields, keyBody, NO_KEY } from './key-fields.tsx';
import { knownServers, SERVERS } from './queries.ts';

interface Draft {
  readonly name: string;
  readonly url: string;
  readonly key: KeyDraft;
}

/** Makes an MCP server: first its tools are looked at, then it is connected with those that were shown. */
export function MakeServer() {
  const scope = useScope();
  const navigate = useNavigate();
  const [draft, setDraft] = useState<Draft>({ name: '', url: '', key: NO_KEY });
  const reached = { server_url: draft.url, ...keyBody(draft.key) };
  const look = useMutation({
    mutationFn: () => post(`${SERVERS}/discover`, { params: { path: { ...scope } }, body: reached }),
  });
  const make = useMutation({
    mutationFn: () => post(SERVERS, { params: { path: { ...scope } }, body: { ...reached, name: draft.name } }),
    onSuccess: ({ id, name }) => {
      void queryClient.invalidateQueries({ queryKey: ['task_mcp_server', 'list'] });
      showToast(w.connections.made(name));
      void navigate({ to: '/connections/mcp/$serverId', params: { serverId: id } });
    },
  });
  const set = (change: Partial<Draft>) => {
    // What was looked at is another server's, or was shown another key.
    if (change.url !== undefined || change.key !== undefined) look.reset();
    setDraft({ ...draft, ...change });
  };
  const error = make.error ?? look.error;
  return (
    <Form className="flex max-w-3xl flex-col gap-4" onSubmit={() => (look.data ? make.mutate() : look.mutate())}>
      <KnownServers onChoose={({ name, server_url }) => set({ name, url: server_url })} />
      <TextField
        label={w.connections.address}
        hint={w.connections.addressHint}
        path="server_url"
        error={error}
        required
        type="url"
        spellCheck={false}
        placeholder="https://mcp.example.com/mcp"
        value={draft.url}
        onChange={(event) => set({ url: event.target.value })}
      />
      <NameField
        label={w.connections.name}
        hint={w.connections.nameHint}
        error={error}
        value={draft.name}
        onChange={(name) => set({ name })}
      />
      <KeyFields draft={draft.key} hint={w.connections.keyHint} error={error} onChange={(key) => set({ key })} />
      {look.data && <Discovered found={look.data} />}
      <FormError error={error} fieldPaths={['server_url', 'name', 'api_key', 'api_key_header_name']} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" isPending={look.isPending || make.isPending}>
          {look.data ? w.connections.connect : w.connections.look}
        </Button>
        {look.error && (
          <Button isPending={make.isPending} onClick={() => make.mutate()}>
            {w.connections.connectAnyway}
          </Button>
        )}
      </div>
    </Form>
  );
}

interface Known {
  readonly name: string;
  readonly server_url: string;
}

function KnownServers({ onChoose }: { readonly onChoose: (known: Known) => void }) {
  const { data = [] } = useQuery(knownServers(useScope()));
  if (data.length === 0) return null;
  return (
    <SelectField
      label={w.connections.known}
      defaultValue=""
      onChange={(event) => {
        const chosen = data.find(({ slug }) => slug === event.target.value);
        if (chosen) onChoose(chosen);
      }}
    >
      <option value="">{w.connections.another}</option>
      {data.map(({ slug, name }) => (
        <option key={slug} value={slug}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
