import { sql } from 'kysely';
import type { Executor } from './client.ts';

/** Condition: this is the embedded database. */
export const IS_EMBEDDED = sql<boolean>`version() like '%PGlite%'`;

/** Minimum growth of a table between two vacuums, and minimum size in pages of a table to vacuum. */
const GROWTH = 1.5;
const MIN_PAGES = 32;

/**
 * Vacuums and analyzes the tables of the embedded database that have grown, because it has no autovacuum: with old
 * statistics a list of 50,000 runs takes seconds. No effect on other databases.
 */
export async function vacuumEmbeddedTables(db: Executor): Promise<void> {
  const { rows } = await sql<{ relname: string }>`
    select relname from pg_class
    where ${IS_EMBEDDED} and relkind = 'r' and relnamespace = 'public'::regnamespace
      and pg_relation_size(oid) / current_setting('block_size')::int
        > greatest(relpages, ${sql.lit(MIN_PAGES)}) * ${sql.lit(GROWTH)}`.execute(db);
  for (const { relname } of rows) await sql`vacuum (analyze) ${sql.id(relname)}`.execute(db);
}
