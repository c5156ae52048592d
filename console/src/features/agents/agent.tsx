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
import { SubjectLinks } from '../subjects/links.tsx';
import { isSharedTab, SharedPart, sharedTabs } from '../subjects/parts.tsx';
import { RemoveSubject } from '../subjects/remove.tsx';
import { bodyOf, draftOf } from './draft.ts';
import { AgentForm } from './form.tsx';
import { type Agent, agent, type Revision, subjectOf } from './queries.ts';
import { Revisions } from './revisions.tsx';
import { TryAgent } from './try.tsx';

const route = getRouteApi('/in/agents/$agentId');

/** An agent: change it, compare its revisions, try it. */
export default function AgentScreen() {
  const { agentId } = route.useParams();
  const { data, error, refetch } = useQuery(agent(useScope(), agentId));
  const mayEdit = useHasPermission('task_agent', 'edit', agentId);
  if (!data) return <PagePlaceholder title={w.agents.title} query={{ error, refetch }} />;
  const [newest] = data.revisions;
  return (
    <Page
      title={data.name}
      actions={
        <span className="flex flex-wrap items-center gap-2">
          <CopyableId id={data.id} />
          <SubjectLinks subject={subjectOf(data)} />
          <RemoveSubject subject={subjectOf(data)} />
        </span>
      }
    >
      {error && <ErrorAlert error={error} intro={w.failure.keepsOld} onRetry={() => void refetch()} />}
      {data.description && <p className="text-quiet">{data.description}</p>}
      {mayEdit === false && <p className="text-quiet">{w.agents.mayNotEdit}</p>}
      <Parts />
      {newest && mayEdit !== undefined && <Shown of={data} newest={newest} mayEdit={mayEdit} />}
    </Page>
  );
}

function Parts() {
  const { tab } = route.useSearch();
  const tabs = [
    { label: w.agents.edit, isCurrent: tab === undefined, search: { tab: undefined } },
    { label: w.agents.revisions, isCurrent: tab === 'revisions', search: { tab: 'revisions' } },
    ...sharedTabs(tab),
  ];
  return <Tabs label={w.agents.parts} tabs={tabs} />;
}

interface ShownProps {
  readonly of: Agent;
  readonly newest: Revision;
  readonly mayEdit: boolean;
}

function Shown({ of, newest, mayEdit }: ShownProps) {
  const { tab } = route.useSearch();
  if (tab === 'revisions') return <Revisions agent={of} mayEdit={mayEdit} />;
  if (isSharedTab(tab))
    return <SharedPart tab={tab} subject={subjectOf(of)} revisions={of.revisions} gate={of.release_gate} />;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
      <RecordForm record={{ of, newest }} version={JSON.stringify(draftOf(of, newest))} keepsStateOnSave>
        {(held, saved) => <Edit {...held} mayEdit={mayEdit} onSaved={saved} />}
      </RecordForm>
      <TryAgent agent={of} revision={newest} />
    </div>
  );
}

/** Changes the agent; what is a matter of its configuration makes a new revision, which serves once it is activated. */
function Edit({ of, newest, mayEdit, onSaved }: ShownProps & { readonly onSaved: () => void }) {
  const scope = useScope();
  const [draft, setDraft] = useState(() => draftOf(of, newest));
  const save = useMutation({
    mutationFn: () => post(AGENT, { params: { path: { ...scope, task_agent_id: of.id } }, body: bodyOf(draft) }),
    onSuccess: (saved) => {
      onSaved();
      queryClient.setQueryData(agent(scope, of.id).queryKey, saved as Agent);
      showToast((saved as Agent).revisions[0]?.id === newest.id ? w.agents.saved : w.agents.savedRevision);
    },
  });
  return (
    <AgentForm
      draft={draft}
      onChange={setDraft}
      error={save.error}
      busy={save.isPending}
      submit={w.agents.save}
      mayEdit={mayEdit}
      onSubmit={() => save.mutate()}
    >
      {!newest.active && mayEdit && <Activate agentId={of.id} revision={newest} />}
    </AgentForm>
  );
}

function Activate({ agentId, revision }: { readonly agentId: string; readonly revision: Revision }) {
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm text-warn">
      {w.agents.notActive}
      <Link to="/agents/$agentId" params={{ agentId }} search={{ tab: 'revisions' }} className="underline">
        {w.agents.toActivate(toRevisionLabel(revision))}
      </Link>
    </p>
  );
}
