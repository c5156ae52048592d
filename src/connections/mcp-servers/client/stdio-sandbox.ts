import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** What stands between a server and the machine: namespaces of its own, or nothing but an environment of its own. */
export type SandboxKind = 'namespaces' | 'none';

/** What entering takes, done once with a program that does nothing. */
const TRY = ['--user', '--map-root-user', '--mount', '--mount-proc', '--pid', '--ipc', '--fork', '--kill-child', '--'];
const DROP = ['setpriv', '--no-new-privs', '--bounding-set=-all', '--inh-caps=-all', '--', 'true'];

let known: Promise<SandboxKind> | undefined;

/** What this machine offers, found out once: many containers permit no namespaces. */
export function sandboxKind(): Promise<SandboxKind> {
  known ??= tried();
  return known;
}

async function tried(): Promise<SandboxKind> {
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', 'unshare', ...TRY, ...DROP], {
    env: { PATH: process.env.PATH },
    stdio: 'ignore',
  });
  try {
    const [code] = await once(child, 'exit');
    return code === 0 ? 'namespaces' : 'none';
  } catch {
    return 'none';
  }
}
