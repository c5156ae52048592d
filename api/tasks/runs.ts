import Type from 'typebox';
import { databaseNow } from '../../src/platform/clock.ts';
import { dateOf } from '../../src/platform/dates.ts';
import { mapPage } from '../../src/platform/db/pagination.ts';
import { isId } from '../../src/platform/ids.ts';
import { patternFor, patternProblems } from '../../src/platform/patterns.ts';
import { RunOf } from '../../src/runs/shown.ts';
import { RUNS_PER_TASK, recentByTask } from '../../src/tasks/recent.ts';
import { listTaskRuns } from '../../src/tasks/runs.ts';
import { START_ERRORS } from '../../src/usage/start-check.ts';
import { operation } from '../operation.ts';
import { ERROR_EVENT } from '../plugins/event-schemas.ts';
import { FILE_RESPONSES, FileQuery, sendNamedFile } from '../plugins/files.ts';
import { Envelope, PAGE_QUERY } from '../plugins/pagination.ts';
import { REVISION_QUERY } from '../runs/order.ts';
import { FEEDBACK_FILTERS, STARTED_BY_FILTERS, scoreOf } from '../runs/schemas.ts';
import { AnyObject, BinaryFile, Id, NonEmpty, Nullable, OneOf, Text, Timestamp } from '../schemas.ts';
import { cancelTaskRun } from './cancel.ts';
import { taskRunEvents } from './events.ts';
import { runnableTask, taskEver } from './parents.ts';
import { recordWithCalls, runTask } from './run.ts';
import { TaskRun, taskRunRecord } from './schemas.ts';
import { TaskRunStreamEvent } from './stream-events.ts';

const UUID = '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';

/** Days of runs that the project-wide list shows when no start date is given. */
const RECENT_DAYS = 7;

const RecentTask = Type.Object(
  { task_id: Id, task: RunOf, runs: Type.Array(TaskRun, { description: 'newest first' }) },
  { title: 'RecentTask' },
);

const STREAM =
  'keeps its text while it comes, for those who follow the events of the run; a request that accepts a stream is taken to ask for it, unless it says no';

const RunBody = Type.Object({
  task_input: AnyObject,
  task_files: Type.Optional(
    Type.Array(
      Type.Object({
        name: NonEmpty(255),
        content: Type.String({ description: 'base64' }),
        media_type: Type.Optional(
          Type.String({
            maxLength: 200,
            pattern: patternFor(patternProblems.invalid_media_type, '^[\\w.+-]+/[\\w.+-]+$'),
          }),
        ),
      }),
      { maxItems: 20 },
    ),
  ),
  task_reference: Type.Optional(Nullable(Text(500))),
  stream: Type.Optional(Type.Boolean({ description: STREAM })),
});

const RunForm = Type.Object({
  task_input: Type.String({ contentMediaType: 'application/json', description: 'a JSON object' }),
  task_file: Type.Optional(Type.Array(BinaryFile('a file; the field may be repeated'), { maxItems: 20 })),
  task_reference: Type.Optional(Text(500)),
  stream: Type.Optional(Type.Boolean({ description: STREAM })),
});

const run = operation(
  {
    id: 'task_run.create',
    method: 'POST',
    path: '/org/{org_id}/project/{project_id}/task/{task_id}/run',
    tag: 'Task runs',
    summary: 'Run a task and answer with its result',
    description:
      'JSON, or multipart with `task_input` as a JSON string and files as `task_file`. `Prefer: respond-async` answers 202 with the queued run, `Prefer: wait=n` after n seconds at the latest. A run that fails is a 200 with `is_error`, one whose tool call waits for a person a 200 with the status `waiting_for_human`. With `Accept: text/event-stream` its events are streamed, the text while it comes.',
    auth: { permission: 'task:run', taskToken: true },
    request: {
      query: Type.Object({
        ...REVISION_QUERY,
        ...ERROR_EVENT,
        revision_tag: Type.Optional(NonEmpty(60)),
        reporting_group: Type.Optional(NonEmpty(200, { description: 'id or name of a reporting group' })),
        use_fallback_model: Type.Boolean({ default: false }),
      }),
      body: RunBody,
      longBody: true,
      parents: { task_id: runnableTask },
      prefersWait: true,
      idempotent: true,
      example: { task_input: { text: 'What a fine day.' }, task_reference: 'ticket 4711' },
      form: { schema: RunForm },
    },
    response: {
      schemas: { 200: TaskRun, 202: TaskRun },
      errors: { 402: START_ERRORS, 409: ['TASK_DISABLED', 'MODEL_EXCLUDED'] },
      headers: ['X-Task-Run-Id', 'X-Task-Revision-Id'],
    },
    stream: { events: TaskRunStreamEvent },
    audit: { event: null, startedEvent: 'task_run.started' },
  },
  (input) => runTask(input, input.parents.task_id),
);

