import { DomainError } from '../platform/errors.ts';
import type { ModelCallError, ModelCallReason } from '../platform/models/errors.ts';

/** Errors of ingestions. */
export const ingestionErrors = {
  notFailed: (documentId: string) =>
    new DomainError(
      409,
      'DOCUMENT_NOT_FAILED',
      'the latest ingestion of the document has not failed; only a failed or cancelled one can be retried',
      {
        document_id: documentId,
      },
    ),
  notPaused: (documentId: string) =>
    new DomainError(409, 'DOCUMENT_NOT_PAUSED', 'the ingestion of the document is not paused', {
      document_id: documentId,
    }),
  ended: (documentId: string) =>
    new DomainError(409, 'INGESTION_ENDED', 'the ingestion of the document has ended', { document_id: documentId }),
};

/** Errors of metadata. */
export const metadataErrors = {
  notConvertible: (key: string, type: string, documents: number) =>
    new DomainError(
      409,
      'METADATA_NOT_CONVERTIBLE',
      `${documents} documents have a value of ${key} that is not a ${type}; change or remove these values first`,
      { key, type, documents },
    ),
};

/** Errors of knowledge sources. */
export const sourceErrors = {
  /** A source has one run at a time: two would change the same items. */
  syncRunning: (sourceId: string) =>
    new DomainError(409, 'SYNC_RUNNING', 'a sync of this source is still running; wait for it or cancel it', {
      knowledge_source_id: sourceId,
    }),
  nothingToSync: (sourceId: string) =>
    new DomainError(409, 'NOTHING_TO_SYNC', 'the source has no addresses; add some, or start a scrape', {
      knowledge_source_id: sourceId,
    }),
  noWithheldRemovals: (sourceId: string) =>
    new DomainError(409, 'NO_WITHHELD_REMOVALS', 'the source has no withheld removals, or they are decided already', {
      knowledge_source_id: sourceId,
    }),
  removalsChanged: (sourceId: string, digest: string) =>
    new DomainError(409, 'REMOVALS_CHANGED', 'the list of withheld removals has changed; read it again and decide', {
      knowledge_source_id: sourceId,
      digest,
    }),
};

/** Errors of collections. */
export const collectionErrors = {
  empty: () =>
    new DomainError(
      409,
      'COLLECTION_EMPTY',
      'the collection has no ready documents to summarize; wait for an ingestion or add documents',
    ),
};

/** Errors of queries. */
export const queryErrors = {
  notReady: (status: string) =>
    new DomainError(409, 'DOCUMENT_NOT_READY', `the document is ${status}; it can be queried once it is ready`, {
      status,
    }),
  timedOut: (seconds: number) =>
    new DomainError(
      504,
      'QUERY_TIMED_OUT',
      `the query took longer than ${seconds} seconds; send it again or set results_only`,
    ),
  notConfigured: (what: string) =>
    new DomainError(502, 'MODEL_NOT_CONFIGURED', `the ${what} is no longer in the models file; choose another one`),
  interrupted: (problem: string) => new DomainError(503, 'QUERY_INTERRUPTED', `${problem}; send the query again`),
  /** Returns a 503 if the model may answer later, a 502 if its configuration or the request must change first. */
  model: (error: ModelCallError): DomainError => MODEL_FAILURES[error.reason](error.message, retryAfter(error)),
};

type Headers = Readonly<Record<string, string>> | undefined;

const MODEL_FAILURES: Readonly<Record<ModelCallReason, (message: string, headers: Headers) => DomainError>> = {
  rate_limited: (message, headers) => new DomainError(503, 'MODEL_RATE_LIMITED', message, undefined, headers),
  unavailable: (message, headers) => new DomainError(503, 'MODEL_UNAVAILABLE', message, undefined, headers),
  silent: (message) => new DomainError(503, 'MODEL_SILENT', message),
  aborted: (message) => new DomainError(503, 'MODEL_SILENT', message),
  rejected: (message) => new DomainError(502, 'MODEL_REJECTED', message),
  unauthorized: (message) => new DomainError(502, 'MODEL_UNAUTHORIZED', message),
  context_length: (message) => new DomainError(502, 'MODEL_CONTEXT_LENGTH', message),
  invalid_answer: (message) => new DomainError(502, 'MODEL_INVALID_ANSWER', message),
  refused: (message) => new DomainError(502, 'MODEL_REFUSED', message),
  filtered: (message) => new DomainError(502, 'MODEL_FILTERED', message),
  cut_off: (message) => new DomainError(502, 'MODEL_CUT_OFF', message),
  excluded: (message) => new DomainError(409, 'MODEL_EXCLUDED', message),
  not_configured: (message) => new DomainError(502, 'MODEL_NOT_CONFIGURED', message),
};

function retryAfter({ retryAfterMs }: ModelCallError): Headers {
  return retryAfterMs === undefined ? undefined : { 'retry-after': String(Math.ceil(retryAfterMs / 1000)) };
}
