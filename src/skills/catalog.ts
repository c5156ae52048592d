import { basename, resolve } from 'node:path';
import { sql } from 'kysely';
import type { NewFile } from '../files/queries.ts';
import type { FileSource } from '../files/reading.ts';
import { discardBlobs, stageBlob } from '../files/staging.ts';
import { SettingError } from '../platform/config.ts';
import type { Executor } from '../platform/db/client.ts';
import { sha256 } from '../platform/digest.ts';
import { newId } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import { getFileMediaType } from '../platform/media-type.ts';
import { listSkillFolders, readSkillFolder } from './format/disk.ts';
import type { SkillFolder } from './format/folder.ts';
import {
  addSkillRevision,
  deleteSkill,
  insertRevision,
  type SkillRow,
  toActiveFields,
  updateSkill,
} from './queries.ts';
import { computeRevisionDigest, parseFolder } from './rules.ts';

/** A folder of skills for the catalog. */
interface CatalogSource {
  /** Name in the catalog. */
  readonly name: string;
  readonly folder: string;
}

/** Source name of the product's own skills. */
const PRODUCT_SOURCE = 'holdfast';

/** Returns the sources of the catalog: the product's own skills, then the configured folders. */
export function listCatalogSources(own: string, folders: readonly string[]): CatalogSource[] {
  return [
    { name: PRODUCT_SOURCE, folder: own },
    ...folders.map((folder) => ({ name: basename(resolve(folder)), folder })),
  ];
}

/** A skill of a source. */
interface OfferedSkill {
  readonly catalog: string;
  readonly folder: SkillFolder;
}

/** A skill in the catalog. */
interface StoredSkill extends SkillRow {
  readonly digest: Buffer;
}

/**
 * Syncs the catalog with its sources: adds new skills, adds revisions of changed ones, and deletes missing ones.
 * Invalid folders are skipped and logged. Safe to run concurrently.
 */
export async function syncCatalog(store: FileSource, sources: readonly CatalogSource[], log: Log): Promise<void> {
  const offered = await readSources(sources, log);
  for (const skill of offered) await syncSkill(store, skill);
  const kept = offered.map(({ folder }) => folder.name);
  await store.db.transaction().execute(async (trx) => {
    await lockCatalog(trx);
    const { rows } = await sql<{ id: string }>`select id from skills
      where catalog is not null and deleted_at is null and not slug = any(${kept}::text[])`.execute(trx);
    for (const { id } of rows) await deleteSkill(trx, id);
  });
}

async function readSources(sources: readonly CatalogSource[], log: Log): Promise<OfferedSkill[]> {
  const offered = new Map<string, OfferedSkill>();
  for (const { name, folder } of sources) {
    for (const path of await listFolders(folder)) {
      try {
        const skill = await readSkillFolder(path);
        parseFolder(skill);
        const other = offered.get(skill.name);
        if (other === undefined) offered.set(skill.name, { catalog: name, folder: skill });
        else
          log.warn({ folder: path, source: other.catalog }, 'skipped a skill: another source has one of the same name');
      } catch (error) {
        log.warn({ folder: path, problem: (error as Error).message }, 'skipped a folder that is not a skill');
      }
    }
  }
  return [...offered.values()];
}

async function listFolders(folder: string): Promise<string[]> {
  try {
    return await listSkillFolders(folder);
  } catch (error) {
    throw new SettingError('SKILL_FOLDERS', `${folder} can't be read (${(error as Error).message})`);
  }
}

/** Syncs one skill of a source. Its files are stored only if needed. */
async function syncSkill({ db, blobs }: FileSource, offered: OfferedSkill): Promise<void> {
  const { assets } = offered.folder;
  const digests = Object.fromEntries(Object.entries(assets).map(([path, bytes]) => [path, sha256(bytes)]));
  if (isUpToDate(await findStoredSkill(db, offered.folder.name), offered, digests)) return;
  const files: NewFile[] = [];
  for (const [name, bytes] of Object.entries(assets)) {
    const blob = await stageBlob(blobs, { shared: 'catalog' }, [bytes]);
    files.push({ name, mediaType: getFileMediaType(blob.beginning, undefined), blob });
  }
  try {
    await db.transaction().execute(async (trx) => {
      await lockCatalog(trx);
      const present = await findStoredSkill(trx, offered.folder.name);
      if (!isUpToDate(present, offered, digests)) await store(trx, present, offered, files);
    });
  } finally {
    await discardBlobs(
      blobs,
      files.map(({ blob }) => blob),
    );
  }
}

async function store(
  trx: Executor,
  present: StoredSkill | undefined,
  offered: OfferedSkill,
  files: readonly NewFile[],
) {
  const { fields, revision } = parseFolder(offered.folder);
  const about = { ...fields, catalog: offered.catalog };
  if (present !== undefined) {
    const active = await addSkillRevision(trx, present, null, revision, files);
    await updateSkill(trx, present.id, { ...about, ...toActiveFields(active, revision) });
    return;
  }
  const id = newId();
  const revisionId = newId();
  const nobody = { org_id: null, project_id: null, created_by: null };
  await trx
    .insertInto('skills')
    .values({ ...about, ...nobody, id, ...toActiveFields(revisionId, revision) })
    .execute();
  const place = { id: revisionId, skillId: id, orgId: null, projectId: null, userId: null };
  await insertRevision(trx, place, revision, files);
}

/** The digest includes the front matter, so it needs no separate comparison. */
function isUpToDate(
  present: StoredSkill | undefined,
  { catalog, folder }: OfferedSkill,
  digests: Record<string, Buffer>,
) {
  return (
    present !== undefined &&
    present.catalog === catalog &&
    present.digest.equals(computeRevisionDigest(parseFolder(folder).revision, digests))
  );
}

async function findStoredSkill(db: Executor, slug: string): Promise<StoredSkill | undefined> {
  const { rows } =
    await sql<StoredSkill>`select s.*, r.digest from skills s join skill_revisions r on r.id = s.active_revision_id
    where s.catalog is not null and s.deleted_at is null and s.slug = ${slug}`.execute(db);
  return rows[0];
}

/** Held until the end of the transaction. */
async function lockCatalog(trx: Executor): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('holdfast skill catalog'))`.execute(trx);
}
