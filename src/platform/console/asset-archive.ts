import { copyFile, link, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

/** Days for which the assets of a build stay after the last process that served it was started. */
const RETENTION_DAYS = 30;
const DAY_MS = 86_400_000;

/** Where an installation keeps the assets of all builds that it served lately. */
export const getAssetArchive = (dataDir: string) => join(dataDir, 'console', 'assets');

/**
 * Keeps the assets of a build, so that a page of it that is still open finds what it loads later, after this build has made
 * room for the next one; and forgets those of builds that nobody has served for long. Their names tell their content, so
 * that what is there already need not be copied.
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

/** Copies, where a second name for the same file can't be had, under another name first: whoever finds it finds all of it. */
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
