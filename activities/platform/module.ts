import { vacuumEmbeddedTables } from '../../src/platform/db/embedded-tables.ts';
import { deleteExpiredKeys } from '../../src/platform/idempotency.ts';
import type { ActivityModule } from '../module.ts';

/** Maintenance jobs of the platform. */
export const platform: ActivityModule = {
  name: 'platform',
  maintenance: [
    { name: 'delete old idempotency keys', everyCycles: 10, run: ({ db }) => deleteExpiredKeys(db) },
    { name: 'vacuum the embedded database', everyCycles: 20, run: ({ db }) => vacuumEmbeddedTables(db) },
  ],
};
