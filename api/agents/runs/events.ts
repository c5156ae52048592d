import Type, { type Static } from 'typebox';
import { FINAL_STATUSES, PARKED_STATUSES } from '../../../src/agents/contract.ts';
import { type RunEvent, readProgress } from '../../../src/agents/runs/events.ts';
import type { AgentRunDetail } from '../../../src/agents/runs/queries.ts';
import { listAgentRuns } from '../../../src/agents/runs/queries.ts';
import { ID_CURSORS } from '../../../src/platform/db/cursors.ts';
import { envelope } from '../../../src/platform/db/pagination.ts';
import { errors } from '../../../src/platform/errors.ts';
import { commonProblems } from '../../../src/platform/problems.ts';
import type { Caller } from '../../caller.ts';
import type { ApiContext } from '../../context.ts';
import { operation } from '../../operation.ts';
import { ERROR_EVENT } from '../../plugins/event-schemas.ts';
import { STREAM_ONLY, wantsEvents } from '../../plugins/sse.ts';
import { Id, Nullable, Text, Timestamp } from '../../schemas.ts';
import { followAgentRun, KNOWS_ALL, KNOWS_NONE, lastEventNumber } from './follow.ts';
import { CALL, RunStreamEvent } from './stream-events.ts';

const RunEventRecord = Type.Object(
  {
    id: Type.String({ description: "the event's number in its run" }),
    author: Type.String({ description: 'user, agent, tool or system' }),
    content: Nullable(Type.String()),
    timestamp: Timestamp,
    event_type: Type.String(),
    error_message: Nullable(Type.String()),
    tool_calls: Type.Array(Type.Object({ ...CALL, arguments: Type.Unknown() })),
    tool_results: Type.Array(Type.Object({ ...CALL, outcome: Type.String(), result: Type.Unknown() })),
    approval_request_id: Nullable(Id),
    payload: Type.Record(Type.String(), Type.Unknown(), {
      description: "what else the stream's event carries: `tool_name` and `expires_at` of `approval_required`, …",
    }),
  },
  { title: 'RunEvent' },
);

const EventsQuery = Type.Object({
  ...ERROR_EVENT,
  after: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
  deltas: Type.Optional(
    Type.Boolean({ description: 'of a stream: whether it tells text as it is said; true when left out' }),
  ),
  follow: Type.Boolean({ default: false, description: 'of a stream: whether it stays open while the run waits' }),
  include_history: Type.Boolean({
    default: false,
    description: "of JSON: also the events of the session's runs before",
  }),
  cursor: Type.Optional(Text(20)),
  page_limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
});
type EventsQuery = Static<typeof EventsQuery>;

const events = operation(
  {
    id: 'task_agent_run.events',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/run/{run_id}/events',
    tag: 'Agent runs',
    summary: "A run's events: as JSON, or as a stream to follow or resume",
    description:
      'With `Accept: text/event-stream` the events after `Last-Event-ID` (or `after`) are streamed; `deltas=false` sends whole turns, `follow=true` stays open while the run waits. Without `follow=true` the stream of a run that waits for a person ends after what has come by then. A run that has ended, or waits and is read without `follow=true`, answers 204 where nothing comes after `Last-Event-ID`. JSON tells the text of each turn whole, and of all events after `after` or a page. A 422 names what the other form alone takes.',
    auth: { permission: 'task_agent:view' },
    request: { query: EventsQuery },
    response: {
      schemas: {
        200: Type.Object(
          {
            run_id: Id,
            session_id: Id,
            events: Type.Array(RunEventRecord),
            pagination: Type.Optional(
              Type.Object({
                next_cursor: Nullable(Type.String()),
                has_next: Type.Boolean(),
                page_limit: Type.Integer(),
              }),
            ),
          },
          { title: 'RunEvents' },
        ),
        204: null,
      },
      headers: ['X-Task-Agent-Run-Id'],
    },
    stream: { events: RunStreamEvent, resumable: true },
  },
  async ({ ctx, caller, parents, query, request, reply }) => {
    const run = parents.run_id;
    const streams = wantsEvents(request);
    checkForm(query, streams);
    if (!streams) return asJson(ctx, caller, run, query);
    const after = lastEventNumber(request) ?? query.after ?? 0;
    if (FINAL_STATUSES.includes(run.status) && after >= run.event_seq) return reply.code(204).send();
    // A number that this run has not reached is another run's; waiting for it would swallow what comes before.
    if (after > run.event_seq) throw errors.malformedCursor();
    const deltas = query.deltas ?? true;
    // An empty stream would have an EventSource connect again for ever.
    if (!query.follow && PARKED_STATUSES.includes(run.status) && !(await hasEventAfter(ctx, run.id, after, deltas)))
      return reply.code(204).send();
    const knownPause = query.follow ? KNOWS_ALL : KNOWS_NONE;
    await followAgentRun(ctx, reply, run.id, { after, deltas, knownPause });
    return undefined;
  },
);

