import type { FastifyReply, FastifyRequest } from 'fastify';
import Type, { type TSchema } from 'typebox';
import { getEffectiveRoles, hasScope, type Permission } from '../../src/access/permissions.ts';
import { type GetGrantsByType, getGrantsInProject } from '../../src/access/principal-grants.ts';
import type { SecurableType } from '../../src/access/resources.ts';
import { SECURABLES } from '../../src/access/securables/index.ts';
import { RECORD } from '../../src/audit/change-events.ts';
import { CHANGE_KINDS } from '../../src/modules.ts';
import { errors } from '../../src/platform/errors.ts';
import { type Position, positionText } from '../../src/runs/change-feed.ts';
import type { ChangeKind } from '../../src/runs/change-kind.ts';
import { type Change, countStates, type StateCount } from '../../src/runs/changes.ts';
import { seesRun } from '../../src/runs/visibility.ts';
import { whyNotDecider } from '../agents/approvals/record.ts';
import type { Caller } from '../caller.ts';
import type { ApiContext } from '../context.ts';
import { operation } from '../operation.ts';
import { EventStream } from '../plugins/event-schemas.ts';
import { type EventStream as OpenStream, STREAM_ONLY, startStream, wantsEvents } from '../plugins/sse.ts';
import { Id, Nullable, Text } from '../schemas.ts';
import { locateOperation } from './locate.ts';
import { RecordChanged, recordChanged, seesRecord } from './records.ts';
import { resumeWaitingRuns } from './resume.ts';
import { WaitingFor } from './schemas.ts';

const Counts = Type.Record(Type.String(), Type.Record(Type.String(), Type.Integer()), {
  description: 'by kind and state, what is not over and the caller may see',
});

/** Names of what a change hangs on: what the run is of, and the run where the change is not its own. */
function namesOf({ name, run, hangsOn }: ChangeKind): { readonly parent: string; readonly run: string | undefined } {
  return {
    parent: run.parent.field ?? `${run.parent.type}_id`,
    run: name === run.name ? undefined : (hangsOn ?? `${run.resource}_id`),
  };
}

function Changed(kind: ChangeKind): TSchema {
  const names = namesOf(kind);
  const rest = names.run === undefined ? { waiting_for: Nullable(WaitingFor) } : { [names.run]: Id };
  return Type.Object({ id: Id, status: Type.String(), [names.parent]: Id, ...rest });
}

const KINDS = new Map(CHANGE_KINDS.map((kind) => [kind.name, kind]));
const ProjectStreamEvent = EventStream('ProjectStream', {
  counts: Type.Object({ counts: Counts, resumed: Type.Optional(Type.Boolean()) }),
  ...Object.fromEntries(CHANGE_KINDS.map((kind) => [kind.name, Changed(kind)])),
  [RECORD]: RecordChanged,
});
const EVENTS = CHANGE_KINDS.map(({ name }) => `\`${name}\``).join(', ');

/** Scopes that let a credential read something of a project: it is told of as much as they show. */
const VIEWING = (Object.keys(SECURABLES) as SecurableType[])
  .filter((type) => type !== 'organization')
  .map((type): Permission => `${type}:view`);

const changes = operation(
  {
    id: 'project.changes',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/changes',
    tag: 'Projects',
    summary:
      'Follow what changes: states of runs, approval requests and needs of agents, with counts, and every other record',
    description: `With \`Accept: text/event-stream\` a stream that begins with \`counts\`, then tells each change of state (${EVENTS}) with new \`counts\`, and by \`record\` that somebody made, changed or deleted something that the caller may read, in the project or in its organization, and which; it never ends by itself. \`Last-Event-ID\` (or \`after\`) resumes it. Otherwise the present counts as JSON.`,
    auth: { permission: 'project:view', lists: 'anything', scopes: VIEWING },
    request: {
      query: Type.Object({
        after: Type.Optional(
          Text(31, { description: 'of a stream: an id of it to resume from, as `Last-Event-ID`, which comes first' }),
        ),
      }),
    },
    response: { schemas: { 200: Type.Object({ counts: Counts }, { title: 'ProjectCounts' }) } },
    stream: { events: ProjectStreamEvent, resumable: true },
  },
  async ({ ctx, caller, query, request, reply }) => {
    const view = await viewOf(ctx, caller);
    if (wantsEvents(request)) return follow(ctx, request, reply, { view, after: positionOf(request, query.after) });
    if (query.after !== undefined) throw errors.invalidQuery('after', STREAM_ONLY);
    const rows = await countStates(ctx.db, CHANGE_KINDS, [caller.projectId]);
    return { counts: countsFor(view, rows) };
  },
);

/** What a reader resumes by: a transaction of the database, and when it was seen. */
const POSITION = /^(\d{1,19})-(\d{1,11})$/;

function positionOf(request: FastifyRequest, given: string | undefined): Position | undefined {
  const id = request.headers['last-event-id'] || given;
  if (id === undefined || id === '') return undefined;
  const [, xid, seconds] = POSITION.exec(String(id)) ?? [];
  if (xid === undefined || seconds === undefined) throw errors.malformedCursor();
  return { xid, seconds: Number(seconds) };
}

