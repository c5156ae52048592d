import Type from 'typebox';
import { accessErrors } from '../../src/access/errors.ts';
import { hasOnlyPublicRole } from '../../src/access/permissions.ts';
import { toChangePayload } from '../../src/audit/changes.ts';
import { errors, orNotFound } from '../../src/platform/errors.ts';
import { AnyObject, Id, Nullable, Timestamp } from '../../src/platform/schemas.ts';
import { RunError } from '../../src/runs/record-fields.ts';
import { listDifferences, listPairs, MAX_COMPARED_RUNS, sumTotals } from '../../src/tasks/comparison.ts';
import { taskProblems } from '../../src/tasks/problems.ts';
import {
  loadRevisions,
  lockTask,
  readTaskRevision,
  type TaskRevisionRow,
  updateTask,
} from '../../src/tasks/queries.ts';
import { setRevisionTags } from '../../src/tasks/revision-tags.ts';
import { findLeadingRevision } from '../../src/tasks/rules.ts';
import { listActiveRevisions } from '../../src/tasks/serving.ts';
import type { Caller } from '../caller.ts';
import type { ApiContext } from '../context.ts';
import { operation } from '../operation.ts';
import { RevisionTags, TaskRevision, toRevisionRecord } from './schemas.ts';

const REVISION = '/org/{org_id}/project/{project_id}/task/{task_id}/revision/{task_revision_id}';
/** Default number of pairs. */
const DEFAULT_PAIRS = 20;

/** Throws a 403 for callers with public access only, who must not see prompts. */
function assertPromptAccess({ grants, subject }: Caller, taskId: string): void {
  if (hasOnlyPublicRole(grants))
    throw accessErrors.permissionCheckFailed(subject, { type: 'task', id: taskId }, 'view');
}

const read = operation(
  {
    id: 'task_revision.read',
    method: 'GET',
    path: REVISION,
    tag: 'Tasks',
    summary: 'Get a task revision',
    auth: { permission: 'task:view' },
    response: { schemas: { 200: TaskRevision } },
  },
  ({ ctx, caller, parents }) => {
    assertPromptAccess(caller, parents.task_revision_id.task_id);
    return toRecord(ctx, parents.task_revision_id);
  },
);

const tag = operation(
  {
    id: 'task_revision.tag',
    method: 'POST',
    path: `${REVISION}/tags`,
    tag: 'Tasks',
    summary: 'Set the tags of a task revision',
    description:
      'Replaces the tags of the revision without adding a revision. A tag of another revision of the task moves atomically, so runs by `revision_tag` always find one.',
    auth: { permission: 'task:edit' },
    request: {
      body: Type.Object({ revision_tags: RevisionTags }),
      idempotent: false,
      example: { revision_tags: ['production'] },
    },
    response: { schemas: { 200: TaskRevision } },
    audit: { event: 'task_revision.tagged' },
  },
  async ({ ctx, caller, params, body, change }) => {
    await change(async (trx) => {
      const locked = await lockTask(trx, caller.projectId, params.task_id);
      const [task] = await loadRevisions(trx, locked ? [locked] : []);
      const { revisions } = orNotFound(task, 'task', params.task_id);
      const id = params.task_revision_id;
      const revision = orNotFound(
        revisions.find((one) => one.id === id),
        'task_revision',
        id,
      );
      const tags = [...new Set(body.revision_tags)];
      const payload = toChangePayload(revision, { tags }, ['tags']);
      if (payload.changed.length === 0) return { result: undefined, audited: 'unchanged' };
      await setRevisionTags(trx, revision.task_id, id, tags);
      await updateTask(trx, revision.task_id);
      const moved = revisions
        .filter((one) => one.id !== id && one.tags.some((tag) => tags.includes(tag)))
        .map((one) => ({ from: one.id, tags: one.tags.filter((tag) => tags.includes(tag)) }));
      const labels = { task_id: revision.task_id };
      return {
        result: undefined,
        audited: { resource: { type: 'task_revision', id }, labels, payload: { ...payload, moved } },
      };
    });
    return toRecord(ctx, orNotFound(await readTaskRevision(ctx.db, params.task_revision_id), 'task_revision', ''));
  },
);

