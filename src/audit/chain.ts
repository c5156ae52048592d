import { type Selectable, sql } from 'kysely';
import { databaseNow } from '../platform/clock.ts';
import { type Executor, json } from '../platform/db/client.ts';
import { canonicalJson, sha256 } from '../platform/digest.ts';
import { isId, newId } from '../platform/ids.ts';
import { parseJson } from '../platform/json.ts';
import { type ChangeAudience, type ChangeEvent, insertChangeEvent, toAction } from './change-events.ts';
import type { AuditScope } from './contract.ts';
import type { ActorType, AuditEventsTable } from './tables.ts';

export type { AuditScope as Place } from './contract.ts';

/** Who did it. */
export interface Actor {
  readonly type: ActorType;
  readonly userId: string | null;
  readonly apiKeyId: string | null;
  readonly oauthClientId: string | null;
}

/** The installation itself as an actor. */
export const SYSTEM: Actor = { type: 'system', userId: null, apiKeyId: null, oauthClientId: null };

/** An event to be recorded. */
export interface AuditEvent {
  readonly place: AuditScope;
  readonly actor: Actor;
  readonly type: string;
  readonly resource: { readonly type: string; readonly id: string | null };
  readonly message: string;
  readonly labels?: Readonly<Record<string, string>>;
  /** What changed; never secrets, prompts, messages or arguments of tools. */
  readonly payload?: Readonly<Record<string, unknown>>;
  readonly requestId: string | null;
  readonly ipAddress: string | null;
  /** When it happened; now where it is left out. */
  readonly occurredAt?: Date;
  /** Which followers of the project, or of the organization's projects, learn of it at once; null where nobody does. */
  readonly audience: ChangeAudience | null;
}

export type AuditRow = Selectable<AuditEventsTable>;

/** The chain of events that stand on neither an organization nor a project. */
export const INSTALLATION_CHAIN = '00000000-0000-0000-0000-000000000000';
/** What the first event of a chain follows. */
export const GENESIS = Buffer.alloc(32);
/** Most bytes of a payload. */
const MAX_PAYLOAD_LENGTH = 32_768;

/** Every column that an event's hash covers, besides its number and the hash of the event before it. */
const CONTENT = [
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
type Content = Pick<AuditRow, (typeof CONTENT)[number]>;

/**
 * Records an event as the newest of its chain, in one statement. Must be the last statement of the transaction whose
 * change it tells of: it holds the chain's lock until the transaction ends.
 */
export async function recordAudit(trx: Executor, event: AuditEvent): Promise<void> {
  const row = toContent(event);
  const digest = contentDigest(row);
  const telling = toChangeEvent(event);
  await sql`
    with ${telling === undefined ? sql`` : sql`telling as (${insertChangeEvent(telling)}),`} head as (
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
 * Records events of one chain as its newest, in their order. Belongs at the end of a transaction, as {@link recordAudit} does:
 * the chain's lock is held until that ends. Their hashes are made here, since each covers the one before.
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
    hash = chainHash(previousHash, seq, contentDigest(content));
    const { labels, payload, ...plain } = content;
    return { ...plain, labels: json(labels), payload: json(payload), seq, previous_hash: previousHash, hash };
  });
  await trx.insertInto('audit_events').values(recorded).execute();
  await sql`update audit_chains set seq = ${seq}, previous_hash = ${previousHash}, hash = ${hash}
    where id = ${first.chain_id}`.execute(trx);
}

function lockHead(row: { readonly seq: string; readonly previous_hash: Buffer; readonly hash: Buffer } | undefined) {
  if (row === undefined) throw new Error('the head of a chain was not answered');
  return { seq: Number(row.seq), previousHash: row.previous_hash, hash: row.hash };
}

/** What followers are told of an event; that there is a project, those of the organization's others are told as well. */
function toChangeEvent({
  place,
  resource: { type, id },
  audience: told,
  type: event,
}: AuditEvent): ChangeEvent | undefined {
  const where = type === 'project' ? place.orgId : (place.projectId ?? place.orgId);
  if (told === null || where === null || id === null || !isId(id)) return undefined;
  const resource = { type, id };
  return { place: where, resource, action: toAction(event, resource, told), told };
}

function toContent(event: AuditEvent): Content {
  const id = newId();
  const created = new Date(getTimeOfId(id));
  const orgId = normalizeId(event.place.orgId);
  const projectId = normalizeId(event.place.projectId);
  return {
    id,
    chain_id: getChainId(event.place),
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

/** The chain that events of a place belong to. */
export function getChainId({ orgId, projectId }: AuditScope): string {
  return normalizeId(projectId) ?? normalizeId(orgId) ?? INSTALLATION_CHAIN;
}

/** An identifier as the database writes it, so that what is hashed is what is read again. */
function normalizeId(id: string | null): string | null {
  return id !== null && isId(id) ? id.toLowerCase() : id;
}

/** The payload as it will be read again; one that is far too large is left out and says so. */
function toStorable(payload: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const text = JSON.stringify(payload);
  return text.length > MAX_PAYLOAD_LENGTH
    ? { left_out: `${text.length} characters` }
    : (parseJson(text) as Record<string, unknown>);
}

/** SHA-256 over the canonical JSON of all that an event says. */
export function contentDigest(row: Content): Buffer {
  const entries = CONTENT.map((name) => {
    const value = row[name];
    return [name, value instanceof Date ? value.toISOString() : value];
  });
  return sha256(canonicalJson(Object.fromEntries(entries)));
}

/** The hash of an event: SHA-256 over the hash of the one before it, its number (8 bytes, big-endian) and its content's digest. */
export function chainHash(previous: Buffer, seq: number, digest: Buffer): Buffer {
  const number = Buffer.alloc(8);
  number.writeBigInt64BE(BigInt(seq));
  return sha256(Buffer.concat([previous, number, digest]));
}

/** Milliseconds since the epoch at which an identifier was made. */
function getTimeOfId(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
}

/** The lowest identifier that could be made at a time, in milliseconds since the epoch. */
export function lowestIdAt(time: number): string {
  const hex = Math.max(0, Math.floor(time)).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** The lowest identifier of events that were recorded within so many days. */
export function lowestIdSince(days: number): string {
  return lowestIdAt(databaseNow() - days * 86_400_000);
}