const list = operation(
  {
    id: 'task_run.list',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/task/{task_id}/run',
    tag: 'Task runs',
    summary: "List one task's runs",
    auth: { permission: 'task:view' },
    request: { query: Type.Object(PAGE_QUERY), parents: { task_id: taskEver } },
    response: { schemas: { 200: Envelope(TaskRun) } },
  },
  async ({ ctx, caller, params, page }) => {
    const filter = { principal: caller, taskId: params.task_id };
    return mapPage(await listTaskRuns(ctx.db, filter, page), taskRunRecord);
  },
);

const read = operation(
  {
    id: 'task_run.read',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/task/{task_id}/run/{task_run_id}',
    tag: 'Task runs',
    summary: 'Read one run',
    auth: { permission: 'task:view', taskToken: true },
    response: { schemas: { 200: TaskRun }, headers: ['X-Task-Run-Id', 'X-Task-Revision-Id'] },
  },
  ({ ctx, parents, reply }) => {
    const row = parents.task_run_id;
    reply.header('x-task-run-id', row.id).header('x-task-revision-id', row.task_revision_id);
    return recordWithCalls(ctx, row);
  },
);

const file = operation(
  {
    id: 'task_run.file',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/task/{task_id}/run/{task_run_id}/file/{file_name}',
    tag: 'Task runs',
    summary: 'Download a file of a run',
    auth: { permission: 'task:view', taskToken: true },
    request: { query: FileQuery },
    response: { schemas: FILE_RESPONSES },
  },
  ({ ctx, params, query, request, reply }) => {
    return sendNamedFile(ctx, request, reply, params.task_run_id, params.file_name, query);
  },
);

const listAll = operation(
  {
    id: 'task_run.list_project',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/task_run',
    tag: 'Task runs',
    summary: `List runs project-wide; the last ${RECENT_DAYS} days before end_date, or before now, unless start_date is given`,
    auth: { permission: 'task:view', lists: 'task' },
    request: {
      query: Type.Object({
        ...PAGE_QUERY,
        task_id: Type.Optional(Id),
        task_revision_id: Type.Optional(Id),
        reporting_group_id: Type.Optional(Id),
        status: Type.Optional(OneOf(['success', 'error'])),
        start_date: Type.Optional(Timestamp),
        end_date: Type.Optional(Timestamp),
        ...STARTED_BY_FILTERS,
        ...FEEDBACK_FILTERS,
        include_event_trigger_id: Type.Optional(
          Type.String({
            pattern: `^(true|false|${UUID})$`,
            description: 'a trigger’s id keeps the runs it started; true shows `event_trigger_id` in each record',
          }),
        ),
      }),
    },
    response: { schemas: { 200: Envelope(TaskRun) } },
  },
  async ({ ctx, caller, query, page }) => {
    const { include_event_trigger_id: shown = 'false' } = query;
    const until = dateOf('end_date', query.end_date);
    const filter = {
      principal: caller,
      taskId: query.task_id,
      taskRevisionId: query.task_revision_id,
      reportingGroupId: query.reporting_group_id,
      isError: query.status === undefined ? undefined : query.status === 'error',
      from: dateOf('start_date', query.start_date) ?? recentAt(until),
      until,
      triggerType: query.trigger_type,
      feedback: scoreOf(query),
      triggerIds: [query.trigger_id, shown].filter((id) => id !== undefined).filter(isId),
    };
    return mapPage(await listTaskRuns(ctx.db, filter, page), (row) => ({
      ...taskRunRecord(row),
      ...(shown !== 'false' && { event_trigger_id: row.trigger_id }),
    }));
  },
);

/** From when on runs are shown where only their end is given, or neither. */
function recentAt(until: Date | undefined): Date {
  const end = Math.min(until?.getTime() ?? Number.POSITIVE_INFINITY, databaseNow());
  return new Date(end - RECENT_DAYS * 86_400_000);
}

const recent = operation(
  {
    id: 'task_run.recent_by_task',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/task_run/recent_by_task',
    tag: 'Task runs',
    summary: `The latest runs grouped by task: up to ${RUNS_PER_TASK} of each, the task that ran last first`,
    auth: { permission: 'task:view' },
    request: { query: Type.Object(PAGE_QUERY) },
    response: { schemas: { 200: Envelope(RecentTask) } },
  },
  async ({ ctx, caller, page }) =>
    mapPage(await recentByTask(ctx.db, caller, page), (row) => ({ ...row, runs: row.runs.map(taskRunRecord) })),
);

export const TASK_RUN_OPERATIONS = [run, list, read, taskRunEvents, file, listAll, recent, cancelTaskRun];
