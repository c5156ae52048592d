import type { ColumnType } from 'kysely';

/** A timestamp: read as a Date, written as a Date or left to the database's clock. */
export type TimestampColumn = ColumnType<Date, Date | undefined, Date>;
/** A timestamp that may be absent. */
export type NullableTimestampColumn = ColumnType<Date | null, Date | null | undefined, Date | null>;
/** Number of a record's version, which the database raises with every change of its row. */
export type Version = ColumnType<number, never, never>;
/** An exact decimal: read as a string, never as a float. */
export type Decimal = ColumnType<string, string, string>;
/** A column the database fills when it is left out. */
export type Defaulted<T> = ColumnType<T, T | undefined, T>;

declare const encoded: unique symbol;
/** What a column of JSON takes: a value that went through `json()`. The driver would turn a list into a Postgres array. */
export interface Encoded<T> {
  readonly [encoded]: T;
}
/** What else it takes where it may hold nothing. */
type NullIfNullable<T> = null extends T ? null : never;
/** A column of JSON: read as the value, written through `json()`. */
export type Json<T> = ColumnType<
  T,
  Encoded<T> | NullIfNullable<T> | (null extends T ? undefined : never),
  Encoded<T> | NullIfNullable<T>
>;
/** The same that the database fills when it is left out. */
export type DefaultedJson<T> = ColumnType<T, Encoded<T> | undefined, Encoded<T>>;
