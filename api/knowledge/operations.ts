import type { Operation } from '../operation.ts';
import { DOCUMENT_CONTENT_OPERATIONS } from './contents.ts';
import { DOCUMENT_RECORD_OPERATIONS } from './documents.ts';
import { DOCUMENT_GROUP_OPERATIONS } from './groups.ts';
import { INGESTION_OPERATIONS } from './ingestions.ts';
import { SOURCE_OPERATIONS } from './sources/operations.ts';

/** Collections, their documents, and where these come from. */
export const KNOWLEDGE_OPERATIONS: readonly Operation[] = [
  ...DOCUMENT_RECORD_OPERATIONS,
  ...DOCUMENT_GROUP_OPERATIONS,
  ...INGESTION_OPERATIONS,
  ...DOCUMENT_CONTENT_OPERATIONS,
  ...SOURCE_OPERATIONS,
];
