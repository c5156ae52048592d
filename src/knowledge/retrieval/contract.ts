import type { SubjectRef } from '../../platform/errors.ts';
import type { RerankerEntry } from '../../platform/models/catalog.ts';
import type { EmbeddingPayer } from '../../usage/embedding.ts';
import type { DocumentSource } from '../contract.ts';
import type { MetadataFilter } from '../metadata/filters.ts';
import type { NewChunk } from '../parsing/contract.ts';

/** Searched documents: those of collections, or one document. */
export type SearchScope = CollectionScope | { readonly documentId: string };

/** Collections to search. */
export interface CollectionScope {
  /** Null for all collections of the project. */
  readonly collectionIds: readonly string[] | null;
  /** Subject that must hold a role on each collection. Default: the caller has checked the permission. */
  readonly viewer?: SubjectRef;
}

/** A collection that contains a found document. */
interface HitCollection {
  readonly id: string;
  readonly title: string;
}

/** Conditions on documents. One item of each list must match; an empty list matches nothing. */
export interface SearchFilters {
  /** Names or IDs of document tags. */
  readonly tags?: readonly string[];
  readonly sources?: readonly DocumentSource[];
  readonly documentIds?: readonly string[];
  readonly metadata?: MetadataFilter;
}

/** A search in a project. The caller has checked the permission on the scope. */
export interface SearchRequest {
  readonly projectId: string;
  /** Payer of the query vector. */
  readonly payer: EmbeddingPayer;
  readonly scope: SearchScope;
  /** Who asks. Documents that their source restricts to others are not searched. */
  readonly subject: SubjectRef;
  readonly query: string;
  /** Maximum number of hits. */
  readonly limit: number;
  /** Number of candidates per search method. Default: DEFAULT_CANDIDATES. */
  readonly candidates?: number;
  readonly filters?: SearchFilters;
  /** Reranker. Default: the installation's; null for none. */
  readonly reranker?: RerankerEntry | null;
  /** Search method. Default `hybrid`. */
  readonly mode?: 'hybrid' | 'vector' | 'text';
}

/** A found chunk. */
export interface Hit extends NewChunk {
  readonly chunkId: string;
  readonly documentId: string;
  /** Title of the document. */
  readonly title: string;
  /** Searched collections that contain the document. Empty for a search in one document. */
  readonly collections: readonly HitCollection[];
  /** Fused score above 0 and up to 1, which is first in all rankings. */
  readonly score: number;
  /** Cosine similarity to the query. Null without a vector in the searched space. */
  readonly similarity: number | null;
  /**
   * Standard deviations of the similarity above the mean of the scope, relative to the maximum that chance yields (1).
   * Null without a similarity or in a small scope.
   */
  readonly distinction: number | null;
  /** Share of query words in it from 0 to 1, rare words weighted higher. */
  readonly coverage: number;
  /** Score of the reranker on its own scale. Null without a reranker. */
  readonly rerankScore: number | null;
  /** Chunks around it in the order of the document, without those of other hits. Omitted if none were requested. */
  readonly context?: readonly ContextChunk[];
}

/** A chunk around a hit, from the same document. */
export type ContextChunk = Pick<Hit, 'chunkId' | 'position' | 'text' | 'page' | 'pageStarts' | 'headingPath'>;
