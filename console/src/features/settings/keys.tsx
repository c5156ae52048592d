import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PROJECT } from '../../../../client/prefixes.ts';
import { post } from '../../lib/api.ts';
import { queries } from '../../lib/query.ts';
import { useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Failed } from '../../ui/failed.tsx';
import { Loading } from '../../ui/loading.tsx';
import { RepeatName } from '../../ui/repeat-name.tsx';
import { Section } from '../../ui/section.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { toast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { Clients } from './clients.tsx';
import { MakeKey } from './make-key.tsx';
import { SettingsPage } from './parts.tsx';
import { type ApiKey, apiKeys } from './queries.ts';

/** The person's keys, and the clients of the project. */
export default function Keys() {
  return (
    <SettingsPage at="/settings/keys" title={w.settings.keys}>
      <OwnKeys />
      <Clients />
    </SettingsPage>
  );
}

function OwnKeys() {
  const { data, error, refetch } = useQuery(apiKeys(useScope()));
  const [making, setMaking] = useState(false);
  const [going, setGoing] = useState<ApiKey>();
  const make = data && (
    <Button look="primary" onClick={() => setMaking(true)}>
      {w.settings.makeKey}
    </Button>
  );
  return (
    <Section title={w.settings.apiKeys} hint={w.settings.apiKeysHint} acts={make}>
      {error && <Failed error={error} needs={w.settings.keyRoles} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lines={3} />}
      {data?.length === 0 && <Empty title={w.settings.noKeys}>{w.settings.noKeysHint}</Empty>}
      {data && data.length > 0 && (
        <Table caption={w.settings.apiKeys} columns={columns(setGoing)} rows={data} keyOf={({ id }) => id} />
      )}
      {making && <MakeKey onClose={() => setMaking(false)} />}
      {going && <RevokeKey of={going} onClose={() => setGoing(undefined)} />}
    </Section>
  );
}

function columns(onRevoke: (key: ApiKey) => void): readonly Column<ApiKey>[] {
  return [
    {
      name: w.settings.name,
      show: ({ name, scopes }) => (
        <span className="flex flex-col">
          <span className="break-words">{name}</span>
          <span className="text-sm break-words text-quiet">{scopes?.join(' ') ?? w.settings.allScopes}</span>
        </span>
      ),
    },
    { name: w.settings.begins, wide: true, show: ({ prefix }) => <code className="font-mono text-sm">{prefix}…</code> },
    { name: w.settings.made, wide: true, show: ({ created }) => <Time at={created} /> },
    {
      name: w.settings.used,
      wide: true,
      show: ({ last_used }) => (last_used === null ? w.settings.never : <Time at={last_used} />),
    },
    {
      name: w.settings.acts,
      end: true,
      show: (key) => (
        <Button small aria-label={w.settings.revokeNamed(key.name)} onClick={() => onRevoke(key)}>
          {w.settings.revoke}
        </Button>
      ),
    },
  ];
}

function RevokeKey({ of: { id, name }, onClose }: { readonly of: ApiKey; readonly onClose: () => void }) {
  const scope = useScope();
  const revoke = useMutation({
    mutationFn: () =>
      post(`${PROJECT}/api_key/{api_key_id}/revoke`, { params: { path: { ...scope, api_key_id: id } } }),
    onSuccess: () => {
      toast(w.settings.revoked(name));
      void queries.invalidateQueries({ queryKey: ['api_key', 'list'] });
      onClose();
    },
  });
  return (
    <RepeatName
      title={w.settings.revokeNamed(name)}
      name={name}
      act={w.settings.revoke}
      busy={revoke.isPending}
      error={revoke.error}
      onAct={() => revoke.mutate()}
      onClose={onClose}
    >
      {w.settings.revokeHint}
    </RepeatName>
  );
}
