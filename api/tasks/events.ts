import Type from 'typebox';
import { errors } from '../../src/platform/errors.ts';
import { operation } from '../operation.ts';
import { ERROR_EVENT, getErrorEvent } from '../plugins/event-schemas.ts';
import { STREAM_ONLY, wantsEvents } from '../plugins/sse.ts';
import { Id } from '../schemas.ts';
import { TaskRunStreamEvent } from './stream-events.ts';
import { checkReached, EVENT_ID, endsAtOnce, followTaskRun, hadBy, toldBy } from './told.ts';

/** Statuses in which more is told without anybody's doing. */
const MOVING = ['queued', 'running', 'cancelling'];

const TaskRunEvents = Type.Object(
  {
    run_id: Id,
    status: Type.String(),
    events: Type.Array(TaskRunStreamEvent, { description: 'what it has told by now; text that is void is left out' }),
  },
  { title: 'TaskRunEvents' },
);

export const taskRunEvents = operation(
  {
    id: 'task_run.events',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/task/{task_id}/run/{task_run_id}/events',
    tag: 'Task runs',
    summary: "A run's text while it comes, and its end: as JSON, or as a stream to follow or resume",
    description:
      'With `Accept: text/event-stream` what comes after `Last-Event-ID` (or `after`) is streamed until `done`, or until the run waits for a person; `follow=true` stays open while it waits. A run that was started with `stream` tells its text; of any other `no_text` says why there is none. A run that has ended or waits, and of which the reader has every event, answers 204 (a waiting one only without `follow=true`). JSON has what was told by now.',
    auth: { permission: 'task:view', taskToken: true },
    request: {
      query: Type.Object({
        ...ERROR_EVENT,
        after: Type.Optional(
          Type.String({
            pattern: EVENT_ID.source,
            description: 'the id of an event; `Last-Event-ID` counts before it',
          }),
        ),
        follow: Type.Boolean({ default: false, description: 'of a stream: whether it stays open while the run waits' }),
      }),
    },
    response: {
      schemas: { 200: TaskRunEvents, 204: null },
      headers: ['X-Task-Run-Id', 'X-Task-Revision-Id'],
      example: {
        run_id: '0197c1f0-6a5e-7c3b-9d42-1f0e5b8a7c21',
        status: 'running',
        events: [{ id: '1-3', event: 'text', data: { text: 'A fine day it', attempt: 1 } }],
      },
    },
    stream: { events: TaskRunStreamEvent, resumable: true },
  },
  async ({ ctx, parents, query, request, reply }) => {
    getErrorEvent(request);
    const run = parents.task_run_id;
    const had = hadBy(request, query.after);
    await checkReached(ctx, run, had);
    if (wantsEvents(request)) {
      const options = { had, follow: query.follow };
      // A run that moves has its next event to come; any other may have told all.
      if (!MOVING.includes(run.status) && (await endsAtOnce(ctx, run, options))) return reply.code(204).send();
      await followTaskRun(ctx, reply, run, options);
      return undefined;
    }
    if (query.follow) throw errors.invalidQuery('follow', STREAM_ONLY);
    reply.header('x-task-run-id', run.id).header('x-task-revision-id', run.task_revision_id);
    return { run_id: run.id, status: run.status, events: await toldBy(ctx, run, had) };
  },
);
