import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../src/platform/config.ts';
import type { Db } from '../src/platform/db/client.ts';
import type { ModelCatalogue } from '../src/platform/models/catalogue.ts';
import type { RunStarter } from '../src/platform/temporal/starter.ts';
import type { Watcher } from '../src/platform/watcher.ts';

/** What the API stands on, built once per process. */
export interface ApiContext {
  readonly config: Config;
  readonly db: Db;
  readonly models: ModelCatalogue;
  readonly temporal: RunStarter;
  readonly watcher: Watcher;
  readonly log: FastifyBaseLogger;
}
