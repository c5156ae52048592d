import { type RawBuilder, type Selectable, sql } from 'kysely';
import { type Executor, withUnique } from '../platform/db/client.ts';
import { type Page, type PageRequest, paginate, sortByNewest } from '../platform/db/pagination.ts';
import { checkEach, errors } from '../platform/errors.ts';
import { isId, newId } from '../platform/ids.ts';
import { normalizeName } from '../platform/names.ts';
import { tagErrors } from './errors.ts';
import { isDescendantOf, MAX_TAG_NAME_LENGTH } from './rules.ts';
import type { TagsTable } from './tables.ts';

export type TagRow = Selectable<TagsTable>;
/** Editable fields of a tag. */
type TagFields = Pick<TagRow, 'name' | 'description' | 'parent_id'>;

/** Scope of tags: one resource type in a project. */
export interface TagScope {
  readonly orgId: string;
  readonly projectId: string;
  readonly kind: string;
}

function selectTagsInScope(db: Executor, { projectId, kind }: Omit<TagScope, 'orgId'>) {
  return db.selectFrom('tags').selectAll().where('project_id', '=', projectId).where('kind', '=', kind);
}

/** Finds a tag of the project, optionally of one type. */
export function findTag(db: Executor, projectId: string, id: string, kind?: string): Promise<TagRow | undefined> {
  const tag = db.selectFrom('tags').selectAll().where('project_id', '=', projectId).where('id', '=', id);
  return (kind === undefined ? tag : tag.where('kind', '=', kind)).executeTakeFirst();
}

/** Lists tags, newest first. */
export function listTags(db: Executor, scope: TagScope, page: PageRequest): Promise<Page<TagRow>> {
  return paginate(selectTagsInScope(db, scope), sortByNewest('id'), page);
}

/** Creates a tag. Throws a 422 if the parent is not one of these tags, a 409 if the name is taken. */
export async function createTag(trx: Executor, scope: TagScope, fields: TagFields): Promise<TagRow> {
  if (fields.parent_id !== null && !(await findTag(trx, scope.projectId, fields.parent_id, scope.kind)))
    throw tagErrors.noParent();
  const { orgId, projectId, kind } = scope;
  return withUnique(
    'tags_name',
    () => errors.nameTaken('tag', fields.name),
    () =>
      trx
        .insertInto('tags')
        .values({
          ...fields,
          name: normalizeName(fields.name),
          id: newId(),
          org_id: orgId,
          project_id: projectId,
          kind,
        })
        .returningAll()
        .executeTakeFirstOrThrow(),
  );
}

/**
 * Updates the present fields and returns the tag before and after; undefined if it no longer exists. Concurrent updates
 * are serialized, so that they cannot form a cycle. Throws a 422 on an invalid parent, a 409 on a taken name.
 */
export async function updateTag(
  trx: Executor,
  scope: TagScope,
  id: string,
  given: Partial<TagFields>,
): Promise<{ readonly before: TagRow; readonly after: TagRow } | undefined> {
  const all = await selectTagsInScope(trx, scope).orderBy('id').forNoKeyUpdate().execute();
  const before = all.find((tag) => tag.id === id);
  if (before === undefined) return undefined;
  const { name, description, parent_id } = {
    ...before,
    ...given,
    ...(given.name && { name: normalizeName(given.name) }),
  };
  const parents = new Map(all.map((tag) => [tag.id, tag.parent_id]));
  if (parent_id !== null && !parents.has(parent_id)) throw tagErrors.noParent();
  if (parent_id !== null && isDescendantOf(parents, parent_id, id)) throw tagErrors.parentLoop();
  const fields = { name, description, parent_id };
  const after = await withUnique(
    'tags_name',
    () => errors.nameTaken('tag', name),
    () => trx.updateTable('tags').set(fields).where('id', '=', id).returningAll().executeTakeFirstOrThrow(),
  );
  return { before, after };
}

/** Deletes a tag and removes it from all resources; its child tags move to the top level. */
export function deleteTag(trx: Executor, projectId: string, id: string): Promise<TagRow | undefined> {
  return trx
    .deleteFrom('tags')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** Adds a tag to resources and returns those that lacked it; none if the tag was deleted meanwhile. */
export async function addTag(trx: Executor, id: string, entityIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ entity_id: string }>`
    insert into tagged (tag_id, entity_id)
    select t.id, e.id from unnest(${[...entityIds]}::uuid[]) with ordinality e(id, place)
    cross join (select id from tags where id = ${id} for key share) t order by e.place
    on conflict do nothing returning entity_id`.execute(trx);
  return rows.map((row) => row.entity_id);
}

/** Removes a tag from resources and returns those that had it. */
export async function removeTag(trx: Executor, id: string, entityIds: readonly string[]): Promise<string[]> {
  const rows = await trx
    .deleteFrom('tagged')
    .where('tag_id', '=', id)
    .where('entity_id', '=', sql<string>`any(${[...entityIds]}::uuid[])`)
    .returning('entity_id')
    .execute();
  return rows.map((row) => row.entity_id);
}