/** Whose eyes it is seen with, and what they hold on resources below the project. */
interface View {
  readonly caller: Caller;
  readonly held: GetGrantsByType;
}

async function viewOf({ db }: ApiContext, caller: Caller): Promise<View> {
  return { caller, held: await getGrantsInProject(db, caller) };
}

/** Streams a project's changes until the reader goes. */
function follow(
  ctx: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { view: first, after }: { readonly view: View; readonly after: Position | undefined },
): undefined {
  let view = first;
  const stream = startStream(ctx, reply, {
    onReauthorized: async () => {
      view = await viewOf(ctx, request.caller);
    },
  });
  const send = (rows: readonly Change[]) => {
    const seen = rows.filter((row) => learns(view, row));
    for (const row of seen) stream.send({ event: row.kind, data: record(row) });
    return seen.some((row) => row.kind !== RECORD);
  };
  let waiting: Promise<void> | undefined;
  /** Tells something in its turn: after a change of roles, only what is still the reader's to hear. */
  const inTurn = (rows: readonly Change[], tell: () => void) => {
    const proves = rows.some(changesRights);
    if (!proves && waiting === undefined) return tell();
    const turn = (waiting ?? Promise.resolve()).then(async () => {
      if (!proves || (await stream.reauthorize())) tell();
      // Who could not be asked is not told by what they held before: the reader comes back to where it was.
      else if (stream.isOpen()) stream.destroy();
      if (waiting === turn) waiting = undefined;
    });
    waiting = turn;
  };
  const count = (position: Position, rows: readonly StateCount[], rest: object = {}) =>
    stream.send({ id: positionText(position), event: 'counts', data: { counts: countsFor(view, rows), ...rest } });
  const unfollow = ctx.changes.follow({
    orgId: request.caller.orgId,
    projectId: request.caller.projectId,
    after,
    begin(counts, missed, position) {
      // A number is given out only after what it stands for: a reader cut in between comes back to the old one.
      count(missed && after ? after : position, counts, { resumed: missed !== undefined });
      if (missed && send(missed)) count(position, counts);
      else if (missed) stream.sendId(positionText(position));
      cutWhenBehind(stream);
    },
    deliver: (rows, counts, position) =>
      inTurn(rows, () => {
        const moved = send(rows);
        if (moved && counts) count(position, counts);
        else stream.sendId(positionText(position));
        cutWhenBehind(stream);
      }),
  });
  stream.onClose(unfollow);
  return undefined;
}

/** Whether roles were given or taken: somebody may hold other rights since. */
function changesRights({ kind, status }: Change): boolean {
  return kind === RECORD && status === 'members_changed';
}

/** Bytes a follower may leave unread. Nobody waits for it: it is cut, and comes back to where it was. */
const MOST_UNREAD = 262_144;

function cutWhenBehind(stream: OpenStream): void {
  if (stream.getBufferedBytes() > MOST_UNREAD) stream.destroy();
}

/** Whether the caller may learn of a change. */
function learns(view: View, row: Change): boolean {
  if (row.kind !== RECORD) return sees(view, row);
  return (
    seesRecord(view.caller, view.held, row) && (row.run_kind === null || sees(view, { ...row, kind: row.run_kind }))
  );
}

/** Whether the caller may learn of it: as lists of runs and of approval requests have it. */
function sees({ caller, held }: View, row: StateCount | Change): boolean {
  const { parent_id, visibility, created_by_type, created_by, approvers } = row;
  const kind = KINDS.get(row.kind)?.run;
  if (!kind || parent_id === null) return false;
  const grants = held(kind.parent.type, parent_id);
  if (!hasScope(grants, [`${kind.parent.type}:view` as Permission])) return false;
  if (approvers !== null && whyNotDecider({ approvers }, caller, grants) === null) return true;
  if (visibility === null) return false;
  const run = { visibility, created_by_type: created_by_type ?? '', created_by: created_by ?? '' };
  return seesRun(kind, getEffectiveRoles(grants, kind.parent.type), caller.subject, run);
}

/** Counts of what the caller may see; every counted state is named, also where there is none. */
function countsFor(view: View, rows: readonly StateCount[]): Record<string, Record<string, number>> {
  const zeros = ({ name, states }: ChangeKind) => [name, Object.fromEntries(states.map((state) => [state, 0]))];
  const counts: Record<string, Record<string, number>> = Object.fromEntries(CHANGE_KINDS.map(zeros));
  for (const row of rows.filter((candidate) => sees(view, candidate))) {
    const ofKind = counts[row.kind] ?? {};
    ofKind[row.status] = (ofKind[row.status] ?? 0) + row.count;
  }
  return counts;
}

function record(row: Change) {
  const { kind, subject_id: id, status, parent_id, run_id, waiting_for } = row;
  if (kind === RECORD) return recordChanged(row);
  const known = KINDS.get(kind);
  const names = known && namesOf(known);
  const rest = names?.run === undefined ? { waiting_for } : { [names.run]: run_id };
  return { id, status, ...(names && { [names.parent]: parent_id }), ...rest };
}

export const RUN_OPERATIONS = [changes, locateOperation, resumeWaitingRuns];
