import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useHasPermission } from '../../lib/permissions.ts';
import { useScope } from '../../lib/session.ts';
import { visibleProjectsQuery } from '../../lib/visible-projects.ts';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { w } from '../../words/index.ts';
import { InviteList } from './invite-list.tsx';
import { MemberList } from './member-list.tsx';

const route = getRouteApi('/in/people');

/** Page of the members and invites of the organization and the project. */
export default function PeoplePage() {
  const tab = useSelectedTab();
  return (
    <Page title={w.people.title}>
      <PeopleTabs tab={tab} />
      {tab === undefined && <Loading />}
      {tab === 'invites' && <InviteList />}
      {(tab === 'project' || tab === 'organization') && <ScopeMembers key={tab} type={tab} />}
    </Page>
  );
}

function ScopeMembers({ type }: { readonly type: 'organization' | 'project' }) {
  const { org_id, project_id } = useScope();
  const id = type === 'organization' ? org_id : project_id;
  const organizationScope = useQuery(visibleProjectsQuery).data?.find(({ org }) => org.id === org_id);
  const project = organizationScope?.projects.find((each) => each.id === project_id);
  return (
    <MemberList
      resource={{ type, id, name: (type === 'organization' ? organizationScope?.org.name : project?.name) ?? '' }}
    />
  );
}

type PeopleTab = 'organization' | 'project' | 'invites';

/** Returns the selected tab, by default the organization if visible. Returns undefined until that is known. */
function useSelectedTab(): PeopleTab | undefined {
  const { of } = route.useSearch();
  const canViewOrg = useHasPermission('organization', 'view_members');
  if (of === 'invites' || of === 'project' || of === 'organization') return of;
  if (canViewOrg === undefined) return undefined;
  return canViewOrg ? 'organization' : 'project';
}

function PeopleTabs({ tab }: { readonly tab: PeopleTab | undefined }) {
  const tabNames = [
    ['organization', w.people.ofOrg],
    ['project', w.people.ofProject],
    ['invites', w.people.invites],
  ] as const;
  const tabs = tabNames.map(([tabName, label]) => ({ label, isCurrent: tab === tabName, search: { of: tabName } }));
  return <Tabs label={w.people.parts} tabs={tabs} />;
}
