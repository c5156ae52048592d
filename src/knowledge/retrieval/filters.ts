import Type, { type Static } from 'typebox';
import type { Executor } from '../../platform/db/client.ts';
import { assertNoMisspelledFields } from '../../platform/misspelled-fields.ts';
import { omitUndefined } from '../../platform/omit-undefined.ts';
import { AnyObject, Id, NonBlankText, StringEnum } from '../../platform/schemas.ts';
import { getMetadataFields } from '../../projects/queries.ts';
import { DOCUMENT_SOURCES } from '../contract.ts';
import { FILTER_DESCRIPTION, parseFilter } from '../metadata/filters.ts';
import type { SearchFilters } from './contract.ts';

/** Conditions on documents. An unknown key is an error, because ignoring a condition would search more documents. */
export const SearchFilterFields = Type.Object(
  {
    tags: Type.Optional(Type.Array(NonBlankText(60), { maxItems: 50, description: 'Names or IDs of document tags.' })),
    sources: Type.Optional(
      Type.Array(StringEnum(DOCUMENT_SOURCES), { maxItems: 10, description: 'Origins of documents.' }),
    ),
    document_ids: Type.Optional(Type.Array(Id, { maxItems: 1000 })),
    metadata: Type.Optional(Type.Unsafe<object>({ ...AnyObject, description: FILTER_DESCRIPTION })),
  },
  {
    additionalProperties: false,
    description:
      'Conditions on documents. A document must match one item of each list, and the condition on its metadata. Unknown keys are rejected.',
  },
);

export type SearchFilterFields = Static<typeof SearchFilterFields>;

/** Conditions of a search by name, with their location in the request. */
const CONDITIONS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.keys(SearchFilterFields.properties).map((name) => [name, `filters.${name}`])),
  filters: 'filters',
};

/**
 * Throws a 422 if a search misspells `filters` or a field in `others`, or has a filter beside `filters`: without it, the
 * search would cover more documents.
 */
export function assertConditionsSpelled(
  search: object,
  others: readonly string[] = [],
  path: readonly (string | number)[] = [],
): void {
  assertNoMisspelledFields(search, { ...CONDITIONS, ...Object.fromEntries(others.map((name) => [name, name])) }, path);
}

/** Converts the filters of a request. Throws a 422 for an invalid condition on metadata. */
export async function toSearchFilters(
  db: Executor,
  projectId: string,
  { tags, sources, document_ids, metadata }: SearchFilterFields = {},
  path: readonly (string | number)[] = ['filters'],
): Promise<SearchFilters> {
  const condition = metadata && parseFilter(await getMetadataFields(db, projectId), metadata, [...path, 'metadata']);
  return omitUndefined({ tags, sources, documentIds: document_ids, metadata: condition });
}
