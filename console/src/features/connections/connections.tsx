import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useHasPermission } from '../../lib/permissions.ts';
import { useScope } from '../../lib/session.ts';
import { getButtonClassName } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { w } from '../../words/index.ts';
import { type Integration, integrations, type McpServer, mcpServers, serviceKinds } from './queries.ts';
import { type Standing, StandingSign, standingOfIntegration, standingOfServer, whyOfServer } from './state.tsx';

interface Row {
  readonly id: string;
  readonly isServer: boolean;
  readonly name: string;
  readonly kind: string;
  readonly place: string;
  readonly standing: Standing;
  /** Why it needs somebody, where the API says it. */
  readonly why: string | null;
  readonly tools: number;
  readonly modified: string;
}

/** Everything the project is connected with; what needs somebody comes first. */
export default function Connections() {
  const scope = useScope();
  const servers = useQuery(mcpServers(scope));
  const services = useQuery(integrations(scope));
  const kinds = useQuery(serviceKinds(scope)).data ?? [];
  // The two come with the same roles.
  const mayMake = useHasPermission('project', 'create_mcp_server');
  const error = servers.error ?? services.error;
  const isRead = servers.data !== undefined && services.data !== undefined;
  const nameOfKind = (type: string) => kinds.find((kind) => kind.type === type)?.name ?? type;
  const rows = [
    ...(servers.data?.results ?? []).map(rowOfServer),
    ...(services.data?.results ?? []).map((each) => rowOfIntegration(each, nameOfKind(each.type))),
  ].toSorted(byNeed);
  const make = mayMake && (
    <Link to="/connections/new" className={getButtonClassName('primary')}>
      {w.connections.make}
    </Link>
  );
  return (
    <Page title={w.connections.title} actions={make}>
      {mayMake === false && <p className="text-muted">{w.connections.mayNotMake}</p>}
      {error && <ErrorAlert error={error} onRetry={() => void Promise.all([servers.refetch(), services.refetch()])} />}
      {!isRead && !error && <Loading lineCount={6} />}
      {isRead && rows.length === 0 && <EmptyState title={w.connections.none}>{w.connections.noneHint}</EmptyState>}
      {rows.length > 0 && (
        <Table caption={w.connections.title} columns={columns()} rows={rows} getRowKey={({ id }) => id} />
      )}
      {(servers.data?.isTruncated || services.data?.isTruncated) && (
        <p className="text-muted">{w.connections.cut(rows.length)}</p>
      )}
    </Page>
  );
}

function byNeed(one: Row, other: Row): number {
  return (
    Number(other.standing.needsSomebody) - Number(one.standing.needsSomebody) || one.name.localeCompare(other.name)
  );
}

function rowOfServer(server: McpServer): Row {
  const { id, name, server_url: place, tool_count: tools, modified } = server;
  const why = whyOfServer(server);
  return {
    id,
    isServer: true,
    name,
    kind: w.connections.mcpServer,
    place,
    standing: standingOfServer(server),
    why,
    tools,
    modified,
  };
}

function rowOfIntegration(service: Integration, kind: string): Row {
  const { id, name, account, config, available_tools, modified } = service;
  return {
    id,
    isServer: false,
    name,
    kind,
    place: config.base_url ?? account ?? '',
    standing: standingOfIntegration(service),
    why: null,
    tools: available_tools.length,
    modified,
  };
}

function columns(): readonly Column<Row>[] {
  return [
    {
      header: w.connections.name,
      render: (row) => (
        <span className="flex min-w-0 flex-col">
          <LinkTo row={row} />
          <span className="text-sm break-all text-muted">{row.place}</span>
        </span>
      ),
    },
    { header: w.connections.kind, hidesOnMobile: true, render: ({ kind }) => kind },
    {
      header: w.connections.state,
      render: ({ standing, why }) => (
        <span className="flex flex-col items-start gap-1">
          <StandingSign of={standing} />
          {why && (
            <span dir="auto" className="line-clamp-2 max-w-sm text-sm break-words text-muted">
              {why}
            </span>
          )}
        </span>
      ),
    },
    { header: w.connections.tools, hidesOnMobile: true, alignsEnd: true, render: ({ tools }) => tools },
    { header: w.connections.changed, hidesOnMobile: true, render: ({ modified }) => <Time at={modified} /> },
  ];
}

function LinkTo({ row: { id, isServer, name } }: { readonly row: Row }) {
  const look = 'break-words text-accent underline';
  return isServer ? (
    <Link to="/connections/mcp/$serverId" params={{ serverId: id }} className={look} dir="auto">
      {name}
    </Link>
  ) : (
    <Link to="/connections/service/$integrationId" params={{ integrationId: id }} className={look} dir="auto">
      {name}
    </Link>
  );
}
