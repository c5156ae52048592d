/** A model that runs in a thread of its own. */
export interface LocalModel {
  /** The first `most` tokens of each text as vectors, one after the other in one array, and how many tokens were read. */
  embed(texts: readonly string[]): Promise<{ readonly numbers: Float32Array; readonly tokens: number }>;
}

/** What the thread is to run. */
export type LocalModelSource = { readonly kind: 'builtin'; readonly most: number };

/** What the thread is asked. */
export interface ThreadRequest {
  readonly id: number;
  readonly texts: readonly string[];
}

/** What it answers. */
export type ThreadAnswer =
  | { readonly id: number; readonly numbers: Float32Array; readonly tokens: number }
  | { readonly id: number; readonly error: string };
