/** Tasks of revision 2025-11-25: a call returns a handle at once. A task is the run of the call, so every process serves it. */

import { isLegacyRequest, ProtocolError, RELATED_TASK_META_KEY } from '@modelcontextprotocol/server';
import type { FastifyError } from 'fastify';
import { accessErrors } from '../../src/access/errors.ts';
import { hasPermission } from '../../src/access/permissions.ts';
import { GET_RUN } from '../../src/mcp/exposed.ts';
import { listOwnRunIds } from '../../src/mcp/own-runs.ts';
import { type RunView, TARGETS } from '../../src/mcp/targets.ts';
import { isId, newId } from '../../src/platform/ids.ts';
import { isRecord } from '../../src/platform/json-schema.ts';
import { createChange } from '../plugins/audit.ts';
import { toApiError } from '../plugins/errors.ts';
import { watchRuns, watchUntilDone } from '../plugins/waiting.ts';
import { cancelRun } from '../runs/cancel.ts';
import { authenticateMcp, getGrantsOnResource } from './authorize.ts';
import { checkCall, getRunType, startRun } from './calls.ts';
import { RPC_CODES, toText } from './errors.ts';
import { MCP_OPERATION } from './operations.ts';
import { toRunResult } from './results.ts';
import { findVisibleRun } from './runs.ts';
import type { McpSession } from './session.ts';
import { toStatus, toTask } from './task-records.ts';

const TASKS_PER_PAGE = 20;

/** Capability that a server of revision 2025-11-25 declares. */
export const TASKS_CAPABILITY = { list: {}, cancel: {}, requests: { tools: { call: {} } } };

/** Parameters of a request about a task. */
export type TaskParams = Readonly<Record<string, unknown>>;

const toError = (message: string, code: number = RPC_CODES.invalidParams) => new ProtocolError(code, message);

const HANDLERS: Readonly<Record<string, (session: McpSession, params: TaskParams) => Promise<object>>> = {
  'tools/call': startTask,
  'tasks/get': async (session, params) => toTask(session.ctx, await getOwnRun(session, params)),
  'tasks/result': awaitResult,
  'tasks/list': listTasks,
  'tasks/cancel': cancelTask,
};

/** Answers a request about tasks. Returns undefined for any other message, which the SDK answers. */
export async function answerTaskRequest(session: McpSession, webRequest: Request): Promise<object | undefined> {
  const { body } = session.request;
  if (!isRecord(body) || typeof body.method !== 'string') return undefined;
  const { id, method } = body;
  const params = isRecord(body.params) ? body.params : {};
  const handle = Object.hasOwn(HANDLERS, method) ? HANDLERS[method] : undefined;
  const isRequest = typeof id === 'string' || typeof id === 'number';
  if (!handle || !isRequest || (method === 'tools/call' && params.task === undefined)) return undefined;
  if (!(await isLegacyRequest(webRequest, body))) return undefined;
  try {
    return { jsonrpc: '2.0', id, result: await handle(session, params) };
  } catch (error) {
    const { code, message } = toTaskError(error as FastifyError, session);
    return { jsonrpc: '2.0', id, error: { code, message } };
  }
}

/** Converts an error of a request about a task to one of the protocol. Rethrows those that need their HTTP status. */
export function toTaskError(error: FastifyError, { ctx, request }: McpSession): ProtocolError {
  if (error instanceof ProtocolError) return error;
  const apiError = toApiError(error, ctx, request);
  // The connection's own errors, such as a lost credential, need their HTTP status.
  if (!apiError) throw error;
  return toError(toText(apiError), RPC_CODES.request);
}

/** Starts the run of a call and returns its task without waiting. */
async function startTask(session: McpSession, { name, arguments: given = {}, task, _meta: meta }: TaskParams) {
  if (!isRecord(task) || (task.ttl !== undefined && !(typeof task.ttl === 'number' && task.ttl >= 0)))
    throw toError('task must be an object whose ttl is a number of milliseconds');
  if (name === GET_RUN) throw toError(`${GET_RUN} cannot be called as a task`, RPC_CODES.methodNotFound);
  const tool = session.callable.find((candidate) => candidate.name === name);
  if (!tool) throw toError(`unknown tool: ${String(name).slice(0, 100)}`);
  if (!isRecord(given)) throw toError('arguments must be an object');
  const call = checkCall(tool, given, meta);
  if (typeof call === 'string') throw toError(call);
  const id = newId();
  await (await startRun(session, call, id)).started;
  const run = await TARGETS[getRunType(tool)].read(session.ctx.db, id);
  if (!run) throw toError('the run was deleted');
  return { task: toTask(session.ctx, run) };
}

