import Type from 'typebox';
import { holds } from '../../src/access/permissions.ts';
import { grantRole } from '../../src/organizations/queries.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import { mapPage } from '../../src/platform/db/pagination.ts';
import { errors } from '../../src/platform/errors.ts';
import type { ModelCatalogue } from '../../src/platform/models/catalogue.ts';
import * as tasks from '../../src/tasks/queries.ts';
import { checkOutput, checkReferences, checkWeights, inputParams } from '../../src/tasks/rules.ts';
import { stopRunsOfTask } from '../../src/tasks/runs.ts';
import { cancelWorkflows } from '../agents/stop.ts';
import type { ApiContext } from '../context.ts';
import { operation, type Parent } from '../operation.ts';
import type { Caller } from '../plugins/access.ts';
import { Envelope, PAGE_QUERY, pageOf } from '../plugins/pagination.ts';
import { Params, ProjectParams, Text } from '../schemas.ts';
import { createdTask, editedTask } from './audit.ts';
import { REVISION_FIELD_NAMES, Task, TaskCreate, TaskUpdate, taskRecord } from './schemas.ts';

/** A live task of the project in the path. */
export const taskParent: Parent<tasks.TaskRow> = { field: 'task', load: tasks.findTask };

const TaskParams = Params('org_id', 'project_id', 'task_id');

/** Whoever may create tasks but not edit those of others owns what they create. */
async function giveToCreator(trx: Executor, { subject, holdings, projectId }: Caller, taskId: string): Promise<void> {
  if (subject.type !== 'user' || holds({ ...holdings, scopes: null }, 'task:edit')) return;
  const resource = { resourceType: 'task', resourceId: taskId, projectId };
  await grantRole(trx, { ...resource, userId: subject.id, role: 'owner' });
}

const create = operation(
  {
    id: 'task.create',
    method: 'POST',
    path: '/org/{org_id}/project/{project_id}/task',
    tag: 'Tasks',
    summary: 'Create a task with its first active revision',
    access: 'project:create_task',
    params: ProjectParams,
    query: null,
    body: TaskCreate,
    longBody: true,
    answers: { 200: Task },
    loads: {},
    own: [],
    audit: 'task.created',
    idempotent: false,
    examples: {
      body: {
        name: 'Sentiment',
        enabled: true,
        llm_model_id: 'demo',
        system_prompt: 'You judge the mood of a text.',
        user_prompt: 'Text: {text}',
        output_modality: 'json',
        output_format: { mood: { type: 'str', options: ['good', 'bad'] }, score: 'number' },
      },
    },
  },
  async ({ ctx, caller, body, audit }) => {
    const fields = taskFields(body);
    const revision = revisionFields(ctx.models, body, undefined);
    checkOutput(fields.output_modality, revision.output_format);
    checkReferences(revision);
    const owner = { orgId: caller.orgId, projectId: caller.projectId, userId: caller.subject.id };
    const id = await ctx.db.transaction().execute(async (trx) => {
      const made = await tasks.createTask(trx, owner, fields, revision);
      await giveToCreator(trx, caller, made);
      const payload = createdTask(fields, revision);
      await audit(trx, { resource: { type: 'task', id: made }, name: fields.name, payload });
      return made;
    });
    return readRecord(ctx, caller.projectId, id);
  },
);

const list = operation(
  {
    id: 'task.list',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/task',
    tag: 'Tasks',
    summary: 'List tasks',
    access: 'project:view',
    params: ProjectParams,
    query: Type.Object({
      ...PAGE_QUERY,
      name: Type.Optional(Text(200, { description: 'part of the name' })),
      created_by_me: Type.Boolean({ default: false }),
      include_tests: Type.Boolean({ default: false }),
    }),
    body: null,
    answers: { 200: Envelope(Task) },
    loads: {},
    own: [],
    audit: null,
    idempotent: false,
  },
  async ({ ctx, caller, query }) => {
    const filter = {
      name: query.name,
      createdBy: query.created_by_me ? caller.subject.id : undefined,
      includeTests: query.include_tests,
    };
    return mapPage(await tasks.listTasks(ctx.db, caller.projectId, filter, pageOf(query)), taskRecord);
  },
);

const read = operation(
  {
    id: 'task.read',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/task/{task_id}',
    tag: 'Tasks',
    summary: 'Read a task with its revisions and their weights',
    access: 'task:view',
    params: TaskParams,
    query: null,
    body: null,
    answers: { 200: Task },
    loads: { task_id: taskParent },
    own: [],
    audit: null,
    idempotent: false,
  },
  async ({ ctx, parents }) => recordOf(ctx, parents.task_id),
);

const update = operation(
  {
    id: 'task.update',
    method: 'POST',
    path: '/org/{org_id}/project/{project_id}/task/{task_id}',
    tag: 'Tasks',
    summary: 'Edit a task; revision fields add an inactive revision, active_revisions set which serve',
    access: 'task:edit',
    params: TaskParams,
    query: null,
    body: TaskUpdate,
    longBody: true,
    answers: { 200: Task },
    loads: { task_id: taskParent },
    own: [],
    audit: 'task.updated',
    idempotent: false,
    examples: { body: { user_prompt: 'Judge this: {text}', annotation: 'shorter prompt' } },
  },
  async ({ ctx, caller, body, parents, audit }) => {
    const [task] = await tasks.withRevisions(ctx.db, [parents.task_id]);
    if (!task) throw errors.notFound('task', parents.task_id.id);
    const changed = definedOf(taskFields(body, task), task);
    const modality = changed.output_modality ?? task.output_modality;
    const revised = REVISION_FIELD_NAMES.some((name) => Object.hasOwn(body, name));
    const revision = revised ? revisionFields(ctx.models, body, task.revisions[0]) : undefined;
    checkOutput(modality, (revision ?? task.revisions[0])?.output_format ?? null);
    if (revision) checkReferences(revision);
    if (body.active_revisions)
      checkWeights(
        body.active_revisions,
        task.revisions.map((item) => item.id),
      );
    await ctx.db.transaction().execute(async (trx) => {
      await tasks.updateTask(trx, task.id, changed);
      if (revision) await tasks.addTaskRevision(trx, task.id, revision);
      if (body.active_revisions) await tasks.setActiveRevisions(trx, task.id, body.active_revisions);
      const payload = editedTask(task, { fields: changed, revision, active: body.active_revisions });
      await audit(trx, { resource: { type: 'task', id: task.id }, name: task.name, payload });
    });
    return readRecord(ctx, caller.projectId, task.id);
  },
);

