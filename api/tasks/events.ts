import Type from 'typebox';
import { errors } from '../../src/platform/errors.ts';
import { Id } from '../../src/platform/schemas.ts';
import { operation } from '../operation.ts';
import { ERROR_EVENT, getErrorEvent } from '../plugins/event-schemas.ts';
import { STREAM_ONLY, wantsEvents } from '../plugins/sse.ts';
import { assertReached, EVENT_ID, followTaskRun, hasNoMoreEvents, listEvents, readPosition } from './stream.ts';
import { TaskRunStreamEvent } from './stream-events.ts';

/** Statuses in which a run emits events by itself. */
const ACTIVE_STATUSES = ['queued', 'running', 'cancelling'];

const TaskRunEvents = Type.Object(
  {
    run_id: Id,
    status: Type.String(),
    events: Type.Array(TaskRunStreamEvent, { description: 'Events so far, without discarded text.' }),
  },
  { title: 'TaskRunEvents' },
);

export const taskRunEvents = operation(
  {
    id: 'task_run.events',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/task/{task_id}/run/{task_run_id}/events',
    tag: 'Task runs',
    summary: 'Get the events of a task run as JSON or a stream',
    description:
      'With `Accept: text/event-stream`, streams the events after `Last-Event-ID` (or `after`) until `done`, or until the run waits for a person; `follow=true` keeps the stream open while it waits. Runs started with `stream` emit their text; other runs emit `no_text` with the reason. Returns 204 if the run has ended or waits and no event is left; with `follow=true` only if it has ended. Without `Accept: text/event-stream`, returns the events so far as JSON.',
    auth: { permission: 'task:view', taskToken: true },
    request: {
      query: Type.Object({
        ...ERROR_EVENT,
        after: Type.Optional(
          Type.String({
            pattern: EVENT_ID.source,
            description: 'ID of the last received event. `Last-Event-ID` takes precedence.',
          }),
        ),
        follow: Type.Boolean({
          default: false,
          description: 'Whether the stream stays open while the run waits for a person. Default false.',
        }),
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
    const received = readPosition(request, query.after);
    await assertReached(ctx, run, received);
    if (wantsEvents(request)) {
      const options = { received, follow: query.follow };
      // An active run always emits another event.
      if (!ACTIVE_STATUSES.includes(run.status) && (await hasNoMoreEvents(ctx, run, options)))
        return reply.code(204).send();
      await followTaskRun(ctx, reply, run, options);
      return undefined;
    }
    if (query.follow) throw errors.invalidQuery('follow', STREAM_ONLY);
    reply.header('x-task-run-id', run.id).header('x-task-revision-id', run.task_revision_id);
    return { run_id: run.id, status: run.status, events: await listEvents(ctx, run, received) };
  },
);
