import type Type from 'typebox';
import { accessErrors } from '../../../src/access/errors.ts';
import type { Permission } from '../../../src/access/permissions.ts';
import { agentFeedback } from '../../../src/agents/runs/run-kind.ts';
import { pickFields, toChangePayload } from '../../../src/audit/changes.ts';
import { mapPage } from '../../../src/platform/db/pagination.ts';
import { orNotFound } from '../../../src/platform/errors.ts';
import { omitUndefined } from '../../../src/platform/omit-undefined.ts';
import { feedbackErrors } from '../../../src/runs/feedback/errors.ts';
import type { FeedbackKind } from '../../../src/runs/feedback/kinds.ts';
import * as feedback from '../../../src/runs/feedback/queries.ts';
import { taskFeedback } from '../../../src/tasks/run-kind.ts';
import type { Caller } from '../../caller.ts';
import type { AuditDetails } from '../../change.ts';
import { type Operation, operation } from '../../operation.ts';
import { Envelope } from '../../plugins/pagination.ts';
import {
  createFeedbackSchema,
  createProjectFeedbackQuery,
  FeedbackBody,
  FeedbackEdit,
  RunFeedbackQuery,
  toFeedbackRecord,
  toFilter,
} from './schemas.ts';

const PROJECT = '/org/{org_id}/project/{project_id}';
const SHOWN = ['name', 'value'];

/** Differences between the operations of tasks and agents. test/guards/operations.txt lists the paths. */
interface FeedbackOperationKind {
  readonly kind: FeedbackKind;
  /** Path of a run below the project. */
  readonly run: string;
  /** Path parameter of the run. */
  readonly param: string;
  /** Noun of the run's kind, for summaries. */
  readonly word: string;
}

/** Declaration that the operations of a kind share. */
function describeTarget({ kind, run, param, word }: FeedbackOperationKind) {
  const { resource, parent } = kind.run;
  // The parameters' names depend on the kind, so the path has no literal type.
  const path: string = `${PROJECT}${run}/feedback`;
  const one = `${path}/{feedback_id}` as const;
  const record = createFeedbackSchema(kind, one);
  const getRun = (parents: object) => {
    const row = (parents as Record<string, Readonly<Record<string, string>>>)[param];
    if (!row) throw new Error(`${path} loads no ${param}`);
    const ids = { run_id: row.id, parent_id: row[parent.column], revision_id: row[kind.revision] };
    return ids as Pick<feedback.FeedbackOnRun, 'run_id' | 'parent_id' | 'revision_id'>;
  };
  return {
    path,
    one,
    record,
    runOf: getRun,
    view: { tag: 'Feedback', auth: { permission: `${parent.type}:view` as Permission } } as const,
    giveAccess: { tag: 'Feedback', auth: { permission: `${parent.type}:give_feedback` as Permission } } as const,
    id: (name: string) => `${resource}.feedback.${name}`,
    event: (name: string) => `${resource}.feedback_${name}`,
    of: `a run of ${word}`,
    show: (row: feedback.FeedbackRow, parents: object) => toFeedbackRecord(kind, { ...row, ...getRun(parents) }),
    noteOf: (row: feedback.FeedbackRow, parents: object, payload: object = {}): AuditDetails => ({
      resource: { type: 'feedback', id: row.id },
      name: row.name,
      labels: { [kind.fields.run]: getRun(parents).run_id },
      payload,
      audience: {
        permission: `${parent.type}:view` as Permission,
        of: getRun(parents).parent_id,
        run: { kind: kind.run.name, id: getRun(parents).run_id },
      },
    }),
  };
}

/** Creates the operations on feedback of one kind: create, list, get, update and delete, and list by project. */
function createFeedbackOperations(target: FeedbackOperationKind): Operation[] {
  return [create(target), list(target), read(target), update(target), remove(target), listAll(target)];
}

function create(target: FeedbackOperationKind): Operation {
  const { path, record, runOf: getRun, giveAccess, id, event, of, show, noteOf } = describeTarget(target);
  return operation(
    {
      ...giveAccess,
      id: id('create'),
      method: 'POST',
      path,
      summary: `Give feedback on ${of}`,
      description:
        'Feedback is a score, a comment or both. Everyone who can see the run can give feedback. Each person or program gives one score per name and any number of comments.',
      request: {
        idempotent: false,
        body: FeedbackBody,
        example: { name: 'correct', value: false, note: 'The invoice number is that of the year before.' },
      },
      response: { schemas: { 200: record }, errors: { 409: ['FEEDBACK_ALREADY_EXISTS'] } },
      audit: { event: event('given') },
    },
    async ({ caller, parents, body: { name, value = null, note = null }, change }) => {
      if (value === null && note === null) throw feedbackErrors.empty();
      const { orgId, projectId, subject } = caller;
      const runId = getRun(parents).run_id;
      return change(async (trx) => {
        const newFeedback = { orgId, projectId, runId, subject, source: toSource(caller) };
        const created = await feedback.createFeedback(trx, target.kind, newFeedback, { name, value, note });
        const row = orNotFound(created, target.kind.run.resource, runId);
        return { result: show(row, parents), audited: noteOf(row, parents, pickFields(row, SHOWN)) };
      });
    },
  );
}

