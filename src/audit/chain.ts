import { type Selectable, sql } from 'kysely';
import { databaseNow } from '../platform/clock.ts';
import { type Executor, json } from '../platform/db/client.ts';
import { sha256, toCanonicalJson } from '../platform/digest.ts';
import { isId, newId } from '../platform/ids.ts';
import { parseJson } from '../platform/json.ts';
import { type ChangeAudience, type ChangeEvent, insertChangeEvent, toAction } from './change-events.ts';
import type { AuditScope } from './contract.ts';
import type { ActorType, AuditEventsTable } from './tables.ts';

/** Actor of an event. */
export interface Actor {
  readonly type: ActorType;
  readonly userId: string | null;
  readonly apiKeyId: string | null;
  readonly oauthClientId: string | null;
}

/** The installation as an actor. */
export const SYSTEM: Actor = { type: 'system', userId: null, apiKeyId: null, oauthClientId: null };

/** Event to record. */
export interface AuditEvent {
  readonly scope: AuditScope;
  readonly actor: Actor;
  readonly type: string;
  readonly resource: { readonly type: string; readonly id: string | null };
  readonly message: string;
  readonly labels?: Readonly<Record<string, string>>;
  /** Changed values; never secrets, prompts, messages or tool arguments. */
  readonly payload?: Readonly<Record<string, unknown>>;
  readonly requestId: string | null;
  readonly ipAddress: string | null;
  /** Time of the event. Default now. */
  readonly occurredAt?: Date;
  /** Recipients of the change event in the project or the organization's projects; null for none. */
  readonly audience: ChangeAudience | null;
}

export type AuditRow = Selectable<AuditEventsTable>;

/** Chain of events without organization and project. */
export const INSTALLATION_CHAIN = '00000000-0000-0000-0000-000000000000';
/** Previous hash of a chain's first event. */
export const GENESIS = Buffer.alloc(32);
/** Maximum payload size in bytes. */
const MAX_PAYLOAD_LENGTH = 32_768;

/** Columns that an event's hash covers, in addition to its number and the previous hash. */
export const CONTENT_COLUMNS = [
  'id',
  'chain_id',
  'org_id',
  'project_id',
  'actor_type',
  'actor_user_id',
  'api_key_id',
  'oauth_client_id',
  'event_type',
  'resource_type',
  'resource_id',
  'message',
  'labels',
  'payload',
  'request_id',
  'ip_address',
  'occurred_at',
  'created',
] as const satisfies readonly (keyof AuditRow)[];
type Content = Pick<AuditRow, (typeof CONTENT_COLUMNS)[number]>;

/**
 * Appends an event to its chain in one statement. Must be the last statement of the transaction: it locks the chain
 * until the transaction ends.
 */
export async function recordAudit(trx: Executor, event: AuditEvent): Promise<void> {
  const row = toContent(event);
  const digest = computeContentDigest(row);
  const changeEvent = toChangeEvent(event);
  await sql`
    with ${changeEvent === undefined ? sql`` : sql`change_event as (${insertChangeEvent(changeEvent)}),`} head as (
      insert into audit_chains as c (id, org_id, project_id, seq, previous_hash, hash)
      values (${row.chain_id}, ${row.org_id}, ${row.project_id}, 1, ${GENESIS},
        sha256(${GENESIS}::bytea || int8send(1::bigint) || ${digest}::bytea))
      on conflict (id) do update set seq = c.seq + 1, previous_hash = c.hash, modified = now(),
        hash = sha256(c.hash || int8send(c.seq + 1) || ${digest}::bytea)
      returning seq, previous_hash, hash)
    insert into audit_events (id, chain_id, org_id, project_id, actor_type, actor_user_id, api_key_id, oauth_client_id,
      event_type, resource_type, resource_id, message, labels, payload, request_id, ip_address, occurred_at, created,
      seq, previous_hash, hash)
    select ${row.id}::uuid, ${row.chain_id}::uuid, ${row.org_id}::uuid, ${row.project_id}::uuid, ${row.actor_type},
      ${row.actor_user_id}::uuid, ${row.api_key_id}::uuid, ${row.oauth_client_id}::uuid, ${row.event_type},
      ${row.resource_type}, ${row.resource_id}, ${row.message}, ${json(row.labels)}, ${json(row.payload)},
      ${row.request_id}, ${row.ip_address}, ${row.occurred_at}::timestamptz, ${row.created}::timestamptz,
      seq, previous_hash, hash from head`.execute(trx);
}

/**
 * Appends events to one chain in order. Must come last in a transaction, like {@link recordAudit}. The process computes
 * the hashes, because each covers the previous one.
 */
