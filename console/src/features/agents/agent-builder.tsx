import { AGENT } from '../../../../client/prefixes.ts';
import { post } from '../../lib/api.ts';
import { getRevisionName } from '../../lib/revision-names.ts';
import { useScope } from '../../lib/session.ts';
import { w } from '../../words/index.ts';
import { SaveBar, ServeButton } from '../builder/save-bar.tsx';
import type { DraftState } from '../builder/use-draft.ts';
import { useSaveDraft } from '../builder/use-save-draft.ts';
import { ActivationError } from '../evals/activation-error.tsx';
import { AgentForm } from './agent-form.tsx';
import { agentQuery } from './agent-query.ts';
import { AgentReach } from './agent-reach.tsx';
import { type AgentDraft, toBody, toDraft } from './draft.ts';
import { Playground } from './playground/playground.tsx';
import { type Agent, type Revision, toSubject } from './queries.ts';
import { useActivation } from './use-activation.ts';

interface Props {
  readonly agent: Agent;
  readonly newestRevision: Revision;
  readonly canEdit: boolean;
  readonly state: DraftState<AgentDraft>;
}

/** Edits an agent beside a playground. Configuration changes create a revision, which runs once it is served. */
export function AgentBuilder({ agent, newestRevision, canEdit, state }: Props) {
  const { draft, setDraft, isDirty } = state;
  const save = useSave(agent, state);
  const serve = useActivation(agent);
  const saveAndServe = async () => {
    const [revision] = (await save.mutateAsync(draft)).revisions;
    if (revision && !revision.active) serve.mutate({ id: revision.id });
  };
  const getName = (revision: Revision) => getRevisionName(revision, agent.revisions);
  const served = agent.revisions.find(({ active }) => active);
  const status = newestRevision.active
    ? w.builder.serving({ name: getName(newestRevision) })
    : w.builder.notActive({ name: getName(newestRevision), served: served ? getName(served) : '' });
  return (
    <>
      <AgentReach agent={{ type: 'task_agent', id: agent.id, name: agent.name }} draft={draft} />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_26rem] 2xl:grid-cols-[minmax(0,1fr)_28rem]">
        <AgentForm
          draft={draft}
          onChange={setDraft}
          error={save.error}
          canEdit={canEdit}
          hasPlayground
          onSubmit={() => save.mutate(draft)}
        >
          <ActivationError
            subject={toSubject(agent)}
            revisions={agent.revisions}
            error={serve.error}
            isPending={serve.isPending}
            onOverride={(overrideReason) => serve.variables && serve.mutate({ id: serve.variables.id, overrideReason })}
          />
          {canEdit && (
            <SaveBar state={state} status={status} isWarning={!newestRevision.active} isSaving={save.isPending}>
              <ServeButton
                name={getName(newestRevision)}
                isDirty={isDirty}
                isServed={newestRevision.active}
                isPending={serve.isPending}
                onSaveAndServe={() => void saveAndServe().catch(() => {})}
                onServe={() => serve.mutate({ id: newestRevision.id })}
              />
            </SaveBar>
          )}
        </AgentForm>
        <Playground
          agent={agent}
          canEdit={canEdit}
          isDirty={isDirty && canEdit}
          saveDraft={async () => (await save.mutateAsync(draft)).revisions[0] ?? newestRevision}
        />
      </div>
    </>
  );
}

/** Saves the draft. The response is the agent with the new revision, if the configuration changed. */
function useSave(agent: Agent, state: DraftState<AgentDraft>) {
  const scope = useScope();
  return useSaveDraft<AgentDraft, Agent>({
    record: agent,
    state,
    queryKey: agentQuery(scope, agent.id).queryKey,
    send: async (draft) => {
      const params = { path: { ...scope, task_agent_id: agent.id } };
      return (await post(AGENT, { params, body: toBody(draft) })) as Agent;
    },
    toDraft,
    savedText: w.agents.saved,
  });
}
