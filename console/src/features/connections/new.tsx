import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useHasPermission } from '../../lib/permissions.ts';
import { useScope } from '../../lib/session.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { RequirePermission } from '../../ui/require-permission.tsx';
import { w } from '../../words/index.ts';
import { MakeServer } from './make-server.tsx';
import { MakeService } from './make-service.tsx';
import { serviceKinds } from './queries.ts';
import { sayService } from './services.ts';

const route = getRouteApi('/in/connections/new');
/** The kind in the address that is none of the services'. */
const MCP = 'mcp_server';

/** Makes a connection: first of which kind, then what that kind asks for. */
export default function NewConnection() {
  const mayMake = useHasPermission('project', 'create_mcp_server');
  if (!mayMake)
    return (
      <Page title={w.connections.make}>
        <RequirePermission isAllowed={mayMake} permissionHint={w.connections.mayNotMake}>
          {null}
        </RequirePermission>
      </Page>
    );
  return <Making />;
}

function Making() {
  const { kind } = route.useSearch();
  const { data, error, refetch } = useQuery(serviceKinds(useScope()));
  const service = data?.find(({ type }) => type === kind);
  if (kind === MCP)
    return (
      <Page title={w.connections.makeNamed(w.connections.mcpServer)}>
        <MakeServer />
      </Page>
    );
  return (
    <Page title={service ? w.connections.makeNamed(service.name) : w.connections.make}>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lineCount={6} />}
      {service && <MakeService kind={service} />}
      {data && !service && <Kinds />}
    </Page>
  );
}

function Kinds() {
  const { data = [] } = useQuery(serviceKinds(useScope()));
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      <Kind type={MCP} name={w.connections.mcpServer} hint={w.connections.mcpHint} />
      {data.map(({ type, name, description, configured }) => {
        const does = sayService({ type, description });
        return (
          <Kind
            key={type}
            type={type}
            name={name}
            hint={configured ? does : `${does} ${w.connections.notConfiguredYet}`}
          />
        );
      })}
    </ul>
  );
}

interface KindProps {
  readonly type: string;
  readonly name: string;
  readonly hint: string;
}

function Kind({ type, name, hint }: KindProps) {
  return (
    <li className="flex flex-col gap-1 rounded-lg border bg-surface p-4">
      <Link to="/connections/new" search={{ kind: type }} className="font-semibold text-accent underline">
        {name}
      </Link>
      <p className="text-muted">{hint}</p>
    </li>
  );
}
