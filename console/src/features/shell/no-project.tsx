import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { get, post } from '../../lib/api.ts';
import { type OwnRole, ownRolesQuery } from '../../lib/own-roles.ts';
import { formatRoles } from '../../lib/roles.ts';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { w } from '../../words/index.ts';
import { CreateProjectForm } from '../settings/organization/create-project-form.tsx';
import { OrganizationList } from '../settings/you/organization-list.tsx';

/** Organizations in which the user can create a project. */
const creatableOrganizationsQuery = queryOptions({
  queryKey: ['user', 'organization', 'create_project'],
  queryFn: async () => {
    const { results } = await get('/api/v1/org');
    const checks = results.map(async ({ id }) => {
      const body = { permissions: ['create_project'] };
      const { permissions } = await post('/api/v1/org/{org_id}/iam/test', { params: { path: { org_id: id } }, body });
      return permissions.length > 0;
    });
    const isAllowed = await Promise.all(checks);
    return results.filter((_, index) => isAllowed[index]);
  },
});

/**
 * Shown to users without a project: the resources they have roles on, and organizations in which they can create a
 * project.
 */
export default function NoProjectScreen() {
  const organizations = useQuery(creatableOrganizationsQuery).data ?? [];
  const rolesQuery = useQuery(ownRolesQuery);
  const roles = rolesQuery.data ?? [];
  if (rolesQuery.isPending) return <Loading />;
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-8 p-4">
      {roles.length > 0 ? (
        <GrantedResources roles={roles} />
      ) : (
        <Page title={w.shell.noProject}>
          <p className="text-muted">{w.shell.noProjectHint}</p>
        </Page>
      )}
      {organizations.map(({ id, name }) => (
        <section key={id} aria-label={name} className="flex flex-col gap-3 rounded-lg border bg-surface p-4">
          <h2 className="font-semibold break-words">{name}</h2>
          <CreateProjectForm org_id={id} />
        </section>
      ))}
      <OrganizationList />
    </div>
  );
}

/** Lists the resources on which the user has roles, with links. */
function GrantedResources({ roles }: { readonly roles: readonly OwnRole[] }) {
  return (
    <Page title={w.shell.yourAccess}>
      <p className="text-muted">{w.shell.yourAccessHint}</p>
      <p>
        <Link to="/approvals" search={{ project: roles[0]?.project_id }} className="link">
          {w.shell.approvals}
        </Link>
      </p>
      <ul aria-label={w.shell.yourAccess} className="flex flex-col divide-y rounded-lg border bg-surface px-4">
        {roles.map((role) => (
          <li key={role.resource_id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
            <ResourceLink role={role} />
            <span className="text-sm text-muted">
              {w.shell.givenAs({ thing: w.shell.things[role.resource_type], roles: formatRoles(role.roles) })}
            </span>
          </li>
        ))}
      </ul>
    </Page>
  );
}

/** Paths of the resource types with their own screen. */
const RESOURCE_PATHS: Readonly<Partial<Record<OwnRole['resource_type'], string>>> = {
  task: '/tasks',
  task_agent: '/agents',
  skill: '/skills',
  task_mcp_server: '/connections/mcp',
  integration: '/connections/service',
  collection: '/knowledge',
  document: '/knowledge/documents',
};

function ResourceLink({
  role: { resource_type, resource_id, resource_name: name, project_id },
}: {
  readonly role: OwnRole;
}) {
  const basePath = RESOURCE_PATHS[resource_type];
  if (basePath === undefined) return <span className="break-words">{name}</span>;
  return (
    <Link to={`${basePath}/${resource_id}` as '/'} search={{ project: project_id }} className="break-words link">
      {name}
    </Link>
  );
}
