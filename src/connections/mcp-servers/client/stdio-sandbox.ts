import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** What stands between a server and the machine: namespaces of its own, or nothing but an environment of its own. */
export type SandboxKind = 'namespaces' | 'none';

/** What entering takes, done once with a program that does nothing. */
const UNSHARE_FLAGS = [
  '--user',
  '--map-root-user',
  '--mount',
  '--mount-proc',
  '--pid',
  '--ipc',
  '--fork',
  '--kill-child',
  '--',
];
const DROP_RIGHTS = ['setpriv', '--no-new-privs', '--bounding-set=-all', '--inh-caps=-all', '--', 'true'];

let cached: Promise<SandboxKind> | undefined;

/** What this machine offers, found out once: many containers permit no namespaces. */
export function getSandboxKind(): Promise<SandboxKind> {
  cached ??= detectSandboxKind();
  return cached;
}

async function detectSandboxKind(): Promise<SandboxKind> {
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', 'unshare', ...UNSHARE_FLAGS, ...DROP_RIGHTS], {
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
