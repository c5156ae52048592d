/** Contract of knowledge for workflows and other modules. Pure. */
import type { StatedMetadata } from './metadata/contract.ts';
import { SOURCE_KINDS } from './sources/contract.ts';

/** Origins of documents. */
export const DOCUMENT_SOURCES = ['upload', 'text', ...SOURCE_KINDS] as const;
/** Origin of a document: uploaded or synced. */
export type DocumentSource = (typeof DOCUMENT_SOURCES)[number];

/** Stages of an ingestion in order. A stage is also the status during it. */
export const INGESTION_STAGES = ['parsing', 'chunking', 'embedding'] as const;
/** Stage of an ingestion. */
export type IngestionStage = (typeof INGESTION_STAGES)[number];

/** Status of a document in records. */
export type DocumentStatus = 'queued' | IngestionStage | 'ready' | 'failed';
/** Status of an ingestion. */
export type IngestionStatus = DocumentStatus | 'cancelling' | 'cancelled';

/** Progress of a stage. `total` is null while unknown. */
export interface IngestionProgress {
  readonly done: number;
  readonly total: number | null;
}

/** Input of the `ingestDocument` workflow. The workflow ID is the ingestion ID. */
export interface IngestionInput {
  readonly ingestionId: string;
}

/** Result of parsing a document. */
export interface ParsedDocument {
  readonly parser: string;
  /** ISO 639-1 code. Null if unknown. */
  readonly language: string | null;
  /** Language of the full text index if `language` is unknown, ISO 639-1. */
  readonly indexLanguage?: string;
  /** Detected media type. */
  readonly mediaType: string;
  /** Null if the format has no pages. */
  readonly pageCount: number | null;
  /** Title in the front matter of the document. */
  readonly statedTitle?: string;
  /** Values that the file states: its front matter, or the properties of its format. */
  readonly properties?: StatedMetadata;
  /** Texts for people. */
  readonly warnings: readonly string[];
}

/** Signal: a waiting ingestion reads its row again. */
export const GO_ON_SIGNAL = 'goOn';

/** Next action of an ingestion: another slice, a wait, or the end. */
export type IngestionOutcome =
  | { readonly state: 'next' }
  | { readonly state: 'ended' }
  | { readonly state: 'cancelled' }
  | {
      readonly state: 'waiting';
      /** Milliseconds before it continues without a signal. Null if only a person can help. */
      readonly recheckMs: number | null;
    };

/** Activities of ingestions. */
export interface IngestionActivities {
  /** Continues from the stored state for one time slice. Safe to repeat. */
  ingest(input: IngestionInput): Promise<IngestionOutcome>;
  /** Stores that a cancelled ingestion has stopped. */
  confirmIngestionCancel(input: IngestionInput): Promise<void>;
  /** Stores that an ingestion failed for a reason outside the document, e.g. a lost worker. */
  failIngestion(input: IngestionInput & { readonly problem: string }): Promise<void>;
}
