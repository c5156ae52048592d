import type { FastifyRequest } from 'fastify';
import type { Actor, AuditEvent, Place } from '../../src/audit/chain.ts';
import { type Changed, change } from '../../src/audit/change.ts';
import type { LaterEvent } from '../../src/audit/later.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import { holdProject } from '../../src/projects/queries.ts';
import type { Told } from '../../src/runs/told.ts';
import type { ApiContext } from '../context.ts';
import type { Operation } from '../operation.ts';
import { still } from '../projects/still.ts';
import { type Telling, toldOf } from './told.ts';

/** What a handler tells of its change. */
export interface AuditNote {
  /** What was changed. */
  readonly resource: { readonly type: string; readonly id: string };
  /** Its name, for the event's message. */
  readonly name?: string;
  readonly labels?: Readonly<Record<string, string>>;
  /** What changed; never secrets, prompts, messages or arguments of tools. */
  readonly payload?: object;
  /** Where the event stands; where the path says when it is left out. */
  readonly place?: Place;
  /** The user who did it, where the request came without a credential. */
  readonly userId?: string;
  /** Who learns of it at once, where neither the resource nor the operation says it. */
  readonly told?: Told;
}

/** Makes the change of an operation, with the event that it declares. */
export interface Change {
  /** Runs `work` in a transaction and writes the event that it answers as the transaction's last statement. */
  <R>(work: (trx: Executor) => Promise<Changed<R, AuditNote>>): Promise<R>;
  /** Says that the request succeeds without any change, as a repeat does. */
  none(): void;
}

/** Somebody who did not prove who they are. */
export const NOBODY: Actor = { type: 'anonymous', userId: null, apiKeyId: null, oauthClientId: null };

/** Who a request comes from, as events tell it. */
export function actorOf(request: FastifyRequest): Actor {
  const { caller } = request;
  if (caller === undefined) return NOBODY;
  const isUser = caller.subject.type === 'user';
  const byClient = caller.kind === 'client_credentials' || caller.kind === 'authorization_code';
  return {
    type: isUser ? 'user' : caller.kind === 'task_token' ? 'task_token' : 'client',
    userId: isUser ? caller.subject.id : null,
    apiKeyId: caller.apiKeyId,
    oauthClientId: byClient ? caller.credentialId : null,
  };
}

/** The part of an operation or a page that its audit event follows from. */
type Audited = Pick<Operation, 'id' | 'audit'> & Telling;

/** An event of a request: of the type that the operation declares, by whoever asks, at the place of the path. */
export function eventOf(
  op: Audited & { readonly audit: { readonly event: string } },
  request: FastifyRequest,
  note: AuditNote,
): AuditEvent {
  const { caller } = request;
  const { userId } = note;
  return {
    place: note.place ?? { orgId: caller?.orgId || null, projectId: caller?.projectId || null },
    actor: userId === undefined ? actorOf(request) : { ...NOBODY, type: 'user', userId },
    type: op.audit.event,
    resource: note.resource,
    message: messageOf(op.audit.event, note.name),
    labels: { operation: op.id, ...note.labels },
    payload: { ...note.payload },
    requestId: request.id,
    ipAddress: request.ip,
    told: toldOf(op, caller, note),
  };
}

/** The event that is kept with what a request starts, as its operation declares; undefined where that records none. */
export function laterEventOf(request: FastifyRequest, note: AuditNote): LaterEvent | undefined {
  const { operation: op } = request.routeOptions.config;
  const startedEvent = op?.audit.startedEvent;
  if (op === undefined || startedEvent === undefined) return undefined;
  const { id, auth } = op;
  const { told, ...event } = eventOf({ id, auth, audit: { event: startedEvent } }, request, note);
  return event;
}

/** The way of an operation (or a page) to change something, after what has to hold `before`, and what refuses its answer where it took another one. */
export function changeFor(
  { db }: Pick<ApiContext, 'db'>,
  { id, audit, auth }: Audited,
  request: FastifyRequest,
  before?: (trx: Executor) => Promise<void>,
): { readonly change: Change; readonly check: () => void } {
  let recorded = false;
  const record = () => {
    if (recorded) throw new Error(`${id} records its change twice`);
    recorded = true;
  };
  const make = <R>(work: (trx: Executor) => Promise<Changed<R, AuditNote>>) =>
    change(db, async (trx) => {
      const { event } = audit;
      if (event === null) throw new Error(`${id} declares no audit event and makes a change`);
      await holdPlace(trx, auth?.permission, request);
      await before?.(trx);
      const { result, audited } = await work(trx);
      record();
      if (audited === 'unchanged') return { result, audited };
      return { result, audited: eventOf({ id, auth, audit: { ...audit, event } }, request, audited) };
    });
  const check = () => {
    if (audit.event !== null && !recorded) throw new Error(`${id} declares an audit event and made no change`);
  };
  return { change: Object.assign(make, { none: record }), check };
}

/** A project that was deleted since the caller was let in is changed no more, nor deleted while it is; its deletion itself waits for both. */
async function holdPlace(trx: Executor, permission: string | undefined, { caller }: FastifyRequest): Promise<void> {
  if (!caller?.projectId || permission === 'project:delete') return;
  still(caller, await holdProject(trx, caller.orgId, caller.projectId));
}

/** `task.updated` as a sentence. */
function messageOf(type: string, name: string | undefined): string {
  const words = type.replaceAll(/[._]/g, ' ');
  return name === undefined ? words : `${words}: ${name.slice(0, 200)}`;
}
