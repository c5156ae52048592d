import { type ChildProcess, spawn } from 'node:child_process';

/** Resumes the process when its input ends, which is when this process ends. */
const WATCH = 'read -r _; kill -CONT "$1"';

/**
 * Suspends a process, and returns how to resume it. It also resumes when this process ends: a suspended process does
 * not notice that its parent is gone, and would stay for good.
 */
export function freeze(child: ChildProcess): () => void {
  const watch = spawn('sh', ['-c', WATCH, 'sh', String(child.pid)], { stdio: ['pipe', 'ignore', 'ignore'] });
  child.once('exit', () => watch.kill());
  child.kill('SIGSTOP');
  return () => {
    child.kill('SIGCONT');
    watch.kill();
  };
}
