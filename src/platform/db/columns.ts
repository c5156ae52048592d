import type { ColumnType } from 'kysely';

/** A timestamp: read as Date, written as Date or defaulted by the database. */
export type TimestampColumn = ColumnType<Date, Date | undefined, Date>;
/** A nullable timestamp. */
export type NullableTimestampColumn = ColumnType<Date | null, Date | null | undefined, Date | null>;
/** Version of a record. The database increments it with every update. */
export type Version = ColumnType<number, never, never>;
/** An exact decimal: read as a string, never as a float. */
export type Decimal = ColumnType<string, string, string>;
/** A column with a database default. */
export type Defaulted<T> = ColumnType<T, T | undefined, T>;

declare const encoded: unique symbol;
/**
 * Input type of a JSON column: a value converted by `json()`. The driver would convert an array to a Postgres array.
 */
export interface Encoded<T> {
  readonly [encoded]: T;
}
/** Null for nullable columns. */
type NullIfNullable<T> = null extends T ? null : never;
/** A JSON column: read as the value, written through `json()`. */
export type Json<T> = ColumnType<
  T,
  Encoded<T> | NullIfNullable<T> | (null extends T ? undefined : never),
  Encoded<T> | NullIfNullable<T>
>;
/** A JSON column with a database default. */
export type DefaultedJson<T> = ColumnType<T, Encoded<T> | undefined, Encoded<T>>;
