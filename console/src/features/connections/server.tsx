import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { post } from '../../lib/api.ts';
import { useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Time } from '../../ui/time.tsx';
import { w } from '../../words/index.ts';
import { serverChanged } from './changed.ts';
import { ConsentAct } from './consent.tsx';
import { cameBackAt } from './consent-channel.ts';
import { EditServer } from './edit-server.tsx';
import { ConnectionFrame } from './frame.tsx';
import { type McpServer, mcpServer, SERVER } from './queries.ts';
import { RemoveConnection } from './remove.tsx';
import { ServerTools } from './server-tools.tsx';
import { StandingSign, standingOfServer, whyOfServer } from './state.tsx';

const route = getRouteApi('/in/connections/mcp/$serverId');

/** An MCP server: how it stands, what it needs, its tools and what changed about them. */
export default function ServerScreen() {
  const { serverId } = route.useParams();
  const scope = useScope();
  return (
    <ConnectionFrame
      connection={useQuery(mcpServer(scope, serverId))}
      id={serverId}
      type="task_mcp_server"
      about={(of) => <About of={of} />}
      acts={(of, mayDelete) => <Acts of={of} mayDelete={mayDelete} />}
      tools={(of, mayEdit) => <ServerTools serverId={of.id} mayEdit={mayEdit} />}
    />
  );
}

function About({ of }: { readonly of: McpServer }) {
  const why = whyOfServer(of);
  return (
    <div className="flex flex-col items-start gap-2">
      <StandingSign of={standingOfServer(of)} />
      {why && (
        <p dir="auto" className="break-words">
          {why}
        </p>
      )}
      {of.description && <p className="break-words text-muted">{of.description}</p>}
      <p className="text-sm break-words text-muted">
        <span className="break-all">{of.server_url}</span> · {w.connections.authType[of.auth_type]} ·{' '}
        {of.last_refreshed === null ? (
          w.connections.neverLooked
        ) : (
          <>
            {w.connections.looked} <Time at={of.last_refreshed} />
          </>
        )}
      </p>
    </div>
  );
}

interface ActsProps {
  readonly of: McpServer;
  readonly mayDelete: boolean;
}

function Acts({ of, mayDelete }: ActsProps) {
  const path = { ...useScope(), task_mcp_server_id: of.id };
  const [open, setOpen] = useState<'edit' | 'delete'>();
  const begin = async () => {
    const params = { path, query: { redirect_to: cameBackAt(of.id) } };
    return (await post(`${SERVER}/reauthorize`, { params })).authorization_url;
  };
  const takesConsent =
    of.auth_type === 'oauth' || (of.auth_type === 'none' && of.auth_status === 'needs_authorization');
  return (
    <div className="flex flex-col gap-3">
      {takesConsent && (
        <ConsentAct
          id={of.id}
          begin={begin}
          onGranted={() => serverChanged(of.id)}
          again={of.auth_status === 'authorized'}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Refresh of={of} />
        <Switch of={of} />
        <Button onClick={() => setOpen('edit')}>{w.connections.edit}</Button>
        {mayDelete && <Button onClick={() => setOpen('delete')}>{w.connections.remove}</Button>}
      </div>
      {open === 'edit' && <EditServer of={of} onClose={() => setOpen(undefined)} />}
      {open === 'delete' && <RemoveConnection of={of} isServer onClose={() => setOpen(undefined)} />}
    </div>
  );
}

/** Looks at the tools of the server again, and says what became of them. */
function Refresh({ of: { id } }: { readonly of: McpServer }) {
  const path = { ...useScope(), task_mcp_server_id: id };
  const refresh = useMutation({
    mutationFn: () => post(`${SERVER}/refresh`, { params: { path } }),
    onSuccess: () => serverChanged(id),
  });
  return (
    <>
      <Button isPending={refresh.isPending} onClick={() => refresh.mutate()}>
        {w.connections.refresh}
      </Button>
      <div role="status" className="order-last basis-full">
        {refresh.data && (
          <p dir="auto" className="break-words">
            {sayChanges(refresh.data.changes)}
          </p>
        )}
        {refresh.error && <ErrorAlert error={refresh.error} />}
      </div>
    </>
  );
}

type Changes = Readonly<Record<'added' | 'changed' | 'gone' | 'returned', readonly string[]>>;

function sayChanges(changes: Changes | null): string {
  if (changes === null) return w.connections.noList;
  const kinds = (['changed', 'added', 'gone', 'returned'] as const).filter((kind) => changes[kind].length > 0);
  if (kinds.length === 0) return w.connections.nothingChanged;
  return kinds.map((kind) => w.connections.changes[kind](changes[kind].join(', '))).join(' ');
}

/** Takes the whole server out of what agents are offered, or back in. */
function Switch({ of: { id, enabled } }: { readonly of: McpServer }) {
  const path = { ...useScope(), task_mcp_server_id: id };
  const change = useMutation({
    mutationFn: () => post(SERVER, { params: { path }, body: { enabled: !enabled } }),
    onSuccess: () => serverChanged(id),
  });
  return (
    <>
      <Button isPending={change.isPending} onClick={() => change.mutate()}>
        {enabled ? w.connections.switchOff : w.connections.switchOn}
      </Button>
      {change.error && <ErrorAlert error={change.error} />}
    </>
  );
}
