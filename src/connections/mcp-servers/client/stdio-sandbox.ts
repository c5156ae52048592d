import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Isolation of a server: Linux namespaces, or only a separate environment. */
export type SandboxKind = 'namespaces' | 'none';

/** Flags of a trial run that does nothing. */
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

/** Detects the supported isolation once. Many containers permit no namespaces. */
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
