import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const BUNDLE_SCRIPT = fileURLToPath(new URL('bundle-workflows.ts', import.meta.url));

/** The bundled workflows and their build. */
export interface WorkflowBundle {
  readonly codePath: string;
  /** Changes exactly if a workflow or a module that workflows may import changes. */
  readonly buildId: string;
}

/** Bundles the workflows, or returns the cached bundle of an earlier start. Bundling takes seconds. */
export async function loadWorkflowBundle(cacheDir: string): Promise<WorkflowBundle> {
  const buildId = await computeBuildId();
  const codePath = join(cacheDir, `workflows-${buildId}.js`);
  if (existsSync(codePath)) return { codePath, buildId };
  await mkdir(cacheDir, { recursive: true });
  // The rename ensures that a process that starts at the same time never reads a partial file.
  const temporaryPath = `${codePath}.${process.pid}`;
  // A separate process, since this one would keep the memory of the bundler.
  await promisify(execFile)(process.execPath, [BUNDLE_SCRIPT, temporaryPath]);
  await rename(temporaryPath, codePath);
  return { codePath, buildId };
}

/** Returns the build id: a short digest of all sources of the bundle. */
async function computeBuildId(): Promise<string> {
  const hash = createHash('sha256');
  const sdk = createRequire(import.meta.url)('@temporalio/workflow/package.json') as { version: string };
  hash.update(sdk.version);
  for (const folder of ['workflows', 'src']) {
    const names = await readdir(join(ROOT, folder), { recursive: true });
    const sources = names.filter((name) =>
      folder === 'workflows' ? name.endsWith('.ts') : name.endsWith('contract.ts'),
    );
    for (const name of sources.sort()) hash.update(name).update(await readFile(join(ROOT, folder, name)));
  }
  return hash.digest('hex').slice(0, 16);
}
