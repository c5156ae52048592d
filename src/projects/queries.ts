import { sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import { type PageRequest, paginate } from '../platform/db/pagination.ts';
import { newId } from '../platform/ids.ts';

const COLUMNS = ['id', 'org_id', 'name', 'avatar_url', 'created', 'modified'] as const;

export function createProject(db: Executor, orgId: string, name: string) {
  return db
    .insertInto('projects')
    .values({ id: newId(), org_id: orgId, name })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

export function findProject(db: Executor, orgId: string, id: string) {
  return live(db, orgId).where('id', '=', id).executeTakeFirst();
}

/** Projects of the organization: all of them for whoever holds a role there, else those the user holds a role on. */
export function projectsFor(
  db: Executor,
  orgId: string,
  viewer: { readonly userId: string; readonly all: boolean },
  page: PageRequest,
) {
  const rows = live(db, orgId);
  if (viewer.all) return paginate(rows, 'id', page);
  const granted = rows.where(
    sql<boolean>`exists (select from role_grants g where g.resource_id = projects.id and g.subject_type = 'user' and g.subject_id = ${viewer.userId}::uuid)`,
  );
  return paginate(granted, 'id', page);
}

export function renameProject(db: Executor, orgId: string, id: string, name: string) {
  return db
    .updateTable('projects')
    .set({ name, modified: sql<Date>`now()` })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

function live(db: Executor, orgId: string) {
  return db.selectFrom('projects').select(COLUMNS).where('org_id', '=', orgId).where('deleted_at', 'is', null);
}
