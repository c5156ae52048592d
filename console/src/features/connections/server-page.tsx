import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { post } from '../../lib/api.ts';
import { useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Time } from '../../ui/time.tsx';
import { w } from '../../words/index.ts';
import { ConnectionLayout } from './connection-layout.tsx';
import { ConnectionStatusBadge, getServerStatus, getServerStatusReason } from './connection-status.tsx';
import { ConsentButton } from './consent-button.tsx';
import { getConsentRedirectPath } from './consent-channel.ts';
import { DeleteConnectionDialog } from './delete-connection-dialog.tsx';
import { EditServerDialog } from './edit-server-dialog.tsx';
import { invalidateServer, type McpServer, mcpServerQuery, SERVER_PATH } from './queries.ts';
import { ServerTools } from './server-tools.tsx';

const route = getRouteApi('/in/connections/mcp/$serverId');

/** Page of an MCP server: status, actions and tools. */
export default function ServerPage() {
  const { serverId } = route.useParams();
  const scope = useScope();
  return (
    <ConnectionLayout
      query={useQuery(mcpServerQuery(scope, serverId))}
      id={serverId}
      type="task_mcp_server"
      renderSummary={(server) => <ServerSummary server={server} />}
      renderActions={(server, canDelete) => <ServerActions server={server} canDelete={canDelete} />}
      renderTools={(server, canEdit) => <ServerTools serverId={server.id} canEdit={canEdit} />}
    />
  );
}

function ServerSummary({ server }: { readonly server: McpServer }) {
  const statusReason = getServerStatusReason(server);
  return (
    <div className="flex flex-col items-start gap-2">
      <ConnectionStatusBadge status={getServerStatus(server)} />
      {statusReason && (
        <p dir="auto" className="break-words">
          {statusReason}
        </p>
      )}
      {server.description && <p className="break-words text-muted">{server.description}</p>}
      <p className="text-sm break-words text-muted">
        <span className="break-all">{server.server_url}</span> · {w.connections.authType[server.auth_type]} ·{' '}
        {server.last_refreshed === null ? (
          w.connections.neverLoaded
        ) : (
          <>
            {w.connections.toolsLoaded} <Time at={server.last_refreshed} />
          </>
        )}
      </p>
    </div>
  );
}

interface ServerActionsProps {
  readonly server: McpServer;
  readonly canDelete: boolean;
}

function ServerActions({ server, canDelete }: ServerActionsProps) {
  const path = { ...useScope(), task_mcp_server_id: server.id };
  const [openDialog, setOpenDialog] = useState<'edit' | 'delete'>();
  const startConsent = async () => {
    const params = { path, query: { redirect_to: getConsentRedirectPath(server.id) } };
    return (await post(`${SERVER_PATH}/reauthorize`, { params })).authorization_url;
  };
  const requiresConsent =
    server.auth_type === 'oauth' || (server.auth_type === 'none' && server.auth_status === 'needs_authorization');
  return (
    <div className="flex flex-col gap-3">
      {requiresConsent && (
        <ConsentButton
          id={server.id}
          startConsent={startConsent}
          onGranted={() => invalidateServer(server.id)}
          isRepeated={server.auth_status === 'authorized'}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <RefreshButton server={server} />
        <EnableButton server={server} />
        <Button onClick={() => setOpenDialog('edit')}>{w.connections.edit}</Button>
        {canDelete && <Button onClick={() => setOpenDialog('delete')}>{w.connections.delete}</Button>}
      </div>
      {openDialog === 'edit' && <EditServerDialog server={server} onClose={() => setOpenDialog(undefined)} />}
      {openDialog === 'delete' && (
        <DeleteConnectionDialog connection={server} isMcpServer onClose={() => setOpenDialog(undefined)} />
      )}
    </div>
  );
}

/** Refreshes the server's tools and shows what changed. */
function RefreshButton({ server: { id } }: { readonly server: McpServer }) {
  const path = { ...useScope(), task_mcp_server_id: id };
  const refresh = useMutation({
    mutationFn: () => post(`${SERVER_PATH}/refresh`, { params: { path } }),
    onSuccess: () => invalidateServer(id),
  });
  return (
    <>
      <Button isPending={refresh.isPending} onClick={() => refresh.mutate()}>
        {w.connections.refresh}
      </Button>
      <div role="status" className="order-last basis-full">
        {refresh.data && (
          <p dir="auto" className="break-words">
            {formatToolListChanges(refresh.data.changes)}
          </p>
        )}
        {refresh.error && <ErrorAlert error={refresh.error} />}
      </div>
    </>
  );
}

type ToolListChanges = Readonly<Record<'added' | 'changed' | 'gone' | 'returned', readonly string[]>>;

function formatToolListChanges(changes: ToolListChanges | null): string {
  if (changes === null) return w.connections.toolsNotLoaded;
  const changeKinds = (['changed', 'added', 'gone', 'returned'] as const).filter((kind) => changes[kind].length > 0);
  if (changeKinds.length === 0) return w.connections.nothingChanged;
  return changeKinds.map((kind) => w.connections.changes[kind]({ names: changes[kind].join(', ') })).join(' ');
}

/** Enables or disables the server for agents. */
function EnableButton({ server: { id, enabled } }: { readonly server: McpServer }) {
  const path = { ...useScope(), task_mcp_server_id: id };
  const toggle = useMutation({
    mutationFn: () => post(SERVER_PATH, { params: { path }, body: { enabled: !enabled } }),
    onSuccess: () => invalidateServer(id),
  });
  return (
    <>
      <Button isPending={toggle.isPending} onClick={() => toggle.mutate()}>
        {enabled ? w.connections.disable : w.connections.enable}
      </Button>
      {toggle.error && <ErrorAlert error={toggle.error} />}
    </>
  );
}
