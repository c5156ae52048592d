import { sql } from 'kysely';
import type { Db } from '../../src/platform/db/client.ts';

/** Tables that tell of requests rather than of what a tenant has: refusals are recorded where they were aimed at. */
const TRACES = [
  'audit_events',
  'audit_chains',
  'audit_pending',
  'oauth_records',
  'user_sessions',
  'project_changes',
  'approval_mails',
];
/** Tables that a maintenance job fills from rows of others. */
const ROLLED_UP = ['report_pending', 'report_quarters', 'report_revisions'];
/** Columns that are written in the background: mails are sent, domains looked for, uses of keys noted. */
const RESTLESS = [
  'modified',
  'sent_at',
  'remind_at',
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

/** The columns of every table that hold ids. Of a database they are read once: no walk changes tables. */
const known = new WeakMap<Db, Promise<readonly IdColumns[]>>();

async function idColumns(db: Db): Promise<readonly IdColumns[]> {
  const { rows } = await sql<IdColumns>`
    select table_name as table, array_agg(column_name::text order by column_name) as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    join pg_class on pg_class.oid = format('%I.%I', table_schema, table_name)::regclass and not relispartition
    where table_schema = 'public' and table_type = 'BASE TABLE' and data_type = 'uuid'
    group by table_name order by table_name`.execute(db);
  return rows;
}

/** How many rows of each table, or of these, name one of these ids in any column, and a digest of them. */
export async function rowsOf(
  db: Db,
  ids: readonly string[],
  tables?: readonly string[],
): Promise<Record<string, string>> {
  const reading = known.get(db) ?? idColumns(db);
  known.set(db, reading);
  const wanted = sql`any(${[...ids]}::uuid[])`;
  const isLookedAt = ({ table }: IdColumns) => tables?.includes(table) ?? ![...TRACES, ...ROLLED_UP].includes(table);
  const digests = (await reading).filter(isLookedAt).map(({ table, columns }) => {
    const named = columns.map((name) => sql`${sql.ref(name)} = ${wanted}`);
    return sql`select ${sql.lit(table)} as name,
        count(*) || ' rows, ' || md5(coalesce(string_agg(text, '|' order by text), '')) as digest
      from (select (to_jsonb(t) - ${RESTLESS}::text[])::text as text from ${sql.table(table)} t
        where ${sql.join(named, sql` or `)}) named`;
  });
  const { rows } = await sql<{ name: string; digest: string }>`${sql.join(digests, sql` union all `)}`.execute(db);
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}
