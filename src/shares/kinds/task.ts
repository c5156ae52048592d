import { findTask, readTaskRevision, selectTaskIdsByName, type TaskRevisionRow } from '../../tasks/queries.ts';
import { findLeadingRevision } from '../../tasks/rules.ts';
import { findTaskRun } from '../../tasks/runs.ts';
import { listActiveRevisions } from '../../tasks/serving.ts';
import type { ShareRow } from '../queries.ts';
import type { SharedRun, ShareKind, ShowContext } from './kind.ts';

/** Finds the revision of a shared task: pinned, or the active one with the highest weight. */
export async function findSharedTaskRevision(
  db: ShowContext['db'],
  share: ShareRow,
): Promise<TaskRevisionRow | undefined> {
  const id = share.revision_id ?? findLeadingRevision(await listActiveRevisions(db, share.resource_id));
  return id === undefined ? undefined : await readTaskRevision(db, id);
}

/** Shares of a task revision, optionally with a run. */
export const taskShares: ShareKind = {
  type: 'task',
  stem: 'task',
  fields: { id: 'task_id', name: 'task_name', revision: 'task_revision_id' },
  page: 'task_share',
  idsByName: selectTaskIdsByName,
  hasRevision: async (db, taskId, id) => (await readTaskRevision(db, id))?.task_id === taskId,
  async load(ctx, share) {
    const task = await findTask(ctx.db, share.project_id, share.resource_id);
    const revision = task && (await findSharedTaskRevision(ctx.db, share));
    if (!task || !revision) return undefined;
    const { system_prompt, user_prompt, input_params, output_modality, output_format } = revision;
    return {
      name: task.name,
      about: task.description,
      revision: {
        model: ctx.models.find(revision.llm_model_id)?.name ?? null,
        system_prompt,
        user_prompt,
        input_params,
        output_modality,
        output_format,
        llm_config: revision.llm_config,
      },
      run: share.run_id === null ? null : await loadRun(ctx, share.run_id),
    };
  },
};

async function loadRun({ db }: ShowContext, id: string): Promise<SharedRun | null> {
  const run = await findTaskRun(db, id);
  if (!run) return null;
  const { input, response, is_error, error, files, created, completed } = run;
  return { input, response, is_error, error_reason: error?.reason ?? null, files, created, completed };
}
