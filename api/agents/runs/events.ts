import Type, { type Static } from 'typebox';
import { FINAL_STATUSES, PARKED_STATUSES } from '../../../src/agents/contract.ts';
import { type RunEvent, readProgress } from '../../../src/agents/runs/events.ts';
import { type AgentRunDetail, listAgentRuns } from '../../../src/agents/runs/queries.ts';
import { ID_CURSORS } from '../../../src/platform/db/cursors.ts';
import { toPage } from '../../../src/platform/db/pagination.ts';
import { errors } from '../../../src/platform/errors.ts';
import { commonProblems } from '../../../src/platform/problems.ts';
import { BoundedText, Id, Nullable, Timestamp } from '../../../src/platform/schemas.ts';
import type { Caller } from '../../caller.ts';
import type { ApiContext } from '../../context.ts';
import { operation } from '../../operation.ts';
import { ERROR_EVENT } from '../../plugins/event-schemas.ts';
import { wantsEvents } from '../../plugins/sse.ts';
import { ALL_PAUSES_KNOWN, followAgentRun, getLastEventNumber, NO_KNOWN_PAUSE } from './follow.ts';
import { CALL, RunStreamEvent } from './stream-events.ts';

const RunEventRecord = Type.Object(
  {
    id: Type.String({ description: 'Number of the event in its run' }),
    author: Type.String({ description: 'Author of the event: user, agent, tool or system' }),
    content: Nullable(Type.String()),
    timestamp: Timestamp,
    event_type: Type.String(),
    error_message: Nullable(Type.String()),
    tool_calls: Type.Array(Type.Object({ ...CALL, arguments: Type.Unknown() })),
    tool_results: Type.Array(Type.Object({ ...CALL, outcome: Type.String(), result: Type.Unknown() })),
    approval_request_id: Nullable(Id),
    payload: Type.Record(Type.String(), Type.Unknown(), {
      description: 'Other fields of the stream event, such as `tool_name` and `expires_at` of `approval_required`',
    }),
  },
  { title: 'RunEvent' },
);

const EventsQuery = Type.Object({
  ...ERROR_EVENT,
  after: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
  deltas: Type.Optional(Type.Boolean({ description: 'Streams only: whether text arrives in pieces. Default true.' })),
  follow: Type.Boolean({
    default: false,
    description: 'Streams only: whether the stream stays open while the run waits. Default false.',
  }),
  include_history: Type.Boolean({
    default: false,
    description: 'JSON only: whether to include the events of earlier runs of the session. Default false.',
  }),
  cursor: Type.Optional(BoundedText(20)),
  page_limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
});
type EventsQuery = Static<typeof EventsQuery>;

const events = operation(
  {
    id: 'task_agent_run.events',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/run/{run_id}/events',
    tag: 'Agent runs',
    summary: 'Get the events of an agent run as JSON or a stream',
    description:
      'With `Accept: text/event-stream` the response streams the events after `Last-Event-ID` (or `after`). `deltas=false` sends the complete text of each turn, `follow=true` keeps the stream open while the run waits. Without `follow=true` the stream ends when the run waits for a person. The status is 204 if the run has ended or waits and no events follow. JSON contains the complete text of each turn, and all events after `after` or one page. Parameters of the other format return 422.',
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
    assertForm(query, streams);
    if (!streams) return toJsonEvents(ctx, caller, run, query);
    const after = getLastEventNumber(request) ?? query.after ?? 0;
    if (FINAL_STATUSES.includes(run.status) && after >= run.event_seq) return reply.code(204).send();
    // A number beyond this run's events belongs to another run: waiting for it would skip events.
    if (after > run.event_seq) throw errors.malformedCursor();
    const deltas = query.deltas ?? true;
    // An EventSource reconnects to an empty stream forever.
    if (!query.follow && PARKED_STATUSES.includes(run.status) && !(await hasEventAfter(ctx, run.id, after, deltas)))
      return reply.code(204).send();
    const knownPause = query.follow ? ALL_PAUSES_KNOWN : NO_KNOWN_PAUSE;
    await followAgentRun(ctx, reply, run.id, { after, deltas, knownPause });
    return undefined;
  },
);

