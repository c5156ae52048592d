import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useHasPermission } from '../../lib/permissions.ts';
import { useScope } from '../../lib/session.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Globe, Plug } from '../../ui/icons.ts';
import { LinkCard } from '../../ui/link-card.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { RequirePermission } from '../../ui/require-permission.tsx';
import { w } from '../../words/index.ts';
import { CreateIntegrationForm, formatIntegrationType } from './create-integration-form.tsx';
import { CreateServerForm } from './create-server-form.tsx';
import { integrationTypesQuery } from './queries.ts';

const route = getRouteApi('/in/connections/new');
/** Value of the `kind` search parameter for MCP servers. */
const MCP_SERVER = 'mcp_server';

/** Creates a connection: the user selects a type, then fills in its form. */
export default function NewConnectionPage() {
  const canCreate = useHasPermission('project', 'create_mcp_server');
  if (!canCreate)
    return (
      <Page title={w.connections.create}>
        <RequirePermission isAllowed={canCreate} permissionHint={w.connections.cannotCreate}>
          {null}
        </RequirePermission>
      </Page>
    );
  return <NewConnectionForm />;
}

function NewConnectionForm() {
  const { kind } = route.useSearch();
  const { data, error, refetch } = useQuery(integrationTypesQuery(useScope()));
  const integrationType = data?.find(({ type }) => type === kind);
  if (kind === MCP_SERVER)
    return (
      <Page title={w.connections.createNamed({ kind: w.connections.mcpServer })}>
        <CreateServerForm />
      </Page>
    );
  return (
    <Page title={integrationType ? w.connections.createNamed({ kind: integrationType.name }) : w.connections.create}>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lineCount={6} />}
      {integrationType && <CreateIntegrationForm integrationType={integrationType} />}
      {data && !integrationType && <ConnectionTypeList />}
    </Page>
  );
}

function ConnectionTypeList() {
  const { data = [] } = useQuery(integrationTypesQuery(useScope()));
  return (
    <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
      <ConnectionTypeItem type={MCP_SERVER} name={w.connections.mcpServer} hint={w.connections.mcpHint} />
      {data.map(({ type, name, description, configured }) => {
        const summary = formatIntegrationType({ type, description });
        return (
          <ConnectionTypeItem
            key={type}
            type={type}
            name={name}
            hint={configured ? summary : `${summary} ${w.connections.notConfiguredYet}`}
          />
        );
      })}
    </ul>
  );
}

interface ConnectionTypeProps {
  readonly type: string;
  readonly name: string;
  readonly hint: string;
}

function ConnectionTypeItem({ type, name, hint }: ConnectionTypeProps) {
  return (
    <LinkCard icon={type === MCP_SERVER ? Plug : Globe} hint={hint}>
      <Link to="/connections/new" search={{ kind: type }}>
        {name}
      </Link>
    </LinkCard>
  );
}
