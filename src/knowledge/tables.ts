import type { Defaulted, DefaultedJson, Json, Stamp, StampOrNull, Version } from '../platform/db/columns.ts';
import type { RunError } from '../runs/contract.ts';
import type { RunColumns } from '../runs/tables.ts';
import type { DocumentSource, IngestionProgress, IngestionStage, IngestionStatus, ParsedDocument } from './contract.ts';
import type { KnowledgeQueryStatus } from './queries/contract.ts';
import type { QueryError, StoredQuery } from './queries/store.ts';
import type { QueryAnswer } from './retrieval/query.ts';

/** One model's vectors of one length, which are comparable with each other and with no others. */
export interface EmbeddingSpacesTable {
  id: string;
  /** Name of the embedding model in the catalogue. */
  model: string;
  dimension: number;
  created: Stamp;
}

/** A knowledge base, as people edit it. */
export interface CollectionsTable {
  id: string;
  org_id: string;
  project_id: string;
  title: string;
  created_by: string | null;
  created: Stamp;
  modified: Stamp;
  version: Version;
}

/** What stands with a collection besides. */
export interface CollectionStatesTable {
  collection_id: string;
  /** The space that serves its queries. */
  space_id: string;
  /** The space that is being filled to take over; null where none is. */
  next_space_id: string | null;
  /** What its documents are about, in a model's words. */
  summary: string | null;
}

/** A document, as people edit it. Its bytes are a file of the owner type `document`. */
export interface DocumentsTable {
  id: string;
  org_id: string;
  project_id: string;
  title: string;
  description: Defaulted<string>;
  source: DocumentSource;
  /** The source that it was synced from; null for what people brought. */
  source_id: string | null;
  /** Address, key or path there. */
  source_ref: string | null;
  /** How it is read. */
  strategy: string;
  /** What was created in one request has one. */
  group_id: string;
  created_by_type: string;
  created_by: string;
  created: Stamp;
  modified: Stamp;
  deleted_at: StampOrNull;
  version: Version;
}

/** What processing found out about the bytes of a document. */
export interface DocumentContentsTable {
  document_id: string;
  project_id: string;
  /** The newest ingestion: the document's status is its. */
  ingestion_id: string;
  media_type: string;
  /** Bytes. */
  size: number;
  sha256: Buffer;
  /** Name of the parser that read it; null until one did. */
  parser: string | null;
  /** ISO 639-1 code. Null if unknown. */
  language: string | null;
  /** Null if the format has no pages. */
  page_count: number | null;
  chunk_count: Defaulted<number>;
  warnings: DefaultedJson<readonly string[]>;
  /** When its chunks became what queries find; null until then. */
  ready_at: StampOrNull;
  /** The edition of its chunks that queries find. */
  edition: Defaulted<number>;
  /** What its bytes are read as: equal bytes that are read as the same, and alike, come to the same chunks. */
  read_as: Defaulted<string>;
}

export interface CollectionDocumentsTable {
  collection_id: string;
  document_id: string;
  added: Stamp;
}

/** A run that makes a document searchable. */
export interface IngestionsTable extends RunColumns<IngestionStatus> {
  document_id: string;
  /** The newest stage that it reached. */
  stage: IngestionStage | null;
  progress: Json<IngestionProgress | null>;
  /** The edition of the document's chunks that it makes. */
  edition: Defaulted<number>;
  /** What its parser told; null until the document is read. */
  parsed: Json<ParsedDocument | null>;
  /** How many chunks there are; null until all are stored. */
  chunked: Defaulted<number | null>;
  /** Failures of the embedding model one after the other. */
  failures: Defaulted<number>;
  /** Since when a person has it rest. */
  paused_at: StampOrNull;
  /** Names the bytes that it reads for all documents that have them; null where another does, or nobody needs to any more. */
  leads: Defaulted<string | null>;
  /** The ingestion of equal bytes whose end it waits for. */
  waits_for: Defaulted<string | null>;
}

/** A passage of a document. */
export interface ChunksTable {
  id: string;
  project_id: string;
  document_id: string;
  /** Chunks of one edition belong together; another may be in the making beside the one that is found. */
  edition: Defaulted<number>;
  /** Its place in the document, from 0. */
  position: number;
  text: string;
  /** The page on which it begins, from 1. */
  page: number | null;
  /** Headings above it, outermost first. */
  heading_path: Defaulted<string[]>;
  token_count: number;
  /** What full text search finds it by. */
  words: string;
}

/** The vector of a chunk in a space; each space has a partition and an index of its own. */
export interface ChunkVectorsTable {
  space_id: string;
  chunk_id: string;
  document_id: string;
  project_id: string;
  /** That of the chunk. */
  edition: Defaulted<number>;
  /** In pgvector's text form. */
  embedding: string;
}

/** Where an edition of a document has vectors. */
export interface DocumentSpacesTable {
  document_id: string;
  space_id: string;
  edition: number;
  /** Whether all its chunks have. */
  filled: boolean;
  modified: Stamp;
}

/** How the making of a collection's missing vectors stands; without a row none were ever missing. */
export interface CollectionFillingsTable {
  collection_id: string;
  /** Why it came to a halt; null while it goes on, and when it is done. */
  error: Json<RunError | null>;
  failed_at: StampOrNull;
  /** When another space took over. */
  switched_at: StampOrNull;
  /** Tokens that it read in all. */
  input_tokens: Defaulted<string>;
  charged_credits: Defaulted<string>;
}

/** The summaries of a collection that were asked for. */
export interface CollectionSummariesTable {
  collection_id: string;
  /** How often one was. */
  asked: number;
  /** When that was the last time. */
  asked_at: Stamp;
  /** How many of these requests are done with; a later one takes those before it along. */
  done: Defaulted<number>;
  /** Why the newest came to nothing. */
  error: Json<RunError | null>;
}

/** A query that a model answers, kept for a day. */
export interface KnowledgeQueriesTable {
  id: string;
  org_id: string;
  project_id: string;
  /** What is searched: one of the two. */
  collection_id: string | null;
  document_id: string | null;
  status: Defaulted<KnowledgeQueryStatus>;
  request: Json<StoredQuery>;
  answer: Json<QueryAnswer | null>;
  error: Json<QueryError | null>;
  created_by_type: string;
  created_by: string;
  created: Stamp;
  completed: StampOrNull;
}

export interface KnowledgeTables {
  embedding_spaces: EmbeddingSpacesTable;
  collections: CollectionsTable;
  collection_states: CollectionStatesTable;
  documents: DocumentsTable;
  document_contents: DocumentContentsTable;
  collection_documents: CollectionDocumentsTable;
  ingestions: IngestionsTable;
  chunks: ChunksTable;
  chunk_vectors: ChunkVectorsTable;
  document_spaces: DocumentSpacesTable;
  collection_fillings: CollectionFillingsTable;
  collection_summaries: CollectionSummariesTable;
  knowledge_queries: KnowledgeQueriesTable;
}
