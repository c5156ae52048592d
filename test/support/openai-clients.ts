import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const CACHE = new URL('../../node_modules/.cache/holdfast-test', import.meta.url).pathname;

const NPM_PACKAGES = ['ai@7.0.173', 'zod@4.6.7', '@langchain/core@1.4.0', '@langchain/openai@1.6.0'];
const PYTHON_PACKAGES = ['openai==3.57.0', 'openai-agents==0.24.0'];

/** Name of the Python on the PATH; undefined without one. */
export const PYTHON = ['python3', 'python'].find((name) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name))),
);

/** Creates a folder of the test cache once. An interrupted creation starts again. */
async function createOnce(name: string, create: (folder: string) => Promise<unknown>): Promise<string> {
  const folder = join(CACHE, name);
  if (existsSync(join(folder, '.complete'))) return folder;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await create(folder);
  await writeFile(join(folder, '.complete.new'), '');
  await rename(join(folder, '.complete.new'), join(folder, '.complete'));
  return folder;
}

/** Installs the npm packages of the clients into the test cache, and imports them. */
export async function importClients() {
  const folder = await createOnce('openai-npm', async (at) => {
    await writeFile(join(at, 'package.json'), '{"type": "module", "private": true}');
    await writeFile(
      join(at, 'clients.js'),
      "export * as ai from 'ai';\nexport { ChatOpenAI } from '@langchain/openai';\n",
    );
    await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...NPM_PACKAGES], { cwd: at });
  });
  return import(pathToFileURL(join(folder, 'clients.js')).href);
}

/** Installs the Python packages of the clients into a virtual environment of the test cache. Returns its Python. */
export async function installPythonClients(): Promise<string> {
  const folder = await createOnce('openai-python', async (at) => {
    await run(PYTHON ?? '', ['-m', 'venv', at]);
    await run(join(at, 'bin/python'), ['-m', 'pip', 'install', '--quiet', ...PYTHON_PACKAGES]);
  });
  return join(folder, 'bin/python');
}
