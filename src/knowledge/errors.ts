import { DomainError } from '../platform/errors.ts';
import type { ModelCallError, ModelCallReason } from '../platform/models/errors.ts';

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

/** What can go wrong with collections. */
export const collectionErrors = {
  empty: () =>
    new DomainError(409, 'COLLECTION_EMPTY', 'none of its documents is ready, so that there is nothing to sum up'),
};

/** What can go wrong with queries. */
export const queryErrors = {
  notReady: (status: string) =>
    new DomainError(409, 'DOCUMENT_NOT_READY', `the document can be searched once it is ready; it is ${status}`, {
      status,
    }),
  timedOut: (seconds: number) =>
    new DomainError(504, 'QUERY_TIMED_OUT', `no answer came within ${seconds} s; ask again, or for results_only`),
  notConfigured: (what: string) =>
    new DomainError(502, 'MODEL_NOT_CONFIGURED', `the ${what} is no longer in the models file`),
  interrupted: (problem: string) => new DomainError(503, 'QUERY_INTERRUPTED', `${problem}; ask again`),
  /** A model that can't answer now is a 503, one of which something has to be changed first a 502. */
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
