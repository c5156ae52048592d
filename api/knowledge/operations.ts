import type { Operation } from '../operation.ts';
import { COLLECTION_RECORD_OPERATIONS } from './collections.ts';
import { DOCUMENT_CONTENT_OPERATIONS } from './contents.ts';
import { DOCUMENT_RECORD_OPERATIONS } from './documents.ts';
import { updateChunk } from './edit-chunks.ts';
import { DOCUMENT_GROUP_OPERATIONS } from './groups.ts';
import { INGESTION_OPERATIONS } from './ingestions.ts';
import { METADATA_OPERATIONS } from './metadata.ts';
import { QUERY_OPERATIONS } from './queries.ts';
import { SOURCE_OPERATIONS } from './sources/operations.ts';
import { updateSummary } from './summary.ts';
import { DOCUMENT_VERSION_OPERATIONS } from './versions.ts';

/** Operations of collections, documents, queries and knowledge sources. */
export const KNOWLEDGE_OPERATIONS: readonly Operation[] = [
  ...COLLECTION_RECORD_OPERATIONS,
  updateSummary,
  ...METADATA_OPERATIONS,
  ...DOCUMENT_RECORD_OPERATIONS,
  ...DOCUMENT_GROUP_OPERATIONS,
  ...INGESTION_OPERATIONS,
  ...DOCUMENT_CONTENT_OPERATIONS,
  updateChunk,
  ...DOCUMENT_VERSION_OPERATIONS,
  ...SOURCE_OPERATIONS,
  ...QUERY_OPERATIONS,
];
