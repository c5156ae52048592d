import Type from 'typebox';
import type { AuditRow } from '../../src/audit/chain.ts';
import type { AuditFilter, ChainStatus, ListedEvent } from '../../src/audit/queries.ts';
import type { Verdict } from '../../src/audit/verify.ts';
import { parseQueryTimestamp } from '../../src/platform/dates.ts';
import { isId } from '../../src/platform/ids.ts';
import { AnyObject, BoundedText, Id, Nullable, Timestamp } from '../../src/platform/schemas.ts';

const Hash = Type.String({ description: 'SHA-256 hash in hexadecimal.' });

const EVENT_FIELDS = {
  id: Id,
  org_id: Nullable(Id),
  project_id: Nullable(Id),
  actor_type: Type.String({
    description: 'Type of the actor: `user`, `client`, `task_token`, `system` or `anonymous`.',
  }),
  actor_user_id: Nullable(Id),
  api_key_id: Nullable(Id),
  oauth_client_id: Nullable(Id),
  event_type: Type.String(),
  resource_type: Type.String(),
  resource_id: Nullable(Type.String()),
  message: Type.String(),
  labels: Type.Record(Type.String(), Type.String()),
  request_id: Nullable(Type.String()),
  ip_address: Nullable(Type.String()),
  occurred_at: Timestamp,
  created: Timestamp,
  chain_id: Id,
  seq: Type.Integer({ description: 'Sequence number in the chain.' }),
  previous_hash: Hash,
  hash: Hash,
};

/** Audit event in lists. */
export const AuditEvent = Type.Object(EVENT_FIELDS, { title: 'AuditEvent' });
/** Audit event with its payload. */
export const AuditEventWithPayload = Type.Object(
  { ...EVENT_FIELDS, payload: AnyObject },
  { title: 'AuditEventWithPayload' },
);

/** Returns the record of an audit event. */
export function toEventRecord<R extends ListedEvent | AuditRow>(row: R) {
  return {
    ...row,
    seq: Number(row.seq),
    previous_hash: row.previous_hash.toString('hex'),
    hash: row.hash.toString('hex'),
  };
}

/** Query parameters that filter events. */
export const FILTERS = {
  event_type: Type.Optional(
    Type.Array(BoundedText(100), {
      minItems: 1,
      maxItems: 50,
      description: 'Event types to include; repeat the key for several.',
    }),
  ),
  actor_user_id: Type.Optional(Id),
  resource_type: Type.Optional(BoundedText(100)),
  resource_id: Type.Optional(BoundedText(200)),
  start_date: Type.Optional(Type.String({ format: 'date-time', description: 'Start of the time range, inclusive.' })),
  end_date: Type.Optional(Type.String({ format: 'date-time', description: 'End of the time range, exclusive.' })),
};
const Filters = Type.Object(FILTERS);

/** Converts the query parameters of a list to its filter. */
export function toFilter(query: Type.Static<typeof Filters>): AuditFilter {
  const { resource_id: resourceId } = query;
  return {
    eventTypes: query.event_type,
    actorUserId: query.actor_user_id,
    resourceType: query.resource_type,
    resourceId: resourceId !== undefined && isId(resourceId) ? resourceId.toLowerCase() : resourceId,
    from: parseQueryTimestamp('start_date', query.start_date),
    to: parseQueryTimestamp('end_date', query.end_date),
  };
}

/** State of a chain. */
export const Integrity = Type.Object(
  {
    chain_id: Id,
    head_seq: Type.Integer({ description: 'Sequence number of the newest event; 0 without events.' }),
    head_hash: Hash,
    last_event_at: Nullable(Timestamp),
    checkpoint_seq: Type.Integer({
      description: 'Sequence number of the newest event that retention deleted; 0 without one.',
    }),
    checkpoint_hash: Hash,
  },
  { title: 'AuditIntegrity' },
);

/** Returns the record of a chain: its head and its checkpoint. */
export function toIntegrityRecord(chainId: string, status: ChainStatus) {
  return {
    chain_id: chainId,
    head_seq: status.seq,
    head_hash: status.hash.toString('hex'),
    last_event_at: status.lastEventAt,
    checkpoint_seq: status.checkpointSeq,
    checkpoint_hash: status.checkpointHash.toString('hex'),
  };
}

/** Result of verifying chains. */
export const Verification = Type.Object(
  {
    valid: Type.Boolean(),
    chains_checked: Type.Integer(),
    events_checked: Type.Integer(),
    first_break: Nullable(
      Type.Object({
        chain_id: Id,
        audit_event_id: Nullable(Id),
        seq: Type.Integer(),
        kind: Type.String({
          description: 'Kind of break: `altered`, `missing`, `inserted`, `out_of_order`, `broken_link` or `head`.',
        }),
        message: Type.String(),
      }),
    ),
  },
  { title: 'AuditVerification' },
);

/** Returns the record of a verification with the first break, if any. */
export function toVerificationRecord({ chains, events, firstBreak }: Verdict) {
  const { chainId, eventId, ...rest } = firstBreak ?? {};
  return {
    valid: firstBreak === null,
    chains_checked: chains,
    events_checked: events,
    first_break: firstBreak && { ...rest, chain_id: chainId, audit_event_id: eventId },
  };
}
