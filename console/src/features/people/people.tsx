import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useHasPermission } from '../../lib/permissions.ts';
import { useScope } from '../../lib/session.ts';
import { visibleProjectsQuery } from '../../lib/visible-projects.ts';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { w } from '../../words/index.ts';
import { Invites } from './invites.tsx';
import { Members } from './members.tsx';

const route = getRouteApi('/in/people');

/** Who may what in the organization and in the project, and who is invited. */
export default function People() {
  const shown = useShown();
  return (
    <Page title={w.people.title}>
      <Parts shown={shown} />
      {shown === undefined && <Loading />}
      {shown === 'invites' && <Invites />}
      {(shown === 'project' || shown === 'organization') && <MembersOf key={shown} place={shown} />}
    </Page>
  );
}

function MembersOf({ place }: { readonly place: 'organization' | 'project' }) {
  const { org_id, project_id } = useScope();
  const id = place === 'organization' ? org_id : project_id;
  const known = useQuery(visibleProjectsQuery).data?.find(({ org }) => org.id === org_id);
  const project = known?.projects.find((each) => each.id === project_id);
  return <Members of={{ type: place, id, name: (place === 'organization' ? known?.org.name : project?.name) ?? '' }} />;
}

type Part = 'organization' | 'project' | 'invites';

/** The part that is asked for, else the organization, where it may be seen; undefined until that is known. */
function useShown(): Part | undefined {
  const { of } = route.useSearch();
  const seesOrg = useHasPermission('organization', 'view_members');
  if (of === 'invites' || of === 'project' || of === 'organization') return of;
  if (seesOrg === undefined) return undefined;
  return seesOrg ? 'organization' : 'project';
}

function Parts({ shown }: { readonly shown: Part | undefined }) {
  const parts = [
    ['organization', w.people.ofOrg],
    ['project', w.people.ofProject],
    ['invites', w.people.invites],
  ] as const;
  const tabs = parts.map(([part, name]) => ({ label: name, isCurrent: shown === part, search: { of: part } }));
  return <Tabs label={w.people.parts} tabs={tabs} />;
}
