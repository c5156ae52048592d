import type { EmbeddingEntry } from '../catalogue.ts';

/** Texts to be turned into vectors. */
export interface EmbeddingRequest {
  readonly model: EmbeddingEntry;
  /** None may be blank. One that is longer than the model reads is cut at its end. */
  readonly texts: readonly string[];
  /** Models may read what is looked for otherwise than what is found. */
  readonly purpose: 'document' | 'query';
  /** Whose vectors they are: where requests wait for each other, those of all parties are made in turn. */
  readonly tenant?: string;
}

/** The vectors of a request, and what they cost. */
export interface EmbeddingResult {
  /** One a text, in their order, each of unit length. */
  readonly vectors: Float32Array[];
  readonly inputTokens: number;
  /** Whether the tokens were guessed because the provider does not count them. */
  readonly estimated: boolean;
  /** Exact decimal. */
  readonly credits: string;
}

/**
 * Turns texts into vectors, with a model of any provider. Throws only ModelCallError; its `usage` says what requests that
 * succeeded before the failing one have cost.
 */
export interface EmbeddingGateway {
  embed(request: EmbeddingRequest, call: { readonly signal: AbortSignal }): Promise<EmbeddingResult>;
  /** Stops what runs for it in this process. */
  close(): Promise<void>;
}
