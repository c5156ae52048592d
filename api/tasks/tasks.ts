import Type from 'typebox';
import { grantRole } from '../../src/access/grant-roles.ts';
import { hasOnlyPublicRole, rolesHavePermission } from '../../src/access/permissions.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import { mapPage } from '../../src/platform/db/pagination.ts';
import { orNotFound } from '../../src/platform/errors.ts';
import { cancelWorkflows, stopRunsOf } from '../../src/runs/stop.ts';
import { deactivateSharesOf } from '../../src/shares/queries.ts';
import * as tasks from '../../src/tasks/queries.ts';
import { taskRunKind } from '../../src/tasks/run-kind.ts';
import { assertMayServeTask } from '../../src/tasks/serving-rights.ts';
import { deleteTriggersOf } from '../../src/triggers/deleted.ts';
import type { Caller } from '../caller.ts';
import type { ApiContext } from '../context.ts';
import { type Gated, gateAudit, gated, refuseGate } from '../evals/release-gate.ts';
import { operation } from '../operation.ts';
import { Envelope, PAGE_QUERY } from '../plugins/pagination.ts';
import { NonEmpty, Text } from '../schemas.ts';
import { changeAccess, checkPublishing, shownTokens } from './access.ts';
import { createdTask, editedTask } from './audit.ts';
import { baseRevision, checkFields, editOf, firstRevision, newTaskFields } from './fields.ts';
import { type ShownRevisions, Task, TaskCreate, TaskUpdate, taskRecord } from './schemas.ts';

/** Whoever may create tasks but not edit those of others owns what they create. */
export async function giveToCreator(
  trx: Executor,
  { subject, grants, projectId }: Caller,
  taskId: string,
): Promise<void> {
  if (subject.type !== 'user' || rolesHavePermission(grants, 'task:edit')) return;
  const resource = { resourceType: 'task', resourceId: taskId, projectId };
  await grantRole(trx, { ...resource, userId: subject.id, role: 'owner' });
}

/**
 * Holds what is to serve of a task against the caller's rights on what it uses and against its gate. Revisions that serve already
 * may go on.
 */
export async function gatedServing(
  trx: Executor,
  caller: Caller,
  task: tasks.TaskWithRevisions,
  body: Parameters<typeof gated>[3],
  active: readonly tasks.ActiveRevision[] | undefined,
): Promise<Gated> {
  const now = new Set(task.active.map((one) => one.task_revision_id));
  const serving = active?.map((one) => one.task_revision_id).filter((id) => !now.has(id));
  await assertMayServeTask(trx, caller, serving ?? [], task.active);
  return gated(trx, caller, { kind: 'task', resourceId: task.id, now: task.release_gate }, body, serving);
}

const NO_EDIT: tasks.TaskEdit = { fields: {}, revision: undefined, active: undefined };

