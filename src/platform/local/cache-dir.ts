import { mkdirSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** Prints one line of progress. */
export type PrintLine = (line: string) => void;

/** Returns the product's folder in the user's cache folder. Its content can be downloaded or built again. */
export function getCacheDir(env: NodeJS.ProcessEnv = process.env): string {
  if (env.XDG_CACHE_HOME) return join(resolve(env.XDG_CACHE_HOME), 'holdfast');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'holdfast');
  if (process.platform === 'win32' && env.LOCALAPPDATA) return join(env.LOCALAPPDATA, 'holdfast');
  return join(homedir(), '.cache', 'holdfast');
}

/** User and group ids of a process. */
export interface ProcessUser {
  readonly uid: number;
  readonly gid: number;
}

/** Returns whether `user` can traverse the folder and all its parents. Missing folders count as traversable. */
export function isTraversableBy(folder: string, user: ProcessUser): boolean {
  for (let path = resolve(folder); ; path = dirname(path)) {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat) {
      const executeBit = stat.uid === user.uid ? 0o100 : stat.gid === user.gid ? 0o010 : 0o001;
      if ((stat.mode & executeBit) === 0) return false;
    }
    if (dirname(path) === path) return true;
  }
}

/** Returns a folder for temporary files that `user`, or any user, can access. */
export function getTempDir(user: ProcessUser | undefined): string {
  if (!user) return tmpdir();
  return [tmpdir(), '/var/tmp', '/tmp'].find((folder) => isTraversableBy(folder, user)) ?? tmpdir();
}

/** Creates the folder and its parents, readable by everyone regardless of the umask. Returns it. */
export function createSharedDir(folder: string): string {
  const previousMask = process.umask(0o022);
  try {
    mkdirSync(folder, { recursive: true });
  } finally {
    process.umask(previousMask);
  }
  return folder;
}
