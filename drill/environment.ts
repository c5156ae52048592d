import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Db, openDatabase } from '../src/platform/db/client.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { waitUntilReady } from '../src/platform/local/launch.ts';
import { startModelServer } from '../test/support/model-server.ts';
import type { DrillOptions } from './options.ts';
import { type Servers, startServers } from './servers.ts';
import type { Victim } from './victim.ts';

/** Environment of a drill: the running product, its database, and its model. */
interface DrillEnvironment {
  readonly servers: Servers;
  readonly db: Db;
  readonly modelUrl: string;
}

/** Common results of these drills. */
export interface EnvironmentResult {
  readonly victims: readonly Victim[];
  /** Folder of the logs; undefined if they were deleted. */
  readonly logs: string | undefined;
}

/** Runs a drill on its own servers. Keeps the logs after a violation or a failure, or with `--keep-logs`. */
export async function runInEnvironment<Result extends { readonly violations: readonly string[] }>(
  options: Pick<DrillOptions, 'database' | 'serve' | 'keepLogs'>,
  say: (line: string) => void,
  play: (stage: DrillEnvironment) => Promise<Result>,
): Promise<Result & EnvironmentResult> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-drill-'));
  const model = await startModelServer();
  let servers: Servers | undefined;
  let isClean = false;
  try {
    servers = await startServers(folder, options, model.url, say);
    const db = openDatabase(servers.databaseUrl, 2, () => undefined);
    await migrate(db);
    await servers.startProduct();
    await Promise.all(servers.apis.map(waitUntilReady));
    const result = await play({ servers, db, modelUrl: model.url });
    await db.destroy();
    isClean = result.violations.length === 0 && !options.keepLogs;
    return { ...result, victims: servers.victims, logs: isClean ? undefined : folder };
  } finally {
    await servers?.stop();
    await model.close();
    if (isClean) rmSync(folder, { recursive: true, force: true });
  }
}
