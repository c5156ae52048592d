import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useHasPermission } from '../../lib/permissions.ts';
import { useScope } from '../../lib/session.ts';
import { PagePlaceholder } from '../../ui/page-placeholder.tsx';
import { w } from '../../words/index.ts';
import { LeaveGuard } from '../builder/leave-guard.tsx';
import { useDraft } from '../builder/use-draft.ts';
import { isSharedTab, SharedTabPanel } from '../subjects/shared-tabs.tsx';
import { SubjectScreen } from '../subjects/subject-screen.tsx';
import { AgentBuilder } from './agent-builder.tsx';
import { agentQuery } from './agent-query.ts';
import { AgentRevisions } from './agent-revisions.tsx';
import { toDraft } from './draft.ts';
import { type Agent, type Revision, toSubject } from './queries.ts';

const route = getRouteApi('/in/agents/$agentId');

/** The screen of an agent: edit it, compare its revisions, try it. */
export default function AgentScreen() {
  const { agentId } = route.useParams();
  const { tab } = route.useSearch();
  const { data, error, refetch } = useQuery(agentQuery(useScope(), agentId));
  const canEdit = useHasPermission('task_agent', 'edit', agentId);
  if (!data) return <PagePlaceholder title={w.agents.title} query={{ error, refetch }} />;
  const [newestRevision] = data.revisions;
  return (
    <SubjectScreen
      subject={toSubject(data)}
      description={data.description}
      error={error}
      onRetry={() => void refetch()}
      texts={{
        parts: w.agents.parts,
        edit: w.agents.edit,
        revisions: w.agents.revisions,
        readOnly: w.agents.cannotEdit,
      }}
      tab={tab}
      canEdit={canEdit}
      renderPanel={(isEditable) =>
        newestRevision && <AgentPanel key={data.id} agent={data} newestRevision={newestRevision} canEdit={isEditable} />
      }
    />
  );
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