/** Ids of tags by name or id, in order; undefined for new names. */
async function findTagsByName(
  db: Executor,
  scope: TagScope,
  given: readonly string[],
): Promise<(string | undefined)[]> {
  if (given.length === 0) return [];
  const normalized = given.map(normalizeName);
  const ids = given.filter(isId);
  const rows = await selectTagsInScope(db, scope)
    .where((where) =>
      where.or([
        where('name', '=', sql<string>`any(${[...given, ...normalized]}::text[])`),
        where('id', '=', sql<string>`any(${ids}::uuid[])`),
      ]),
    )
    .execute();
  const known = new Map(rows.flatMap((tag) => [[tag.name, tag.id] as const, [tag.id, tag.id] as const]));
  return given.map((word, at) => known.get(word) ?? known.get(normalized[at] ?? '') ?? known.get(word.toLowerCase()));
}

/** Throws a 422 with the position in `tags` of each unknown id and each new name that is too long. */
export async function assertTags(db: Executor, scope: TagScope, given: readonly string[]): Promise<void> {
  assertNewNames(given, await findTagsByName(db, scope, given));
}

function assertNewNames(given: readonly string[], found: readonly (string | undefined)[]): void {
  checkEach(given, (word, at) => (found[at] === undefined ? assertNewName(normalizeName(word), at) : undefined));
}

/** Replaces the tags of a resource, by name or id; new names create tags. Throws a 422 like {@link assertTags}. */
export async function setTags(trx: Executor, scope: TagScope, entityId: string, given: readonly string[]) {
  const before = await findTagsByName(trx, scope, given);
  assertNewNames(given, before);
  // Sorted, so that concurrent inserts of the same names cannot deadlock.
  const newNames = [...new Set(given.map(normalizeName).filter((_, at) => before[at] === undefined))].sort();
  const { orgId, projectId, kind } = scope;
  const rows = newNames.map((name) => ({
    id: newId(),
    org_id: orgId,
    project_id: projectId,
    kind,
    name,
    description: '',
    parent_id: null,
  }));
  if (rows.length > 0)
    await trx
      .insertInto('tags')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  const ids = newNames.length === 0 ? before : await findTagsByName(trx, scope, given);
  await trx.deleteFrom('tagged').where('entity_id', '=', entityId).execute();
  for (const id of new Set(ids)) if (id !== undefined) await addTag(trx, id, [entityId]);
}

/** Copies the tags of a resource to others of its type and project. */
export async function copyTags(trx: Executor, from: string, to: readonly string[]): Promise<void> {
  await sql`
    insert into tagged (tag_id, entity_id) select t.tag_id, e.id from tagged t cross join unnest(${[...to]}::uuid[]) e(id)
    where t.entity_id = ${from} order by e.id, t.seq on conflict do nothing`.execute(trx);
}

function assertNewName(word: string, at: number): void {
  if (isId(word)) throw tagErrors.unknown(at);
  if ([...word].length > MAX_TAG_NAME_LENGTH) throw tagErrors.nameTooLong(at, MAX_TAG_NAME_LENGTH);
}

/** Removes all tags of a deleted resource. */
export async function removeTags(trx: Executor, entityId: string): Promise<void> {
  await trx.deleteFrom('tagged').where('entity_id', '=', entityId).execute();
}

/** Lists the tag names of resources, in the order in which they were added. */
export async function listTagsOf(db: Executor, entityIds: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
  const names = new Map<string, string[]>(entityIds.map((id) => [id, []]));
  if (entityIds.length === 0) return names;
  const rows = await db
    .selectFrom('tagged')
    .innerJoin('tags', 'tags.id', 'tagged.tag_id')
    .select(['tagged.entity_id', 'tags.name'])
    .where('tagged.entity_id', 'in', entityIds)
    .orderBy('tagged.seq')
    .execute();
  for (const { entity_id, name } of rows) names.get(entity_id)?.push(name);
  return names;
}

/** SQL condition: the resource with this id has one of the tags, given by id or name. */
export function hasTag(
  projectId: string,
  kind: string,
  tags: readonly string[],
  entityId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`exists (select from tagged join tags on tags.id = tagged.tag_id where tagged.entity_id = ${entityId}
    and tags.project_id = ${projectId}::uuid and tags.kind = ${kind}
    and (tags.name = any(${[...tags, ...tags.map(normalizeName)]}::text[]) or tags.id = any(${tags.filter(isId)}::uuid[])))`;
}

/** SQL expression: tag names of a resource, in the order in which they were added. */
export function selectTags(entityId: RawBuilder<unknown>): RawBuilder<string[]> {
  return sql<string[]>`array(select t.name from tagged g join tags t on t.id = g.tag_id where g.entity_id = ${entityId}
    order by g.seq)`;
}

/** Ids of resources with a tag, given by id or name, for a list's condition. */
export function hasTagCondition(db: Executor, projectId: string, kind: string, tag: string) {
  return db
    .selectFrom('tagged')
    .innerJoin('tags', 'tags.id', 'tagged.tag_id')
    .select('tagged.entity_id')
    .where('tags.project_id', '=', projectId)
    .where('tags.kind', '=', kind)
    .where(isId(tag) ? 'tags.id' : 'tags.name', 'in', isId(tag) ? [tag] : [tag, normalizeName(tag)]);
}
