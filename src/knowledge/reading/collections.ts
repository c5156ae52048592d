import type { Executor } from '../../platform/db/client.ts';

/** A collection as those see it who read in it. */
export interface ReadableCollection {
  readonly id: string;
  readonly title: string;
  /** What its documents are about, in a model's words. */
  readonly summary: string | null;
}

/** The collections of the project among these, in the order in which they are named. */
export async function listReadableCollections(
  db: Executor,
  projectId: string,
  ids: readonly string[],
): Promise<ReadableCollection[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('collections as c')
    .leftJoin('collection_states as s', 's.collection_id', 'c.id')
    .select(['c.id', 'c.title', 's.summary'])
    .where('c.project_id', '=', projectId)
    .where('c.id', 'in', [...ids])
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
}

/** Finds a collection of the project. */
export async function findReadableCollection(
  db: Executor,
  projectId: string,
  id: string,
): Promise<ReadableCollection | undefined> {
  const [found] = await listReadableCollections(db, projectId, [id]);
  return found;
}
