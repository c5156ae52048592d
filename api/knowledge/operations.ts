import type { Operation } from '../operation.ts';
import { DOCUMENT_OPERATIONS } from './documents.ts';

/** Collections and their documents. */
export const KNOWLEDGE_OPERATIONS: readonly Operation[] = [...DOCUMENT_OPERATIONS];
