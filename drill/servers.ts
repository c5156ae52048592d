import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createDatabase,
  createTemporal,
  type Environment,
  ProductProcess,
  toStackSettings,
  waitForApi,
  waitForServe,
  waitForWorker,
} from '../src/platform/local/launch.ts';
import { findFreePort } from '../src/platform/local/ports.ts';
import { loadWorkflowBundle } from '../src/platform/temporal/bundle.ts';
import { findEntry, type ProductEntry } from '../test/support/product-bundle.ts';
import { MODEL_KEY, modelsYaml, shareWorkflowBundles } from '../test/support/stack.ts';
import type { DrillOptions } from './options.ts';
import { DEFAULT_MODEL, MODELS } from './speeds.ts';
import { Victim } from './victim.ts';

const NAMESPACE = 'default';

/** The running product as processes that can be killed. */
export interface Servers {
  readonly databaseUrl: string;
  /** Settings of the product's processes. */
  readonly settings: Environment;
  /** Base addresses of the API processes. */
  readonly apis: readonly string[];
  readonly victims: readonly Victim[];
  /** Starts the API processes and the workers. Requires a migrated database. */
  startProduct(): Promise<void>;
  /** Stops everything and deletes the servers' files. */
  stop(): Promise<void>;
}

/** Starts the database and Temporal in a folder for data and logs. Calls `say` during long steps. */
export async function startServers(
  folder: string,
  options: Pick<DrillOptions, 'database' | 'serve'> & Partial<Pick<DrillOptions, 'mutant'>>,
  modelUrl: string,
  say: (line: string) => void,
): Promise<Servers> {
  const database = await createDatabase(options.database, folder, say);
  const postgres = new Victim('postgres', 'postgres', database.launch);
  const server = await createTemporal(folder, NAMESPACE, say);
  const temporal = new Victim('temporal', 'temporal', server.launch);
  await Promise.all([postgres.start(), temporal.start()]);
  const env = productEnv(folder, modelUrl, database.url, server.address, options);
  const ports = [await findFreePort(), await findFreePort()];
  const first = [postgres, temporal];
  const preloads = toPreloads(options.mutant);
  const product = ports.flatMap((port, n) =>
    options.serve
      ? [serveProcess(folder, `serve-${n + 1}`, port, env, preloads)]
      : [apiProcess(folder, `api-${n + 1}`, port, env), workerProcess(folder, `worker-${n + 1}`, env, preloads)],
  );
  return {
    databaseUrl: database.url,
    settings: env,
    apis: ports.map((port) => `http://127.0.0.1:${port}`),
    victims: [...product, ...first],
    async startProduct() {
      // Once for both workers.
      await loadWorkflowBundle(join(folder, 'data', 'cache'));
      await Promise.all(product.map((victim) => victim.start()));
    },
    async stop() {
      await Promise.all(product.map((victim) => victim.stop()));
      await Promise.all(first.map((victim) => victim.stop()));
      database.remove();
    },
  };
}

function productEnv(
  folder: string,
  modelUrl: string,
  databaseUrl: string,
  address: string,
  options: Pick<DrillOptions, 'database'>,
) {
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  shareWorkflowBundles(dataDir);
  const modelsFile = join(folder, 'models.yaml');
  writeFileSync(
    modelsFile,
    modelsYaml(
      modelUrl,
      MODELS.filter((name) => name !== DEFAULT_MODEL),
    ),
  );
  return {
    ...toStackSettings({ databaseUrl, temporalAddress: address, namespace: NAMESPACE, dataDir }),
    // The embedded database supports 40 connections for four processes and the audit.
    DATABASE_POOL_SIZE: options.database === 'native' ? '10' : '6',
    TASK_QUEUE_PREFIX: 'drill',
    MODELS_FILE: modelsFile,
    TEST_MODEL_KEY: MODEL_KEY,
    ALLOW_PRIVATE_ADDRESSES: '127.0.0.1',
    RATE_LIMIT: '0',
    STREAMS_PER_CREDENTIAL: '0',
    STREAMS_PER_PROJECT: '0',
    HOOK_RATE_LIMIT: '0',
    // Lost workflows must not delay the drill by half a minute each.
    RECONCILE_SECONDS: '5',
  };
}

function apiProcess(folder: string, name: string, port: number, env: Environment): Victim {
  return new Victim(name, 'api', () => {
    const settings = { ...env, PORT: String(port), LOG_LEVEL: 'warn' };
    return waitForApi(
      new ProductProcess(findEntry('api/server.ts'), settings, join(folder, `${name}.log`)),
      `http://127.0.0.1:${port}`,
    );
  });
}

/** Arguments of Node that make a process load a mutant. */
function toPreloads(mutant: DrillOptions['mutant']): string[] {
  return mutant === undefined ? [] : ['--import', new URL(`mutants/${mutant}.ts`, import.meta.url).href];
}

/** Returns the file that starts a process. A mutant replaces a part of the sources. */
const findProgram = (entry: ProductEntry, preloads: readonly string[]) =>
  preloads.length > 0 ? entry : findEntry(entry);

function serveProcess(folder: string, name: string, port: number, env: Environment, preloads: string[]): Victim {
  return new Victim(name, 'serve', () => {
    const settings = { ...env, PORT: String(port), LOG_LEVEL: 'info' };
    return waitForServe(
      new ProductProcess(
        findProgram('scripts/serve.ts', preloads),
        settings,
        join(folder, `${name}.log`),
        [],
        preloads,
      ),
      `http://127.0.0.1:${port}`,
    );
  });
}

function workerProcess(folder: string, name: string, env: Environment, preloads: string[]): Victim {
  return new Victim(name, 'worker', () => {
    const settings = { ...env, LOG_LEVEL: 'info' };
    const log = join(folder, `${name}.log`);
    return waitForWorker(
      new ProductProcess(findProgram('activities/worker.ts', preloads), settings, log, [], preloads),
    );
  });
}
