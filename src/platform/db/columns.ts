import type { ColumnType } from 'kysely';

/** A timestamp: read as a Date, written as a Date or left to the database's clock. */
export type Stamp = ColumnType<Date, Date | undefined, Date>;
/** A timestamp that may be absent. */
export type StampOrNull = ColumnType<Date | null, Date | null | undefined, Date | null>;
/** An exact decimal: read as a string, never as a float. */
export type Decimal = ColumnType<string, string, string>;
/** A column the database fills when it is left out. */
export type Defaulted<T> = ColumnType<T, T | undefined, T>;
