import { migrate } from '../src/platform/db/migrate.ts';
import { runProcess } from '../src/platform/process.ts';
import { openServices } from '../src/services.ts';

/** `npm run migrate`: migrates the database of DATABASE_URL to the schema of this build. */
await runProcess(
  async () => {
    await using services = await openServices('migrator', ['db']);
    const applied = await migrate(services.db, (line) => process.stderr.write(`${line}\n`));
    process.stdout.write(applied.length === 0 ? 'the schema is current\n' : `applied ${applied.join(', ')}\n`);
    return 0;
  },
  (error) => (error as Error).message,
);
