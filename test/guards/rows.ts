import { sql } from 'kysely';
import type { Db } from '../../src/platform/db/client.ts';

/** Tables that describe requests rather than data of a tenant: rejections are stored for their target. */
const REQUEST_TABLES = [
  'audit_events',
  'audit_chains',
  'audit_pending',
  'oauth_records',
  'user_sessions',
  'project_changes',
  'notifications',
];
/** Tables that a maintenance job fills from rows of others. */
const ROLLUP_TABLES = ['report_pending', 'report_quarters', 'report_revisions'];
/** Columns that are written in the background: sent mails, domain checks, uses of keys. */
const BACKGROUND_COLUMNS = [
  'modified',
  'sent_at',
  'delivery_error',
  'checked_at',
  'next_check_at',
  'check_error',
  'last_used',
];

interface IdColumns {
  readonly table: string;
  readonly columns: readonly string[];
}

/** The id columns of every table, read once per database: tests do not change tables. */
const cache = new WeakMap<Db, Promise<readonly IdColumns[]>>();

async function listIdColumns(db: Db): Promise<readonly IdColumns[]> {
  const { rows } = await sql<IdColumns>`
    select table_name as table, array_agg(column_name::text order by column_name) as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    join pg_class on pg_class.oid = format('%I.%I', table_schema, table_name)::regclass and not relispartition
    where table_schema = 'public' and table_type = 'BASE TABLE' and data_type = 'uuid'
    group by table_name order by table_name`.execute(db);
  return rows;
}

/** The number of rows of each table that contain one of these ids in any column, and a digest of them. */
export async function digestRows(
  db: Db,
  ids: readonly string[],
  tables?: readonly string[],
): Promise<Record<string, string>> {
  const reading = cache.get(db) ?? listIdColumns(db);
  cache.set(db, reading);
  const wanted = sql`any(${[...ids]}::uuid[])`;
  const isIncluded = ({ table }: IdColumns) =>
    tables?.includes(table) ?? ![...REQUEST_TABLES, ...ROLLUP_TABLES].includes(table);
  const digests = (await reading).filter(isIncluded).map(({ table, columns }) => {
    const named = columns.map((name) => sql`${sql.ref(name)} = ${wanted}`);
    return sql`select ${sql.lit(table)} as name,
        count(*) || ' rows, ' || md5(coalesce(string_agg(text, '|' order by text), '')) as digest
      from (select (to_jsonb(t) - ${BACKGROUND_COLUMNS}::text[])::text as text from ${sql.table(table)} t
        where ${sql.join(named, sql` or `)}) named`;
  });
  const { rows } = await sql<{ name: string; digest: string }>`${sql.join(digests, sql` union all `)}`.execute(db);
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}
