import Type from 'typebox';
import { databaseNow } from '../../src/platform/clock.ts';
import { parseQueryTimestamp } from '../../src/platform/dates.ts';
import { mapPage } from '../../src/platform/db/pagination.ts';
import { isId } from '../../src/platform/ids.ts';
import { definePattern, patternProblems } from '../../src/platform/patterns.ts';
import {
  AnyObject,
  BoundedText,
  Id,
  NonBlankText,
  Nullable,
  StringEnum,
  Timestamp,
} from '../../src/platform/schemas.ts';
import { FEEDBACK_FILTERS, RunOf, STARTED_BY_FILTERS } from '../../src/runs/record-fields.ts';
import { listRecentByTask, RUNS_PER_TASK } from '../../src/tasks/recent.ts';
import { TaskRun, toTaskRunRecord } from '../../src/tasks/run-record.ts';
import { listTaskRuns } from '../../src/tasks/runs.ts';
import { START_ERRORS } from '../../src/usage/start-check.ts';
import { operation } from '../operation.ts';
import { ERROR_EVENT } from '../plugins/event-schemas.ts';
import { FILE_RESPONSES, FileQuery, sendNamedFile } from '../plugins/files.ts';
import { Envelope, PAGE_QUERY } from '../plugins/pagination.ts';
import { REVISION_QUERY } from '../runs/run-request.ts';
import { toScoreFilter } from '../runs/schemas.ts';
import { BinaryFile } from '../schemas.ts';
import { cancelTaskRun } from './cancel.ts';
import { taskRunEvents } from './events.ts';
import { runnableTask, taskIncludingDeleted } from './parents.ts';
import { checkRunBody, runTask, toRecordWithCalls } from './run.ts';
import { TaskRunStreamEvent } from './stream-events.ts';

const UUID = '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';

/** Days of runs in the project-wide list without a start date. */
const RECENT_DAYS = 7;

const RecentTask = Type.Object(
  { task_id: Id, task: RunOf, runs: Type.Array(TaskRun, { description: 'Latest runs, newest first.' }) },
  { title: 'RecentTask' },
);

const STREAM =
  'Whether text is stored while it is generated, for readers of the events of the run. Default true if the request accepts an event stream, else false.';

const RunBody = Type.Object({
  task_input: AnyObject,
  task_files: Type.Optional(
    Type.Array(
      Type.Object({
        name: NonBlankText(255),
        content: Type.String({ description: 'Content, Base64-encoded.' }),
        media_type: Type.Optional(
          Type.String({
            maxLength: 200,
            pattern: definePattern(patternProblems.invalid_media_type, '^[\\w.+-]+/[\\w.+-]+$'),
          }),
        ),
      }),
      { maxItems: 20 },
    ),
  ),
  task_reference: Type.Optional(Nullable(BoundedText(500))),
  stream: Type.Optional(Type.Boolean({ description: STREAM })),
});

const RunForm = Type.Object({
  task_input: Type.String({
    contentMediaType: 'application/json',
    description: 'JSON object with the input variables.',
  }),
  task_file: Type.Optional(Type.Array(BinaryFile('File. Repeat the field for several files.'), { maxItems: 20 })),
  task_reference: Type.Optional(BoundedText(500)),
  stream: Type.Optional(Type.Boolean({ description: STREAM })),
});

