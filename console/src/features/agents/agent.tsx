import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useHasPermission } from '../../lib/permissions.ts';
import { useScope } from '../../lib/session.ts';
import { CopyableId } from '../../ui/copyable.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Page } from '../../ui/page.tsx';
import { PagePlaceholder } from '../../ui/page-placeholder.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { w } from '../../words/index.ts';
import { LeaveGuard } from '../builder/leave-guard.tsx';
import { useDraft } from '../builder/use-draft.ts';
import { DeleteSubjectButton } from '../subjects/delete-subject-button.tsx';
import { getSharedTabs, isSharedTab, SharedTabPanel } from '../subjects/shared-tabs.tsx';
import { SubjectLinks } from '../subjects/subject-links.tsx';
import { AgentBuilder } from './agent-builder.tsx';
import { AgentRevisions } from './agent-revisions.tsx';
import { toDraft } from './draft.ts';
import { type Agent, agentQuery, type Revision, toSubject } from './queries.ts';

const route = getRouteApi('/in/agents/$agentId');

/** The screen of an agent: edit it, compare its revisions, try it. */
export default function AgentScreen() {
  const { agentId } = route.useParams();
  const { data, error, refetch } = useQuery(agentQuery(useScope(), agentId));
  const canEdit = useHasPermission('task_agent', 'edit', agentId);
  if (!data) return <PagePlaceholder title={w.agents.title} query={{ error, refetch }} />;
  const [newestRevision] = data.revisions;
  return (
    <Page
      title={data.name}
      actions={
        <span className="flex flex-wrap items-center gap-2">
          <CopyableId id={data.id} />
          <SubjectLinks subject={toSubject(data)} />
          <DeleteSubjectButton subject={toSubject(data)} />
        </span>
      }
    >
      {error && <ErrorAlert error={error} intro={w.failure.keepsOld} onRetry={() => void refetch()} />}
      {data.description && <p className="text-muted">{data.description}</p>}
      {canEdit === false && <p className="text-muted">{w.agents.mayNotEdit}</p>}
      <AgentTabs />
      {newestRevision && canEdit !== undefined && (
        <AgentPanel key={data.id} agent={data} newestRevision={newestRevision} canEdit={canEdit} />
      )}
    </Page>
  );
}

function AgentTabs() {
  const { tab } = route.useSearch();
  const tabs = [
    { label: w.agents.edit, isCurrent: tab === undefined, search: { tab: undefined } },
    { label: w.agents.revisions, isCurrent: tab === 'revisions', search: { tab: 'revisions' } },
    ...getSharedTabs(tab),
  ];
  return <Tabs label={w.agents.parts} tabs={tabs} />;
}

interface AgentPanelProps {
  readonly agent: Agent;
  readonly newestRevision: Revision;
  readonly canEdit: boolean;
}

function AgentPanel({ agent, newestRevision, canEdit }: AgentPanelProps) {
  const { tab } = route.useSearch();
  // Above the tabs, so that the draft survives a visit to another tab.
  const state = useDraft(toDraft(agent, newestRevision));
  return (
    <>
      <LeaveGuard isDirty={state.isDirty && canEdit} />
      {tab === 'revisions' ? (
        <AgentRevisions agent={agent} canEdit={canEdit} />
      ) : isSharedTab(tab) ? (
        <SharedTabPanel tab={tab} subject={toSubject(agent)} revisions={agent.revisions} gate={agent.release_gate} />
      ) : (
        <AgentBuilder {...{ agent, newestRevision, canEdit, state }} />
      )}
    </>
  );
}
