/** What one request to a model answered. */
export interface Vectors {
  readonly vectors: readonly ArrayLike<number>[];
  /** Tokens of all texts together; undefined where the provider does not count them. */
  readonly tokens: number | undefined;
}

/** How a request is made. */
export interface RequestOptions {
  readonly purpose: 'document' | 'query';
  readonly signal: AbortSignal;
}

/** A model that is ready to be asked. */
export interface Embedder {
  /** Most requests that a process has under way at once. */
  readonly maxConcurrent: number;
  /** Most tokens of all texts of a request, as estimated. */
  readonly maxRequestTokens: number;
  /** As much of a text as the model is given. */
  truncate(text: string): string;
  /** One request. Throws whatever it meets. */
  embed(texts: string[], options: RequestOptions): Promise<Vectors>;
  close(): Promise<void>;
}
