/**
 * A process that runs one external program and never outlives its own parent. When stdin closes, or on SIGTERM, it
 * stops the program, and kills it after a grace period. Started by `spawnGuarded`.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { GuardSpec } from './processes.ts';

const spec = JSON.parse(process.argv[2] ?? '') as GuardSpec;
const child = spawn(spec.command, spec.args, {
  stdio: ['ignore', 'inherit', 'inherit'],
  cwd: spec.cwd,
  uid: spec.runAs?.uid,
  gid: spec.runAs?.gid,
});

let isStopping = false;
function stop(): void {
  if (isStopping) return;
  isStopping = true;
  child.kill(spec.stopSignal);
  setTimeout(() => child.kill('SIGKILL'), spec.graceMs).unref();
}

child.once('error', (error) => {
  process.stderr.write(`${spec.command} can't be started: ${error.message}\n`);
  process.exit(127);
});
child.once('exit', (code, signal) => {
  process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0));
});
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop);
for (const event of ['end', 'close', 'error']) process.stdin.on(event, stop);
process.stdin.resume();
