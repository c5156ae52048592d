import type { FastifyRequest } from 'fastify';
import { type Actor, type Place, recordAudit } from '../../src/audit/chain.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import type { Operation } from '../operation.ts';

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
}

/** Records an operation's audit event. */
export interface Audit {
  /** Writes the event that the operation declares; the last statement of the transaction that makes the change. */
  (trx: Executor, note: AuditNote): Promise<void>;
  /** Says that the request succeeded and changed nothing, as a repeat does. */
  unchanged(): void;
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
    type: isUser ? 'user' : 'client',
    userId: isUser ? caller.subject.id : null,
    apiKeyId: caller.apiKeyId,
    oauthClientId: byClient ? caller.credentialId : null,
  };
}

/** The way of an operation (or a page) to write its event, and what tells afterwards whether it did. */
export function auditFor(
  op: Pick<Operation, 'id' | 'audit'>,
  request: FastifyRequest,
): { readonly audit: Audit; readonly check: () => void } {
  let told = false;
  const record = async (trx: Executor, note: AuditNote): Promise<void> => {
    if (op.audit === null) throw new Error(`${op.id} declares no audit event and records one`);
    if (told) throw new Error(`${op.id} records its audit event twice`);
    told = true;
    const { caller } = request;
    const { userId } = note;
    await recordAudit(trx, {
      place: note.place ?? { orgId: caller?.orgId || null, projectId: caller?.projectId || null },
      actor: userId === undefined ? actorOf(request) : { ...NOBODY, type: 'user', userId },
      type: op.audit,
      resource: note.resource,
      message: messageOf(op.audit, note.name),
      labels: { operation: op.id, ...note.labels },
      payload: { ...note.payload },
      requestId: request.id,
      ipAddress: request.ip,
    });
  };
  const unchanged = () => {
    told = true;
  };
  const check = () => {
    if (op.audit === null || told) return;
    request.log.error({ operation: op.id }, 'an operation that declares an audit event recorded none');
  };
  return { audit: Object.assign(record, { unchanged }), check };
}

/** `task.updated` as a sentence. */
function messageOf(type: string, name: string | undefined): string {
  const words = type.replaceAll(/[._]/g, ' ');
  return name === undefined ? words : `${words}: ${name.slice(0, 200)}`;
}
