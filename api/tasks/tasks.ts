import Type from 'typebox';
import { grantRole } from '../../src/access/grant-roles.ts';
import { hasOnlyPublicRole, hasRolePermission } from '../../src/access/permissions.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import { mapPage } from '../../src/platform/db/pagination.ts';
import { orNotFound, Problems } from '../../src/platform/errors.ts';
import { FALLBACK_MODEL } from '../../src/platform/models/providers/index.ts';
import { BoundedText, NonBlankText } from '../../src/platform/schemas.ts';
import { cancelWorkflows, stopRunsOf } from '../../src/runs/stop.ts';
import { deactivateSharesOf } from '../../src/shares/queries.ts';
import * as tasks from '../../src/tasks/queries.ts';
import { taskRunKind } from '../../src/tasks/run-kind.ts';
import { assertMayServeTask } from '../../src/tasks/serving-rights.ts';
import { deleteTriggersOf } from '../../src/triggers/delete.ts';
import type { Caller } from '../caller.ts';
import type { ApiContext } from '../context.ts';
import {
  applyGate,
  assertGateValid,
  type GateResult,
  toGateAudit,
  validateWithoutGate,
} from '../evals/release-gate.ts';
import { operation } from '../operation.ts';
import { Envelope, PAGE_QUERY } from '../plugins/pagination.ts';
import { NOT_DELETED } from '../record-limit.ts';
import { assertPublishingAllowed, listVisibleTokens, updateAccess } from './access.ts';
import { toCreatedPayload, toEditedPayload } from './audit.ts';
import {
  assertFieldsValid,
  DEPENDENT_ON_PROMPTS,
  findBaseRevision,
  toFirstRevision,
  toNewTaskFields,
  toTaskEdit,
} from './fields.ts';
import { type RevisionFilter, Task, TaskCreate, TaskUpdate, toTaskRecord } from './schemas.ts';

/** Grants the owner role on a task to its creator if they cannot edit all tasks. */
export async function grantCreatorRole(
  trx: Executor,
  { subject, grants, projectId }: Caller,
  taskId: string,
): Promise<void> {
  if (subject.type !== 'user' || hasRolePermission(grants, 'task:edit')) return;
  const resource = { resourceType: 'task', resourceId: taskId, projectId };
  await grantRole(trx, { ...resource, userId: subject.id, role: 'owner' });
}

/**
 * Checks the caller's permissions on what the served revisions use, and the release gate. Revisions that already serve
 * are exempt.
 */
export async function assertServingAllowed(
  trx: Executor,
  caller: Caller,
  task: tasks.TaskWithRevisions,
  body: Parameters<typeof applyGate>[3],
  active: readonly tasks.ActiveRevision[] | undefined,
): Promise<GateResult> {
  const now = new Set(task.active.map((one) => one.task_revision_id));
  const serving = active?.map((one) => one.task_revision_id).filter((id) => !now.has(id));
  await assertMayServeTask(trx, caller, serving ?? [], task.active);
  return applyGate(trx, caller, toGatedTarget(task), body, serving);
}

const toGatedTarget = ({ id, release_gate }: tasks.TaskRow) =>
  ({ kind: 'task', resourceId: id, now: release_gate }) as const;

/** Dependencies of the checks of a revision that the caller saves. */
function toRevisionContext({ config, models, db }: ApiContext, principal: Caller, executor: Executor = db) {
  return { config, models, db: executor, principal };
}

const NO_EDIT: tasks.TaskEdit = { fields: {}, revision: undefined, active: undefined };

