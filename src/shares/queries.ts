import { type Expression, type Selectable, sql } from 'kysely';
import { allowsPublicAccess, assertPublicAccess } from '../access/public-access.ts';
import { type Executor, isUniqueViolation } from '../platform/db/client.ts';
import { type Page, type PageRequest, paginate, sortByNewest } from '../platform/db/pagination.ts';
import { newId } from '../platform/ids.ts';
import { shareErrors } from './errors.ts';
import type { SharesTable } from './tables.ts';

export type ShareRow = Selectable<SharesTable>;

/** Fields of a new share. */
export type NewShare = Omit<ShareRow, 'id' | 'active' | 'views' | 'created'>;

/** Condition: share `s` is active, not expired, and its organization allows shares. */
const IS_LIVE = sql<boolean>`(s.active and (s.expires_at is null or s.expires_at > now())
  and ${allowsPublicAccess('sharing_enabled', sql`s.org_id`)})`;

function selectShares(db: Executor) {
  return db.selectFrom('shares as s').selectAll('s').select(IS_LIVE.as('live'));
}

/** A share with its status. */
export interface ShareWithStatus extends ShareRow {
  readonly live: boolean;
}

/** Inserts a share. Throws a 409 if the short ID is or was taken, or the organization forbids shares. */
export async function insertShare(trx: Executor, share: NewShare): Promise<ShareWithStatus> {
  await assertPublicAccess(trx, 'sharing_enabled', share.org_id);
  try {
    const row = await trx
      .insertInto('shares')
      .values({ ...share, id: newId() })
      .returningAll()
      .executeTakeFirstOrThrow();
    return { ...row, live: true };
  } catch (error) {
    if (!isUniqueViolation(error, 'shares_short_id')) throw error;
    throw shareErrors.taken(share.short_id);
  }
}

/** Finds a share of a resource, active or not. */
export function findShare(
  db: Executor,
  { kind, resourceId, id }: { readonly kind: string; readonly resourceId: string; readonly id: string },
): Promise<ShareWithStatus | undefined> {
  return selectShares(db)
    .where('s.kind', '=', kind)
    .where('s.resource_id', '=', resourceId)
    .where('s.id', '=', id)
    .executeTakeFirst();
}

/** Finds the live share of a link. */
export function findLiveShare(db: Executor, kind: string, shortId: string): Promise<ShareWithStatus | undefined> {
  return selectShares(db)
    .where('s.kind', '=', kind)
    .where(sql<string>`lower(s.short_id)`, '=', shortId.toLowerCase())
    .where(IS_LIVE)
    .executeTakeFirst();
}

/** Lists all shares of a task or agent, newest first. */
export function listSharesOf(db: Executor, kind: string, resourceId: string): Promise<ShareWithStatus[]> {
  return selectShares(db)
    .where('s.kind', '=', kind)
    .where('s.resource_id', '=', resourceId)
    .orderBy('s.id', 'desc')
    .execute();
}

/** Filters of a project's shares. */
interface ShareFilter {
  readonly active?: boolean;
  readonly resourceId?: string;
  /** IDs of their resources. */
  readonly among?: Expression<string>;
}

/** Lists the shares of a project, newest first. */
export function listShares(
  db: Executor,
  { projectId, kind }: { readonly projectId: string; readonly kind: string },
  filter: ShareFilter,
  page: PageRequest,
): Promise<Page<ShareWithStatus>> {
  let rows = selectShares(db).where('s.project_id', '=', projectId).where('s.kind', '=', kind);
  if (filter.active !== undefined) rows = rows.where(IS_LIVE, '=', filter.active);
  if (filter.resourceId !== undefined) rows = rows.where('s.resource_id', '=', filter.resourceId);
  if (filter.among !== undefined) rows = rows.where('s.resource_id', 'in', filter.among);
  return paginate(rows, sortByNewest('s.id'), page);
}

/** Deactivates a share. Returns false if it was inactive. */
export async function deactivateShare(trx: Executor, id: string): Promise<boolean> {
  const row = await trx
    .updateTable('shares')
    .set({ active: false })
    .where('id', '=', id)
    .where('active', '=', true)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deactivates the shares of a deleted task or agent. */
export async function deactivateSharesOf(trx: Executor, resourceId: string): Promise<void> {
  await trx.updateTable('shares').set({ active: false }).where('resource_id', '=', resourceId).execute();
}

/** Counts a view of a share's page. */
export async function countView(db: Executor, id: string): Promise<void> {
  await db.updateTable('shares').set({ views: sql<string>`views + 1` }).where('id', '=', id).execute();
}
