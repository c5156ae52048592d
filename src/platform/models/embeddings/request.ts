import type { EmbeddingEntry } from '../catalog.ts';

/** Texts to embed. */
export interface EmbeddingRequest {
  readonly model: EmbeddingEntry;
  /** Not blank. Texts above the model's limit are truncated. */
  readonly texts: readonly string[];
  /** Models may embed queries and documents differently. */
  readonly purpose: 'document' | 'query';
  /** Tenant of the request. Waiting requests of tenants take turns. */
  readonly tenant?: string;
}

/** Vectors of a request and their cost. */
export interface EmbeddingResult {
  /** One unit vector per text, in order. */
  readonly vectors: Float32Array[];
  readonly inputTokens: number;
  /** Whether the token count is an estimate, because the provider does not report it. */
  readonly estimated: boolean;
  /** Exact decimal. */
  readonly credits: string;
}

/**
 * Embeds texts with a model of any provider. Throws only ModelCallError; its `usage` is the usage of the requests
 * before the failure.
 */
export interface EmbeddingGateway {
  embed(request: EmbeddingRequest, call: { readonly signal: AbortSignal }): Promise<EmbeddingResult>;
  /** Stops the threads of this process. */
  close(): Promise<void>;
}