const create = operation(
  {
    id: 'task.create',
    method: 'POST',
    path: '/org/{org_id}/project/{project_id}/task',
    tag: 'Tasks',
    summary: 'Create a task',
    description: 'The first revision is active.',
    recordLimit: { table: 'tasks', label: 'tasks', condition: NOT_DELETED },
    auth: { permission: 'project:create_task' },
    request: {
      body: TaskCreate,
      checks: ({ ctx, caller, body }) =>
        validateWithoutGate(body, () => assertFieldsValid(toRevisionContext(ctx, caller), body)),
      dependentFields: DEPENDENT_ON_PROMPTS,
      longBody: true,
      idempotent: false,
      example: {
        name: 'Sentiment',
        enabled: true,
        llm_model_id: FALLBACK_MODEL.name,
        system_prompt: 'You judge the mood of a text.',
        user_prompt: 'Text: {text}',
        output_modality: 'json',
        output_format: { mood: { type: 'str', options: ['good', 'bad'] }, score: 'number' },
      },
    },
    response: { schemas: { 200: Task }, errors: { 400: ['DUPLICATE_TASK_NAME'], 409: ['PUBLISHING_DISABLED'] } },
    audit: { event: 'task.created' },
  },
  async ({ ctx, caller, body, change }) => {
    const fields = toNewTaskFields(body);
    const revision = await validateWithoutGate(body, () => toFirstRevision(toRevisionContext(ctx, caller), body));
    const id = await change(async (trx) => {
      await assertPublishingAllowed(trx, caller.orgId, fields);
      const taskId = await tasks.createTask(trx, caller, fields, revision);
      await grantCreatorRole(trx, caller, taskId);
      const access = await updateAccess(ctx, trx, caller, body, { id: taskId, now: fields });
      const payload = { ...toCreatedPayload(fields, revision), ...access };
      return { result: taskId, audited: { resource: { type: 'task', id: taskId }, name: fields.name, payload } };
    });
    return readRecord(ctx, caller, id);
  },
);

const list = operation(
  {
    id: 'task.list',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/task',
    tag: 'Tasks',
    summary: 'List tasks',
    description: 'Callers without permission to view all tasks of the project see those on which they have a role.',
    auth: { permission: 'task:view', lists: 'task' },
    request: {
      query: Type.Object({
        ...PAGE_QUERY,
        name: Type.Optional(BoundedText(200, { description: 'Part of the name, case-insensitive.' })),
        created_by_me: Type.Boolean({ default: false }),
        tag_id: Type.Optional(NonBlankText(60, { description: 'ID or name of a tag.' })),
        include_tests: Type.Boolean({
          default: false,
          description: 'Whether to include tasks and revisions for testing. Default false.',
        }),
      }),
    },
    response: { schemas: { 200: Envelope(Task) } },
  },
  async ({ ctx, caller, query, page }) => {
    const filter = {
      name: query.name,
      createdBy: query.created_by_me ? caller.subject.id : undefined,
      tag: query.tag_id,
      includeTests: query.include_tests,
    };
    const shown = { includesTests: query.include_tests };
    const found = await tasks.listTasks(ctx.db, caller, filter, page);
    const tokens = await listVisibleTokens(ctx, caller, found.results);
    return mapPage(found, (task) => toTaskRecord(task, { ...shown, token: tokens.get(task.id) }));
  },
);

const read = operation(
  {
    id: 'task.read',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/task/{task_id}',
    tag: 'Tasks',
    summary: 'Get a task',
    description:
      'Callers who see the task only because it is `public` get its active revisions, without prompts and other internals.',
    auth: { permission: 'task:view' },
    request: {
      query: Type.Object({
        revision_tag_id: Type.Optional(NonBlankText(60, { description: 'Returns only revisions with this tag.' })),
        include_tests: Type.Boolean({
          default: false,
          description: 'Whether to include revisions for testing. Default false.',
        }),
      }),
    },
    response: { schemas: { 200: Task } },
  },
  async ({ ctx, caller, parents, query }) =>
    toRecord(ctx, caller, parents.task_id, { tag: query.revision_tag_id, includesTests: query.include_tests }),
);

