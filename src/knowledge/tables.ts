import type { ColumnType } from 'kysely';
import type {
  Defaulted,
  DefaultedJson,
  Json,
  NullableTimestampColumn,
  TimestampColumn,
  Version,
} from '../platform/db/columns.ts';
import type { RunError } from '../runs/contract.ts';
import type { RunColumns } from '../runs/tables.ts';
import type { DocumentSource, IngestionProgress, IngestionStage, IngestionStatus, ParsedDocument } from './contract.ts';
import type { Metadata, OwnMetadata, StatedMetadata } from './metadata/contract.ts';
import type { PageStart } from './parsing/contract.ts';
import type { KnowledgeQueryStatus } from './queries/contract.ts';
import type { QueryError, StoredQuery } from './queries/store.ts';
import type { RetrievalProgress } from './retrieval/iterative.ts';
import type { QueryAnswer } from './retrieval/query.ts';
import type { VectorIndexType } from './spaces.ts';

/** Embedding space: comparable vectors of one model and dimension. */
export interface EmbeddingSpacesTable {
  id: string;
  /** Name of the embedding model in the catalog. */
  model: string;
  dimension: number;
  /** Type of the indexed vectors. */
  index_type: VectorIndexType;
  created: TimestampColumn;
}

/** Editable part of a collection. */
export interface CollectionsTable {
  id: string;
  org_id: string;
  project_id: string;
  title: string;
  created_by: string | null;
  created: TimestampColumn;
  modified: TimestampColumn;
  version: Version;
}

/** State of a collection. */
export interface CollectionStatesTable {
  collection_id: string;
  /** Current space. */
  space_id: string;
  /** Space to switch to. Null for none. */
  next_space_id: string | null;
  /** Summary of its documents, written by a model. */
  summary: string | null;
}

/** Editable part of a document. Its content is a file of the owner type `document`. */
export interface DocumentsTable {
  id: string;
  org_id: string;
  project_id: string;
  title: string;
  description: Defaulted<string>;
  source: DocumentSource;
  /** Knowledge source that created it. Null for uploads. */
  source_id: string | null;
  /** URL, key or path at the source. */
  source_ref: string | null;
  /** Parsing strategy. */
  strategy: string;
  /** Group of documents of one request. */
  group_id: string;
  /** Values by key: those that callers set, else those of its file, else those of its source. */
  metadata: DefaultedJson<Metadata>;
  /** Values that callers set. */
  own_metadata: DefaultedJson<OwnMetadata>;
  /** Values that its source states. */
  source_metadata: DefaultedJson<StatedMetadata>;
  /** Who may read it at its source, see `readers.ts`. Null if its source states no permissions. */
  source_readers: Defaulted<string[] | null>;
  created_by_type: string;
  created_by: string;
  created: TimestampColumn;
  modified: TimestampColumn;
  deleted_at: NullableTimestampColumn;
  version: Version;
}

/** Content of a document and its facts. */
export interface DocumentContentsTable {
  document_id: string;
  project_id: string;
  /** Latest ingestion, which determines the document's status. */
  ingestion_id: string;
  media_type: string;
  /** Bytes. */
  size: number;
  sha256: Buffer;
  /** Name of the parser. Null until parsed. */
  parser: string | null;
  /** ISO 639-1 code. Null if unknown. */
  language: string | null;
  /** Language of the full text index if `language` is null, ISO 639-1. */
  index_language: Defaulted<string | null>;
  /** Null if the format has no pages. */
  page_count: number | null;
  chunk_count: Defaulted<number>;
  /** Number of words of its chunks when they were published. */
  word_count: Defaulted<string>;
  warnings: DefaultedJson<readonly string[]>;
  /** Time of publication. Null until then. */
  ready_at: NullableTimestampColumn;
  /** Published edition of its chunks. */
  edition: Defaulted<number>;
  /** Type key of the parsing. Equal content with the same key and strategy yields the same chunks. */
  read_as: Defaulted<string>;
  /** Values that its file states. */
  stated_metadata: DefaultedJson<StatedMetadata>;
}

interface CollectionDocumentsTable {
  collection_id: string;
  document_id: string;
  added: TimestampColumn;
}

