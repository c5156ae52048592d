import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { getBaseEnvironment } from '../../src/platform/local/launch.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** How a command ended and what it said. */
export interface CommandEnd {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command under way. */
export interface Command {
  readonly ended: Promise<CommandEnd>;
  /** Ends it as a crash would. */
  kill(): void;
}

/** Runs one of the product's scripts to its end, with these settings and no others. `input` is what it reads from stdin. */
export function runCommand(
  entry: string,
  args: readonly string[],
  settings: Record<string, string>,
  input?: string,
): Promise<CommandEnd> {
  return startCommand(entry, args, settings, input).ended;
}

/** Starts one of the product's scripts, with these settings and no others. */
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
  // A command may end before it reads.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const end = async () => {
    const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
    return { code: code as number | null, stdout, stderr };
  };
  return { ended: end(), kill: () => child.kill('SIGKILL') };
}