export async function recordAll(trx: Executor, events: readonly AuditEvent[]): Promise<void> {
  const contents = events.map(toContent);
  const [first] = contents;
  if (first === undefined) return;
  const { rows } = await sql<{ seq: string; previous_hash: Buffer; hash: Buffer }>`
    insert into audit_chains as c (id, org_id, project_id, seq, previous_hash, hash)
    values (${first.chain_id}, ${first.org_id}, ${first.project_id}, 0, ${GENESIS}, ${GENESIS})
    on conflict (id) do update set modified = now() returning seq, previous_hash, hash`.execute(trx);
  let { seq, previousHash, hash } = lockHead(rows[0]);
  const recorded = contents.map((content) => {
    seq += 1;
    previousHash = hash;
    hash = computeEventHash(previousHash, seq, computeContentDigest(content));
    const { labels, payload, ...plain } = content;
    return { ...plain, labels: json(labels), payload: json(payload), seq, previous_hash: previousHash, hash };
  });
  await trx.insertInto('audit_events').values(recorded).execute();
  await sql`update audit_chains set seq = ${seq}, previous_hash = ${previousHash}, hash = ${hash}
    where id = ${first.chain_id}`.execute(trx);
}

function lockHead(row: { readonly seq: string; readonly previous_hash: Buffer; readonly hash: Buffer } | undefined) {
  if (row === undefined) throw new Error('the query returned no chain head');
  return { seq: Number(row.seq), previousHash: row.previous_hash, hash: row.hash };
}

/** Change event of an audit event. Events of the organization also reach the followers of its projects. */
function toChangeEvent({
  scope,
  resource: { type, id },
  audience: recipients,
  type: event,
}: AuditEvent): ChangeEvent | undefined {
  const scopeId = type === 'project' ? scope.orgId : (scope.projectId ?? scope.orgId);
  if (recipients === null || scopeId === null || id === null || !isId(id)) return undefined;
  const resource = { type, id };
  return { scope: scopeId, resource, action: toAction(event, resource, recipients), audience: recipients };
}

function toContent(event: AuditEvent): Content {
  const id = newId();
  const created = new Date(getTimeOfId(id));
  const orgId = normalizeId(event.scope.orgId);
  const projectId = normalizeId(event.scope.projectId);
  return {
    id,
    chain_id: getChainId(event.scope),
    org_id: orgId,
    project_id: projectId,
    actor_type: event.actor.type,
    actor_user_id: normalizeId(event.actor.userId),
    api_key_id: normalizeId(event.actor.apiKeyId),
    oauth_client_id: normalizeId(event.actor.oauthClientId),
    event_type: event.type,
    resource_type: event.resource.type,
    resource_id: normalizeId(event.resource.id),
    message: event.message,
    labels: { ...event.labels },
    payload: toStorable(event.payload ?? {}),
    request_id: event.requestId,
    ip_address: event.ipAddress,
    occurred_at: event.occurredAt ?? created,
    created,
  };
}

/** Chain of a scope. */
export function getChainId({ orgId, projectId }: AuditScope): string {
  return normalizeId(projectId) ?? normalizeId(orgId) ?? INSTALLATION_CHAIN;
}

/** Normalizes an id like the database, so that hashes match the stored value. */
function normalizeId(id: string | null): string | null {
  return id !== null && isId(id) ? id.toLowerCase() : id;
}

/** Normalizes a payload like the database. An oversized payload is replaced by a note. */
function toStorable(payload: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const text = JSON.stringify(payload);
  return text.length > MAX_PAYLOAD_LENGTH
    ? { left_out: `${text.length} characters` }
    : (parseJson(text) as Record<string, unknown>);
}

/** SHA-256 of the canonical JSON of an event's content. */
export function computeContentDigest(row: Content): Buffer {
  const entries = CONTENT_COLUMNS.map((name) => {
    const value = row[name];
    return [name, value instanceof Date ? value.toISOString() : value];
  });
  return sha256(toCanonicalJson(Object.fromEntries(entries)));
}

/** Hash of an event: SHA-256 over the previous hash, the number (8 bytes, big-endian) and the content digest. */
export function computeEventHash(previous: Buffer, seq: number, digest: Buffer): Buffer {
  const number = Buffer.alloc(8);
  number.writeBigInt64BE(BigInt(seq));
  return sha256(Buffer.concat([previous, number, digest]));
}

/** Creation time of an id, in milliseconds since the epoch. */
function getTimeOfId(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
}

/** Lowest id of a time, in milliseconds since the epoch. */
export function getLowestIdAt(time: number): string {
  const hex = Math.max(0, Math.floor(time)).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** Lowest id of events recorded within this many days. */
export function getLowestIdSince(days: number): string {
  return getLowestIdAt(databaseNow() - days * 86_400_000);
}
