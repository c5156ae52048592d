import { findCollection } from '../../src/knowledge/collections/queries.ts';
import { findChunk } from '../../src/knowledge/documents/chunks.ts';
import { findReadableDocument, listGroupDocuments } from '../../src/knowledge/documents/queries.ts';
import { findVersion } from '../../src/knowledge/documents/versions.ts';
import { findQuery } from '../../src/knowledge/queries/store.ts';
import { canReadHits, canViewQuery } from '../../src/knowledge/queries/visibility.ts';
import { parent } from '../path.ts';
import { SOURCE_PARENTS } from './sources/parents.ts';

export const KNOWLEDGE_PARENTS = {
  collection_id: parent({
    description: 'Collection of the project',
    field: 'collection',
    load: (db, { id, caller }) => findCollection(db, caller.projectId, id),
  }),
  document_id: parent({
    description: 'Document of the project',
    field: 'document',
    load: (db, { id, caller }) => findReadableDocument(db, caller.projectId, id, caller.subject),
  }),
  group_id: parent({
    description: 'Group of documents that one request created',
    field: 'document_group',
    load: async (db, { id, caller }) => {
      const rows = await listGroupDocuments(db, caller, id);
      return rows.length === 0 ? undefined : rows;
    },
  }),
  embedding_id: parent({
    description: 'Chunk of the document',
    field: 'embedding',
    load: (db, { id, above }) => findChunk(db, above, id),
  }),
  document_version_id: parent({
    description: 'Version of the document',
    field: 'document_version',
    load: (db, { id, above }) => findVersion(db, above, id),
  }),
  knowledge_query_id: parent({
    description: 'Query of the collection, the document or several collections',
    field: 'knowledge_query',
    load: async (db, { id, above, caller }) => {
      const row = await findQuery(db, caller.projectId, id);
      const isOfSeveral = row?.request.collections !== undefined;
      const isHere =
        row !== undefined &&
        (row.collection_id === above || row.document_id === above || (isOfSeveral && above === row.project_id));
      const isVisible = isHere && canViewQuery(caller, row) && (await canReadHits(db, caller, row));
      return isVisible ? row : undefined;
    },
  }),
  ...SOURCE_PARENTS,
};
