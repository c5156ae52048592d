import { useRef } from 'react';
import { TASK } from '../../../../../client/prefixes.ts';
import { post } from '../../../lib/api.ts';
import { getRevisionName } from '../../../lib/revision-names.ts';
import { type Scope, useScope } from '../../../lib/session.ts';
import { createUuid } from '../../../lib/uuid.ts';
import { w } from '../../../words/index.ts';
import type { Candidate, Candidates } from '../../test-cases/candidates.ts';
import { findPromptVariables, type TaskDraft, toDraft } from '../draft.ts';
import type { Task, TaskRevision } from '../queries.ts';
import { toRequestBody } from '../request-body.ts';

interface Options {
  readonly task: Task;
  readonly newestRevision: TaskRevision;
  /** The form's unsaved changes, if any. */
  readonly draft: TaskDraft | undefined;
}

/** Describes the candidates of a task's tests, and turns each into a revision. */
export function useCandidates({ task, newestRevision, draft }: Options) {
  const scope = useScope();
  // A test of the same unsaved form again uses the same revision.
  const savedIds = useRef(new Map<string, string>());
  const form = draft ?? toDraft(task, newestRevision);
  const findRevision = (candidate: Candidate) =>
    candidate === 'form' && !draft ? newestRevision : task.revisions.find(({ id }) => candidate === `revision:${id}`);
  const getRevisionId = async (candidate: Candidate): Promise<string> => {
    const revision = findRevision(candidate);
    if (revision) return revision.id;
    const tested = candidate.startsWith('model:') ? { ...form, llm_model_id: candidate.slice('model:'.length) } : form;
    const key = JSON.stringify(tested);
    const id = savedIds.current.get(key) ?? (await saveTestRevision({ ...scope, task_id: task.id }, tested));
    savedIds.current.set(key, id);
    return id;
  };
  const getVariables = (candidate: Candidate) =>
    findRevision(candidate)?.input_params ?? findPromptVariables(form.system_prompt, form.user_prompt);
  const getLabel: Candidates['getLabel'] = ({ candidate }, modelNames) => {
    const revision = findRevision(candidate);
    if (revision) return getRevisionName(revision, task.revisions);
    if (candidate === 'form') return w.builder.draft;
    return modelNames.get(candidate.slice('model:'.length)) ?? w.agents.sameModel;
  };
  return { getRevisionId, getVariables, getLabel, form };
}

/** Saves a form as a revision for testing, which lists of revisions omit. Returns its ID. */
async function saveTestRevision(path: Scope & { readonly task_id: string }, form: TaskDraft): Promise<string> {
  const {
    name,
    description,
    enabled,
    public: _,
    exposed_to_agents,
    task_run_visibility,
    tags,
    ...revision
  } = toRequestBody({ ...form, revision_tags: '' });
  // The note makes the revision differ from the saved one: a body without changes would edit the task itself.
  const annotation = w.tasks.test.note({ id: createUuid().slice(0, 8) });
  const body = { ...revision, annotation, test: true };
  const saved = (await post(TASK, { params: { path }, body })) as Task;
  const created = saved.revisions.find((each) => each.annotation === annotation);
  if (!created) throw new Error('the task has no revision with the note of the test');
  return created.id;
}