const ComparedRun = Type.Object(
  {
    id: Id,
    response: Type.Unknown(),
    is_error: Type.Boolean(),
    error: Nullable(RunError),
    llm_call_timing: Nullable(Type.Number({ description: 'Duration of model calls in seconds.' })),
    total_tokens: Type.Integer(),
    charged_credits: Type.String({ description: 'Charged credits, as an exact decimal.' }),
    created: Timestamp,
  },
  { title: 'ComparedRun' },
);
const Totals = Type.Object(
  {
    errors: Type.Integer(),
    total_tokens: Type.Integer(),
    mean_seconds: Nullable(Type.Number({ description: 'Mean duration in seconds over runs that called a model.' })),
  },
  { title: 'ComparedTotals' },
);

const Comparison = Type.Object(
  {
    base: TaskRevision,
    revision: TaskRevision,
    differences: Type.Array(
      Type.Object({ field: Type.String(), base: Type.Unknown(), revision: Type.Unknown() }, { title: 'Difference' }),
    ),
    results: Type.Object({
      same_responses: Type.Integer({ description: 'Number of pairs with equal responses.' }),
      base: Totals,
      revision: Totals,
      pairs: Type.Array(
        Type.Object({ input: AnyObject, base: ComparedRun, revision: ComparedRun, same_response: Type.Boolean() }),
        { description: 'Latest run of each revision per common input, newest first.' },
      ),
    }),
  },
  { title: 'TaskRevisionComparison' },
);

const compare = operation(
  {
    id: 'task_revision.compare',
    method: 'GET',
    path: `${REVISION}/comparison`,
    tag: 'Tasks',
    summary: 'Compare a task revision with another revision',
    description: `Returns the fields that differ and the results of both for the same inputs. Results come from runs without files among the latest ${MAX_COMPARED_RUNS} runs of the task that the caller can see. To get more pairs, run both revisions (\`revision_id\`) with the same input.`,
    auth: { permission: 'task:view' },
    request: {
      query: Type.Object({
        base_revision_id: Type.Optional(
          Type.String({
            ...Id,
            description: 'Revision to compare with. Default: the active revision with the highest weight.',
          }),
        ),
        pairs: Type.Integer({
          minimum: 0,
          maximum: 50,
          default: DEFAULT_PAIRS,
          description: `Maximum number of pairs of runs. Default ${DEFAULT_PAIRS}.`,
        }),
      }),
    },
    response: { schemas: { 200: Comparison } },
  },
  async ({ ctx, caller, parents, query }) => {
    const revision = parents.task_revision_id;
    assertPromptAccess(caller, revision.task_id);
    const base = await getBase(ctx, revision, query.base_revision_id);
    const of = { taskId: revision.task_id, base: base.id, revision: revision.id, most: query.pairs };
    const pairs = base.id === revision.id ? [] : await listPairs(ctx.db, caller, of);
    return {
      base: await toRecord(ctx, base),
      revision: await toRecord(ctx, revision),
      differences: listDifferences(base, revision),
      results: {
        same_responses: pairs.filter((pair) => pair.same_response).length,
        base: sumTotals(pairs.map((pair) => pair.base)),
        revision: sumTotals(pairs.map((pair) => pair.revision)),
        pairs,
      },
    };
  },
);

/** Returns the revision to compare with, by default the leading one. Throws a 422 for an invalid ID. */
async function getBase(
  { db }: ApiContext,
  revision: TaskRevisionRow,
  named: string | undefined,
): Promise<TaskRevisionRow> {
  const id = named ?? findLeadingRevision(await listActiveRevisions(db, revision.task_id)) ?? revision.id;
  const base = await readTaskRevision(db, id);
  if (base?.task_id !== revision.task_id)
    throw errors.invalidQuery('base_revision_id', taskProblems.unknown_task_revision);
  if (named === revision.id) throw errors.invalidQuery('base_revision_id', taskProblems.revision_compared_with_itself);
  return base;
}

/** Converts a revision to its record. */
async function toRecord({ db }: ApiContext, revision: TaskRevisionRow) {
  const active = await listActiveRevisions(db, revision.task_id);
  return toRevisionRecord(
    revision,
    active.some((item) => item.task_revision_id === revision.id),
  );
}

export const TASK_REVISION_OPERATIONS = [read, tag, compare];
