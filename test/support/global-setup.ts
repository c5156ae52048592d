import type { TestProject } from 'vitest/node';
import { productCacheDir } from '../../src/platform/local/cache-dir.ts';
import { startNativePostgres } from '../../src/platform/local/native-postgres.ts';
import { findTemporal, startTemporal } from '../../src/platform/local/temporal.ts';
import { startModelServer } from './model-server.ts';
import { type Servers, Stack, type StackInfo } from './stack.ts';

declare module 'vitest' {
  interface ProvidedContext {
    servers: Servers;
    stack: StackInfo;
  }
}

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Brings up the servers and one stack that all test files share. Unit tests alone (HOLDFAST_UNIT=1) need none. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (process.env.HOLDFAST_UNIT === '1') return undefined;
  const binary = await findTemporal({ cli: process.env.TEMPORAL_CLI, cacheDir: productCacheDir(), say });
  const [postgres, temporal, models] = await Promise.all([
    startNativePostgres({ port: 0, fsync: false, settings: { max_connections: '300' }, say }),
    startTemporal({ binary, port: 0, namespace: 'default' }),
    startModelServer(),
  ]);
  const servers = { postgresUrl: postgres.url, temporalAddress: temporal.address, modelServerUrl: models.url };
  const stack = await Stack.create(servers, 'shared');
  stack.startWorker();
  await stack.startApi();
  await stack.ready();
  project.provide('servers', servers);
  project.provide('stack', stack.info);
  return async () => {
    await stack.stop();
    await models.close();
    await temporal.stop();
    await postgres.stop();
  };
}
