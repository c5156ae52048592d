/** Response to one embedding request. */
export interface Vectors {
  readonly vectors: readonly ArrayLike<number>[];
  /** Total tokens of the texts; undefined if the provider does not report them. */
  readonly tokens: number | undefined;
}

/** Options of a request. */
export interface RequestOptions {
  readonly purpose: 'document' | 'query';
  readonly signal: AbortSignal;
}

/** An opened embedding model. */
export interface Embedder {
  /** Maximum concurrent requests per process. */
  readonly maxConcurrent: number;
  /** Maximum estimated tokens per request. */
  readonly maxRequestTokens: number;
  /** Cuts a text to the model's limit. */
  truncate(text: string): string;
  /** Sends one request. Throws any error. */
  embed(texts: string[], options: RequestOptions): Promise<Vectors>;
  close(): Promise<void>;
}
