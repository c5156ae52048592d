import { buffer } from 'node:stream/consumers';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { ZipFile as NewZip } from 'yazl';
import { skillFailures } from '../problems.ts';
import type { FolderFile } from './folder.ts';
import { SKILL_LIMITS, SkillError } from './limits.ts';
import { findPathProblem, invalidPath, isIgnored } from './paths.ts';

/** Entries for folders stand beside those for files. */
const MAX_ENTRIES = 2 * SKILL_LIMITS.files;
const FILE_TYPE = 0o170000;
const REGULAR = 0o100000;
/** Archives of the same files are the same, whenever they are made. */
const ENTRY_TIME = new Date(1980, 0, 1);

/** Files of an archive. Throws a SkillProblem for one that is broken, hostile or too large; no more is unpacked than a skill may have. */
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
  if (problem !== undefined) throw invalidPath(fileName, problem);
  const path = JSON.stringify(fileName.slice(0, 100));
  if (type !== 0 && type !== REGULAR) throw new SkillError(skillFailures.skill_folder_link({ path }), fileName);
  if (entry.isEncrypted()) throw new SkillError(skillFailures.skill_archive_encrypted({ path }), fileName);
  if (uncompressedSize > left)
    throw new SkillError(skillFailures.skill_folder_too_large({ limit: SKILL_LIMITS.bytes }));
}

/** An archive of a folder of this name, which holds the files. */
export async function zip(folder: string, files: readonly FolderFile[]): Promise<Buffer> {
  const archive = new NewZip();
  for (const { path, bytes } of files)
    archive.addBuffer(bytes, `${folder}/${path}`, { mtime: ENTRY_TIME, forceDosTimestamp: true, mode: 0o100644 });
  archive.end();
  return await buffer(archive.outputStream);
}
