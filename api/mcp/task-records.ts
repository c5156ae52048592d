import type { CallToolResult, InputRequest, Task } from '@modelcontextprotocol/server';
import type { RunView } from '../../src/mcp/targets.ts';
import type { ApiContext } from '../context.ts';
import { getPendingUrl, toApprovalMessage, toRunResult } from './results.ts';

/** Interval in milliseconds at which clients should poll. */
const POLL_INTERVAL_MS = 2000;

/** Converts a run to a task of revision 2025-11-25. */
export function toTask(ctx: ApiContext, run: RunView): Task {
  return {
    ...toCommonFields(ctx, run),
    status: toStatus(run),
    // Runs are kept as long as the project keeps them.
    ttl: null,
    pollInterval: POLL_INTERVAL_MS,
  };
}

function toCommonFields(ctx: ApiContext, run: RunView) {
  const statusMessage = toStatusMessage(ctx, run);
  return {
    taskId: run.id,
    ...(statusMessage !== undefined && { statusMessage }),
    createdAt: run.created.toISOString(),
    lastUpdatedAt: run.changed.toISOString(),
  };
}

/** Status of the task of a run, in revision 2025-11-25. */
export function toStatus({ status, isCompleted, isParked }: RunView): Task['status'] {
  if (isParked) return 'input_required';
  if (!isCompleted) return 'working';
  return status === 'completed' || status === 'cancelled' ? status : 'failed';
}

function toStatusMessage(ctx: ApiContext, run: RunView): string | undefined {
  if (run.error !== null) return `${run.error.reason}: ${run.error.message}`;
  if (run.isParked) return `a person decides at ${getPendingUrl(ctx, run)}`;
  return run.waitingFor ?? undefined;
}

/** Task of the Tasks extension, of revision 2026-07-28. */
type ExtensionTask = ReturnType<typeof toCommonFields> & {
  readonly status: Task['status'];
  readonly ttlMs: null;
  readonly pollIntervalMs: number;
};

/** A task with the pages that its client is to open. */
type PendingTask = ExtensionTask & { readonly inputRequests?: Readonly<Record<string, InputRequest>> };

/** What a client of the Tasks extension can do. */
interface TaskClient {
  readonly canElicitUrl: boolean;
}

/** Result of a call whose run continues: its task, which the client polls. */
export function toCreatedTask(ctx: ApiContext, run: RunView, client: TaskClient) {
  const { inputRequests: _, ...task } = toPendingTask(ctx, run, client);
  return { ...task, resultType: 'task' };
}

/** Converts a run to a task with its result, or with the page to open. A failed run has an error result. */
export async function toDetailedTask(
  ctx: ApiContext,
  run: RunView,
  client: TaskClient,
): Promise<PendingTask & { readonly result?: CallToolResult }> {
  const task = toPendingTask(ctx, run, client);
  if (!run.isCompleted) return task;
  if (run.status === 'cancelled') return { ...task, status: 'cancelled' };
  return { ...task, status: 'completed', result: { ...(await toRunResult(ctx, run)), resultType: 'complete' } };
}

function toPendingTask(ctx: ApiContext, run: RunView, client: TaskClient): PendingTask {
  const common = { ...toCommonFields(ctx, run), ttlMs: null, pollIntervalMs: POLL_INTERVAL_MS };
  const [request] = run.requests;
  // Input can be requested only from clients that open pages. Others show the message with the link.
  if (!run.isParked || request === undefined || !client.canElicitUrl) return { ...common, status: 'working' };
  const params = { mode: 'url' as const, message: toApprovalMessage(run), url: getPendingUrl(ctx, run) };
  const inputRequests = { [request.id]: { method: 'elicitation/create', params } as unknown as InputRequest };
  return { ...common, status: 'input_required', inputRequests };
}
