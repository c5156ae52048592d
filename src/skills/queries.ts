import { type Selectable, sql } from 'kysely';
import { type FileRecord, filesColumn, insertFiles, type NewFile } from '../files/queries.ts';
import { type Executor, json, withUnique } from '../platform/db/client.ts';
import { type Page, type PageRequest, paginate, sortByNewest } from '../platform/db/pagination.ts';
import { toContainsPattern } from '../platform/db/patterns.ts';
import { newId, newIdAfter } from '../platform/ids.ts';
import type { Dependency } from './dependencies.ts';
import { skillErrors } from './errors.ts';
import { appendNumber, computeRevisionDigest, getTags, type SkillFields, type SkillRevisionFields } from './rules.ts';
import type { SkillRevisionsTable, SkillsTable } from './tables.ts';

export type SkillRow = Selectable<SkillsTable>;

/** A revision with its binary files. */
export interface SkillRevisionRow extends Selectable<SkillRevisionsTable> {
  readonly files: readonly FileRecord[];
}

/** Owner of a skill. */
interface SkillOwner {
  readonly orgId: string;
  readonly projectId: string;
  readonly userId: string | null;
}

/** Finds a live skill of the project itself. */
export function findSkill(db: Executor, projectId: string, id: string): Promise<SkillRow | undefined> {
  return selectLiveSkills(db).where('project_id', '=', projectId).where('id', '=', id).executeTakeFirst();
}

/** Locks a skill against edits until the transaction ends. */
export function lockSkill(trx: Executor, projectId: string, id: string): Promise<SkillRow | undefined> {
  return selectLiveSkills(trx)
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Finds a live skill of the project by slug and locks it like `lockSkill`. */
export function lockSkillBySlug(trx: Executor, projectId: string, slug: string): Promise<SkillRow | undefined> {
  return selectLiveSkills(trx)
    .where('project_id', '=', projectId)
    .where('slug', '=', slug)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Finds a live catalog skill. */
export function findCatalogSkill(db: Executor, id: string): Promise<SkillRow | undefined> {
  return selectLiveSkills(db).where('catalog', 'is not', null).where('id', '=', id).executeTakeFirst();
}

/** Lists live skills by ID, of the project or the catalog. */
export function listUsableSkills(db: Executor, projectId: string, ids: readonly string[]): Promise<SkillRow[]> {
  return filterByIds(selectLiveSkills(db), projectId, ids).execute();
}

/** Lists skills by ID like `listUsableSkills`, including deleted ones. */
export function listUsedSkills(db: Executor, projectId: string, ids: readonly string[]): Promise<SkillRow[]> {
  return filterByIds(db.selectFrom('skills').selectAll(), projectId, ids).execute();
}

/** Filters IDs of catalog skills, including deleted ones. */
export async function listCatalogSkillIds(db: Executor, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from skills
    where catalog is not null and id = any(${[...ids]}::uuid[])`.execute(db);
  return rows.map(({ id }) => id);
}

/** Loads the skill IDs of revisions. */
export async function loadSkillIds(db: Executor, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; skill_id: string }>`select id, skill_id from skill_revisions
    where id = any(${[...ids]}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, skill_id }) => [id, skill_id]));
}

/** Loads the dependencies of revisions. */
export async function loadDependencies(
  db: Executor,
  ids: readonly string[],
): Promise<Map<string, readonly Dependency[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('skill_revisions').select(['id', 'capabilities']).where('id', 'in', ids).execute();
  const whole = (dependency: Dependency) => ({ ...dependency, required: dependency.required ?? true });
  return new Map(rows.map(({ id, capabilities }) => [id, capabilities.dependencies.map(whole)]));
}

/** Creates a skill with its first revision active. Use it in a transaction. Throws a 409 if the slug is taken. */
export async function createSkill(
  trx: Executor,
  owner: SkillOwner,
  fields: SkillFields,
  revision: SkillRevisionFields,
  files: readonly NewFile[],
): Promise<SkillRow> {
  const id = newId();
  const revisionId = newId();
  const place = { org_id: owner.orgId, project_id: owner.projectId, catalog: null, created_by: owner.userId };
  const row = await withUnique(
    'skills_slug',
    () => skillErrors.alreadyExists(fields.slug),
    () =>
      trx
        .insertInto('skills')
        .values({ ...fields, ...place, id, ...toActiveFields(revisionId, revision) })
        .returningAll()
        .executeTakeFirstOrThrow(),
  );
  await insertRevision(trx, { id: revisionId, skillId: id, ...owner }, revision, files);
  return row;
}

/** Returns the columns of a skill that copy its active revision. */
export function toActiveFields(id: string, { skill_metadata }: Pick<SkillRevisionFields, 'skill_metadata'>) {
  return { active_revision_id: id, tags: getTags(skill_metadata) };
}

/**
 * Finds a free slug of the project, close to the given one. Concurrent callers can get the same one: one then fails.
 */
export async function findFreeSlug(db: Executor, projectId: string, preferred: string): Promise<string> {
  const taken = await selectLiveSkills(db).where('project_id', '=', projectId).select('slug').execute();
  const slugs = new Set(taken.map(({ slug }) => slug));
  for (let number = 2, slug = preferred; ; number++) {
    if (!slugs.has(slug)) return slug;
    slug = appendNumber(preferred, number);
  }
}

