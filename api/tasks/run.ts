import type { FastifyReply, FastifyRequest } from 'fastify';
import { mediaTypeOf } from '../../src/files/media-type.ts';
import { insertFiles, type NewFile } from '../../src/files/queries.ts';
import { checkMayStart } from '../../src/organizations/may-start.ts';
import { errors } from '../../src/platform/errors.ts';
import { tieKeyToRun } from '../../src/platform/idempotency.ts';
import { newId } from '../../src/platform/ids.ts';
import { startRun } from '../../src/runs/start.ts';
import { taskErrors } from '../../src/tasks/errors.ts';
import { checkFiles } from '../../src/tasks/files.ts';
import * as tasks from '../../src/tasks/queries.ts';
import { checkInput, pickRevision } from '../../src/tasks/rules.ts';
import { taskRunKind } from '../../src/tasks/run-kind.ts';
import { findTaskRun, insertTaskRun, type TaskRunRow } from '../../src/tasks/runs.ts';
import type { ApiContext } from '../context.ts';
import type { Upload } from '../operation.ts';
import type { Caller } from '../plugins/access.ts';
import { stageFor } from '../plugins/staging.ts';
import { awaitRun } from '../plugins/waiting.ts';
import { taskRunRecord } from './schemas.ts';

interface RunQuery {
  readonly revision_id?: string;
  readonly revision_tag?: string;
  readonly reporting_group?: string;
  readonly use_fallback_model: boolean;
}

interface RunBody {
  readonly task_input: Record<string, unknown>;
  readonly task_files?: readonly { readonly name: string; readonly content: string; readonly media_type?: string }[];
  readonly task_reference?: string | null;
}

interface RunRequest {
  readonly ctx: ApiContext;
  readonly caller: Caller;
  readonly query: RunQuery;
  readonly body: RunBody;
  readonly uploads: readonly Upload[];
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Accepts a task run, starts it and answers when its row says that it has ended. */
export async function runTask(input: RunRequest, task: tasks.RunnableTask) {
  const { ctx, request, reply } = input;
  const run = request.earlierRun ? await earlierRun(ctx, request.earlierRun) : await acceptRun(input, task);
  reply.header('x-task-run-id', run.id).header('x-task-revision-id', run.revisionId);
  const begin = () => startRun(ctx, taskRunKind, run.id, task.org_id);
  const read = () => findTaskRun(ctx.db, run.id);
  const done = (found: TaskRunRow) => found.completed !== null;
  return taskRunRecord(await awaitRun(ctx, { kind: taskRunKind, id: run.id, request, reply, read, done, begin }));
}

async function theRun(ctx: ApiContext, id: string): Promise<TaskRunRow> {
  const row = await findTaskRun(ctx.db, id);
  if (!row) throw errors.notFound('task_run', id);
  return row;
}

async function earlierRun(ctx: ApiContext, id: string) {
  const row = await theRun(ctx, id);
  return { id, revisionId: row.task_revision_id };
}

/** Checks everything that can be wrong, then stores the run, so that nothing is half-written. */
async function acceptRun(input: RunRequest, task: tasks.RunnableTask) {
  const { ctx, caller, query, body, uploads, request } = input;
  if (!task.enabled) throw taskErrors.taskDisabled(task.id);
  const revision = await servingRevision(ctx, task, query);
  if (query.reporting_group !== undefined)
    throw errors.invalidQuery('reporting_group', 'no reporting group of this project has this id or name');
  if (query.use_fallback_model && revision.fallback_llm_model_id === null)
    throw errors.invalidQuery('use_fallback_model', 'the revision has no fallback model');
  const modelId = (query.use_fallback_model && revision.fallback_llm_model_id) || revision.llm_model_id;
  checkInput(revision, body.task_input);
  const files = [...(await inlineFiles(input)), ...formFiles(uploads)];
  checkFiles(files, revision, ctx.models.find(modelId));
  checkMayStart(task, ctx.config);
  const id = newId();
  const run = {
    id,
    orgId: task.org_id,
    projectId: task.project_id,
    taskId: task.id,
    taskRevisionId: revision.id,
    input: body.task_input,
    reference: body.task_reference ?? null,
    contextId: null,
    reportingGroup: null,
    useFallbackModel: query.use_fallback_model,
    triggerType: 'api',
    createdByType: caller.subject.type,
    createdBy: caller.subject.id,
    toolCallId: null,
  };
  const owner = request.idempotency?.owner;
  if (files.length === 0 && owner === undefined) await insertTaskRun(ctx.db, run);
  else {
    await ctx.db.transaction().execute(async (trx) => {
      await insertTaskRun(trx, run);
      await insertFiles(trx, { orgId: run.orgId, projectId: run.projectId, type: 'task_run', id }, files);
      if (owner !== undefined) await tieKeyToRun(trx, owner, id);
    });
  }
  return { id, revisionId: revision.id };
}

async function servingRevision(
  ctx: ApiContext,
  task: tasks.RunnableTask,
  query: RunQuery,
): Promise<tasks.TaskRevisionRow> {
  if (query.revision_id !== undefined) {
    const revision = await tasks.findTaskRevision(ctx.db, query.revision_id);
    if (revision?.task_id !== task.id) throw errors.notFound('task_revision', query.revision_id);
    return revision;
  }
  if (query.revision_tag !== undefined) {
    const revision = await tasks.findRevisionByTag(ctx.db, task.id, query.revision_tag);
    if (!revision) throw errors.notFound('task_revision', query.revision_tag);
    return revision;
  }
  const picked = pickRevision(task.active, Math.random());
  const revision = picked === undefined ? undefined : await tasks.findTaskRevision(ctx.db, picked);
  if (!revision) throw errors.notFound('task_revision', picked ?? 'active');
  return revision;
}

/** Brings files that came as text into the store. None is kept where one is no base64. */
async function inlineFiles({ ctx, body, request }: RunRequest): Promise<NewFile[]> {
  const given = body.task_files ?? [];
  const bad = given.findIndex((file) => !isBase64(file.content));
  if (bad >= 0) throw errors.invalid(['task_files', bad, 'content'], 'is not base64', 'base64');
  const files: NewFile[] = [];
  for (const { name, content, media_type } of given) {
    const blob = await stageFor(ctx, request, [Buffer.from(content, 'base64')]);
    files.push({ name, mediaType: mediaTypeOf(blob.beginning, media_type), blob });
  }
  return files;
}

/** Each character is looked at once: a pattern for the whole goes back over millions where the last one is wrong. */
function isBase64(text: string): boolean {
  return !/[^A-Za-z0-9+/_=-]/.test(text) && /^={0,2}$/.test(text.slice(text.search(/=|$/)));
}

function formFiles(uploads: readonly Upload[]): NewFile[] {
  return uploads.map((upload) => {
    if (upload.field !== 'task_file') throw errors.invalid(upload.field, 'files come in the field task_file');
    return upload;
  });
}
