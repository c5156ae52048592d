import type { FastifyReply, FastifyRequest } from 'fastify';
import { getEffectiveRoles, hasScope } from '../../src/access/permissions.ts';
import { getGrantsOn } from '../../src/access/principal-grants.ts';
import { listCallsOfTaskRun } from '../../src/agents/runs/task-run.ts';
import type { NewFile } from '../../src/files/queries.ts';
import { isBase64 } from '../../src/platform/base64.ts';
import { checkEach, errors, orNotFound } from '../../src/platform/errors.ts';
import { isId, newId } from '../../src/platform/ids.ts';
import { getFileMediaType } from '../../src/platform/media-type.ts';
import { commonProblems } from '../../src/platform/problems.ts';
import { restartRun } from '../../src/runs/start.ts';
import { canSeeRun } from '../../src/runs/visibility.ts';
import { acceptTaskRun, checkTaskRun, type TaskRunRequest } from '../../src/tasks/accept.ts';
import { taskRunKind } from '../../src/tasks/run-kind.ts';
import { toTaskRunRecord } from '../../src/tasks/run-record.ts';
import type { RunnableTask } from '../../src/tasks/runnable.ts';
import { findTaskRun, type TaskRunRow } from '../../src/tasks/runs.ts';
import type { Caller } from '../caller.ts';
import type { ApiContext } from '../context.ts';
import type { CheckInput, Upload } from '../operation.ts';
import { getErrorEvent } from '../plugins/event-schemas.ts';
import { wantsEvents } from '../plugins/sse.ts';
import { stageRequestBlob } from '../plugins/staging.ts';
import { awaitRuns, getPreference, type RequestWait, type RunWatch, watchRuns } from '../plugins/waiting.ts';
import { getRevisionId, type RevisionQuery, toRunRequest } from '../runs/run-request.ts';
import { followTaskRun, STREAM_START } from './stream.ts';

interface RunQuery extends RevisionQuery {
  readonly revision_tag?: string;
  readonly reporting_group?: string;
  readonly use_fallback_model: boolean;
}

interface RunBody {
  readonly task_input: Record<string, unknown>;
  readonly task_files?: readonly { readonly name: string; readonly content: string; readonly media_type?: string }[];
  readonly task_reference?: string | null;
  readonly stream?: boolean;
}