const update = operation(
  {
    id: 'task.update',
    method: 'POST',
    path: '/org/{org_id}/project/{project_id}/task/{task_id}',
    tag: 'Tasks',
    summary: 'Update a task',
    description:
      'Changes to fields of the revision add an inactive revision. `active_revisions` sets the active revisions.',
    auth: { permission: 'task:edit' },
    request: {
      checks: 'dry-run',
      dependentFields: DEPENDENT_ON_PROMPTS,
      body: TaskUpdate,
      longBody: true,
      idempotent: false,
      example: { user_prompt: 'Judge this: {text}', annotation: 'shorter prompt' },
    },
    response: {
      schemas: { 200: Task },
      errors: { 400: ['DUPLICATE_TASK_NAME'], 409: ['RELEASE_GATE', 'PUBLISHING_DISABLED'] },
    },
    audit: { event: 'task.updated' },
  },
  async ({ ctx, caller, body, params, change }) => {
    await change(async (trx) => {
      const locked = await tasks.lockTask(trx, caller.projectId, params.task_id);
      const [found] = await tasks.loadRevisions(trx, locked ? [locked] : []);
      const task = orNotFound(found, 'task', params.task_id);
      const base = findBaseRevision(task);
      const context = toRevisionContext(ctx, caller, trx);
      const problems = new Problems();
      await problems.run(() => assertGateValid(trx, toGatedTarget(task), body));
      const edit = await problems.runLast(() => toTaskEdit(context, body, task, base));
      await assertPublishingAllowed(trx, caller.orgId, edit?.fields ?? {});
      const now = { ...task, ...edit?.fields };
      const access = await updateAccess(ctx, trx, caller, body, { id: task.id, now, before: task });
      const gate = await assertServingAllowed(
        trx,
        caller,
        task,
        body,
        body.active_revisions && (edit?.active ?? task.active),
      );
      if (!edit && !access.access_token && gate.gate === undefined) return { result: task, audited: 'unchanged' };
      const whole = edit ?? NO_EDIT;
      if (gate.gate !== undefined) await tasks.setReleaseGate(trx, task.id, gate.gate);
      await tasks.editTask(trx, task, whole, caller.subject);
      const payload = { ...toEditedPayload(task, base, whole), ...access, ...toGateAudit(gate, task.release_gate) };
      return { result: task, audited: { resource: { type: 'task', id: task.id }, name: task.name, payload } };
    });
    return readRecord(ctx, caller, params.task_id, { includesTests: body.test === true });
  },
);

const remove = operation(
  {
    id: 'task.delete',
    method: 'DELETE',
    path: '/org/{org_id}/project/{project_id}/task/{task_id}',
    tag: 'Tasks',
    summary: 'Delete a task',
    description:
      'Deletes its triggers and cancels its unfinished runs. Finished runs stay readable. Runs that answer a tool call of an agent continue; new calls of the task fail.',
    auth: { permission: 'task:delete' },
    request: { idempotent: false },
    response: { schemas: { 200: Task } },
    audit: { event: 'task.deleted' },
  },
  async ({ ctx, caller, parents, change }) => {
    const { id, name } = parents.task_id;
    const record = await toRecord(ctx, caller, parents.task_id);
    await change(async (trx) => {
      await tasks.deleteTask(trx, id);
      await deleteTriggersOf(trx, { type: 'task', id });
      await deactivateSharesOf(trx, id);
      return { result: undefined, audited: { resource: { type: 'task', id }, name } };
    });
    await cancelWorkflows(ctx, stopRunsOf(ctx.db, taskRunKind, 'task_id', id));
    return { ...record, deleted: true };
  },
);

/** Reads the current record of a task. */
export async function readRecord(ctx: ApiContext, caller: Caller, id: string, shown?: RevisionFilter) {
  const task = orNotFound(await tasks.findTask(ctx.db, caller.projectId, id), 'task', id);
  return toRecord(ctx, caller, task, shown);
}

async function toRecord(
  ctx: ApiContext,
  caller: Caller,
  task: tasks.TaskRow,
  shown: RevisionFilter = { includesTests: false },
) {
  const [whole] = await tasks.loadRevisions(ctx.db, [task]);
  const token = (await listVisibleTokens(ctx, caller, [task])).get(task.id);
  const toOutsider = hasOnlyPublicRole(caller.grants);
  return toTaskRecord(orNotFound(whole, 'task', task.id), { ...shown, token, isPublicView: toOutsider });
}

export const TASK_RECORD_OPERATIONS = [create, list, read, update, remove];