const remove = operation(
  {
    id: 'task.delete',
    method: 'DELETE',
    path: '/org/{org_id}/project/{project_id}/task/{task_id}',
    tag: 'Tasks',
    summary: 'Delete a task; its runs stay readable, unfinished ones are stopped',
    description:
      "Runs that answer an agent's tool call are not stopped: they are a part of that agent's run, which goes on. New calls of the task are told that it is gone.",
    access: 'task:delete',
    params: TaskParams,
    query: null,
    body: null,
    answers: { 200: Task },
    loads: { task_id: taskParent },
    own: [],
    audit: 'task.deleted',
    idempotent: false,
  },
  async ({ ctx, parents, audit }) => {
    const { id, name } = parents.task_id;
    const record = await recordOf(ctx, parents.task_id);
    await ctx.db.transaction().execute(async (trx) => {
      await tasks.deleteTask(trx, id);
      await audit(trx, { resource: { type: 'task', id }, name });
    });
    await cancelWorkflows(ctx, stopRunsOfTask(ctx.db, id));
    return record;
  },
);

async function readRecord(ctx: ApiContext, projectId: string, id: string) {
  const task = await tasks.findTask(ctx.db, projectId, id);
  if (!task) throw errors.notFound('task', id);
  return recordOf(ctx, task);
}

async function recordOf(ctx: ApiContext, task: tasks.TaskRow) {
  const [whole] = await tasks.withRevisions(ctx.db, [task]);
  if (!whole) throw errors.notFound('task', task.id);
  return taskRecord(whole);
}

/** The task's own fields from a body, over what they are now. */
function taskFields(body: TaskUpdate, now?: tasks.TaskRow): tasks.TaskFields {
  return {
    name: body.name ?? now?.name ?? '',
    description: body.description ?? now?.description ?? '',
    enabled: body.enabled ?? now?.enabled ?? true,
    output_modality: body.output_modality ?? now?.output_modality ?? 'text',
    public: body.public ?? now?.public ?? false,
    exposed_to_agents: body.exposed_to_agents ?? now?.exposed_to_agents ?? true,
    task_run_visibility: body.task_run_visibility ?? now?.task_run_visibility ?? 'all_viewers',
    test: body.test ?? now?.test ?? false,
    tags: body.tags ?? now?.tags ?? [],
  };
}

/** Only the fields that differ, so that an update writes what it was asked to. */
function definedOf(fields: tasks.TaskFields, now: tasks.TaskRow): Partial<tasks.TaskFields> {
  const changed = Object.entries(fields).filter(([name, value]) => now[name as keyof tasks.TaskFields] !== value);
  return Object.fromEntries(changed);
}

/** A new revision's fields from a body, over the newest revision's. */
function revisionFields(
  models: ModelCatalogue,
  body: TaskUpdate,
  base: tasks.TaskRevisionRow | undefined,
): tasks.RevisionFields {
  const systemPrompt = body.system_prompt ?? base?.system_prompt ?? '';
  const userPrompt = body.user_prompt ?? base?.user_prompt ?? '';
  const pick = <K extends keyof TaskUpdate & keyof tasks.RevisionFields>(name: K, otherwise: tasks.RevisionFields[K]) =>
    (body[name] === undefined ? (base?.[name] ?? otherwise) : body[name]) as tasks.RevisionFields[K];
  const fallback = body.fallback_llm_model_id;
  return {
    annotation: body.annotation ?? null,
    system_prompt: systemPrompt,
    user_prompt: userPrompt,
    input_params: inputParams(systemPrompt, userPrompt),
    llm_model_id:
      body.llm_model_id === undefined ? (base?.llm_model_id ?? '') : modelId(models, 'llm_model_id', body.llm_model_id),
    llm_config: pick('llm_config', {}),
    fallback_llm_model_id: fallback
      ? modelId(models, 'fallback_llm_model_id', fallback)
      : pick('fallback_llm_model_id', null),
    fallback_llm_config: pick('fallback_llm_config', null),
    output_format: pick('output_format', null),
    image_required: pick('image_required', false),
    optimise_images: pick('optimise_images', false),
    file_input_mode: pick('file_input_mode', 'none'),
    input_processors: pick('input_processors', []),
    rag: pick('rag', null),
    task_forwarder_id: pick('task_forwarder_id', null),
    tool_choice: pick('tool_choice', null),
    tags: body.revision_tags ?? [],
  };
}

/** The id of a model that can be used. Throws a 422 on one that is unknown or retired. */
export function modelId(models: ModelCatalogue, field: string, idOrName: string): string {
  const model = models.find(idOrName);
  if (!model) throw errors.invalid(field, 'no model has this id, name or alias', 'unknown_model');
  if (model.retired) throw errors.invalid(field, `the model ${model.name} is retired`, 'retired_model');
  return model.id;
}

export const TASK_OPERATIONS = [create, list, read, update, remove];