async function hasEventAfter(ctx: ApiContext, runId: string, after: number, deltas: boolean): Promise<boolean> {
  const progress = await readProgress(ctx.db, runId, after, { deltas, limit: 1, bytes: 1 });
  // A run that goes on by now has events to come.
  return progress === undefined || progress.events.length > 0 || !PARKED_STATUSES.includes(progress.status);
}

/** What asks for something that the other form alone has, of a stream and of JSON. */
const OF_JSON = ['include_history', 'cursor', 'page_limit'] as const;
const OF_STREAM = ['follow', 'deltas', 'error_event'] as const;

/** Throws a 422 on a key of the query that would say nothing. */
function checkForm(query: EventsQuery, streams: boolean): void {
  const idle = (streams ? OF_JSON : OF_STREAM).find((name) => query[name] !== undefined && query[name] !== false);
  if (idle === undefined) return;
  throw errors.invalidQuery(idle, streams ? commonProblems.not_for_stream : STREAM_ONLY);
}

/** Most events that one answer without pages holds. */
const MOST_EVENTS = 10_000;

async function asJson(ctx: ApiContext, caller: Caller, run: AgentRunDetail, query: EventsQuery) {
  if (query.cursor !== undefined && !/^\d{1,9}$/.test(query.cursor)) throw errors.malformedCursor();
  const limit = query.page_limit ?? MOST_EVENTS;
  const rows = await readWhole(ctx, run.id, Number(query.cursor ?? query.after ?? 0), limit + 1);
  const page = envelope(rows, limit, (event) => String(event.seq));
  const own = page.results.flatMap((event) => eventRecord(event, run.message));
  const before = query.include_history && query.cursor === undefined ? await history(ctx, caller, run) : [];
  const isWhole = query.page_limit === undefined && query.cursor === undefined && !page.pagination.has_next;
  const pages = isWhole ? {} : { pagination: page.pagination };
  return { run_id: run.id, session_id: run.session_id, events: [...before, ...own], ...pages };
}

async function readWhole(ctx: ApiContext, runId: string, after: number, limit: number): Promise<readonly RunEvent[]> {
  const all = { deltas: false, limit, bytes: Number.MAX_SAFE_INTEGER };
  return (await readProgress(ctx.db, runId, after, all))?.events ?? [];
}

/** Runs of a session whose events are put before a run's own, at most. */
const MOST_RUNS_BEFORE = 100;

/** Events of the runs before, as far as the caller sees those. */
async function history(ctx: ApiContext, caller: Caller, run: AgentRunDetail) {
  const filter = { principal: caller, agentId: run.agent_id, sessionId: run.session_id };
  const earlier = await listAgentRuns(ctx.db, filter, {
    cursor: run.id,
    limit: MOST_RUNS_BEFORE,
    cursors: ID_CURSORS,
  });
  const events = [];
  for (const before of earlier.results.reverse()) {
    const rows = await readWhole(ctx, before.id, 0, MOST_EVENTS);
    events.push(...rows.flatMap((event) => eventRecord(event, before.message)));
  }
  return events;
}

/** Who speaks in an event of a kind. */
const AUTHORS: Readonly<Record<string, string>> = {
  session_id: 'user',
  text: 'agent',
  tool_call: 'agent',
  tool_result: 'tool',
};

/** What of an event has a place of its own in the JSON form. */
const PLACED: Readonly<Record<string, readonly string[]>> = {
  text: ['text'],
  tool_call: ['tool_call_id', 'tool_name', 'child_run_id', 'arguments'],
  tool_result: ['tool_call_id', 'tool_name', 'child_run_id', 'outcome', 'result'],
  error: ['message'],
  done: ['output'],
};

/** A stored event in the JSON form; the first one stands for the message that began the run. */
function eventRecord({ seq, kind, payload, created }: RunEvent, message: string) {
  const placed = ['approval_request_id', ...(PLACED[kind] ?? [])];
  const plain = {
    id: String(seq),
    author: AUTHORS[kind] ?? 'system',
    content: kind === 'session_id' ? message : kind === 'text' ? String(payload.text) : null,
    timestamp: new Date(created),
    event_type: kind === 'session_id' || kind === 'text' ? 'message' : kind,
    error_message: kind === 'error' ? String(payload.message) : null,
    tool_calls: kind === 'tool_call' ? [payload] : [],
    tool_results: kind === 'tool_result' ? [payload] : [],
    approval_request_id: payload.approval_request_id ?? null,
    payload: Object.fromEntries(Object.entries(payload).filter(([name]) => !placed.includes(name))),
  };
  if (kind === 'done') return [{ ...plain, content: payload.output === null ? null : String(payload.output) }];
  return [plain];
}

export const AGENT_EVENT_OPERATIONS = [events];
