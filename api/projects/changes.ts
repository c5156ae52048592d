import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { type HoldingsOn, holdingsOn } from '../../src/access/holdings.ts';
import { rolesOn } from '../../src/access/permissions.ts';
import { errors } from '../../src/platform/errors.ts';
import type { Position } from '../../src/runs/change-feed.ts';
import { type Change, type ChangeKind, COUNTED_STATES, countStates, type StateCount } from '../../src/runs/changes.ts';
import { seesRun } from '../../src/runs/visibility.ts';
import { whyNotDecider } from '../agents/approvals/record.ts';
import type { ApiContext } from '../context.ts';
import { operation } from '../operation.ts';
import type { Caller } from '../plugins/access.ts';
import { EventStream } from '../plugins/event-schemas.ts';
import { type EventStream as OpenStream, startStream, wantsEvents } from '../plugins/sse.ts';
import { Id, Nullable } from '../schemas.ts';
import { WaitingFor } from '../tasks/schemas.ts';

const Counts = Type.Record(Type.String(), Type.Record(Type.String(), Type.Integer()), {
  description: 'by kind and state, what is not over and the caller may see',
});

const Moved = { id: Id, status: Type.String() };
const ProjectStreamEvent = EventStream('ProjectStream', {
  counts: Type.Object({ counts: Counts, resumed: Type.Optional(Type.Boolean()) }),
  agent_run: Type.Object({ ...Moved, task_agent_id: Id, waiting_for: Nullable(WaitingFor) }),
  task_run: Type.Object({ ...Moved, task_id: Id, waiting_for: Nullable(WaitingFor) }),
  approval_request: Type.Object({ ...Moved, task_agent_id: Id, task_agent_run_id: Id }),
});

const changes = operation(
  {
    id: 'project.changes',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/changes',
    tag: 'Projects',
    summary: 'Follow which runs and approval requests change state, with counts by state',
    description:
      'With `Accept: text/event-stream` a stream that begins with `counts`, then tells each change (`agent_run`, `task_run`, `approval_request`) and new `counts`; it never ends by itself. `Last-Event-ID` resumes it. Otherwise the present counts as JSON.',
    access: 'project:view',
    answers: { 200: Type.Object({ counts: Counts }, { title: 'ProjectCounts' }) },
    events: ProjectStreamEvent,
    resumable: true,
  },
  async ({ ctx, caller, request, reply }) => {
    const view = await viewOf(ctx, caller);
    if (wantsEvents(request)) return follow(ctx, request, reply, view);
    const rows = await countStates(ctx.db, [caller.projectId]);
    return { counts: countsFor(view, rows) };
  },
);

/** The number a reader resumes by: a transaction of the database, and when it was seen. */
const POSITION = /^(\d{1,19})-(\d{1,11})$/;

function positionOf(request: FastifyRequest): Position | undefined {
  const header = request.headers['last-event-id'];
  if (header === undefined || header === '') return undefined;
  const [, xid, seconds] = POSITION.exec(String(header)) ?? [];
  if (xid === undefined || seconds === undefined) throw errors.malformedCursor();
  return { xid, seconds: Number(seconds) };
}

const idOf = ({ xid, seconds }: Position) => `${xid}-${seconds}`;

/** Whose eyes it is seen with: what they hold on each agent and task of the project. */
interface View {
  readonly caller: Caller;
  readonly agents: HoldingsOn;
  readonly tasks: HoldingsOn;
}

async function viewOf({ db }: ApiContext, caller: Caller): Promise<View> {
  const [agents, tasks] = await Promise.all([holdingsOn(db, caller, 'task_agent'), holdingsOn(db, caller, 'task')]);
  return { caller, agents, tasks };
}

/** Streams a project's changes until the reader goes. */
function follow(ctx: ApiContext, request: FastifyRequest, reply: FastifyReply, first: View): undefined {
  const after = positionOf(request);
  let view = first;
  const stream = startStream(ctx, reply, {
    onProved: async () => {
      view = await viewOf(ctx, request.caller);
    },
  });
  const send = (rows: readonly Change[]) => {
    const seen = rows.filter((row) => sees(view, row));
    for (const row of seen) stream.send({ event: row.kind, data: record(row) });
    return seen.length > 0;
  };
  const count = (position: Position, rows: readonly StateCount[], rest: object = {}) =>
    stream.send({ id: idOf(position), event: 'counts', data: { counts: countsFor(view, rows), ...rest } });
  const unfollow = ctx.changes.follow({
    projectId: request.caller.projectId,
    after,
    begin(counts, missed, position) {
      // A number is given out only after what it stands for: a reader cut in between comes back to the old one.
      count(missed && after ? after : position, counts, { resumed: missed !== undefined });
      if (missed && send(missed)) count(position, counts);
      else if (missed) stream.mark(idOf(position));
      cutWhenBehind(stream);
    },
    deliver(rows, counts, position) {
      if (counts && send(rows)) count(position, counts);
      else stream.mark(idOf(position));
      cutWhenBehind(stream);
    },
  });
  stream.onClose(unfollow);
  return undefined;
}

/** Bytes a follower may leave unread. Nobody waits for it: it is cut, and comes back to where it was. */
const MOST_UNREAD = 262_144;

function cutWhenBehind(stream: OpenStream): void {
  if (stream.unread() > MOST_UNREAD) stream.cut();
}

/** Whether the caller may learn of it: as lists of runs and of approval requests have it. */
function sees(view: View, row: StateCount | Change): boolean {
  const { caller } = view;
  const type = row.kind === 'task_run' ? 'task' : 'task_agent';
  const { parent_id, visibility, created_by_type, created_by, approvers } = row;
  if (parent_id === null) return false;
  const holdings = (type === 'task' ? view.tasks : view.agents)(parent_id);
  if (approvers !== null && whyNotDecider({ approvers }, caller, holdings) === null) return true;
  if (visibility === null) return false;
  const run = { visibility, created_by_type: created_by_type ?? '', created_by: created_by ?? '' };
  return seesRun(type, rolesOn(holdings, type), caller.subject, run);
}

/** Counts of what the caller may see; every counted state is named, also where there is none. */
function countsFor(view: View, rows: readonly StateCount[]): Record<string, Record<string, number>> {
  const zeros = Object.entries(COUNTED_STATES).map(([kind, states]) => [
    kind,
    Object.fromEntries(states.map((state) => [state, 0])),
  ]);
  const counts: Record<string, Record<string, number>> = Object.fromEntries(zeros);
  for (const row of rows.filter((candidate) => sees(view, candidate))) {
    const ofKind = counts[row.kind] ?? {};
    ofKind[row.status] = (ofKind[row.status] ?? 0) + row.count;
  }
  return counts;
}

/** Names of what a change hangs on, by kind. */
const RECORDS: Readonly<Record<ChangeKind, (change: Change) => object>> = {
  agent_run: ({ parent_id, waiting_for }) => ({ task_agent_id: parent_id, waiting_for }),
  task_run: ({ parent_id, waiting_for }) => ({ task_id: parent_id, waiting_for }),
  approval_request: ({ parent_id, run_id }) => ({ task_agent_id: parent_id, task_agent_run_id: run_id }),
};

function record(change: Change) {
  return { id: change.subject_id, status: change.status, ...RECORDS[change.kind](change) };
}

export const PROJECT_CHANGE_OPERATIONS = [changes];
