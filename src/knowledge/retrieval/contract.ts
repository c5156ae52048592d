import type { RerankerEntry } from '../../platform/models/catalogue.ts';
import type { EmbeddingPayer } from '../../usage/embedding.ts';
import type { DocumentSource } from '../contract.ts';

/** What is searched: the documents of collections, or one document. */
export type SearchScope = { readonly collectionIds: readonly string[] } | { readonly documentId: string };

/** What a document has to be for its passages to be found; of each list one suffices, and an empty list lets nothing through. */
export interface SearchFilters {
  /** Names or ids of tags of documents. */
  readonly tags?: readonly string[];
  readonly sources?: readonly DocumentSource[];
  readonly documentIds?: readonly string[];
}

/** A search in the documents of a project. That whoever asks may see the scope has been decided before. */
export interface SearchRequest {
  readonly projectId: string;
  /** Who pays for the query's vector. */
  readonly payer: EmbeddingPayer;
  readonly scope: SearchScope;
  readonly query: string;
  /** Most passages that are wanted. */
  readonly limit: number;
  /** Passages that each way of searching puts forward; the usual number where it is left out. */
  readonly candidates?: number;
  readonly filters?: SearchFilters;
  /** What puts the passages into order in the end; the usual one where it is left out, nothing where it is null. */
  readonly reranker?: RerankerEntry | null;
  /** Both ways, or one alone. */
  readonly mode?: 'hybrid' | 'vector' | 'text';
}

/** A passage that a search found. */
export interface Hit {
  readonly chunkId: string;
  readonly documentId: string;
  /** Title of the document. */
  readonly title: string;
  /** Its place in the document, from 0. */
  readonly position: number;
  readonly text: string;
  /** The page on which it begins, from 1. */
  readonly page: number | null;
  /** Headings above it, outermost first. */
  readonly headingPath: readonly string[];
  readonly tokenCount: number;
  /** How far in front it stood among the candidates of each way that was searched: 1 where it was the first in all, above 0 always. */
  readonly score: number;
  /** Cosine of the angle between its vector and the query's; null where it has none in the space that was searched. */
  readonly similarity: number | null;
  /** Share of the query's words that stand in it, from 0 to 1, rare words counting more. */
  readonly coverage: number;
  /** What a reranker makes of it, on its own scale; null where none was asked. */
  readonly rerankScore: number | null;
}
