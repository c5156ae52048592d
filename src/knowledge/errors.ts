import { DomainError } from '../platform/errors.ts';

/** What can go wrong with ingestions. */
export const ingestionErrors = {
  notFailed: (documentId: string) =>
    new DomainError(409, 'DOCUMENT_NOT_FAILED', 'the document is ready or on its way; there is nothing to try again', {
      document_id: documentId,
    }),
  notPaused: (documentId: string) =>
    new DomainError(409, 'DOCUMENT_NOT_PAUSED', 'the ingestion of the document does not rest', {
      document_id: documentId,
    }),
  ended: (documentId: string) =>
    new DomainError(409, 'INGESTION_ENDED', 'the ingestion of the document has ended', { document_id: documentId }),
};

/** What can go wrong with sources. */
export const sourceErrors = {
  /** One run at a time: two would tread on each other's items. */
  syncRunning: (sourceId: string) =>
    new DomainError(409, 'SYNC_RUNNING', 'a sync of this source has not ended yet', { knowledge_source_id: sourceId }),
  nothingToSync: (sourceId: string) =>
    new DomainError(409, 'NOTHING_TO_SYNC', 'the source has no addresses of its own; give it some, or start a scrape', {
      knowledge_source_id: sourceId,
    }),
};
