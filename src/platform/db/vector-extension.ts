import { sql } from 'kysely';
import { SettingError } from '../config.ts';
import type { Db } from './client.ts';

/** The least version that has all that searches ask for (`hnsw.iterative_scan`). */
const LEAST = '0.8.0';
/** SQLSTATE of what a role may not do. */
const NOT_ALLOWED = '42501';

interface Vector {
  readonly database: string;
  /** The version that this database has; null where it has none. */
  readonly installed: string | null;
  /** The version that the server could give it; null where the server has none. */
  readonly available: string | null;
}

/**
 * Makes sure that the database has the extension of vectors, which often only a superuser may create. Throws SettingError with
 * what to run, and who has to, where it is missing and can't be made, or too old.
 */
export async function ensureVectorExtension(db: Db): Promise<void> {
  const { rows } = await sql<Vector>`
    select current_database() as database, (select extversion from pg_extension where extname = 'vector') as installed,
      (select default_version from pg_available_extensions where name = 'vector') as available`.execute(db);
  const [vector] = rows;
  if (!vector) throw new Error('the database did not say which extensions it has');
  const { database, installed, available } = vector;
  const needs = `the product needs the extension \`vector\` (pgvector) ${LEAST} or later in the database ${database}`;
  if (installed !== null) {
    if (isEnough(installed)) return;
    throw refusal(`${needs}, which has ${installed}; have a superuser run \`alter extension vector update\` there`);
  }
  if (available === null) throw refusal(`${needs}; this server has none: install pgvector on it`);
  if (!isEnough(available)) throw refusal(`${needs}; this server has ${available}: install a later pgvector on it`);
  await create(db, needs);
}

async function create(db: Db, needs: string): Promise<void> {
  try {
    await sql`create extension if not exists vector`.execute(db);
  } catch (error) {
    if ((error as { code?: unknown }).code !== NOT_ALLOWED) throw error;
    const statement = '`create extension vector`';
    throw refusal(
      `${needs}, and this role may not create it; have a superuser run ${statement} there, then migrate again`,
    );
  }
}

function isEnough(version: string): boolean {
  const parts = (text: string) => text.split('.').map((part) => Number.parseInt(part, 10) || 0);
  const [have, least] = [parts(version), parts(LEAST)];
  const at = least.findIndex((part, index) => part !== (have[index] ?? 0));
  return at === -1 || (have[at] ?? 0) > (least[at] ?? 0);
}

const refusal = (words: string) => new SettingError('DATABASE_URL', words);
