import { isDeepStrictEqual } from 'node:util';
import type { RawBuilder } from 'kysely';
import type { Static, TSchema } from 'typebox';
import { jsonOrNull } from './db/client.ts';
import type { Encoded, Json } from './db/columns.ts';

/** A field that a revision is given: all that is said of it stands here, and what handles revisions follows. */
export interface Field<I extends TSchema = TSchema, R extends TSchema = TSchema, J extends boolean = boolean> {
  /** What is sent. */
  readonly input: I;
  /** What is stored, and shown in records. */
  readonly record: R;
  /** What stands where nothing was sent and no revision came before; such a field must be sent where it is left out. */
  readonly initial?: Static<R>;
  /** Whether audit events show its values: those that are small and can't hold a secret, a prompt or what people wrote. */
  readonly audited?: boolean;
  /** Whether its column is JSON. */
  readonly json: J;
}

/** The fields of a kind of revision, by their names in bodies, records and the table. */
export type Fields = Readonly<Record<string, Field>>;
/** Their values in a revision. */
export type Values<F extends Fields> = { -readonly [K in keyof F]: Static<F[K]['record']> };
/** Their columns in the table of revisions. */
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

/** A field of text, a number, or yes and no. */
export function scalarField<I extends TSchema, R extends TSchema>(
  field: Static<R> extends Scalar ? FieldOptions<I, R> : never,
): Field<I, R, false> {
  return { ...(field as FieldOptions<I, R>), json: false };
}

/** A field of a list or an object. */
export function jsonField<I extends TSchema, R extends TSchema>(field: FieldOptions<I, R>): Field<I, R, true> {
  return { ...field, json: true };
}

/** Schemas of what is sent. */
export function getInputSchemas<F extends Fields>(fields: F) {
  return mapFields(fields, (field) => field.input) as { -readonly [K in keyof F]: F[K]['input'] };
}

/** Schemas of what records show. */
export function getRecordSchemas<F extends Fields>(fields: F) {
  return mapFields(fields, (field) => field.record) as { -readonly [K in keyof F]: F[K]['record'] };
}

/** Values as the columns of the table take them. */
export function toColumns<F extends Fields>(fields: F, values: Values<F>): Encodings<F> {
  return mapFields(fields, ({ json }, name) => (json ? jsonOrNull(values[name]) : values[name])) as Encodings<F>;
}

/** Names of the fields whose values audit events show. */
export function listAuditedFields(fields: Fields): string[] {
  return Object.entries(fields).flatMap(([name, { audited }]) => (audited ? [name] : []));
}

/** What is sent of the fields, as far as it is. */
type SentValues<F extends Fields> = { readonly [K in keyof F]?: unknown };

/** The values of a new revision: what is sent, over those of the revision it builds on, over what stands at first. */
export function mergeValues<F extends Fields>(fields: F, sent: SentValues<F>, base: Values<F> | undefined): Values<F> {
  return mapFields(fields, ({ initial }, name) =>
    sent[name] === undefined ? (base?.[name] ?? initial) : sent[name],
  ) as Values<F>;
}

/** Whether a field that is sent makes the values other than those of the revision they build on. */
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
