import type { Operation } from '../operation.ts';
import { DOCUMENT_CONTENT_OPERATIONS } from './contents.ts';
import { DOCUMENT_RECORD_OPERATIONS } from './documents.ts';
import { DOCUMENT_GROUP_OPERATIONS } from './groups.ts';
import { INGESTION_OPERATIONS } from './ingestions.ts';

/** Collections and their documents. */
export const KNOWLEDGE_OPERATIONS: readonly Operation[] = [
  ...DOCUMENT_RECORD_OPERATIONS,
  ...DOCUMENT_GROUP_OPERATIONS,
  ...INGESTION_OPERATIONS,
  ...DOCUMENT_CONTENT_OPERATIONS,
];
