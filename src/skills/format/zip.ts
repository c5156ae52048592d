import { buffer } from 'node:stream/consumers';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { ZipFile as NewZip } from 'yazl';
import { skillFailures } from '../problems.ts';
import type { FolderFile } from './folder.ts';
import { SKILL_LIMITS, SkillError } from './limits.ts';
import { findPathProblem, isIgnored, toPathError } from './paths.ts';

/** Archives have entries for folders besides those for files. */
const MAX_ENTRIES = 2 * SKILL_LIMITS.files;
const FILE_TYPE = 0o170000;
const REGULAR = 0o100000;
/** Fixed, so archives of the same files are identical. */
const ENTRY_TIME = new Date(1980, 0, 1);

/**
 * Unpacks an archive. Throws a SkillError if it is broken, hostile or too large. Unpacks no more than a skill can have.
 */
export async function unzip(archive: Buffer): Promise<FolderFile[]> {
  const zip = await openArchive(archive);
  try {
    if (zip.entryCount > MAX_ENTRIES)
      throw new SkillError(skillFailures.skill_archive_too_many_entries({ limit: MAX_ENTRIES }));
    const files: FolderFile[] = [];
    let left: number = SKILL_LIMITS.bytes;
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/') || isIgnored(entry.fileName)) continue;
      assertValidEntry(entry, left);
      const bytes = await buffer(await zip.openReadStreamPromise(entry));
      left -= bytes.length;
      files.push({ path: entry.fileName, bytes });
    }
    return files;
  } catch (error) {
    if (error instanceof SkillError) throw error;
    throw new SkillError(skillFailures.skill_archive_not_readable({ cause: (error as Error).message }));
  } finally {
    zip.close();
  }
}

async function openArchive(archive: Buffer): Promise<ZipFile> {
  try {
    return await fromBufferPromise(archive, { lazyEntries: true, strictFileNames: true, validateEntrySizes: true });
  } catch (error) {
    throw new SkillError(skillFailures.skill_archive_invalid({ cause: (error as Error).message }));
  }
}

function assertValidEntry(entry: Entry, left: number): void {
  const { fileName, uncompressedSize } = entry;
  const type = (entry.externalFileAttributes >>> 16) & FILE_TYPE;
  const problem = findPathProblem(fileName);
  if (problem !== undefined) throw toPathError(fileName, problem);
  const path = JSON.stringify(fileName.slice(0, 100));
  if (type !== 0 && type !== REGULAR) throw new SkillError(skillFailures.skill_folder_link({ path }), fileName);
  if (entry.isEncrypted()) throw new SkillError(skillFailures.skill_archive_encrypted({ path }), fileName);
  if (uncompressedSize > left)
    throw new SkillError(skillFailures.skill_folder_too_large({ limit: SKILL_LIMITS.bytes }));
}

/** Packs files in an archive with one folder. */
export async function zip(folder: string, files: readonly FolderFile[]): Promise<Buffer> {
  const archive = new NewZip();
  for (const { path, bytes } of files)
    archive.addBuffer(bytes, `${folder}/${path}`, { mtime: ENTRY_TIME, forceDosTimestamp: true, mode: 0o100644 });
  archive.end();
  return await buffer(archive.outputStream);
}