/** Adds a revision to a locked skill and returns its ID. */
export async function addSkillRevision(
  trx: Executor,
  skill: SkillRow,
  userId: string | null,
  revision: SkillRevisionFields,
  files: readonly NewFile[],
): Promise<string> {
  const newest = await trx
    .selectFrom('skill_revisions')
    .select('id')
    .where('skill_id', '=', skill.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const id = newest === undefined ? newId() : newIdAfter(newest.id);
  const place = { orgId: skill.org_id, projectId: skill.project_id, userId };
  await insertRevision(trx, { id, skillId: skill.id, ...place }, revision, files);
  return id;
}

/** Scope of a new revision. */
interface RevisionPlace {
  readonly id: string;
  readonly skillId: string;
  readonly orgId: string | null;
  readonly projectId: string | null;
  readonly userId: string | null;
}

/** Inserts a revision with its files. */
export async function insertRevision(
  trx: Executor,
  { id, skillId, orgId, projectId, userId }: RevisionPlace,
  revision: SkillRevisionFields,
  files: readonly NewFile[],
): Promise<void> {
  const digests = Object.fromEntries(files.map((file) => [file.name, file.blob.sha256]));
  await trx
    .insertInto('skill_revisions')
    .values({
      ...revision,
      id,
      skill_id: skillId,
      reference_docs: json(revision.reference_docs),
      skill_metadata: json(revision.skill_metadata),
      capabilities: json(revision.capabilities),
      digest: computeRevisionDigest(revision, digests),
      created_by: userId,
    })
    .execute();
  await insertFiles(trx, { type: 'skill_revision', id, orgId, projectId }, files);
}

/** Updates a locked skill. Throws a 409 if the new slug is taken. */
export async function updateSkill(
  trx: Executor,
  id: string,
  fields: Partial<SkillFields & { readonly active_revision_id: string; readonly tags: string[] }>,
): Promise<SkillRow> {
  return await withUnique(
    'skills_slug',
    () => skillErrors.alreadyExists(fields.slug ?? ''),
    () =>
      trx
        .updateTable('skills')
        .set({ ...fields, modified: sql<Date>`now()` })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow(),
  );
}

/** Deletes a skill. Its row stays for runs that used it. */
export async function deleteSkill(trx: Executor, id: string): Promise<void> {
  await trx.updateTable('skills').set({ deleted_at: sql<Date>`now()` }).where('id', '=', id).execute();
}

/** Filters of a list of skills. */
interface SkillFilter {
  /** Part of the slug, name or description. */
  readonly search?: string | undefined;
  /** Source of the catalog. */
  readonly catalog?: string | undefined;
  /** Tags that it must all have. */
  readonly tags?: readonly string[] | undefined;
}

/** Lists skills of a project, of the catalog, or both, newest first. */
export function listSkills(
  db: Executor,
  from: { readonly projectId?: string; readonly catalog: boolean },
  filter: SkillFilter,
  page: PageRequest,
): Promise<Page<SkillRow>> {
  const { projectId = null } = from;
  const own = sql<boolean>`project_id = ${projectId}`;
  const shared = sql<boolean>`catalog is not null`;
  let rows = selectLiveSkills(db).where(
    projectId === null ? shared : from.catalog ? sql<boolean>`(${own} or ${shared})` : own,
  );
  if (filter.catalog !== undefined) rows = rows.where('catalog', '=', filter.catalog);
  if (filter.tags !== undefined && filter.tags.length > 0)
    rows = rows.where(sql<boolean>`tags @> ${[...filter.tags]}::text[]`);
  if (filter.search !== undefined) {
    const pattern = toContainsPattern(filter.search);
    rows = rows.where((eb) =>
      eb.or([eb('slug', 'ilike', pattern), eb('display_name', 'ilike', pattern), eb('description', 'ilike', pattern)]),
    );
  }
  return paginate(rows, sortByNewest('id'), page);
}

/** Number of catalog skills by source or tag. */
export interface SkillCount {
  readonly name: string;
  readonly skill_count: number;
}

/** Lists the sources of the catalog by name. */
export async function listSources(db: Executor): Promise<SkillCount[]> {
  const { rows } = await sql<SkillCount>`select catalog as name, count(*)::int as skill_count from skills
    where catalog is not null and deleted_at is null group by catalog order by catalog`.execute(db);
  return rows;
}

/** Lists the tags of catalog skills by name. */
export function listCatalogTags(db: Executor, page: PageRequest): Promise<Page<SkillCount>> {
  const counted = sql<SkillCount>`(select tag as name, count(*)::int as skill_count from skills, unnest(tags) as tag
    where catalog is not null and deleted_at is null group by tag)`;
  const rows = db.selectFrom(counted.as('counted')).selectAll();
  return paginate(rows, [{ column: 'name', type: 'text', order: 'asc' }], page);
}

/** Lists all revisions of a skill, newest first. */
export function listSkillRevisions(db: Executor, skillId: string): Promise<SkillRevisionRow[]> {
  return selectRevisions(db).where('r.skill_id', '=', skillId).orderBy('r.id', 'desc').execute();
}

/** Finds a revision of a skill by ID. */
export function findSkillRevision(db: Executor, id: string): Promise<SkillRevisionRow | undefined> {
  return selectRevisions(db).where('r.id', '=', id).executeTakeFirst();
}

function selectRevisions(db: Executor) {
  return db
    .selectFrom('skill_revisions as r')
    .selectAll('r')
    .select(filesColumn(sql.ref('r.id')).as('files'));
}

function filterByIds(skills: ReturnType<typeof selectLiveSkills>, projectId: string, ids: readonly string[]) {
  return skills
    .where(sql<boolean>`(project_id = ${projectId} or catalog is not null)`)
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`);
}

function selectLiveSkills(db: Executor) {
  return db.selectFrom('skills').selectAll().where('deleted_at', 'is', null);
}
