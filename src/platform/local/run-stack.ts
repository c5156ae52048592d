import { readFileSync } from 'node:fs';
import { SettingError } from '../config.ts';
import { getErrorMessage } from '../error-message.ts';
import { createLinePrinter } from './log-lines.ts';
import { INVALID_SETTING_EXIT_CODE } from './parent-watch.ts';
import { formatReadyMessage } from './ready-message.ts';
import { type Stack, type StackOptions, startStack } from './supervisor.ts';

/** npm forwards a Ctrl-C that the terminal has sent to us as well: signals within this time count as one. */
const SAME_SIGNAL_MS = 1000;
const LAUNCHER_CHECK_MS = 1000;
const SHELLS = new Set(['sh', 'dash', 'bash', 'ash']);

/**
 * Runs a stack in this process until it is stopped, then exits. The exit code is 0 after a stop, 78 for an invalid
 * setting, and 1 for any other failure. `startedAt` is the start time by `performance.now()`. `onStart` receives the
 * stack before it is ready.
 */
export async function runUntilStopped(
  startedAt: number,
  options: StackOptions = {},
  onStart?: (stack: Stack) => void,
): Promise<void> {
  const print = createLinePrinter('holdfast');
  // A closed terminal must not prevent a clean stop.
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
      print('killing the remaining processes');
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

/** A killed npm cannot forward a signal. Its child, or the shell between them, gets another parent. */
function watchLauncher(onGone: () => void): void {
  const launcher = getAncestry();
  setInterval(() => getAncestry() !== launcher && onGone(), LAUNCHER_CHECK_MS).unref();
}

/** Returns the id of the parent process and, if it is the shell of an npm script, of its parent. */
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
