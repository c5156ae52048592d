import { hasOnlyPublicRole } from '../access/permissions.ts';
import { insertFiles, type NewFile } from '../files/queries.ts';
import { assertModelAllowed } from '../models/exclusions.ts';
import type { Executor } from '../platform/db/client.ts';
import { errors, Problems } from '../platform/errors.ts';
import type { ModelEntry } from '../platform/models/catalog.ts';
import { getFallbackSettings, toModelSettings } from '../platform/models/settings.ts';
import { commonProblems } from '../platform/problems.ts';
import {
  type Accepted,
  acceptRun,
  type Insert,
  type ModelAcceptContext,
  type RunRequest,
  type Stored,
  storeRun,
  storeStartedEvent,
} from '../runs/accept.ts';
import { findReportingGroupByIdOrName } from '../usage/reporting-groups/queries.ts';
import { assertCanStart } from '../usage/start-check.ts';
import { taskErrors } from './errors.ts';
import { assertFilesValid } from './files.ts';
import { estimateMinCredits } from './min-credits.ts';
import { insertTaskRun } from './new-run.ts';
import { taskProblems } from './problems.ts';
import { listProcessedFiles } from './processors/index.ts';
import { findTaskRevision, type TaskRevisionRow } from './queries.ts';
import { findRevisionByTag } from './revision-tags.ts';
import { assertInputValid, pickRevision, pickStickyRevision } from './rules.ts';
import { taskRunKind } from './run-kind.ts';
import type { RunnableTask } from './runnable.ts';
import { assertMayServeTask } from './serving-rights.ts';

/** Request for a task run. */
export interface TaskRunRequest<T = unknown> extends RunRequest<T> {
  readonly input: Record<string, unknown>;
  /** Requested revision, by ID or tag. Default: an active one, always the same for a reference. */
  readonly revisionId: string | undefined;
  readonly revisionTag: string | undefined;
  readonly useFallbackModel: boolean;
  /** Whether the text is stored while it is generated. Default false. */
  readonly stream?: boolean;
  /** ID or name of the reporting group. */
  readonly reportingGroup?: string;
  readonly reference: string | null;
  /** Stages the files in the blob store. */
  readonly files: () => Promise<readonly NewFile[]>;
}

/** Validates the request, then stores and starts the run. */
export async function acceptTaskRun<T>(
  ctx: ModelAcceptContext,
  task: RunnableTask,
  request: TaskRunRequest<T>,
): Promise<Accepted<T>> {
  const { event, ...runRequest } = request;
  return acceptRun(ctx, taskRunKind, runRequest, task.org_id, ...(await prepareInserts(ctx, ctx.db, task, request)));
}

/** Stores a run in an open transaction. The run starts after the commit. */
export async function storeTaskRun(
  ctx: ModelAcceptContext,
  trx: Executor,
  task: RunnableTask,
  request: TaskRunRequest,
): Promise<Stored> {
  const inserts = await prepareInserts(ctx, trx, task, request);
  return storeRun(ctx, trx, taskRunKind, { ...request, orgId: task.org_id }, ...inserts);
}

/** Checks the request and returns the inserts that store the run. */
async function prepareInserts(
  ctx: ModelAcceptContext,
  db: Executor,
  task: RunnableTask,
  request: TaskRunRequest,
): Promise<readonly Insert[]> {
  if (!task.enabled) throw taskErrors.taskDisabled(task.id);
  const revision = await selectRevision(db, task, request);
  if (request.useFallbackModel && revision.fallback_llm_model_id === null)
    throw errors.invalidQuery('use_fallback_model', taskProblems.no_fallback_model);
  const modelId = (request.useFallbackModel && revision.fallback_llm_model_id) || revision.llm_model_id;
  const model = ctx.models.find(modelId);
  assertModelAllowed(task.exclusions, model);
  const reportingGroupId = await findReportingGroupId(db, task, request);
  const files = await checkInput(revision, model, request);
  const settings = request.useFallbackModel
    ? getFallbackSettings(revision.fallback_llm_config, revision.llm_config)
    : toModelSettings(revision.llm_config);
  const inputs = { input: request.input, files, config: task.project_config };
  assertCanStart(task, ctx.config, model && (await estimateMinCredits(model, revision, settings, inputs)));
  const { id, principal } = request;
  const run = {
    id,
    orgId: task.org_id,
    projectId: task.project_id,
    taskId: task.id,
    taskRevisionId: revision.id,
    input: request.input,
    reference: request.reference,
    contextId: null,
    reportingGroupId,
    useFallbackModel: request.useFallbackModel,
    stream: request.stream,
    triggerType: request.triggerType,
    triggerId: request.triggerId ?? null,
    createdByType: principal.subject.type,
    createdBy: principal.subject.id,
    toolCallId: null,
    depth: request.depth,
    storeEvent: storeStartedEvent(request, { task_id: task.id, task_revision_id: revision.id }),
  };
  const owner = { orgId: run.orgId, projectId: run.projectId, type: taskRunKind.name, id };
  const insertRun: Insert = (executor) => insertTaskRun(executor, run);
  const insertRunFiles: Insert = (executor) => insertFiles(executor, owner, files);
  return files.length === 0 ? [insertRun] : [insertRun, insertRunFiles];
}

