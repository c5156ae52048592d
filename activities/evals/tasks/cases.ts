import { listFiles, type NewFile } from '../../../src/files/queries.ts';
import { openFile } from '../../../src/files/reading.ts';
import { discardBlobs, type StagedBlob, stageBlob } from '../../../src/files/staging.ts';
import { getStarterPrincipal } from '../../../src/runs/starter.ts';
import { acceptTaskRun } from '../../../src/tasks/accept.ts';
import { findRunnableTask } from '../../../src/tasks/runnable.ts';
import type { ActivityContext } from '../../context.ts';
import { type CaseRunner, type CaseRunRequest, toRunRequest } from '../case.ts';

/** Runs of a task's cases, with the input files of the past run. */
export const taskCases: CaseRunner = {
  async prepare(ctx, run) {
    const task = await findRunnableTask(ctx.db, run.project_id, run.resource_id);
    if (!task) return undefined;
    const principal = await getStarterPrincipal(ctx.db, run);
    return async (order) => {
      const staged: StagedBlob[] = [];
      try {
        return await acceptTaskRun(
          ctx,
          { ...task, enabled: true },
          {
            ...toRunRequest(order, principal),
            input: order.input as Record<string, unknown>,
            revisionId: run.candidate_revision_id,
            revisionTag: undefined,
            useFallbackModel: false,
            reference: null,
            files: () => copyFiles(ctx, order, staged),
          },
        );
      } finally {
        await discardBlobs(ctx.blobs, staged);
      }
    };
  },
};

/** Copies the input files of the reference. Files that its run generated are not input. */
async function copyFiles(
  ctx: ActivityContext,
  { run, item }: CaseRunRequest,
  staged: StagedBlob[],
): Promise<NewFile[]> {
  if (item.reference_run_id === null) return [];
  const files = await listFiles(ctx.db, item.reference_run_id);
  const copies: NewFile[] = [];
  for (const file of files.filter(({ made }) => !made)) {
    const blob = await stageBlob(ctx.blobs, { orgId: run.org_id }, await openFile(ctx, file));
    staged.push(blob);
    copies.push({ name: file.name, mediaType: file.media_type, blob });
  }
  return copies;
}
