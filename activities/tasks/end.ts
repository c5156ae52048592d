import { insertFiles, type NewFile } from '../../src/files/queries.ts';
import { readStaged } from '../../src/files/reading.ts';
import { discardBlobs, stageBlob } from '../../src/files/staging.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import { wakeWorkflow } from '../../src/platform/temporal/workflow.ts';
import { deliveryWorkflow } from '../../src/tasks/forwarders/contract.ts';
import { type EndedTaskRun, finishTaskRun, type TaskRunEnd } from '../../src/tasks/run-end.ts';
import { taskRunKind } from '../../src/tasks/run-kind.ts';
import type { StartedTaskRun } from '../../src/tasks/started-run.ts';
import type { ActivityContext } from '../context.ts';
import type { Callers, ChildRunResult } from '../runs/callers.ts';
import type { ToolRuns } from '../runs/tool-runs.ts';

/** Dependencies of task run activities. */
export interface TaskContext extends ActivityContext {
  readonly callers: Callers;
  readonly toolRuns: ToolRuns;
}

/**
 * Stores the end of a task run and settles the call that it answers in one transaction. Wakes its delivery afterwards
 * without waiting.
 */
export async function endTaskRun(ctx: TaskContext, run: EndingRun, end: TaskRunEnd): Promise<void> {
  let ended: EndedTaskRun | undefined;
  const { tool_run_id: toolRunId } = run;
  const finish = async (trx: Executor) => {
    if (toolRunId !== null) await ctx.toolRuns.stop(trx, toolRunId);
    ended = await finishTaskRun(trx, run.id, toolRunId === null ? end : await withToolCost(ctx, trx, end, toolRunId));
    return ended;
  };
  if (end.files !== undefined) await endWithFiles(ctx, run, end, end.files, finish);
  else if (run.tool_call_id === null && toolRunId === null) await finish(ctx.db);
  else if (run.tool_call_id === null) await ctx.db.transaction().execute(finish);
  else await ctx.callers.settle(run.tool_call_id, async (trx) => ((await finish(trx)) ? toCallAnswer(end) : undefined));
  if (ended?.delivery) void wakeWorkflow(ctx, deliveryWorkflow(ended.delivery, run.org_id));
}

type EndingRun = Pick<StartedTaskRun, 'id' | 'org_id' | 'project_id' | 'tool_call_id' | 'tool_run_id'>;

/** Adds the cost of the tool run to the end of a task run. */
async function withToolCost(ctx: TaskContext, trx: Executor, end: TaskRunEnd, id: string): Promise<TaskRunEnd> {
  const toolCost = await ctx.toolRuns.read(id, trx);
  return toolCost ? { ...end, toolCost } : end;
}

/** Ends a task run with its files. A calling run gets its own copies. */
async function endWithFiles(
  ctx: TaskContext,
  run: EndingRun,
  end: TaskRunEnd,
  files: readonly NewFile[],
  finish: (trx: Executor) => Promise<EndedTaskRun | undefined>,
): Promise<void> {
  const owner = { type: taskRunKind.name, id: run.id, orgId: run.org_id, projectId: run.project_id };
  const finishWithFiles = async (trx: Executor) => {
    const ended = await finish(trx);
    if (ended) await insertFiles(trx, owner, files);
    return ended;
  };
  const copies: NewFile[] = [];
  try {
    if (run.tool_call_id === null) await ctx.db.transaction().execute(finishWithFiles);
    else {
      for (const file of files) copies.push(await copyFile(ctx, run.org_id, file));
      const answer = { ...toCallAnswer(end), files: copies };
      await ctx.callers.settle(run.tool_call_id, async (trx) => ((await finishWithFiles(trx)) ? answer : undefined));
    }
  } finally {
    await discardBlobs(
      ctx.blobs,
      [...files, ...copies].map(({ blob }) => blob),
    );
  }
}

async function copyFile(ctx: TaskContext, orgId: string, file: NewFile): Promise<NewFile> {
  return { ...file, blob: await stageBlob(ctx.blobs, { orgId }, [await readStaged(ctx, file.blob)]) };
}

function toCallAnswer({ status, response, error }: TaskRunEnd): ChildRunResult {
  const succeeded = error === null;
  const outcome = status === 'cancelled' ? 'cancelled' : succeeded ? 'success' : 'error';
  return { outcome, result: succeeded ? response : error };
}
