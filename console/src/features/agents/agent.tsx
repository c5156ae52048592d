import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { AGENT } from '../../../../client/prefixes.ts';
import { post } from '../../lib/api.ts';
import { useHasPermission } from '../../lib/permissions.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useScope } from '../../lib/session.ts';
import { CopyableId } from '../../ui/copyable.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Page } from '../../ui/page.tsx';
import { PagePlaceholder } from '../../ui/page-placeholder.tsx';
import { RecordForm } from '../../ui/record-form.tsx';
import { toRevisionLabel } from '../../ui/revision-comparison.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { DeleteSubjectButton } from '../subjects/delete-subject-button.tsx';
import { getSharedTabs, isSharedTab, SharedTabPanel } from '../subjects/shared-tabs.tsx';
import { SubjectLinks } from '../subjects/subject-links.tsx';
import { AgentForm } from './agent-form.tsx';
import { AgentRevisions } from './agent-revisions.tsx';
import { toBody, toDraft } from './draft.ts';
import { type Agent, agentQuery, type Revision, toSubject } from './queries.ts';
import { TryAgent } from './try-agent.tsx';

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
        <AgentPanel agent={data} newestRevision={newestRevision} canEdit={canEdit} />
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
  if (tab === 'revisions') return <AgentRevisions agent={agent} canEdit={canEdit} />;
  if (isSharedTab(tab))
    return (
      <SharedTabPanel tab={tab} subject={toSubject(agent)} revisions={agent.revisions} gate={agent.release_gate} />
    );
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
      <RecordForm
        record={{ agent, newestRevision }}
        version={JSON.stringify(toDraft(agent, newestRevision))}
        keepsStateOnSave
      >
        {(record, saved) => <Edit {...record} canEdit={canEdit} onSaved={saved} />}
      </RecordForm>
      <TryAgent agent={agent} revision={newestRevision} />
    </div>
  );
}

/** Edits an agent. Configuration changes create a revision, which is used after its activation. */
function Edit({ agent, newestRevision, canEdit, onSaved }: AgentPanelProps & { readonly onSaved: () => void }) {
  const scope = useScope();
  const [draft, setDraft] = useState(() => toDraft(agent, newestRevision));
  const save = useMutation({
    mutationFn: () => post(AGENT, { params: { path: { ...scope, task_agent_id: agent.id } }, body: toBody(draft) }),
    onSuccess: (saved) => {
      onSaved();
      queryClient.setQueryData(agentQuery(scope, agent.id).queryKey, saved as Agent);
      showToast((saved as Agent).revisions[0]?.id === newestRevision.id ? w.agents.saved : w.agents.savedRevision);
    },
  });
  return (
    <AgentForm
      draft={draft}
      onChange={setDraft}
      error={save.error}
      isPending={save.isPending}
      submitLabel={w.agents.save}
      canEdit={canEdit}
      onSubmit={() => save.mutate()}
    >
      {!newestRevision.active && canEdit && <ActivateLink agentId={agent.id} revision={newestRevision} />}
    </AgentForm>
  );
}

function ActivateLink({ agentId, revision }: { readonly agentId: string; readonly revision: Revision }) {
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm text-warning">
      {w.agents.notActive}
      <Link to="/agents/$agentId" params={{ agentId }} search={{ tab: 'revisions' }} className="underline">
        {w.agents.toActivate({ name: toRevisionLabel(revision) })}
      </Link>
    </p>
  );
}
