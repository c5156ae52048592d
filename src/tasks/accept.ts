import { hasOnlyPublicRole } from '../access/permissions.ts';
import { insertFiles, type NewFile } from '../files/queries.ts';
import { checkMayAsk } from '../models/exclusions.ts';
import type { Executor } from '../platform/db/client.ts';
import { errors } from '../platform/errors.ts';
import { fallbackSettings, settingsOf } from '../platform/models/settings.ts';
import { commonProblems } from '../platform/problems.ts';
import {
  type Accepted,
  acceptRun,
  type Insert,
  type ModelAcceptContext,
  type Order,
  type Stored,
  startedEvent,
  storeRun,
} from '../runs/accept.ts';
import { findReportingGroupByIdOrName } from '../usage/reporting-groups/queries.ts';
import { assertCanStart } from '../usage/start-check.ts';
import { taskErrors } from './errors.ts';
import { checkFiles } from './files.ts';
import { leastOfRun } from './least-cost.ts';
import { taskProblems } from './problems.ts';
import { filesRead } from './processors/index.ts';
import { findTaskRevision, type TaskRevisionRow } from './queries.ts';
import { findRevisionByTag } from './revision-tags.ts';
import { checkInput, pickRevision, stickyRevision } from './rules.ts';
import { taskRunKind } from './run-kind.ts';
import type { RunnableTask } from './runnable.ts';
import { insertTaskRun } from './runs.ts';
import { assertMayServeTask } from './serving-rights.ts';

/** A task run that somebody wants. */
export interface TaskOrder extends Order {
  readonly input: Record<string, unknown>;
  /** The revision that is asked for by its id or by a tag; where neither is given an active one, for a reference always the same. */
  readonly revisionId: string | undefined;
  readonly revisionTag: string | undefined;
  readonly useFallbackModel: boolean;
  /** Whether its text is kept while it comes; it is not where it is left out. */
  readonly stream?: boolean;
  /** Id or name of the group that it is told apart by. */
  readonly reportingGroup?: string;
  readonly reference: string | null;
  /** Brings its files into the blob store, once nothing else stands against the run. */
  readonly files: () => Promise<readonly NewFile[]>;
}

/** Checks everything that can be wrong, then stores the run and starts it, so that nothing is half-written. */
export async function acceptTaskRun(ctx: ModelAcceptContext, task: RunnableTask, order: TaskOrder): Promise<Accepted> {
  const { event, ...plain } = order;
  return acceptRun(ctx, taskRunKind, plain, task.org_id, ...(await insertsOf(ctx, ctx.db, task, order)));
}

/** The same within a transaction that goes on after: nothing starts before that is committed. */
export async function storeTaskRun(
  ctx: ModelAcceptContext,
  trx: Executor,
  task: RunnableTask,
  order: TaskOrder,
): Promise<Stored> {
  const inserts = await insertsOf(ctx, trx, task, order);
  return storeRun(ctx, trx, taskRunKind, { id: order.id, orgId: task.org_id }, ...inserts);
}

/** What stores the run, once nothing stands against it. */
async function insertsOf(
  ctx: ModelAcceptContext,
  db: Executor,
  task: RunnableTask,
  order: TaskOrder,
): Promise<readonly Insert[]> {
  if (!task.enabled) throw taskErrors.taskDisabled(task.id);
  const revision = await servingRevision(db, task, order);
  if (order.useFallbackModel && revision.fallback_llm_model_id === null)
    throw errors.invalidQuery('use_fallback_model', taskProblems.no_fallback_model);
  const modelId = (order.useFallbackModel && revision.fallback_llm_model_id) || revision.llm_model_id;
  const model = ctx.models.find(modelId);
  checkMayAsk(task.exclusions, model);
  checkInput(revision, order.input);
  const reportingGroupId = await groupOf(db, task, order);
  const files = await order.files();
  checkFiles(files, {
    file_input_mode: revision.file_input_mode,
    image_required: revision.image_required,
    output_modality: revision.output_modality,
    model,
    read: filesRead(revision.input_processors, order.input),
  });
  const settings = order.useFallbackModel
    ? fallbackSettings(revision.fallback_llm_config, revision.llm_config)
    : settingsOf(revision.llm_config);
  const given = { input: order.input, files, config: task.project_config };
  assertCanStart(task, ctx.config, model && (await leastOfRun(model, revision, settings, given)));
  const { id, principal } = order;
  const run = {
    id,
    orgId: task.org_id,
    projectId: task.project_id,
    taskId: task.id,
    taskRevisionId: revision.id,
    input: order.input,
    reference: order.reference,
    contextId: null,
    reportingGroupId,
    useFallbackModel: order.useFallbackModel,
    stream: order.stream,
    triggerType: order.triggerType,
    triggerId: order.triggerId ?? null,
    createdByType: principal.subject.type,
    createdBy: principal.subject.id,
    toolCallId: null,
    event: startedEvent(order, { task_id: task.id, task_revision_id: revision.id }),
  };
  const owner = { orgId: run.orgId, projectId: run.projectId, type: taskRunKind.name, id };
  const store: Insert = (executor) => insertTaskRun(executor, run);
  const keep: Insert = (executor) => insertFiles(executor, owner, files);
  return files.length === 0 ? [store] : [store, keep];
}

/** Who runs a task only because it is public knows of no group of its project. */
async function groupOf(
  db: Executor,
  { project_id }: RunnableTask,
  { reportingGroup: word, principal }: TaskOrder,
): Promise<string | null> {
  if (word === undefined) return null;
  const group = hasOnlyPublicRole(principal.grants)
    ? undefined
    : await findReportingGroupByIdOrName(db, project_id, word);
  if (!group) throw errors.invalidQuery('reporting_group', taskProblems.unknown_reporting_group);
  return group.id;
}

async function servingRevision(
  db: Executor,
  task: RunnableTask,
  { revisionId, revisionTag, reference, principal }: TaskOrder,
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
  const picked =
    reference === null ? pickRevision(task.active, Math.random()) : stickyRevision(task.active, task.id, reference);
  const revision = picked === undefined ? undefined : await findTaskRevision(db, picked);
  if (!revision) throw errors.notFound('task_revision', picked ?? 'active');
  return revision;
}
