import { queryOptions, useQuery } from '@tanstack/react-query';
import { get, post } from '../../lib/api.ts';
import { Empty } from '../../ui/empty.tsx';
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
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-8 p-4">
      <Empty title={w.shell.noProject}>{w.shell.noProjectHint}</Empty>
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
