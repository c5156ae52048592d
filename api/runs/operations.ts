import type { FastifyReply, FastifyRequest } from 'fastify';
import Type, { type TSchema } from 'typebox';
import { getEffectiveRoles, hasScope, type Permission } from '../../src/access/permissions.ts';
import { type GetGrantsByType, getGrantsInProject } from '../../src/access/principal-grants.ts';
import type { SecurableType } from '../../src/access/resources.ts';
import { SECURABLES } from '../../src/access/securables/index.ts';
import { RECORD } from '../../src/audit/change-events.ts';
import { CHANGE_KINDS } from '../../src/modules.ts';
import { errors } from '../../src/platform/errors.ts';
import { commonProblems } from '../../src/platform/problems.ts';
import { BoundedText, Id, Nullable } from '../../src/platform/schemas.ts';
import { formatPosition, type Position } from '../../src/runs/change-feed.ts';
import type { ChangeKind } from '../../src/runs/change-kind.ts';
import { type Change, countStates, type StateCount } from '../../src/runs/changes.ts';
import { toWaitingForRecord, WaitingFor } from '../../src/runs/record-fields.ts';
import { canSeeRun } from '../../src/runs/visibility.ts';
import { findDeciderReason } from '../agents/approvals/record.ts';
import type { Caller } from '../caller.ts';
import type { ApiContext } from '../context.ts';
import { operation } from '../operation.ts';
import { EventStream } from '../plugins/event-schemas.ts';
import { type EventStream as OpenStream, startStream, wantsEvents } from '../plugins/sse.ts';
import { locateOperation } from './locate.ts';
import { canSeeRecord, RecordChanged, toRecordChange } from './records.ts';
import { resumeWaitingRuns } from './resume.ts';

const Counts = Type.Record(Type.String(), Type.Record(Type.String(), Type.Integer()), {
  description: 'Number of active resources that the caller can see, by kind and state',
});

/** Field names of a change's parent and, if the subject belongs to a run, of the run. */
function getFieldNames({ name, run, parentField: hangsOn }: ChangeKind): {
  readonly parent: string;
  readonly run: string | undefined;
} {
  return {
    parent: run.parent.field ?? `${run.parent.type}_id`,
    run: name === run.name ? undefined : (hangsOn ?? `${run.resource}_id`),
  };
}