/** Fields that {@link checkTaskRun} reads. */
type CheckedRequest = Pick<
  TaskRunRequest,
  'input' | 'revisionId' | 'revisionTag' | 'reference' | 'principal' | 'files'
>;

/** Checks the input and the files of a run by its revision and its model. Throws a 422 with all problems. */
export async function checkTaskRun(
  { models, db }: ModelAcceptContext,
  task: RunnableTask,
  request: CheckedRequest,
): Promise<void> {
  const revision = await selectRevision(db, task, request);
  await checkInput(revision, models.find(revision.llm_model_id), request);
}

/** Returns the files of a run. Throws a 422 with all problems of its input and files. */
async function checkInput(
  revision: TaskRevisionRow,
  model: ModelEntry | undefined,
  request: Pick<TaskRunRequest, 'input' | 'files'>,
): Promise<readonly NewFile[]> {
  const problems = new Problems();
  await problems.run(() => assertInputValid(revision, request.input));
  const files = await problems.run(request.files);
  const { file_input_mode, image_required, output_modality } = revision;
  const processedFiles = listProcessedFiles(revision.input_processors, request.input);
  const rules = { file_input_mode, image_required, output_modality, model, processedFiles };
  if (files) await problems.run(() => assertFilesValid(files, rules));
  problems.throwIfAny();
  return files ?? [];
}

/** Callers with public access only cannot use reporting groups. */
async function findReportingGroupId(
  db: Executor,
  { project_id }: RunnableTask,
  { reportingGroup: nameOrId, principal }: TaskRunRequest,
): Promise<string | null> {
  if (nameOrId === undefined) return null;
  const group = hasOnlyPublicRole(principal.grants)
    ? undefined
    : await findReportingGroupByIdOrName(db, project_id, nameOrId);
  if (!group) throw errors.invalidQuery('reporting_group', taskProblems.unknown_reporting_group);
  return group.id;
}

async function selectRevision(
  db: Executor,
  task: RunnableTask,
  { revisionId, revisionTag, reference, principal }: CheckedRequest,
): Promise<TaskRevisionRow> {
  if (revisionId !== undefined && revisionTag !== undefined)
    throw errors.invalidQuery('revision_tag', commonProblems.exclusive_field({ other: 'revision_id' }));
  if (revisionId !== undefined) {
    const revision = await findTaskRevision(db, revisionId);
    if (revision?.task_id !== task.id) throw errors.notFound('task_revision', revisionId);
    await assertMayServeTask(db, principal, [revision.id], task.active);
    return revision;
  }
  if (revisionTag !== undefined) {
    const revision = await findRevisionByTag(db, task.id, revisionTag);
    if (!revision) throw errors.notFound('task_revision', revisionTag);
    await assertMayServeTask(db, principal, [revision.id], task.active);
    return revision;
  }
  const pickedId =
    reference === null ? pickRevision(task.active, Math.random()) : pickStickyRevision(task.active, task.id, reference);
  const revision = pickedId === undefined ? undefined : await findTaskRevision(db, pickedId);
  if (!revision) throw errors.notFound('task_revision', pickedId ?? 'active');
  return revision;
}