/** Sessions and OAuth apps count as people; API keys and clients count as programs. */
function toSource({ kind }: Caller): feedback.FeedbackRow['source'] {
  return kind === 'user_session' || kind === 'authorization_code' ? 'person' : 'program';
}

function list(target: FeedbackOperationKind): Operation {
  const { kind } = target;
  const { path, record, runOf: getRun, view, id, of } = describeTarget(target);
  return operation(
    {
      ...view,
      id: id('list'),
      method: 'GET',
      path,
      summary: `List feedback on ${of}, newest first`,
      request: { query: RunFeedbackQuery },
      response: { schemas: { 200: Envelope(record) } },
    },
    async ({ ctx, caller, parents, query, page }) => {
      const filter = { ...toFilter(kind, caller, query), runId: getRun(parents).run_id };
      const rows = await feedback.listFeedback(ctx.db, kind, caller, filter, page);
      return mapPage(rows, (row) => toFeedbackRecord(kind, row));
    },
  );
}

function read(target: FeedbackOperationKind): Operation {
  const { one, record, view, id, of, show } = describeTarget(target);
  return operation(
    {
      ...view,
      id: id('read'),
      method: 'GET',
      path: one,
      summary: `Get feedback on ${of}`,
      response: { schemas: { 200: record } },
    },
    ({ parents }) => show(parents.feedback_id, parents),
  );
}

function update(target: FeedbackOperationKind): Operation {
  const { one, record, giveAccess, id, event, of, show, noteOf } = describeTarget(target);
  return operation(
    {
      ...giveAccess,
      id: id('update'),
      method: 'POST',
      path: one,
      summary: `Update your feedback on ${of}`,
      description: 'Omitted fields keep their values. Null removes the value or the note.',
      request: { idempotent: false, body: FeedbackEdit, example: { value: true, note: null } },
      response: { schemas: { 200: record }, errors: { 409: ['FEEDBACK_ALREADY_EXISTS'] } },
      audit: { event: event('changed') },
    },
    ({ caller, parents, body: { name, value, note }, change }) => {
      assertOwnFeedback(caller, parents.feedback_id, 'edit');
      return change(async (trx) => {
        const { id } = parents.feedback_id;
        const before = orNotFound(await feedback.lockFeedback(trx, id), 'feedback', id);
        const fields = { name: name ?? before.name, ...omitUndefined({ value, note }) };
        const after = { value: before.value, note: before.note, ...fields };
        if (after.value === null && after.note === null) throw feedbackErrors.empty();
        const payload = toChangePayload(before, fields, SHOWN);
        if (payload.changed.length === 0) return { result: show(before, parents), audited: 'unchanged' };
        const row = await feedback.updateFeedback(trx, id, after);
        return { result: show(row, parents), audited: noteOf(row, parents, payload) };
      });
    },
  );
}

/** Throws a 403 unless the caller gave the feedback. */
function assertOwnFeedback({ subject }: Caller, row: feedback.FeedbackRow, action: 'edit' | 'delete'): void {
  if (row.created_by_type !== subject.type || row.created_by !== subject.id)
    throw accessErrors.permissionCheckFailed(subject, { type: 'feedback', id: row.id }, action);
}

function remove(target: FeedbackOperationKind): Operation {
  const { one, record, giveAccess, id, event, of, show, noteOf } = describeTarget(target);
  return operation(
    {
      ...giveAccess,
      id: id('delete'),
      method: 'DELETE',
      path: one,
      summary: `Delete your feedback on ${of}`,
      request: { idempotent: false },
      response: { schemas: { 200: record } },
      audit: { event: event('deleted') },
    },
    ({ caller, parents, change }) => {
      assertOwnFeedback(caller, parents.feedback_id, 'delete');
      return change(async (trx) => {
        const { id } = parents.feedback_id;
        const row = orNotFound(await feedback.deleteFeedback(trx, id), 'feedback', id);
        return { result: show(row, parents), audited: noteOf(row, parents, pickFields(row, SHOWN)) };
      });
    },
  );
}

function listAll(target: FeedbackOperationKind): Operation {
  const { kind, word } = target;
  const { record, view, id } = describeTarget(target);
  return operation(
    {
      ...view,
      id: id('list_project'),
      method: 'GET',
      path: `${PROJECT}/${kind.run.resource}_feedback`,
      summary: `List feedback on ${word === 'a task' ? 'task' : 'agent'} runs of a project, newest first`,
      request: { query: createProjectFeedbackQuery(kind) },
      response: { schemas: { 200: Envelope(record) } },
    },
    async ({ ctx, caller, query, page }) => {
      const filter = toFilter(kind, caller, query as Type.Static<typeof RunFeedbackQuery>);
      const rows = await feedback.listFeedback(ctx.db, kind, caller, filter, page);
      return mapPage(rows, (row) => toFeedbackRecord(kind, row));
    },
  );
}

export const FEEDBACK_OPERATIONS: readonly Operation[] = [
  ...createFeedbackOperations({
    kind: taskFeedback,
    run: '/task/{task_id}/run/{task_run_id}',
    param: 'task_run_id',
    word: 'a task',
  }),
  ...createFeedbackOperations({
    kind: agentFeedback,
    run: '/task-agent/{task_agent_id}/run/{run_id}',
    param: 'run_id',
    word: 'an agent',
  }),
];
