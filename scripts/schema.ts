/**
 * `npm run schema`: writes what all migrations make of an empty database to src/platform/db/schema.sql, so that a change of
 * the schema can be read, and merged, in one place.
 */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openDatabase } from '../src/platform/db/client.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { startNativePostgres } from '../src/platform/local/native-postgres.ts';
import { findUnprivilegedUser, installNativePostgres } from '../src/platform/local/native-postgres-install.ts';

const run = promisify(execFile);

/** The committed schema. */
export const SCHEMA_FILE = fileURLToPath(new URL('../src/platform/db/schema.sql', import.meta.url));

const HEAD = '-- What the migrations make of an empty database. Written by `npm run schema`; no one runs it.\n\n';
/** Lines of a dump that say nothing of the schema: its comments, settings of its session, and the guard against psql's commands. */
const NOISE =
  /^(?:--(?: (?:Name|PostgreSQL|Dumped).*)?|SET .*|SELECT pg_catalog\.set_config.*|\\(?:un)?restrict .*)\n/gm;

/** The schema of a database as text, the same for the same schema. */
export async function dumpSchema(url: string): Promise<string> {
  const programs = await installNativePostgres(() => undefined, await findUnprivilegedUser());
  const args = ['--schema-only', '--no-owner', '--no-privileges', '--no-comments', '--exclude-table=kysely_*', url];
  const { stdout } = await run(join(programs, 'bin', 'pg_dump'), args, { maxBuffer: 64 * 1024 * 1024 });
  const bare = stdout.replace(NOISE, '').replaceAll(/\n{3,}/g, '\n\n');
  return `${HEAD}${bare.trim()}\n`;
}

async function main(): Promise<void> {
  const server = await startNativePostgres({
    port: 0,
    fsync: false,
    print: (line) => process.stderr.write(`${line}\n`),
  });
  try {
    const db = openDatabase(server.url, 1, () => undefined);
    await migrate(db).finally(() => db.destroy());
    writeFileSync(SCHEMA_FILE, await dumpSchema(server.url));
  } finally {
    await server.stop();
  }
}

if (import.meta.main) {
  main().catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  });
}
