import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { get, post } from '../../lib/api.ts';
import { type OwnRole, ownRolesQuery } from '../../lib/own-roles.ts';
import { formatRoles } from '../../lib/roles.ts';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { w } from '../../words/index.ts';
import { NewProject } from '../settings/organization/new-project.tsx';
import { Organizations } from '../settings/you/organizations.tsx';

/** Organizations in which the person may make a project. */
const mayMakeIn = queryOptions({
  queryKey: ['user', 'organization', 'create_project'],
  queryFn: async () => {
    const { results } = await get('/api/v1/org');
    const asked = results.map(async ({ id }) => {
      const body = { permissions: ['create_project'] };
      const { permissions } = await post('/api/v1/org/{org_id}/iam/test', { params: { path: { org_id: id } }, body });
      return permissions.length > 0;
    });
    const may = await Promise.all(asked);
    return results.filter((_, nth) => may[nth]);
  },
});

/** What somebody sees who has no project: where they may go, and where they may make one. */
export default function NoProject() {
  const places = useQuery(mayMakeIn).data ?? [];
  const own = useQuery(ownRolesQuery);
  const given = own.data ?? [];
  if (own.isPending) return <Loading />;
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-8 p-4">
      {given.length > 0 ? (
        <GivenThings of={given} />
      ) : (
        <Page title={w.shell.noProject}>
          <p className="text-quiet">{w.shell.noProjectHint}</p>
        </Page>
      )}
      {places.map(({ id, name }) => (
        <section key={id} aria-label={name} className="flex flex-col gap-3 rounded-lg border bg-raised p-4">
          <h2 className="font-semibold break-words">{name}</h2>
          <NewProject org_id={id} />
        </section>
      ))}
      <Organizations />
    </div>
  );
}

/** What somebody holds roles on who has none in a project, each with the way to it. */
function GivenThings({ of }: { readonly of: readonly OwnRole[] }) {
  return (
    <Page title={w.shell.given}>
      <p className="text-quiet">{w.shell.givenHint}</p>
      <p>
        <Link to="/approvals" search={{ project: of[0]?.project_id }} className="text-accent underline">
          {w.shell.approvals}
        </Link>
      </p>
      <ul aria-label={w.shell.given} className="flex flex-col divide-y rounded-lg border bg-raised px-4">
        {of.map((each) => (
          <li key={each.resource_id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
            <Way to={each} />
            <span className="text-sm text-quiet">
              {w.shell.givenAs(w.shell.things[each.resource_type], formatRoles(each.roles))}
            </span>
          </li>
        ))}
      </ul>
    </Page>
  );
}

/** Where things have a screen of their own. */
const WAYS: Readonly<Partial<Record<OwnRole['resource_type'], string>>> = {
  task: '/tasks',
  task_agent: '/agents',
  skill: '/skills',
  task_mcp_server: '/connections/mcp',
  integration: '/connections/service',
  collection: '/knowledge',
  document: '/knowledge/documents',
};

function Way({ to: { resource_type, resource_id, resource_name: name, project_id } }: { readonly to: OwnRole }) {
  const place = WAYS[resource_type];
  if (place === undefined) return <span className="break-words">{name}</span>;
  return (
    <Link
      to={`${place}/${resource_id}` as '/'}
      search={{ project: project_id }}
      className="break-words text-accent underline"
    >
      {name}
    </Link>
  );
}
