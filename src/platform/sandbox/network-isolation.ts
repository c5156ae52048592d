import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** What runs a program in a namespace of its own that has no network, and the arguments before the program. */
export type IsolationCommand = readonly [command: string, ...args: string[]];

/** Without any right over the machine: a namespace of users gives the right to a network of its own, which is empty. */
const NAMESPACES = ['--user', '--net'];

let cachedCommand: { readonly command: IsolationCommand | null } | undefined;

/**
 * What cuts a process off the network by the system; null where the system has no such thing, or does not allow it (as in
 * most containers). Then only the modules of Node in each of its threads are without a network.
 */
export function getIsolationCommand(): IsolationCommand | null {
  cachedCommand ??= { command: findIsolationCommand() };
  return cachedCommand.command;
}

function findIsolationCommand(): IsolationCommand | null {
  if (process.platform !== 'linux') return null;
  const program = (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'unshare'))
    .find(isExecutable);
  if (program === undefined) return null;
  const command: IsolationCommand = [program, ...NAMESPACES];
  const [, ...args] = command;
  const trial = spawnSync(program, [...args, process.execPath, '--version'], { env: {}, stdio: 'ignore' });
  return trial.status === 0 ? command : null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