/** An ingestion of a document. */
export interface IngestionsTable extends RunColumns<IngestionStatus> {
  document_id: string;
  /** Latest stage. */
  stage: IngestionStage | null;
  progress: Json<IngestionProgress | null>;
  /** Edition of the chunks that it creates. */
  edition: Defaulted<number>;
  /** Result of parsing. Null until parsed. */
  parsed: Json<ParsedDocument | null>;
  /** Number of chunks. Null until all are stored. */
  chunked: Defaulted<number | null>;
  /** Consecutive failures of the embedding model. */
  failures: Defaulted<number>;
  /** Time since which it is paused. */
  paused_at: NullableTimestampColumn;
  /** Key of the content that it reads for all documents. Null if another ingestion reads it. */
  leads: Defaulted<string | null>;
  /** Ingestion of equal content that it waits for. */
  waits_for: Defaulted<string | null>;
}

/** A chunk of a document. */
export interface ChunksTable {
  id: string;
  project_id: string;
  document_id: string;
  /** Edition. A new one can be created next to the published one. */
  edition: Defaulted<number>;
  /** Position in the document, from 0. */
  position: number;
  text: string;
  /** First page, from 1. */
  page: number | null;
  /** Further pages that start within the text. */
  page_starts: DefaultedJson<readonly PageStart[]>;
  /** Headings above it, outermost first. */
  heading_path: Defaulted<string[]>;
  token_count: number;
  /** Full text index. */
  words: string;
  /** Number of words, with stop words and those of the headings. */
  word_count: ColumnType<number, never, never>;
  /** Whether searches may return it. */
  enabled: Defaulted<boolean>;
  /** Time of the latest edit of its text. */
  edited_at: NullableTimestampColumn;
  /** Text before its first edit. Null if it was never edited. */
  original_text: Defaulted<string | null>;
}

/** A version of a document's content that was published. */
export interface DocumentVersionsTable {
  id: string;
  document_id: string;
  edition: number;
  media_type: string;
  /** Bytes. */
  size: number;
  sha256: Buffer;
  page_count: number | null;
  chunk_count: number;
  /** Who provided the content. */
  created_by_type: string;
  created_by: string;
  published: TimestampColumn;
}

/** A chunk of an earlier version, for people to read. */
export interface DocumentVersionChunksTable {
  document_version_id: string;
  position: number;
  text: string;
  page: number | null;
  heading_path: Defaulted<string[]>;
}

/** Vector of a chunk in a space. Each space has its own partition and index. */
interface ChunkVectorsTable {
  space_id: string;
  chunk_id: string;
  document_id: string;
  project_id: string;
  /** Edition of the chunk. */
  edition: Defaulted<number>;
  /** In pgvector's text form. */
  embedding: string;
}

/** Vectors of an edition in a space. */
interface DocumentSpacesTable {
  document_id: string;
  space_id: string;
  edition: number;
  /** Whether all chunks have vectors. */
  filled: boolean;
  modified: TimestampColumn;
}

/** State of an embedding backfill. Without a row none was needed. */
interface EmbeddingBackfillsTable {
  collection_id: string;
  /** Error that paused it. Null otherwise. */
  error: Json<RunError | null>;
  failed_at: NullableTimestampColumn;
  /** Time of the last switch. */
  switched_at: NullableTimestampColumn;
  /** Total number of tokens. */
  input_tokens: Defaulted<string>;
  charged_credits: Defaulted<string>;
}

/** Summary requests of a collection. */
export interface CollectionSummariesTable {
  collection_id: string;
  /** Number of requests. */
  asked: number;
  /** Time of the latest request. */
  asked_at: TimestampColumn;
  /** Number of completed requests; a later one completes earlier ones. */
  done: Defaulted<number>;
  /** Error of the latest request. */
  error: Json<RunError | null>;
}

/** A stored query, deleted after a day. */
export interface KnowledgeQueriesTable {
  id: string;
  org_id: string;
  project_id: string;
  /** Searched collection or document. */
  collection_id: string | null;
  document_id: string | null;
  status: Defaulted<KnowledgeQueryStatus>;
  request: Json<StoredQuery>;
  /** State of an iterative retrieval. Null before its first step and after the end of the query. */
  progress: Json<RetrievalProgress | null>;
  answer: Json<QueryAnswer | null>;
  error: Json<QueryError | null>;
  created_by_type: string;
  created_by: string;
  created: TimestampColumn;
  completed: NullableTimestampColumn;
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
  document_versions: DocumentVersionsTable;
  document_version_chunks: DocumentVersionChunksTable;
  embedding_backfills: EmbeddingBackfillsTable;
  collection_summaries: CollectionSummariesTable;
  knowledge_queries: KnowledgeQueriesTable;
}
