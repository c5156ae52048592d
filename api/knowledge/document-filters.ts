import Type, { type Static } from 'typebox';
import { DOCUMENT_SOURCES } from '../../src/knowledge/contract.ts';
import type { DocumentFilter } from '../../src/knowledge/documents/queries.ts';
import { FILTER_DESCRIPTION, type MetadataFilter, parseFilter } from '../../src/knowledge/metadata/filters.ts';
import { STRATEGIES } from '../../src/knowledge/parsing/contract.ts';
import { metadataProblems } from '../../src/knowledge/problems.ts';
import { errors, toQueryError } from '../../src/platform/errors.ts';
import { parseJsonIfValid } from '../../src/platform/json.ts';
import { assertNoMisspelledFields } from '../../src/platform/misspelled-fields.ts';
import { BoundedText, Id, NonBlankText, StringEnum } from '../../src/platform/schemas.ts';
import { getMetadataFields } from '../../src/projects/queries.ts';
import type { Caller } from '../caller.ts';
import type { ApiContext } from '../context.ts';
import { DOCUMENT_STATUSES } from './document-schemas.ts';

/** Maximum number of collections of a filter, as of a query. */
const MAX_COLLECTIONS = 100;

/** Query parameters that filter documents. */
export const DOCUMENT_FILTERS = {
  title: Type.Optional(BoundedText(200, { description: 'Part of the title.' })),
  collection_id: Type.Optional(
    Type.Array(Id, {
      minItems: 1,
      maxItems: MAX_COLLECTIONS,
      description: 'IDs of collections. Documents in any of them match. Repeat the key for several.',
    }),
  ),
  connection_id: Type.Optional(
    Type.String({ ...Id, description: 'ID of the knowledge source that created the documents.' }),
  ),
  source: Type.Optional(StringEnum(DOCUMENT_SOURCES, { description: 'Origin of the documents.' })),
  strategy: Type.Optional(StringEnum(STRATEGIES)),
  status: Type.Optional(StringEnum(DOCUMENT_STATUSES)),
  tag_id: Type.Optional(NonBlankText(60, { description: 'ID or name of a tag.' })),
  metadata: Type.Optional(NonBlankText(8000, { description: `${FILTER_DESCRIPTION} In JSON.` })),
};
const DocumentFilters = Type.Object(DOCUMENT_FILTERS);
const NAMES = Object.fromEntries(Object.keys(DOCUMENT_FILTERS).map((name) => [name, name]));

/** Converts the query parameters. Throws a 422 for a misspelled filter and for an invalid condition on metadata. */
export async function toDocumentFilter(
  { db }: ApiContext,
  { projectId }: Caller,
  query: Static<typeof DocumentFilters>,
): Promise<DocumentFilter> {
  const { title, collection_id, connection_id, source, strategy, status, tag_id, metadata } = query;
  try {
    assertNoMisspelledFields(query, NAMES);
    return {
      title,
      collectionIds: collection_id,
      sourceId: connection_id,
      source,
      strategy,
      status,
      tag: tag_id,
      metadata: metadata === undefined ? undefined : await parseMetadataFilter(db, projectId, metadata),
    };
  } catch (error) {
    throw toQueryError(error);
  }
}

async function parseMetadataFilter(db: ApiContext['db'], projectId: string, text: string): Promise<MetadataFilter> {
  const filter = parseJsonIfValid(text);
  if (filter === undefined) throw errors.invalid('metadata', metadataProblems.invalid_filter_json);
  return parseFilter(await getMetadataFields(db, projectId), filter, ['metadata']);
}