async function hasEventAfter(ctx: ApiContext, runId: string, after: number, deltas: boolean): Promise<boolean> {
  const progress = await readProgress(ctx.db, runId, after, { deltas, limit: 1, bytes: 1 });
  // A run that has resumed meanwhile will have events.
  return progress === undefined || progress.events.length > 0 || !PARKED_STATUSES.includes(progress.status);
}

/** Query parameters that only JSON, or only a stream, supports. */
const OF_JSON = ['include_history', 'cursor', 'page_limit'] as const;
const OF_STREAM = ['follow', 'deltas', 'error_event'] as const;

/** Throws a 422 for a query parameter without effect on this form. */
function assertForm(query: EventsQuery, streams: boolean): void {
  const unused = (streams ? OF_JSON : OF_STREAM).find((name) => query[name] !== undefined && query[name] !== false);
  if (unused === undefined) return;
  throw errors.invalidQuery(unused, streams ? commonProblems.not_for_stream : commonProblems.stream_only);
}

/** Maximum number of events in a response without pages. */
const MAX_EVENTS = 10_000;

async function toJsonEvents(ctx: ApiContext, caller: Caller, run: AgentRunDetail, query: EventsQuery) {
  if (query.cursor !== undefined && !/^\d{1,9}$/.test(query.cursor)) throw errors.malformedCursor();
  const limit = query.page_limit ?? MAX_EVENTS;
  const rows = await readCompleteEvents(ctx, run.id, Number(query.cursor ?? query.after ?? 0), limit + 1);
  const page = toPage(rows, limit, (event) => String(event.seq));
  const own = page.results.flatMap((event) => toEventRecord(event, run.message));
  const before = query.include_history && query.cursor === undefined ? await listEarlierEvents(ctx, caller, run) : [];
  const isWhole = query.page_limit === undefined && query.cursor === undefined && !page.pagination.has_next;
  const pages = isWhole ? {} : { pagination: page.pagination };
  return { run_id: run.id, session_id: run.session_id, events: [...before, ...own], ...pages };
}

async function readCompleteEvents(
  ctx: ApiContext,
  runId: string,
  after: number,
  limit: number,
): Promise<readonly RunEvent[]> {
  const all = { deltas: false, limit, bytes: Number.MAX_SAFE_INTEGER };
  return (await readProgress(ctx.db, runId, after, all))?.events ?? [];
}

/** Maximum number of earlier runs of the session whose events precede a run's own. */
const MAX_EARLIER_RUNS = 100;

/** Lists events of earlier runs that the caller can see. */
async function listEarlierEvents(ctx: ApiContext, caller: Caller, run: AgentRunDetail) {
  const filter = { principal: caller, agentId: run.agent_id, sessionId: run.session_id };
  const earlier = await listAgentRuns(ctx.db, filter, {
    cursor: run.id,
    limit: MAX_EARLIER_RUNS,
    codec: ID_CURSORS,
  });
  const events = [];
  for (const before of earlier.results.reverse()) {
    const rows = await readCompleteEvents(ctx, before.id, 0, MAX_EVENTS);
    events.push(...rows.flatMap((event) => toEventRecord(event, before.message)));
  }
  return events;
}

/** Author of an event, by kind. */
const AUTHORS: Readonly<Record<string, string>> = {
  session_id: 'user',
  text: 'agent',
  tool_call: 'agent',
  tool_result: 'tool',
};

/** Fields of an event that the JSON form maps to fields of its own. */
const MAPPED_FIELDS: Readonly<Record<string, readonly string[]>> = {
  text: ['text'],
  tool_call: ['tool_call_id', 'tool_name', 'child_run_id', 'arguments'],
  tool_result: ['tool_call_id', 'tool_name', 'child_run_id', 'outcome', 'result'],
  error: ['message'],
  done: ['output'],
};

/** Converts a stored event to the JSON form. The first event represents the opening message. */
function toEventRecord({ seq, kind, payload, created }: RunEvent, message: string) {
  const mapped = ['approval_request_id', ...(MAPPED_FIELDS[kind] ?? [])];
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
    payload: Object.fromEntries(Object.entries(payload).filter(([name]) => !mapped.includes(name))),
  };
  if (kind === 'done') return [{ ...plain, content: payload.output === null ? null : String(payload.output) }];
  return [plain];
}

export const AGENT_EVENT_OPERATIONS = [events];
