/** A model that runs in a thread of its own. */
export interface LocalModel {
  /** Vectors of texts, one after the other in one array, and how many tokens were read of them all. */
  embed(texts: readonly string[]): Promise<{ readonly numbers: Float32Array; readonly tokens: number }>;
}

/** What the thread is to run: which model, from where, and how many tokens it reads of a text. */
export interface LocalModelSource {
  readonly kind: 'builtin' | 'folder';
  readonly path: string;
  readonly maxTokens: number;
}

/** What the thread is asked. */
export interface ThreadRequest {
  readonly id: number;
  readonly texts: readonly string[];
}

/** What it answers. */
export type ThreadResponse =
  | { readonly id: number; readonly numbers: Float32Array; readonly tokens: number }
  | {
      readonly id: number;
      readonly error: string;
      /** Whether the model could not be opened at all. */
      readonly isOpenFailure: boolean;
    };