const run = operation(
  {
    id: 'task_run.create',
    method: 'POST',
    path: '/org/{org_id}/project/{project_id}/task/{task_id}/run',
    tag: 'Task runs',
    summary: 'Run a task',
    description:
      'Accepts JSON, or multipart with `task_input` as a JSON string and files as `task_file`. `Prefer: respond-async` returns 202 with the queued run; `Prefer: wait=n` returns after at most n seconds. A failed run returns 200 with `is_error`; a run whose tool call waits for a person returns 200 with the status `waiting_for_human`. `Accept: text/event-stream` streams the events of the run, including text while it is generated.',
    auth: { permission: 'task:run', taskToken: true },
    request: {
      query: Type.Object({
        ...REVISION_QUERY,
        ...ERROR_EVENT,
        revision_tag: Type.Optional(NonBlankText(60)),
        reporting_group: Type.Optional(NonBlankText(200, { description: 'ID or name of a reporting group.' })),
        use_fallback_model: Type.Boolean({ default: false }),
      }),
      body: RunBody,
      checks: (input) => checkRunBody(input, input.parents.task_id),
      dependentFields: { task_input: ['task_files'] },
      longBody: true,
      parents: { task_id: runnableTask },
      prefersWait: true,
      idempotent: true,
      example: { task_input: { text: 'What a fine day.' }, task_reference: 'ticket 4711' },
      form: { schema: RunForm },
    },
    response: {
      schemas: { 200: TaskRun, 202: TaskRun },
      errors: { 402: START_ERRORS, 409: ['TASK_DISABLED', 'MODEL_EXCLUDED', 'AGENTS_TOO_DEEP'] },
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
    summary: 'List runs of a task',
    auth: { permission: 'task:view' },
    request: { query: Type.Object(PAGE_QUERY), parents: { task_id: taskIncludingDeleted } },
    response: { schemas: { 200: Envelope(TaskRun) } },
  },
  async ({ ctx, caller, params, page }) => {
    const filter = { principal: caller, taskId: params.task_id };
    return mapPage(await listTaskRuns(ctx.db, filter, page), toTaskRunRecord);
  },
);

const read = operation(
  {
    id: 'task_run.read',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/task/{task_id}/run/{task_run_id}',
    tag: 'Task runs',
    summary: 'Get a task run',
    auth: { permission: 'task:view', taskToken: true },
    response: { schemas: { 200: TaskRun }, headers: ['X-Task-Run-Id', 'X-Task-Revision-Id'] },
  },
  ({ ctx, parents, reply }) => {
    const row = parents.task_run_id;
    reply.header('x-task-run-id', row.id).header('x-task-revision-id', row.task_revision_id);
    return toRecordWithCalls(ctx, row);
  },
);

const file = operation(
  {
    id: 'task_run.file',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/task/{task_id}/run/{task_run_id}/file/{file_name}',
    tag: 'Task runs',
    summary: 'Download a file of a task run',
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
    summary: 'List task runs of a project',
    description: `Without \`start_date\`, returns runs of the ${RECENT_DAYS} days before \`end_date\` or now.`,
    auth: { permission: 'task:view', lists: 'task' },
    request: {
      query: Type.Object({
        ...PAGE_QUERY,
        task_id: Type.Optional(Id),
        task_revision_id: Type.Optional(Id),
        reporting_group_id: Type.Optional(Id),
        status: Type.Optional(StringEnum(['success', 'error'])),
        start_date: Type.Optional(Timestamp),
        end_date: Type.Optional(Timestamp),
        ...STARTED_BY_FILTERS,
        ...FEEDBACK_FILTERS,
        include_event_trigger_id: Type.Optional(
          Type.String({
            pattern: `^(true|false|${UUID})$`,
            description:
              'ID of a trigger: returns only runs that it started. `true`: adds `event_trigger_id` to each record.',
          }),
        ),
      }),
    },
    response: { schemas: { 200: Envelope(TaskRun) } },
  },
  async ({ ctx, caller, query, page }) => {
    const { include_event_trigger_id: triggerFilter = 'false' } = query;
    const until = parseQueryTimestamp('end_date', query.end_date);
    const filter = {
      principal: caller,
      taskId: query.task_id,
      taskRevisionId: query.task_revision_id,
      reportingGroupId: query.reporting_group_id,
      isError: query.status === undefined ? undefined : query.status === 'error',
      from: parseQueryTimestamp('start_date', query.start_date) ?? getDefaultStart(until),
      until,
      triggerType: query.trigger_type,
      feedback: toScoreFilter(query),
      triggerIds: [query.trigger_id, triggerFilter].filter((id) => id !== undefined).filter(isId),
    };
    return mapPage(await listTaskRuns(ctx.db, filter, page), (row) => ({
      ...toTaskRunRecord(row),
      ...(triggerFilter !== 'false' && { event_trigger_id: row.trigger_id }),
    }));
  },
);

/** Returns the default start date of a list. */
function getDefaultStart(until: Date | undefined): Date {
  const end = Math.min(until?.getTime() ?? Number.POSITIVE_INFINITY, databaseNow());
  return new Date(end - RECENT_DAYS * 86_400_000);
}

const recent = operation(
  {
    id: 'task_run.recent_by_task',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/task_run/recent_by_task',
    tag: 'Task runs',
    summary: 'List latest runs by task',
    description: `Returns up to ${RUNS_PER_TASK} runs per task, the task with the latest run first.`,
    auth: { permission: 'task:view' },
    request: { query: Type.Object(PAGE_QUERY) },
    response: { schemas: { 200: Envelope(RecentTask) } },
  },
  async ({ ctx, caller, page }) =>
    mapPage(await listRecentByTask(ctx.db, caller, page), (row) => ({ ...row, runs: row.runs.map(toTaskRunRecord) })),
);

export const TASK_RUN_OPERATIONS = [run, list, read, taskRunEvents, file, listAll, recent, cancelTaskRun];
