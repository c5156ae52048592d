import type { Schemas } from '../../../../../client/types.ts';
import type { MetadataField } from './filter.ts';

/** Metadata values of a document, by key. */
export type Metadata = Schemas['Document']['metadata'];

/** Values as typed, by key. A list has one item per line. */
export type MetadataDraft = Readonly<Record<string, string>>;

/** Formats a value for its form field. */
const toText = (value: Metadata[string] | undefined): string =>
  value === undefined ? '' : Array.isArray(value) ? value.join('\n') : String(value);

export function toMetadataDraft(fields: readonly MetadataField[], metadata: Metadata): MetadataDraft {
  return Object.fromEntries(fields.map(({ key }) => [key, toText(metadata[key])]));
}

/** Returns the changed values of a draft. An emptied field is null, which removes the value. */
export function toMetadataBody(
  fields: readonly MetadataField[],
  draft: MetadataDraft,
  metadata: Metadata = {},
): Record<string, unknown> {
  const changed = fields.filter(({ key }) => (draft[key] ?? '').trim() !== toText(metadata[key]).trim());
  return Object.fromEntries(changed.map((field) => [field.key, parseValue(field, draft[field.key] ?? '')]));
}

function parseValue({ type }: MetadataField, text: string): unknown {
  if (text.trim() === '') return null;
  if (type === 'number') return Number(text);
  if (type !== 'list') return text.trim();
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Returns the paths of the fields, for errors. */
export const getMetadataPaths = (fields: readonly MetadataField[]): string[] =>
  fields.map(({ key }) => `metadata.${key}`);
