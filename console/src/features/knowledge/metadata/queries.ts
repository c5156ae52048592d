import { queryOptions, useQuery } from '@tanstack/react-query';
import { PROJECT } from '../../../../../client/prefixes.ts';
import { get, getVersioned, type Schemas } from '../../../lib/api.ts';
import { useHasPermission } from '../../../lib/permissions.ts';
import { type Scope, useScope } from '../../../lib/session.ts';
import { type DocumentFilter, toDocumentParams } from '../queries.ts';
import type { MetadataField } from './filter.ts';

export const METADATA_SCHEMA_PATH = `${PROJECT}/metadata_schema` as const;

export type Facet = Schemas['DocumentFacets']['facets'][number];

/** Returns the metadata fields of the project with their version. */
export function metadataSchemaQuery(scope: Scope) {
  return queryOptions({
    queryKey: ['project', scope.project_id, 'metadata_schema'],
    queryFn: () => getVersioned(METADATA_SCHEMA_PATH, { params: { path: { ...scope } } }),
  });
}

const NO_FIELDS: readonly MetadataField[] = [];

/** Returns the metadata fields of the project; none while they load, or if the user may not view the project. */
export function useMetadataFields(): readonly MetadataField[] {
  const canView = useHasPermission('project', 'view');
  const { data } = useQuery({ ...metadataSchemaQuery(useScope()), enabled: canView === true });
  return data?.value.fields ?? NO_FIELDS;
}

/** Counts the metadata values of the documents that match the filter. */
export function facetsQuery(scope: Scope, filter: DocumentFilter) {
  const query = toDocumentParams(filter);
  return queryOptions({
    queryKey: ['document', 'list', scope.project_id, 'facets', query],
    queryFn: async () => (await get(`${PROJECT}/document/facets`, { params: { path: { ...scope }, query } })).facets,
  });
}
