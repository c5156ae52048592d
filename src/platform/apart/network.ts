import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** What runs a program in a namespace of its own that has no network, and the arguments before the program. */
export type NetworkCut = readonly [command: string, ...args: string[]];

/** Without any right over the machine: a namespace of users gives the right to a network of its own, which is empty. */
const NAMESPACES = ['--user', '--net'];

let known: { readonly cut: NetworkCut | null } | undefined;

/**
 * What cuts a process off the network by the system; null where the system has no such thing, or does not allow it (as in
 * most containers). Then only the modules of Node in each of its threads are without a network.
 */
export function networkCut(): NetworkCut | null {
  known ??= { cut: find() };
  return known.cut;
}

function find(): NetworkCut | null {
  if (process.platform !== 'linux') return null;
  const command = (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'unshare'))
    .find(isProgram);
  if (command === undefined) return null;
  const cut: NetworkCut = [command, ...NAMESPACES];
  const [, ...args] = cut;
  const tried = spawnSync(command, [...args, process.execPath, '--version'], { env: {}, stdio: 'ignore' });
  return tried.status === 0 ? cut : null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
