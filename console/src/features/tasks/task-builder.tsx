import { TASK } from '../../../../client/prefixes.ts';
import { post } from '../../lib/api.ts';
import { getRevisionName } from '../../lib/revision-names.ts';
import { useScope } from '../../lib/session.ts';
import { w } from '../../words/index.ts';
import { SaveBar, ServeButton } from '../builder/save-bar.tsx';
import type { DraftState } from '../builder/use-draft.ts';
import { useSaveDraft } from '../builder/use-save-draft.ts';
import { ActivationError } from '../evals/activation-error.tsx';
import { AccessToken } from './access-token.tsx';
import { findPromptVariables, type TaskDraft, toDraft } from './draft.ts';
import { formatServing, type Task, type TaskRevision, taskQuery, toSubject } from './queries.ts';
import { toRequestBody } from './request-body.ts';
import { NewRevisionFields, TaskForm } from './task-form.tsx';
import { TestPane } from './test/test-pane.tsx';
import { toServing, useServing } from './use-serving.ts';

interface Props {
  readonly task: Task;
  readonly newestRevision: TaskRevision;
  readonly canEdit: boolean;
  readonly state: DraftState<TaskDraft>;
}

/** Edits a task beside a test pane. Prompt and model changes create a revision, which runs once it is served. */
export function TaskBuilder({ task, newestRevision, canEdit, state }: Props) {
  const { draft, setDraft, isDirty } = state;
  const save = useSave(task, state);
  const serve = useServing(task);
  const saveAndServe = async () => {
    const [revision] = (await save.mutateAsync(draft)).revisions;
    if (revision && !revision.active) serve.mutate(toServing(revision));
  };
  const name = getRevisionName(newestRevision, task.revisions);
  const status = newestRevision.active
    ? w.builder.serving({ name: formatServing(task) })
    : w.builder.notActive({ name, served: formatServing(task) });
  const sectionProps = { draft, onChange: setDraft, error: save.error };
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_26rem] 2xl:grid-cols-[minmax(0,1fr)_28rem]">
      <TaskForm
        {...sectionProps}
        variables={findPromptVariables(draft.system_prompt, draft.user_prompt)}
        savedVariables={newestRevision.input_params}
        canEdit={canEdit}
        hasTestPane
        accessFields={<AccessToken task={task} canEdit={canEdit} />}
        onSubmit={() => save.mutate(draft)}
      >
        <ActivationError
          subject={toSubject(task)}
          revisions={task.revisions}
          error={serve.error}
          isPending={serve.isPending}
          onOverride={(overrideReason) => serve.variables && serve.mutate({ ...serve.variables, overrideReason })}
        />
        {canEdit && (
          <SaveBar
            state={state}
            status={status}
            isWarning={!newestRevision.active}
            isSaving={save.isPending}
            fields={<NewRevisionFields {...sectionProps} />}
          >
            <ServeButton
              name={name}
              isDirty={isDirty}
              isServed={newestRevision.active}
              isPending={serve.isPending}
              onSaveAndServe={() => void saveAndServe().catch(() => {})}
              onServe={() => serve.mutate(toServing(newestRevision))}
            />
          </SaveBar>
        )}
      </TaskForm>
      <TestPane task={task} newestRevision={newestRevision} canEdit={canEdit} draft={isDirty ? draft : undefined} />
    </div>
  );
}

/** Saves the draft. The response is the task with the new revision, if the configuration changed. */
function useSave(task: Task, state: DraftState<TaskDraft>) {
  const scope = useScope();
  return useSaveDraft<TaskDraft, Task>({
    record: task,
    state,
    queryKey: taskQuery(scope, task.id).queryKey,
    send: async (draft) => {
      const params = { path: { ...scope, task_id: task.id } };
      return (await post(TASK, { params, body: toRequestBody(draft) })) as Task;
    },
    toDraft,
    savedText: w.tasks.saved,
  });
}