function Changed(kind: ChangeKind): TSchema {
  const names = getFieldNames(kind);
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

/** Scopes to view something in a project; a credential receives only the events that its scopes cover. */
const VIEWING = (Object.keys(SECURABLES) as SecurableType[])
  .filter((type) => type !== 'organization')
  .map((type): Permission => `${type}:view`);

const changes = operation(
  {
    id: 'project.changes',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/changes',
    tag: 'Projects',
    summary: 'Follow the changes of a project',
    description: `With \`Accept: text/event-stream\` the response is a stream that does not end. It starts with \`counts\`. Each change of state (${EVENTS}) is followed by new \`counts\`. \`record\` names a resource of the project or its organization that was created, changed or deleted. \`Last-Event-ID\` (or \`after\`) resumes the stream. Otherwise the response contains the current counts as JSON.`,
    auth: { permission: 'project:view', lists: 'anything', scopes: VIEWING },
    request: {
      query: Type.Object({
        after: Type.Optional(
          BoundedText(31, {
            description: 'Streams only: ID of the event to resume from. `Last-Event-ID` takes precedence.',
          }),
        ),
      }),
    },
    response: { schemas: { 200: Type.Object({ counts: Counts }, { title: 'ProjectCounts' }) } },
    stream: { events: ProjectStreamEvent, resumable: true },
  },
  async ({ ctx, caller, query, request, reply }) => {
    const view = await loadView(ctx, caller);
    if (wantsEvents(request)) return follow(ctx, request, reply, { view, after: toPosition(request, query.after) });
    if (query.after !== undefined) throw errors.invalidQuery('after', commonProblems.stream_only);
    const rows = await countStates(ctx.db, CHANGE_KINDS, [caller.projectId]);
    return { counts: toCounts(view, rows) };
  },
);

/** Position to resume from: a database transaction and its time. */
const POSITION = /^(\d{1,19})-(\d{1,11})$/;

function toPosition(request: FastifyRequest, after: string | undefined): Position | undefined {
  const id = request.headers['last-event-id'] || after;
  if (id === undefined || id === '') return undefined;
  const [, xid, seconds] = POSITION.exec(String(id)) ?? [];
  if (xid === undefined || seconds === undefined) throw errors.malformedCursor();
  return { xid, seconds: Number(seconds) };
}

/** Caller of a stream, with its grants on resources of the project. */
interface View {
  readonly caller: Caller;
  readonly getGrants: GetGrantsByType;
}

async function loadView({ db }: ApiContext, caller: Caller): Promise<View> {
  return { caller, getGrants: await getGrantsInProject(db, caller) };
}

/** Streams a project's changes until the client disconnects. */
function follow(
  ctx: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { view: first, after }: { readonly view: View; readonly after: Position | undefined },
): undefined {
  let view = first;
  const stream = startStream(ctx, reply, {
    onReauthorized: async () => {
      view = await loadView(ctx, request.caller);
    },
  });
  const send = (rows: readonly Change[]) => {
    const seen = rows.filter((row) => canSeeChange(view, row));
    for (const row of seen) stream.send({ event: row.kind, data: toEventData(row) });
    return seen.some((row) => row.kind !== RECORD);
  };
  let waiting: Promise<void> | undefined;
  /** Delivers changes in order. After a change of roles, it first reloads the caller's grants and filters again. */
  const deliverInOrder = (rows: readonly Change[], deliver: () => void) => {
    const needsProof = rows.some(changesGrants);
    if (!needsProof && waiting === undefined) return deliver();
    const turn = (waiting ?? Promise.resolve()).then(async () => {
      if (!needsProof || (await stream.reauthorize())) deliver();
      // Grants could not be reloaded, so the stream ends; the client resumes from its last position.
      else if (stream.isOpen()) stream.destroy();
      if (waiting === turn) waiting = undefined;
    });
    waiting = turn;
  };
  const count = (position: Position, rows: readonly StateCount[], rest: object = {}) =>
    stream.send({ id: formatPosition(position), event: 'counts', data: { counts: toCounts(view, rows), ...rest } });
  const unfollow = ctx.changes.follow({
    orgId: request.caller.orgId,
    projectId: request.caller.projectId,
    after,
    begin(counts, missed, position) {
      // The position follows its events, so that a client cut off in between resumes before them.
      count(missed && after ? after : position, counts, { resumed: missed !== undefined });
      if (missed && send(missed)) count(position, counts);
      else if (missed) stream.sendId(formatPosition(position));
      cutWhenBehind(stream);
    },
    deliver: (rows, counts, position) =>
      deliverInOrder(rows, () => {
        const hasGrantChange = send(rows);
        if (hasGrantChange && counts) count(position, counts);
        else stream.sendId(formatPosition(position));
        cutWhenBehind(stream);
      }),
  });
  stream.onClose(unfollow);
  return undefined;
}

/** Whether a change grants or revokes roles. */
function changesGrants({ kind, status }: Change): boolean {
  return kind === RECORD && status === 'members_changed';
}

/** Maximum unread bytes of a client. Beyond them the stream ends, and the client resumes from its last position. */
const MAX_UNREAD_BYTES = 262_144;

function cutWhenBehind(stream: OpenStream): void {
  if (stream.getBufferedBytes() > MAX_UNREAD_BYTES) stream.destroy();
}

/** Whether the caller may receive a change. */
function canSeeChange(view: View, row: Change): boolean {
  if (row.kind !== RECORD) return isVisible(view, row);
  return (
    canSeeRecord(view.caller, view.getGrants, row) &&
    (row.run_kind === null || isVisible(view, { ...row, kind: row.run_kind }))
  );
}

/** Whether the caller may see the run or approval request, by the rules of their lists. */
function isVisible({ caller, getGrants }: View, row: StateCount | Change): boolean {
  const { parent_id, visibility, created_by_type, created_by, approvers } = row;
  const kind = KINDS.get(row.kind)?.run;
  if (!kind || parent_id === null) return false;
  const grants = getGrants(kind.parent.type, parent_id);
  if (!hasScope(grants, [`${kind.parent.type}:view` as Permission])) return false;
  if (approvers !== null && findDeciderReason({ approvers }, caller, grants) === null) return true;
  if (visibility === null) return false;
  const run = { visibility, created_by_type: created_by_type ?? '', created_by: created_by ?? '' };
  return canSeeRun(kind, getEffectiveRoles(grants, kind.parent.type), caller.subject, run);
}

/** Counts of what the caller may see, zero counts included. */
function toCounts(view: View, rows: readonly StateCount[]): Record<string, Record<string, number>> {
  const zeros = ({ name, states }: ChangeKind) => [name, Object.fromEntries(states.map((state) => [state, 0]))];
  const counts: Record<string, Record<string, number>> = Object.fromEntries(CHANGE_KINDS.map(zeros));
  for (const row of rows.filter((candidate) => isVisible(view, candidate))) {
    const ofKind = counts[row.kind] ?? {};
    ofKind[row.status] = (ofKind[row.status] ?? 0) + row.count;
  }
  return counts;
}

function toEventData(row: Change) {
  const { kind, subject_id: id, status, parent_id, run_id, waiting_for } = row;
  if (kind === RECORD) return toRecordChange(row);
  const known = KINDS.get(kind);
  const names = known && getFieldNames(known);
  const rest = names?.run === undefined ? { waiting_for: toWaitingForRecord(waiting_for) } : { [names.run]: run_id };
  return { id, status, ...(names && { [names.parent]: parent_id }), ...rest };
}

export const RUN_OPERATIONS = [changes, locateOperation, resumeWaitingRuns];
