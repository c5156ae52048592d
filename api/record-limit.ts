import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../src/platform/db/schema.ts';

/** Records of a project that an operation creates, of which there are at most RECORDS_PER_PROJECT. */
export interface RecordLimit {
  readonly table: keyof Database;
  /** Plural name in the error. */
  readonly label: string;
  /** Condition on rows that count. Default: all rows. */
  readonly condition?: RawBuilder<unknown>;
}

/** Condition of tables that keep deleted rows. */
export const NOT_DELETED = sql`deleted_at is null`;
