import type { Executor } from '../../platform/db/client.ts';

/** A collection for agents that read it. */
export interface ReadableCollection {
  readonly id: string;
  readonly title: string;
  /** Summary of its documents, written by a model. */
  readonly summary: string | null;
}

/** Returns the collections of the project among these IDs, in the same order. */
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
