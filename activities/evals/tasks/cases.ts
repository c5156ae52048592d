import { listFiles, type NewFile } from '../../../src/files/queries.ts';
import { openFile } from '../../../src/files/reading.ts';
import { discard, type StagedBlob, stage } from '../../../src/files/staging.ts';
import { askerOf } from '../../../src/runs/starter.ts';
import { acceptTaskRun } from '../../../src/tasks/accept.ts';
import { findRunnableTask } from '../../../src/tasks/runnable.ts';
import type { ActivityContext } from '../../context.ts';
import { type ActingEvaluated, type CaseOrder, orderOf } from '../case.ts';

/** Runs of a task's cases, with the files that came with the past run. */
export const taskCases: ActingEvaluated = {
  async runnable(ctx, run) {
    const task = await findRunnableTask(ctx.db, run.project_id, run.resource_id);
    if (!task) return undefined;
    const principal = await askerOf(ctx.db, run);
    return async (order) => {
      const staged: StagedBlob[] = [];
      try {
        return await acceptTaskRun(
          ctx,
          { ...task, enabled: true },
          {
            ...orderOf(order, principal),
            input: order.input as Record<string, unknown>,
            revisionId: run.candidate_revision_id,
            revisionTag: undefined,
            useFallbackModel: false,
            reference: null,
            files: () => filesOf(ctx, order, staged),
          },
        );
      } finally {
        await discard(ctx.blobs, staged);
      }
    };
  },
};

/** Copies of the files that came with the reference; what its run made is no input. */
async function filesOf(ctx: ActivityContext, { run, item }: CaseOrder, staged: StagedBlob[]): Promise<NewFile[]> {
  if (item.reference_run_id === null) return [];
  const files = await listFiles(ctx.db, item.reference_run_id);
  const copies: NewFile[] = [];
  for (const file of files.filter(({ made }) => !made)) {
    const blob = await stage(ctx.blobs, { orgId: run.org_id }, await openFile(ctx, file));
    staged.push(blob);
    copies.push({ name: file.name, mediaType: file.media_type, blob });
  }
  return copies;
}
