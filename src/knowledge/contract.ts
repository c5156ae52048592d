/** What workflows and other rooms may know of knowledge. Pure. */

export type DocumentSource = 'upload' | 'text' | 'web' | 's3' | 'git' | 'folder';

/** The stages of an ingestion in their order; a stage is also its status while it lasts. */
export const INGESTION_STAGES = ['parsing', 'chunking', 'embedding'] as const;
export type IngestionStage = (typeof INGESTION_STAGES)[number];

export type IngestionStatus = 'queued' | IngestionStage | 'ready' | 'failed' | 'cancelling' | 'cancelled';

/** How far a stage has come; `total` is null where nobody knows yet. */
export interface IngestionProgress {
  readonly done: number;
  readonly total: number | null;
}

/** Input of the `ingestDocument` workflow; its id is the ingestion's id. */
export interface IngestionInput {
  readonly ingestionId: string;
}
