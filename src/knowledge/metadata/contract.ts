/** Typed metadata of documents. Pure. */

/** Types of metadata fields. */
export const METADATA_TYPES = ['text', 'number', 'date', 'list'] as const;
/** Type of a field. A list is a list of texts. */
export type MetadataType = (typeof METADATA_TYPES)[number];

/** A field of the project's metadata schema. */
export interface MetadataField {
  readonly key: string;
  readonly type: MetadataType;
  readonly description: string;
}

/** A value. A date is a day or a UTC timestamp in ISO 8601. */
export type MetadataValue = string | number | readonly string[];

/** Values by key. */
export type Metadata = Readonly<Record<string, MetadataValue>>;

/** Values that callers set, by key. Null hides the value that the file or the source states. */
export type OwnMetadata = Readonly<Record<string, MetadataValue | null>>;

/** Untyped values that a file or a source states, by key in lower case. */
export type StatedMetadata = Readonly<Record<string, string | readonly string[]>>;

/** Limits of a schema and its values. Lengths are characters. */
export const METADATA_LIMITS = { fields: 100, key: 64, description: 500, text: 2000, items: 100, item: 200 } as const;
