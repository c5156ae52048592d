import type { RequestOptions } from './embedder.ts';

/** A model that runs in its own thread. */
export interface LocalModel {
  /** Returns the concatenated vectors of the texts, and their total tokens. */
  embed(
    texts: readonly string[],
    purpose: RequestOptions['purpose'],
  ): Promise<{ readonly numbers: Float32Array; readonly tokens: number }>;
}

/** Model of a thread, its location, and its maximum tokens per text. */
export interface LocalModelSource {
  readonly kind: 'builtin' | 'folder';
  readonly path: string;
  readonly maxTokens: number;
}

/** Request to the thread. */
export interface ThreadRequest {
  readonly id: number;
  readonly texts: readonly string[];
  readonly purpose: RequestOptions['purpose'];
}

/** Response of the thread. */
export type ThreadResponse =
  | { readonly id: number; readonly numbers: Float32Array; readonly tokens: number }
  | {
      readonly id: number;
      readonly error: string;
      /** Whether the model could not be opened. */
      readonly isOpenFailure: boolean;
    };
