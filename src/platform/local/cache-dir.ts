import { mkdirSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** Prints one line of progress. */
export type PrintLine = (line: string) => void;

/** The product's folder below the user's cache folder; what lies there can be fetched or built again. */
export function getCacheDir(env: NodeJS.ProcessEnv = process.env): string {
  if (env.XDG_CACHE_HOME) return join(resolve(env.XDG_CACHE_HOME), 'holdfast');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'holdfast');
  if (process.platform === 'win32' && env.LOCALAPPDATA) return join(env.LOCALAPPDATA, 'holdfast');
  return join(homedir(), '.cache', 'holdfast');
}

/** A user that a process is started as; both numbers as in the system's user database. */
export interface ProcessUser {
  readonly uid: number;
  readonly gid: number;
}

/** Whether `user` can pass through the folder and all above it. Folders that do not exist yet count as passable. */
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

/** A folder for temporary files that `user` can reach (any user when left out). */
export function getTempDir(user: ProcessUser | undefined): string {
  if (!user) return tmpdir();
  return [tmpdir(), '/var/tmp', '/tmp'].find((folder) => isTraversableBy(folder, user)) ?? tmpdir();
}

/** Makes the folder and those above it, readable by everyone, whatever the process's umask says. Returns it. */
export function createSharedDir(folder: string): string {
  const previousMask = process.umask(0o022);
  try {
    mkdirSync(folder, { recursive: true });
  } finally {
    process.umask(previousMask);
  }
  return folder;
}