interface RunTaskInput {
  readonly ctx: ApiContext;
  readonly caller: Caller;
  readonly query: RunQuery;
  readonly body: RunBody;
  readonly uploads: readonly Upload[];
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Accepts a task run. Streams its events, or responds when it has ended. */
export async function runTask(input: RunTaskInput, task: RunnableTask) {
  const { ctx, request, reply } = input;
  getErrorEvent(request);
  const id = request.earlierRun ?? newId();
  using watch = watchRuns(ctx, taskRunKind, [id]);
  const started =
    request.earlierRun === undefined
      ? await acceptTaskRun(ctx, task, toTaskRunRequest(input, id))
      : { started: restartRun(ctx, taskRunKind, id) };
  if (wantsEvents(request)) {
    const run = orNotFound(await findTaskRun(ctx.db, id), 'task_run', id);
    await followTaskRun(ctx, reply, run, { received: STREAM_START, follow: false });
    return undefined;
  }
  const run = await awaitTaskRun(ctx, { watch, run: started, taskId: task.id, id, request, reply });
  reply.header('x-task-run-id', id).header('x-task-revision-id', run.task_revision_id);
  return toRecordWithCalls(ctx, run);
}

type WaitContext = Pick<RunTaskInput, 'ctx' | 'caller' | 'request' | 'reply'>;

/** A request that waits until a task run has ended or waits for a person. */
interface TaskRunWait extends Pick<RequestWait<TaskRunRow>, 'watch' | 'run' | 'id' | 'request' | 'reply'> {
  readonly taskId: string;
}

/** Waits until a task run has ended or waits for a person, at most as long as `Prefer: wait` requests. */
function awaitTaskRun(ctx: ApiContext, { taskId, ...wait }: TaskRunWait): Promise<TaskRunRow> {
  const { orgId, projectId } = wait.request.caller;
  return awaitRuns(ctx, {
    ...wait,
    resource: taskRunKind.resource,
    read: () => findTaskRun(ctx.db, wait.id),
    isDone: (run) => run.completed !== null || run.status === 'waiting_for_human',
    location: `/org/${orgId}/project/${projectId}/task/${taskId}/run/${wait.id}`,
  });
}

/**
 * Waits like {@link awaitTaskRun}. Returns the run's record, or null if the caller cannot see the run. Throws a 404.
 */
export async function awaitVisibleTaskRun({ ctx, caller, request, reply }: WaitContext, id: string, watch: RunWatch) {
  const run = orNotFound(await findTaskRun(ctx.db, id), 'task_run', id);
  const grants = (await getGrantsOn(ctx.db, caller, 'task', [run.task_id]))(run.task_id);
  const isSeen =
    hasScope(grants, ['task:view']) && canSeeRun(taskRunKind, getEffectiveRoles(grants, 'task'), caller.subject, run);
  if (!isSeen) return null;
  return toRecordWithCalls(ctx, await awaitTaskRun(ctx, { watch, taskId: run.task_id, id, request, reply }));
}

/** Converts a run to its record, with its tool calls. */
export async function toRecordWithCalls({ db }: Pick<ApiContext, 'db'>, run: TaskRunRow) {
  return { ...toTaskRunRecord(run), ...(run.tool_run_id !== null && (await listCallsOfTaskRun(db, run.id))) };
}

function toTaskRunRequest(input: RunTaskInput, id: string): TaskRunRequest<TaskRunRow | undefined> {
  const { query, body, request } = input;
  return {
    ...toRunRequest(input, 'task_run', id),
    input: body.task_input,
    revisionId: getRevisionId(query),
    revisionTag: query.revision_tag,
    reportingGroup: query.reporting_group,
    useFallbackModel: query.use_fallback_model,
    reference: body.task_reference ?? null,
    stream: body.stream ?? wantsEvents(request),
    files: () => stageFiles(input),
    onAccepted: getPreference(request).async ? (trx) => findTaskRun(trx, id) : undefined,
  };
}

interface FileInput extends Pick<RunTaskInput, 'ctx' | 'request' | 'uploads'> {
  readonly body: Pick<RunBody, 'task_files'>;
}

async function stageFiles(input: FileInput): Promise<NewFile[]> {
  return [...(await stageInlineFiles(input)), ...listFormFiles(input.uploads)];
}

/** Checks the valid fields of a body that fails its schema. Throws a 422 with all problems. */
export async function checkRunBody(
  { ctx, caller, query, body, uploads, request }: CheckInput<RunBody>,
  task: RunnableTask,
): Promise<void> {
  const { revision_id, revision = revision_id, revision_tag: tag } = query;
  await checkTaskRun(ctx, task, {
    principal: caller,
    input: body.task_input ?? {},
    revisionId: typeof revision === 'string' && isId(revision) ? revision : undefined,
    revisionTag: typeof tag === 'string' ? tag : undefined,
    reference: body.task_reference ?? null,
    files: () => stageFiles({ ctx, request, uploads, body }),
  });
}

/** Stores inline files in the blob store. If one is not valid Base64, none is stored. */
async function stageInlineFiles({ ctx, body, request }: FileInput): Promise<NewFile[]> {
  const given = body.task_files ?? [];
  checkEach(given, ({ content }, index) => {
    if (!isBase64(content)) throw errors.invalid(['task_files', index, 'content'], commonProblems.not_base64);
  });
  const files: NewFile[] = [];
  for (const { name, content, media_type } of given) {
    const blob = await stageRequestBlob(ctx, request, [Buffer.from(content, 'base64')]);
    files.push({ name, mediaType: getFileMediaType(blob.beginning, media_type), blob });
  }
  return files;
}

function listFormFiles(uploads: readonly Upload[]): NewFile[] {
  return uploads.map((upload) => {
    if (upload.field !== 'task_file')
      throw errors.invalid(upload.field, commonProblems.wrong_file_field({ field: 'task_file' }));
    return upload;
  });
}
