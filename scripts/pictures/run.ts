/**
 * `npm run console:pictures`: starts the product with data of a shop, and writes pictures of its console to
 * docs/pictures. With `--keep`, the product then runs until Ctrl-C.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readDevFile } from '../../src/platform/local/dev-file.ts';
import { findFreePort } from '../../src/platform/local/ports.ts';
import { type Stack, startStack } from '../../src/platform/local/supervisor.ts';
import { takePictures } from './pictures.ts';
import { MODEL, seedProject } from './seed.ts';
import { type PictureServices, startServices } from './services.ts';

const FOLDER = new URL('../../docs/pictures/', import.meta.url).pathname;

const stopped = once(process, 'SIGINT');
const dataDir = mkdtempSync(join(tmpdir(), 'holdfast-pictures-'));
const services = await startServices();
const stack = startStack({ env: await createSettings(services), log: () => {} });
try {
  await Promise.race([writePictures(stack, services), stopped]);
} finally {
  await stack.stop();
  await services[Symbol.asyncDispose]();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit();

async function writePictures({ ready }: Stack, { shopUrl }: PictureServices): Promise<void> {
  const { config, databaseUrl } = await ready;
  const dev = readDevFile(dataDir);
  const ids = await seedProject(dev, shopUrl, databaseUrl);
  await takePictures(config.publicUrl, dev, ids, FOLDER);
  if (!process.argv.includes('--keep')) return;
  process.stdout.write(`${config.publicUrl}: ${dev.user_email}, password ${dev.user_password}\n`);
  await stopped;
}

async function createSettings({ modelUrl }: PictureServices): Promise<NodeJS.ProcessEnv> {
  const MODELS_FILE = join(dataDir, 'models.yaml');
  writeFileSync(MODELS_FILE, toModelsFile(modelUrl));
  const names = ['PORT', 'EMBEDDED_POSTGRES_PORT', 'TEMPORAL_PORT', 'TEMPORAL_UI_PORT'];
  const ports = await Promise.all(names.map(async (name) => [name, String(await findFreePort())]));
  const settings = { MODELS_FILE, DATA_DIR: dataDir, ALLOW_PRIVATE_ADDRESSES: '127.0.0.1', PICTURE_KEY: 'none' };
  return { ...process.env, ...Object.fromEntries(ports), ...settings };
}

function toModelsFile(url: string): string {
  const format = (name: string, input: number, output: number) =>
    `  - { name: ${name}, provider: openai-compatible, vendor: atlas, base_url: '${url}/v1', api_key_env: PICTURE_KEY, supports_tools: true, supports_vision: true, context_window: 200000, input_price: '${input}', output_price: '${output}' }\n`;
  return `models:\n${format(MODEL, 3000, 15000)}${format('atlas-small', 400, 2000)}`;
}
