import { copyFile, link, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

/** Days that assets of a build stay after the last start of a process that served it. */
const RETENTION_DAYS = 30;
const DAY_MS = 86_400_000;

/** Folder with the assets of all recently served builds. */
export const getAssetArchive = (dataDir: string) => join(dataDir, 'console', 'assets');

/**
 * Stores the assets of a build, so that its open pages can load them after the next deployment. Deletes assets that no
 * process has served for long. Their names contain content hashes, so that existing files are not copied.
 */
export async function archiveAssets(build: string, archive: string): Promise<void> {
  const assets = join(build, 'assets');
  await mkdir(archive, { recursive: true, mode: 0o700 });
  const now = new Date();
  for (const name of await readdir(assets)) {
    const target = join(archive, name);
    if (!(await exists(target))) await copyAtomically(join(assets, name), target);
    await utimes(target, now, now);
  }
  const cutoffMs = now.getTime() - RETENTION_DAYS * DAY_MS;
  for (const name of await readdir(archive)) {
    const file = join(archive, name);
    const { mtimeMs } = await stat(file);
    if (mtimeMs < cutoffMs) await rm(file, { force: true });
  }
}

/** Links or copies a file under a temporary name and renames it, so that readers never see a part of it. */
async function copyAtomically(from: string, to: string): Promise<void> {
  const temporary = `${to}.${process.pid}.part`;
  await rm(temporary, { force: true });
  await link(from, temporary).catch(() => copyFile(from, temporary));
  await rename(temporary, to);
}

function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
