import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { getBaseEnvironment } from '../../src/platform/local/launch.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Runs a program and resolves with its output. Rejects with both if its exit code is not 0. */
export const runProgram = promisify(execFile);

/** Exit code and output of a command. */
export interface CommandEnd {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A running command. */
interface Command {
  readonly ended: Promise<CommandEnd>;
  /** Kills it, as a crash would. */
  kill(): void;
}

/** Runs a script of the product with only these settings. `input` is its stdin. */
export function runCommand(
  entry: string,
  args: readonly string[],
  settings: Record<string, string>,
  input?: string,
): Promise<CommandEnd> {
  return startCommand(entry, args, settings, input).ended;
}

/** Starts a script of the product with only these settings. */
export function startCommand(
  entry: string,
  args: readonly string[],
  settings: Record<string, string>,
  input = '',
): Command {
  const child = spawn(process.execPath, [entry, ...args], {
    cwd: ROOT,
    env: { ...getBaseEnvironment(), ...settings },
    stdio: 'pipe',
  });
  // A command may exit before it reads.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const end = async () => {
    const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
    return { code: code as number | null, stdout, stderr };
  };
  return { ended: end(), kill: () => child.kill('SIGKILL') };
}
