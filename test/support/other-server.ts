import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

/** Resolves once the server of a started program answers at an address. Throws if the program ends or stays silent. */
export async function waitForServer(url: string, program: ChildProcess, name: string): Promise<void> {
  const until = Date.now() + 100_000;
  while (!(await fetch(url).catch(() => undefined))) {
    if (program.exitCode !== null) throw new Error(`${name} ended with ${program.exitCode}`);
    if (Date.now() > until) throw new Error(`${name} does not answer`);
    await pause(50);
  }
}

/** Kills a started program. Resolves when it has ended. */
export async function killProgram(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  const ended = once(program, 'exit');
  program.kill('SIGKILL');
  await ended;
}
