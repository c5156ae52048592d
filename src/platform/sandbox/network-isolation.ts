import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Command that runs a program in a namespace without network, with the arguments before the program. */
export type IsolationCommand = readonly [command: string, ...args: string[]];

/** Needs no privileges: a user namespace permits an empty network namespace. */
const NAMESPACES = ['--user', '--net'];

let cachedCommand: { readonly command: IsolationCommand | null } | undefined;

/**
 * Returns the system's command that isolates a process from the network, or null. Null if the system has none or
 * forbids it, as most containers do. Then only Node's modules in each thread block the network.
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
