import { sql } from 'kysely';
import { SettingError } from '../config.ts';
import type { Db } from './client.ts';

/** First version with everything that searches need (`hnsw.iterative_scan`). */
const MIN_VERSION = '0.8.0';
/** SQLSTATE of insufficient privilege. */
const INSUFFICIENT_PRIVILEGE = '42501';

interface VectorExtension {
  readonly database: string;
  /** Version in this database; null if not installed. */
  readonly installed: string | null;
  /** Version that the server offers; null if it has none. */
  readonly available: string | null;
}

/**
 * Ensures that the database has the vector extension, which often only a superuser can create. Throws SettingError with
 * the statement to run if the extension is missing or too old.
 */
export async function ensureVectorExtension(db: Db): Promise<void> {
  const { rows } = await sql<VectorExtension>`
    select current_database() as database, (select extversion from pg_extension where extname = 'vector') as installed,
      (select default_version from pg_available_extensions where name = 'vector') as available`.execute(db);
  const [vector] = rows;
  if (!vector) throw new Error('the database did not report its extensions');
  const { database, installed, available } = vector;
  const requirement = `the product requires the extension \`vector\` (pgvector) ${MIN_VERSION} or later in the database ${database}`;
  if (installed !== null) {
    if (isSupported(installed)) return;
    throw toSettingError(
      `${requirement}, which has ${installed}; have a superuser run \`alter extension vector update\` there`,
    );
  }
  if (available === null) throw toSettingError(`${requirement}; this server has none: install pgvector on it`);
  if (!isSupported(available))
    throw toSettingError(`${requirement}; this server has ${available}: install a later pgvector on it`);
  await createExtension(db, requirement);
}

async function createExtension(db: Db, requirement: string): Promise<void> {
  try {
    await sql`create extension if not exists vector`.execute(db);
  } catch (error) {
    if ((error as { code?: unknown }).code !== INSUFFICIENT_PRIVILEGE) throw error;
    const statement = '`create extension vector`';
    throw toSettingError(
      `${requirement}, and this role may not create it; have a superuser run ${statement} there, then migrate again`,
    );
  }
}

function isSupported(version: string): boolean {
  const parts = (text: string) => text.split('.').map((part) => Number.parseInt(part, 10) || 0);
  const [actual, minimum] = [parts(version), parts(MIN_VERSION)];
  const index = minimum.findIndex((part, index) => part !== (actual[index] ?? 0));
  return index === -1 || (actual[index] ?? 0) > (minimum[index] ?? 0);
}

const toSettingError = (message: string) => new SettingError('DATABASE_URL', message);
