import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useHasPermission } from '../../lib/permissions.ts';
import { useScope } from '../../lib/session.ts';
import { getButtonClassName } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Plug } from '../../ui/icons.ts';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { w } from '../../words/index.ts';
import {
  type ConnectionStatus,
  ConnectionStatusBadge,
  getIntegrationStatus,
  getServerStatus,
  getServerStatusReason,
} from './connection-status.tsx';
import {
  type Integration,
  integrationsQuery,
  integrationTypesQuery,
  type McpServer,
  mcpServersQuery,
} from './queries.ts';

interface ConnectionRow {
  readonly id: string;
  readonly isMcpServer: boolean;
  readonly name: string;
  readonly typeLabel: string;
  readonly address: string;
  readonly status: ConnectionStatus;
  /** Reason for the status, as reported by the API. */
  readonly statusReason: string | null;
  readonly toolCount: number;
  readonly modified: string;
}

/** Lists all connections of the project. Those that need attention come first. */
export default function ConnectionsPage() {
  const scope = useScope();
  const servers = useQuery(mcpServersQuery(scope));
  const integrations = useQuery(integrationsQuery(scope));
  const integrationTypes = useQuery(integrationTypesQuery(scope)).data ?? [];
  // The same roles grant the permissions to create servers and integrations.
  const canCreate = useHasPermission('project', 'create_mcp_server');
  const error = servers.error ?? integrations.error;
  const isLoaded = servers.data !== undefined && integrations.data !== undefined;
  const getTypeName = (type: string) => integrationTypes.find((typeLabel) => typeLabel.type === type)?.name ?? type;
  const rows = [
    ...(servers.data?.results ?? []).map(toServerRow),
    ...(integrations.data?.results ?? []).map((integration) =>
      toIntegrationRow(integration, getTypeName(integration.type)),
    ),
  ].toSorted(compareByAttention);
  const createLink = canCreate && (
    <Link to="/connections/new" className={getButtonClassName('primary')}>
      {w.connections.create}
    </Link>
  );
  const isEmpty = isLoaded && rows.length === 0;
  return (
    <Page title={w.connections.title} actions={!isEmpty && createLink}>
      {canCreate === false && <p className="text-muted">{w.connections.cannotCreate}</p>}
      {error && (
        <ErrorAlert error={error} onRetry={() => void Promise.all([servers.refetch(), integrations.refetch()])} />
      )}
      {!isLoaded && !error && <Loading lineCount={6} />}
      {isEmpty && (
        <EmptyState icon={Plug} title={w.connections.none} action={createLink}>
          {w.connections.noneHint}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <Table caption={w.connections.title} columns={getColumns()} rows={rows} getRowKey={({ id }) => id} />
      )}
      {(servers.data?.isTruncated || integrations.data?.isTruncated) && (
        <p className="text-muted">{w.connections.truncated({ shown: rows.length })}</p>
      )}
    </Page>
  );
}

function compareByAttention(a: ConnectionRow, b: ConnectionRow): number {
  return Number(b.status.needsAttention) - Number(a.status.needsAttention) || a.name.localeCompare(b.name);
}

function toServerRow(server: McpServer): ConnectionRow {
  const { id, name, server_url: address, tool_count: toolCount, modified } = server;
  const statusReason = getServerStatusReason(server);
  return {
    id,
    isMcpServer: true,
    name,
    typeLabel: w.connections.mcpServer,
    address,
    status: getServerStatus(server),
    statusReason,
    toolCount,
    modified,
  };
}

function toIntegrationRow(integration: Integration, typeLabel: string): ConnectionRow {
  const { id, name, account, config, available_tools, modified } = integration;
  return {
    id,
    isMcpServer: false,
    name,
    typeLabel,
    address: config.base_url ?? account ?? '',
    status: getIntegrationStatus(integration),
    statusReason: null,
    toolCount: available_tools.length,
    modified,
  };
}

function getColumns(): readonly Column<ConnectionRow>[] {
  return [
    {
      header: w.connections.name,
      render: (row) => (
        <span className="flex min-w-0 flex-col">
          <ConnectionLink row={row} />
          <span className="text-sm break-all text-muted">{row.address}</span>
        </span>
      ),
    },
    { header: w.connections.kind, hidesOnMobile: true, render: ({ typeLabel }) => typeLabel },
    {
      header: w.connections.status,
      render: ({ status, statusReason }) => (
        <span className="flex flex-col items-start gap-1">
          <ConnectionStatusBadge status={status} />
          {statusReason && (
            <span dir="auto" className="line-clamp-2 max-w-sm text-sm break-words text-muted">
              {statusReason}
            </span>
          )}
        </span>
      ),
    },
    { header: w.connections.tools, hidesOnMobile: true, alignsEnd: true, render: ({ toolCount }) => toolCount },
    { header: w.connections.changed, hidesOnMobile: true, render: ({ modified }) => <Time at={modified} /> },
  ];
}

function ConnectionLink({ row: { id, isMcpServer, name } }: { readonly row: ConnectionRow }) {
  const className = 'break-words link';
  return isMcpServer ? (
    <Link to="/connections/mcp/$serverId" params={{ serverId: id }} className={className} dir="auto">
      {name}
    </Link>
  ) : (
    <Link to="/connections/service/$integrationId" params={{ integrationId: id }} className={className} dir="auto">
      {name}
    </Link>
  );
}