const create = operation(
  {
    id: 'task.create',
    method: 'POST',
    path: '/org/{org_id}/project/{project_id}/task',
    tag: 'Tasks',
    summary: 'Create a task with its first active revision',
    auth: { permission: 'project:create_task' },
    request: {
      body: TaskCreate,
      checks: ({ ctx, caller, body, refused }) =>
        checkFields({ config: ctx.config, models: ctx.models, db: ctx.db, principal: caller }, body, refused),
      longBody: true,
      idempotent: false,
      example: {
        name: 'Sentiment',
        enabled: true,
        llm_model_id: 'demo',
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
    refuseGate(body);
    const fields = newTaskFields(body);
    const revision = await firstRevision(
      { config: ctx.config, models: ctx.models, db: ctx.db, principal: caller },
      body,
    );
    const owner = { orgId: caller.orgId, projectId: caller.projectId, userId: caller.subject.id };
    const id = await change(async (trx) => {
      await checkPublishing(trx, caller.orgId, fields);
      const made = await tasks.createTask(trx, owner, fields, revision);
      await giveToCreator(trx, caller, made);
      const access = await changeAccess(ctx, trx, caller, body, { id: made, now: fields });
      const payload = { ...createdTask(fields, revision), ...access };
      return { result: made, audited: { resource: { type: 'task', id: made }, name: fields.name, payload } };
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
    description: 'Whoever may not see all tasks of the project is shown those on which they hold a role.',
    auth: { permission: 'task:view', lists: 'task' },
    request: {
      query: Type.Object({
        ...PAGE_QUERY,
        name: Type.Optional(Text(200, { description: 'part of the name' })),
        created_by_me: Type.Boolean({ default: false }),
        tag_id: Type.Optional(NonEmpty(60, { description: 'id or name of one of its tags' })),
        include_tests: Type.Boolean({
          default: false,
          description: 'also tasks and revisions that were made for a test',
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
    const shown = { tests: query.include_tests };
    const found = await tasks.listTasks(ctx.db, caller, filter, page);
    const tokens = await shownTokens(ctx, caller, found.results);
    return mapPage(found, (task) => taskRecord(task, { ...shown, token: tokens.get(task.id) }));
  },
);

const read = operation(
  {
    id: 'task.read',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/task/{task_id}',
    tag: 'Tasks',
    summary: 'Read a task with its revisions and their weights',
    description:
      'Whoever sees it only because it is `public` is shown the revisions that serve, without prompts and what else they are made of.',
    auth: { permission: 'task:view' },
    request: {
      query: Type.Object({
        revision_tag_id: Type.Optional(NonEmpty(60, { description: 'shows only revisions with this tag' })),
        include_tests: Type.Boolean({ default: false, description: 'also revisions that were made for a test' }),
      }),
    },
    response: { schemas: { 200: Task } },
  },
  async ({ ctx, caller, parents, query }) =>
    recordOf(ctx, caller, parents.task_id, { tag: query.revision_tag_id, tests: query.include_tests }),
);

const update = operation(
  {
    id: 'task.update',
    method: 'POST',
    path: '/org/{org_id}/project/{project_id}/task/{task_id}',
    tag: 'Tasks',
    summary: 'Edit a task; revision fields add an inactive revision, active_revisions set which serve',
    auth: { permission: 'task:edit' },
    request: {
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
      const [found] = await tasks.withRevisions(trx, locked ? [locked] : []);
      const task = orNotFound(found, 'task', params.task_id);
      const base = baseRevision(task);
      const edit = await editOf(
        { config: ctx.config, models: ctx.models, db: trx, principal: caller },
        body,
        task,
        base,
      );
      await checkPublishing(trx, caller.orgId, edit?.fields ?? {});
      const now = { ...task, ...edit?.fields };
      const access = await changeAccess(ctx, trx, caller, body, { id: task.id, now, before: task });
      const gate = await gatedServing(trx, caller, task, body, body.active_revisions && (edit?.active ?? task.active));
      if (!edit && !access.access_token && gate.gate === undefined) return { result: task, audited: 'unchanged' };
      const whole = edit ?? NO_EDIT;
      if (gate.gate !== undefined) await tasks.setReleaseGate(trx, task.id, gate.gate);
      await tasks.editTask(trx, task, whole);
      const payload = { ...editedTask(task, base, whole), ...access, ...gateAudit(gate, task.release_gate) };
      return { result: task, audited: { resource: { type: 'task', id: task.id }, name: task.name, payload } };
    });
    return readRecord(ctx, caller, params.task_id, { tests: body.test === true });
  },
);

const remove = operation(
  {
    id: 'task.delete',
    method: 'DELETE',
    path: '/org/{org_id}/project/{project_id}/task/{task_id}',
    tag: 'Tasks',
    summary: 'Delete a task with its triggers; its runs stay readable, unfinished ones are stopped',
    description:
      "Runs that answer an agent's tool call are not stopped: they are a part of that agent's run, which goes on. New calls of the task are told that it is gone.",
    auth: { permission: 'task:delete' },
    request: { idempotent: false },
    response: { schemas: { 200: Task } },
    audit: { event: 'task.deleted' },
  },
  async ({ ctx, caller, parents, change }) => {
    const { id, name } = parents.task_id;
    const record = await recordOf(ctx, caller, parents.task_id);
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

/** The record of a task as it is now. */
export async function readRecord(ctx: ApiContext, caller: Caller, id: string, shown?: ShownRevisions) {
  const task = orNotFound(await tasks.findTask(ctx.db, caller.projectId, id), 'task', id);
  return recordOf(ctx, caller, task, shown);
}

async function recordOf(
  ctx: ApiContext,
  caller: Caller,
  task: tasks.TaskRow,
  shown: ShownRevisions = { tests: false },
) {
  const [whole] = await tasks.withRevisions(ctx.db, [task]);
  const token = (await shownTokens(ctx, caller, [task])).get(task.id);
  const toOutsider = hasOnlyPublicRole(caller.grants);
  return taskRecord(orNotFound(whole, 'task', task.id), { ...shown, token, toOutsider });
}

export const TASK_RECORD_OPERATIONS = [create, list, read, update, remove];
