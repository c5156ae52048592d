import type { SelectQueryBuilder } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import { type Page, type PageRequest, paginate, sortByNewest } from '../platform/db/pagination.ts';
import type { Database } from '../platform/db/schema.ts';
import { newId } from '../platform/ids.ts';
import { type AuditRow, CONTENT_COLUMNS, GENESIS, getLowestIdAt } from './chain.ts';

/** Scope of a query: a project, or an organization with its projects. */
export interface AuditQueryScope {
  readonly orgId: string;
  /** Null for the organization with its projects. */
  readonly projectId: string | null;
}

/** Filters of a list of audit events. */
export interface AuditFilter {
  /** Event types; all if absent. */
  readonly eventTypes?: readonly string[];
  readonly actorUserId?: string;
  readonly resourceType?: string;
  readonly resourceId?: string;
  /** Inclusive start. */
  readonly from?: Date;
  /** Exclusive end. */
  readonly to?: Date;
}

/** Audit event in lists. */
export type ListedEvent = Omit<AuditRow, 'payload'>;

const LIST_COLUMNS = [
  ...CONTENT_COLUMNS.filter((column) => column !== 'payload'),
  'seq',
  'previous_hash',
  'hash',
] as const satisfies readonly (keyof ListedEvent)[];

/** Maximum delay of recording in milliseconds; refusals are counted for half a minute. */
const MAX_RECORDING_DELAY_MS = 300_000;
/** Events per batch of an export. */
const EXPORT_BATCH_SIZE = 500;

type Events = SelectQueryBuilder<Database, 'audit_events', object>;

/** Selects the events of a scope that match a filter, unordered. */
export function selectEvents(db: Executor, scope: AuditQueryScope, filter: AuditFilter): Events {
  let rows: Events = db.selectFrom('audit_events').where('org_id', '=', scope.orgId);
  if (scope.projectId !== null) rows = rows.where('project_id', '=', scope.projectId);
  if (filter.eventTypes !== undefined) rows = rows.where('event_type', 'in', filter.eventTypes);
  if (filter.actorUserId !== undefined) rows = rows.where('actor_user_id', '=', filter.actorUserId);
  if (filter.resourceType !== undefined) rows = rows.where('resource_type', '=', filter.resourceType);
  if (filter.resourceId !== undefined) rows = rows.where('resource_id', '=', filter.resourceId);
  // Ids start with the recording time, so that the list's index also bounds the time.
  if (filter.from !== undefined)
    rows = rows.where('id', '>=', getLowestIdAt(filter.from.getTime())).where('occurred_at', '>=', filter.from);
  if (filter.to !== undefined)
    rows = rows
      .where('id', '<', getLowestIdAt(filter.to.getTime() + MAX_RECORDING_DELAY_MS))
      .where('occurred_at', '<', filter.to);
  return rows;
}

/** Lists a page of events, newest first. */
export function listEvents(
  db: Executor,
  scope: AuditQueryScope,
  filter: AuditFilter,
  page: PageRequest,
): Promise<Page<ListedEvent>> {
  return paginate(selectEvents(db, scope, filter).select(LIST_COLUMNS), sortByNewest('id'), page);
}

/** Finds an event with its payload. */
export function findEvent(db: Executor, scope: AuditQueryScope, id: string): Promise<AuditRow | undefined> {
  return selectEvents(db, scope, {}).selectAll().where('id', '=', id).executeTakeFirst();
}

/** Yields events with payloads in batches, oldest first, without those recorded after the start. */
export async function* exportEvents(
  db: Executor,
  scope: AuditQueryScope,
  filter: AuditFilter,
): AsyncGenerator<AuditRow[]> {
  const newest = newId();
  let after = getLowestIdAt(0);
  for (;;) {
    const rows = await selectEvents(db, scope, filter)
      .selectAll()
      .where('id', '>', after)
      .where('id', '<=', newest)
      .orderBy('id')
      .limit(EXPORT_BATCH_SIZE)
      .execute();
    if (rows.length > 0) yield rows;
    after = rows.at(-1)?.id ?? after;
    if (rows.length < EXPORT_BATCH_SIZE) return;
  }
}

/** State of a chain. */
export interface ChainStatus {
  /** Number of the newest event; 0 for an empty chain. */
  readonly seq: number;
  readonly hash: Buffer;
  readonly lastEventAt: Date | null;
  /** Number of the newest event that retention deleted; 0 for none. */
  readonly checkpointSeq: number;
  readonly checkpointHash: Buffer;
}

/** State of the scope's own chain. */
export async function getChainStatus(db: Executor, scope: AuditQueryScope): Promise<ChainStatus> {
  const row = await db
    .selectFrom('audit_chains')
    .selectAll()
    .where('id', '=', scope.projectId ?? scope.orgId)
    .where('org_id', '=', scope.orgId)
    .executeTakeFirst();
  return {
    seq: Number(row?.seq ?? 0),
    hash: row?.hash ?? GENESIS,
    lastEventAt: row?.modified ?? null,
    checkpointSeq: Number(row?.checkpoint_seq ?? 0),
    checkpointHash: row?.checkpoint_hash ?? GENESIS,
  };
}

/** Chain ids of a scope in order, after a given one: a project's own chain, all of an organization, or all. */
export async function listChainIds(
  db: Executor,
  scope: AuditQueryScope | 'installation',
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  let rows = db.selectFrom('audit_chains').select('id');
  if (scope !== 'installation') rows = rows.where('org_id', '=', scope.orgId);
  if (scope !== 'installation' && scope.projectId !== null) rows = rows.where('id', '=', scope.projectId);
  if (after !== undefined) rows = rows.where('id', '>', after);
  const found = await rows.orderBy('id').limit(limit).execute();
  return found.map((row) => row.id);
}
