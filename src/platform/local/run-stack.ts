import { readFileSync } from 'node:fs';
import { SettingError } from '../config.ts';
import { createLinePrinter } from './log-lines.ts';
import { INVALID_SETTING_EXIT_CODE } from './parent-watch.ts';
import { formatReadyMessage } from './ready-message.ts';
import { type Stack, type StackOptions, startStack } from './supervisor.ts';

/** npm passes on a Ctrl-C that the terminal has sent to us as well: signals this close together are one. */
const SAME_SIGNAL_MS = 1000;
const LAUNCHER_CHECK_MS = 1000;
const SHELLS = new Set(['sh', 'dash', 'bash', 'ash']);

/**
 * Runs a stack in this process until it is told to stop, and exits: 0 after a stop, 78 for a wrong setting, 1 for any
 * other failure. `began` is when the start began, in milliseconds of `performance.now()`; `onStart` gets the stack
 * while it is still coming up.
 */
export async function runUntilStopped(
  startedAt: number,
  options: StackOptions = {},
  onStart?: (stack: Stack) => void,
): Promise<void> {
  const print = createLinePrinter('holdfast');
  // A terminal that went away must not keep the processes from being stopped.
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
  print('starting; Ctrl-C stops everything');
  const stack = startStack(options);
  stopOnSignals(stack, print);
  onStart?.(stack);
  try {
    const addresses = await stack.ready;
    process.stdout.write(`\n${await formatReadyMessage(addresses, performance.now() - startedAt)}\n`);
  } catch (error) {
    if (isStopping) return;
    isStopping = true;
    await stack.stop();
    process.stderr.write(`${error instanceof SettingError ? error.message : getErrorMessage(error)}\n`);
    process.exit(error instanceof SettingError ? INVALID_SETTING_EXIT_CODE : 1);
  }
}

let isStopping = false;

function stopOnSignals(stack: Stack, print: (line: string) => void): void {
  let stoppedAt = 0;
  const stop = async (reason: string) => {
    if (isStopping) {
      if (performance.now() - stoppedAt < SAME_SIGNAL_MS) return;
      print('killing what still runs');
      await stack.kill();
      process.exit(1);
    }
    isStopping = true;
    stoppedAt = performance.now();
    print(`stopping (${reason}); Ctrl-C again kills`);
    await stack.stop();
    print('stopped');
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(signal));
  if (process.env.npm_lifecycle_event) watchLauncher(() => void (isStopping || stop('npm is gone')));
}

/**
 * npm that is killed can't pass anything on; what it started finds itself, or the shell between the two, with another
 * parent.
 */
function watchLauncher(onGone: () => void): void {
  const launcher = getAncestry();
  setInterval(() => getAncestry() !== launcher && onGone(), LAUNCHER_CHECK_MS).unref();
}

/** Process ids of our parent and, where the parent is the shell that npm runs scripts with, of the shell's parent. */
function getAncestry(): string {
  const parent = process.ppid;
  try {
    const [, name = '', , grandparent] =
      /^\d+ \((.*)\) (\S) (\d+)/.exec(readFileSync(`/proc/${parent}/stat`, 'utf8')) ?? [];
    return SHELLS.has(name) ? `${parent} ${grandparent}` : String(parent);
  } catch {
    return String(parent);
  }
}

function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
