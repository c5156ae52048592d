/** What workflows and other modules may know of knowledge. Pure. */

export const DOCUMENT_SOURCES = ['upload', 'text', 'web', 's3', 'git', 'folder'] as const;
/** How a document came: brought by people, or synced. */
export type DocumentSource = (typeof DOCUMENT_SOURCES)[number];

/** The stages of an ingestion in their order; a stage is also its status while it lasts. */
export const INGESTION_STAGES = ['parsing', 'chunking', 'embedding'] as const;
export type IngestionStage = (typeof INGESTION_STAGES)[number];

/** The state of a document as people are told. */
export type DocumentStatus = 'queued' | IngestionStage | 'ready' | 'failed';
export type IngestionStatus = DocumentStatus | 'cancelling' | 'cancelled';

/** How far a stage has come; `total` is null where nobody knows yet. */
export interface IngestionProgress {
  readonly done: number;
  readonly total: number | null;
}

/** Input of the `ingestDocument` workflow; its id is the ingestion's id. */
export interface IngestionInput {
  readonly ingestionId: string;
}

/** What reading a document found out about it. */
export interface ParsedDocument {
  readonly parser: string;
  /** ISO 639-1; null where it is unknown. */
  readonly language: string | null;
  /** The type that its bytes turned out to be of. */
  readonly mediaType: string;
  /** Null where the format has no pages. */
  readonly pageCount: number | null;
  /** Title that it states of itself; left out where it states none. */
  readonly statedTitle?: string;
  /** In words for people. */
  readonly warnings: readonly string[];
}

/** Tells an ingestion that waits to look again at its row. */
export const GO_ON_SIGNAL = 'goOn';

/** What an ingestion does next: another step, nothing until it is woken, or nothing any more. */
export type IngestionOutcome =
  | { readonly state: 'next' }
  | { readonly state: 'ended' }
  | { readonly state: 'cancelled' }
  | {
      readonly state: 'waiting';
      /** Milliseconds after which it looks by itself; null where only a person can help. */
      readonly lookAgainMs: number | null;
    };

/** Activities of ingestion, as its workflow calls them. */
export interface IngestionActivities {
  /** Goes on from what is stored, for a slice of time. Safe to repeat. */
  ingest(input: IngestionInput): Promise<IngestionOutcome>;
  /** Stores that an ingestion which was asked to stop has stopped. */
  confirmIngestionCancel(input: IngestionInput): Promise<void>;
  /** Stores that an ingestion failed for a reason outside the document, e.g. a worker that never came back. */
  failIngestion(input: IngestionInput & { readonly problem: string }): Promise<void>;
}
