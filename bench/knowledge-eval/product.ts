import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFoundation, type Foundation } from '../../src/bootstrap.ts';
import { loadConfig } from '../../src/platform/config.ts';
import { openDatabase } from '../../src/platform/db/client.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import {
  createDatabase,
  createTemporal,
  ProductProcess,
  toStackSettings,
  waitForWorker,
} from '../../src/platform/local/launch.ts';
import { openServices } from '../../src/services.ts';

/** Services that the evaluation uses. */
const SERVICES = ['db', 'blobs', 'temporal', 'log', 'config', 'models', 'embeddings', 'reranking', 'gateway'] as const;

const say = (line: string) => console.log(line);

/** A product without an API: a database, Temporal and a worker, in a folder that is deleted with it. */
export interface EvalProduct {
  readonly services: Awaited<ReturnType<typeof openServices<(typeof SERVICES)[number]>>>;
  readonly owner: Foundation;
}

/** Starts the product with the embedding settings of the environment. `opened` stops it. */
export async function openProduct(opened: AsyncDisposableStack): Promise<EvalProduct> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-eval-'));
  opened.defer(() => rmSync(folder, { recursive: true, force: true }));
  const database = await createDatabase('native', folder, say);
  const postgres = await database.launch();
  opened.defer(() => postgres.stop().then(database.remove));
  const owner = await prepare(database.url);
  const temporal = await createTemporal(folder, 'default', say);
  const server = await temporal.launch();
  opened.defer(() => server.stop());
  const env = {
    ...modelSettings(),
    ...toStackSettings({
      databaseUrl: database.url,
      temporalAddress: temporal.address,
      namespace: 'default',
      dataDir: folder,
    }),
    LOG_LEVEL: 'warn',
  };
  const worker = new ProductProcess('activities/worker.ts', { ...env, LOG_LEVEL: 'info' }, join(folder, 'worker.log'));
  opened.defer(() => worker.stop());
  await waitForWorker(worker);
  const services = opened.use(await openServices('command', SERVICES, loadConfig(env)));
  return { services, owner };
}

async function prepare(url: string): Promise<Foundation> {
  const db = openDatabase(url, 1, () => undefined);
  try {
    await migrate(db);
    return await createFoundation(db, {
      organization: 'Evaluation',
      project: 'Evaluation',
      email: 'evaluation@example.com',
      credits: '1000000',
    });
  } finally {
    await db.destroy();
  }
}

/** Returns the settings of the measured embedding model: the built-in one, unless the environment names another. */
function modelSettings(): Record<string, string> {
  const { EMBEDDING_MODEL, MODELS_FILE } = process.env;
  return {
    ...(EMBEDDING_MODEL === undefined ? {} : { EMBEDDING_MODEL }),
    ...(MODELS_FILE === undefined ? {} : { MODELS_FILE }),
  };
}