/** Finds a run that the caller has started, and still sees. */
export async function getOwnRun({ ctx, caller }: McpSession, { taskId }: TaskParams): Promise<RunView> {
  const run =
    typeof taskId === 'string' && isId(taskId) ? await findVisibleRun(ctx, caller, taskId.toLowerCase()) : undefined;
  const { type, id } = caller.subject;
  if (!run || run.created_by_type !== type || run.created_by !== id) throw toError('there is no such task');
  return run;
}

/** Waits until a task has ended and returns the result of its call. Throws if it takes longer than a request may. */
async function awaitResult(session: McpSession, params: TaskParams) {
  const { ctx, request, signal } = session;
  const { id, type } = await getOwnRun(session, params);
  const { run: kind, read } = TARGETS[type];
  using watch = watchRuns(ctx, kind, [id]);
  // The run may have ended before the watch.
  watch.wake();
  const run = await watchUntilDone(ctx, {
    watch,
    read: () => read(ctx.db, id),
    isDone: ({ isCompleted }) => isCompleted,
    waitMs: undefined,
    signal,
    // The caller may have lost its role during the wait.
    reauthorize: async () => {
      await authenticateMcp(ctx, request);
      await getOwnRun(session, params);
    },
  });
  if (!run?.isCompleted) throw toError('the task has not ended: poll tasks/get, then ask again', RPC_CODES.request);
  return { ...(await toRunResult(ctx, run)), _meta: { [RELATED_TASK_META_KEY]: { taskId: id } } };
}

async function listTasks(session: McpSession, { cursor }: TaskParams) {
  if (cursor !== undefined && !(typeof cursor === 'string' && isId(cursor))) throw toError('cursor is invalid');
  const { ctx, caller } = session;
  const ids = await listOwnRunIds(ctx.db, caller, cursor, TASKS_PER_PAGE);
  const runs = await Promise.all(ids.map((id) => findVisibleRun(ctx, caller, id)));
  const tasks = runs.flatMap((run) => (run ? [toTask(session.ctx, run)] : []));
  return { tasks, ...(ids.length === TASKS_PER_PAGE ? { nextCursor: ids.at(-1) } : {}) };
}

async function cancelTask(session: McpSession, params: TaskParams) {
  const run = await getOwnRun(session, params);
  if (run.isCompleted) throw toError(`the task has already ended: ${toStatus(run)}`);
  return toTask(session.ctx, await cancelOwnRun(session, run));
}

/** Cancels the run of a task that has not ended, by the permission to start one. */
export async function cancelOwnRun(session: McpSession, run: RunView): Promise<RunView> {
  const { ctx, request, reply, caller } = session;
  const { run: kind, permission, read } = TARGETS[run.type];
  const isOfConnection = run.targetId === caller.projectId;
  if (!isOfConnection && !hasPermission(await getGrantsOnResource(ctx, caller, run.type, run.targetId), permission))
    throw accessErrors.permissionCheckFailed(caller.subject, { type: run.type, id: run.targetId }, 'run');
  const event = { ...MCP_OPERATION, audit: { event: `${kind.resource}.cancelled` } };
  const { change } = createChange(ctx, event, request);
  const parent = run.type === 'task' ? 'task_id' : 'task_agent_id';
  const readRow = async () => {
    const view = await read(ctx.db, run.id);
    return view && { ...view, completed: view.isCompleted ? view.changed : null };
  };
  const row = { ...run, completed: null as Date | null };
  const labels = { [parent]: run.targetId };
  const ended = await cancelRun({ ctx, kind, run: row, labels, read: readRow, request, reply, change });
  reply.code(200);
  return ended;
}
