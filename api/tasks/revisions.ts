import Type from 'typebox';
import { accessErrors } from '../../src/access/errors.ts';
import { hasOnlyPublicRole } from '../../src/access/permissions.ts';
import { toChangePayload } from '../../src/audit/changes.ts';
import { errors, orNotFound } from '../../src/platform/errors.ts';
import { differencesOf, LOOKBACK, pairsOf, totalsOf } from '../../src/tasks/comparison.ts';
import { taskProblems } from '../../src/tasks/problems.ts';
import {
  lockTask,
  readTaskRevision,
  type TaskRevisionRow,
  updateTask,
  withRevisions,
} from '../../src/tasks/queries.ts';
import { setRevisionTags } from '../../src/tasks/revision-tags.ts';
import { leadingRevision } from '../../src/tasks/rules.ts';
import { servingNow } from '../../src/tasks/serving.ts';
import type { Caller } from '../caller.ts';
import type { ApiContext } from '../context.ts';
import { operation } from '../operation.ts';
import { RunError } from '../runs/schemas.ts';
import { AnyObject, Id, Nullable, Timestamp } from '../schemas.ts';
import { RevisionTags, revisionRecord, TaskRevision } from './schemas.ts';

const REVISION = '/org/{org_id}/project/{project_id}/task/{task_id}/revision/{task_revision_id}';
/** Pairs of runs that a comparison shows, where the caller does not say how many. */
const PAIRS = 20;

/** Prompts of a public task are for those who hold a role on it. Throws a 403. */
function refuseOutsiders({ grants, subject }: Caller, taskId: string): void {
  if (hasOnlyPublicRole(grants))
    throw accessErrors.permissionCheckFailed(subject, { type: 'task', id: taskId }, 'view');
}

const read = operation(
  {
    id: 'task_revision.read',
    method: 'GET',
    path: REVISION,
    tag: 'Tasks',
    summary: 'Read a revision of a task',
    auth: { permission: 'task:view' },
    response: { schemas: { 200: TaskRevision } },
  },
  ({ ctx, caller, parents }) => {
    refuseOutsiders(caller, parents.task_revision_id.task_id);
    return recordOf(ctx, parents.task_revision_id);
  },
);

const tag = operation(
  {
    id: 'task_revision.tag',
    method: 'POST',
    path: `${REVISION}/tags`,
    tag: 'Tasks',
    summary: 'Tag a revision; nothing else of it changes, and no new one is made',
    description:
      'The list replaces the tags that the revision has. A tag that stands on another revision of the task moves: a run by `revision_tag` takes the one or the other, never none.',
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
      const [task] = await withRevisions(trx, locked ? [locked] : []);
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
    return recordOf(ctx, orNotFound(await readTaskRevision(ctx.db, params.task_revision_id), 'task_revision', ''));
  },
);

const ComparedRun = Type.Object(
  {
    id: Id,
    response: Type.Unknown(),
    is_error: Type.Boolean(),
    error: Nullable(RunError),
    llm_call_timing: Nullable(Type.Number({ description: 'seconds' })),
    total_tokens: Type.Integer(),
    charged_credits: Type.String({ description: 'exact decimal' }),
    created: Timestamp,
  },
  { title: 'ComparedRun' },
);
const Totals = Type.Object(
  {
    errors: Type.Integer(),
    total_tokens: Type.Integer(),
    mean_seconds: Nullable(Type.Number({ description: 'of the runs that asked a model' })),
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
      same_responses: Type.Integer({ description: 'pairs in which both answered the same' }),
      base: Totals,
      revision: Totals,
      pairs: Type.Array(
        Type.Object({ input: AnyObject, base: ComparedRun, revision: ComparedRun, same_response: Type.Boolean() }),
        { description: 'the newest run of each for every input that both had, newest first' },
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
    summary: 'Compare a revision with another one: the fields that differ, and what both made of the same inputs',
    description: `Results are those of stored runs without files, looked for among the ${LOOKBACK} newest runs of the task that the caller may see. To have more of them, run both revisions (\`revision_id\`) over the same input.`,
    auth: { permission: 'task:view' },
    request: {
      query: Type.Object({
        base_revision_id: Type.Optional(
          Type.String({ ...Id, description: 'what it is compared with; the revision that serves most when left out' }),
        ),
        pairs: Type.Integer({ minimum: 0, maximum: 50, default: PAIRS, description: 'most pairs of runs' }),
      }),
    },
    response: { schemas: { 200: Comparison } },
  },
  async ({ ctx, caller, parents, query }) => {
    const revision = parents.task_revision_id;
    refuseOutsiders(caller, revision.task_id);
    const base = await baseOf(ctx, revision, query.base_revision_id);
    const of = { taskId: revision.task_id, base: base.id, revision: revision.id, most: query.pairs };
    const pairs = base.id === revision.id ? [] : await pairsOf(ctx.db, caller, of);
    return {
      base: await recordOf(ctx, base),
      revision: await recordOf(ctx, revision),
      differences: differencesOf(base, revision),
      results: {
        same_responses: pairs.filter((pair) => pair.same_response).length,
        base: totalsOf(pairs.map((pair) => pair.base)),
        revision: totalsOf(pairs.map((pair) => pair.revision)),
        pairs,
      },
    };
  },
);

/** What a revision is compared with: itself where it is the one that serves most. Throws a 422 where a wrong one is named. */
async function baseOf(
  { db }: ApiContext,
  revision: TaskRevisionRow,
  named: string | undefined,
): Promise<TaskRevisionRow> {
  const id = named ?? leadingRevision(await servingNow(db, revision.task_id)) ?? revision.id;
  const base = await readTaskRevision(db, id);
  if (base?.task_id !== revision.task_id)
    throw errors.invalidQuery('base_revision_id', taskProblems.unknown_task_revision);
  if (named === revision.id) throw errors.invalidQuery('base_revision_id', taskProblems.revision_compared_with_itself);
  return base;
}

/** The record of a revision. */
async function recordOf({ db }: ApiContext, revision: TaskRevisionRow) {
  const active = await servingNow(db, revision.task_id);
  return revisionRecord(
    revision,
    active.some((item) => item.task_revision_id === revision.id),
  );
}

export const TASK_REVISION_OPERATIONS = [read, tag, compare];
