import { isDeepStrictEqual } from 'node:util';
import type { RawBuilder } from 'kysely';
import type { Static, TSchema } from 'typebox';
import { jsonOrNull } from './db/client.ts';
import type { Encoded, Json } from './db/columns.ts';

/** Definition of a field of a revision. All code that handles revisions derives from it. */
export interface Field<I extends TSchema = TSchema, R extends TSchema = TSchema, J extends boolean = boolean> {
  /** Schema of the request field. */
  readonly input: I;
  /** Schema of the stored value and of the record field. */
  readonly record: R;
  /** Value of the first revision if the request omits the field. Fields without it are required. */
  readonly initial?: Static<R>;
  /** Whether audit events include its values. Only for small values without secrets, prompts or user content. */
  readonly audited?: boolean;
  /** Whether its column is JSON. */
  readonly json: J;
}

/** Fields of a revision type by their names in requests, records and the table. */
export type Fields = Readonly<Record<string, Field>>;
/** Field values of a revision. */
type Values<F extends Fields> = { -readonly [K in keyof F]: Static<F[K]['record']> };
/** Column types of the fields. */
export type Columns<F extends Fields> = {
  -readonly [K in keyof F]: F[K] extends Field<TSchema, TSchema, true>
    ? Json<Static<F[K]['record']>>
    : Static<F[K]['record']>;
};
type Encodings<F extends Fields> = {
  [K in keyof F]: F[K] extends Field<TSchema, TSchema, true>
    ? RawBuilder<Encoded<Static<F[K]['record']>>>
    : Static<F[K]['record']>;
};
type FieldOptions<I extends TSchema, R extends TSchema> = Omit<Field<I, R>, 'json'>;
type Scalar = string | number | boolean | null;

/** Defines a field with a text, number or boolean. */
export function scalarField<I extends TSchema, R extends TSchema>(
  field: Static<R> extends Scalar ? FieldOptions<I, R> : never,
): Field<I, R, false> {
  return { ...(field as FieldOptions<I, R>), json: false };
}

/** Defines a field with an array or object. */
export function jsonField<I extends TSchema, R extends TSchema>(field: FieldOptions<I, R>): Field<I, R, true> {
  return { ...field, json: true };
}

/** Returns the request schemas. */
export function getInputSchemas<F extends Fields>(fields: F) {
  return mapFields(fields, (field) => field.input) as { -readonly [K in keyof F]: F[K]['input'] };
}

/** Returns the record schemas. */
export function getRecordSchemas<F extends Fields>(fields: F) {
  return mapFields(fields, (field) => field.record) as { -readonly [K in keyof F]: F[K]['record'] };
}

/** Converts values to columns. */
export function toColumns<F extends Fields>(fields: F, values: Values<F>): Encodings<F> {
  return mapFields(fields, ({ json }, name) => (json ? jsonOrNull(values[name]) : values[name])) as Encodings<F>;
}

/** Lists the fields whose values audit events include. */
export function listAuditedFields(fields: Fields): string[] {
  return Object.entries(fields).flatMap(([name, { audited }]) => (audited ? [name] : []));
}

/** Field values of a request. */
type SentValues<F extends Fields> = { readonly [K in keyof F]?: unknown };

/** Returns the values of a new revision: the request's, else those of the base revision, else the initial values. */
export function mergeValues<F extends Fields>(fields: F, sent: SentValues<F>, base: Values<F> | undefined): Values<F> {
  return mapFields(fields, ({ initial }, name) =>
    sent[name] === undefined ? (base?.[name] ?? initial) : sent[name],
  ) as Values<F>;
}

/** Returns whether the request changes a value of the base revision. */
export function hasChanges<F extends Fields>(
  fields: F,
  sent: SentValues<F>,
  values: Values<F>,
  base: Values<F> | undefined,
): boolean {
  return Object.keys(fields).some((name) => sent[name] !== undefined && !isDeepStrictEqual(values[name], base?.[name]));
}

function mapFields<F extends Fields>(fields: F, map: (field: Field, name: keyof F & string) => unknown): unknown {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, map(field, name)]));
}
